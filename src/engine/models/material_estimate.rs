//! What the balance of men says about a value: the search needs no more where that lies far outside its window.

use std::sync::OnceLock;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::board::{Color, MoveList, Position};
use crate::search::{Evaluate, Score};

/// For each four numbers of pieces, a line through the values of an evaluation by the balance of men, and how far values lie from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MaterialEstimate([Line; GROUPS]);

/// In hundredths of a man, for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Line {
    /// The value where both sides have as many men.
    level: i32,
    /// What a man adds.
    man: i32,
    margin: i32,
}

/// Numbers of pieces that share a line.
const GROUP: usize = 4;
const GROUPS: usize = 40 / GROUP + 1;

/// A margin in standard deviations of the values from the line.
const DEVIATIONS: f64 = 2.0;

impl MaterialEstimate {
    /// The lines of least squares through the values of positions of random games.
    pub(super) fn of(evaluate: &mut impl Evaluate) -> MaterialEstimate {
        let mut groups = [Sums::default(); GROUPS];
        for position in sample() {
            evaluate.reset(position);
            let value = f64::from(evaluate.value(position).points());
            groups[group(position)].add(f64::from(balance(position)), value);
        }
        MaterialEstimate(groups.map(|sums| sums.line()))
    }

    /// The value by the line, and the margin; none for positions with kings, whose values the balance says little about.
    #[inline]
    pub(super) fn at(&self, position: &Position) -> Option<(Score, i32)> {
        if has_kings(position) {
            return None;
        }
        let Line { level, man, margin } = self.0[group(position)];
        Some((Score::from_points(level + man * balance(position)), margin))
    }
}

#[inline]
fn has_kings(position: &Position) -> bool {
    !(position.kings(Color::White) | position.kings(Color::Black)).is_empty()
}

#[inline]
fn balance(position: &Position) -> i32 {
    position.material() * position.turn().sign()
}

#[inline]
fn group(position: &Position) -> usize {
    position.occupied().len() as usize / GROUP
}

/// Sums over balances `x` and values `y`.
#[derive(Clone, Copy, Default)]
struct Sums {
    count: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
}

impl Sums {
    fn add(&mut self, x: f64, y: f64) {
        let Sums { count, .. } = *self;
        *self = Sums {
            count: count + 1.0,
            x: self.x + x,
            y: self.y + y,
            xx: self.xx + x * x,
            xy: self.xy + x * y,
            yy: self.yy + y * y,
        };
    }

    /// The line of least squares.
    fn line(self) -> Line {
        let Sums { count, x, y, xx, xy, yy } = self;
        let spread = count * xx - x * x;
        if spread <= 0.0 {
            // Too few positions to say anything.
            return Line { margin: i32::from(i16::MAX), ..Line::default() };
        }
        let man = (count * xy - x * y) / spread;
        let level = (y - man * x) / count;
        let variance = (yy - level * y - man * xy) / count;
        let margin = DEVIATIONS * variance.max(0.0).sqrt();
        Line { level: level.round() as i32, man: man.round() as i32, margin: margin.ceil() as i32 }
    }
}

/// Quiet positions without kings, of random games.
fn sample() -> &'static [Position] {
    static SAMPLE: OnceLock<Vec<Position>> = OnceLock::new();
    SAMPLE.get_or_init(|| {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        (0..GAMES).flat_map(|_| game(&mut random)).collect()
    })
}

const GAMES: usize = 120;

/// The largest balance of men that counts: beyond it values lie on no line.
const LARGEST: i32 = 3;

fn game(random: &mut Xoshiro256PlusPlus) -> Vec<Position> {
    let (mut position, mut seen) = (Position::start(), Vec::new());
    loop {
        let moves = MoveList::legal(&position);
        if moves.is_empty() || has_kings(&position) {
            return seen;
        }
        let is_quiet = Color::each(|color| position.can_capture(color)) == [false; 2];
        if is_quiet && balance(&position).abs() <= LARGEST {
            seen.push(position);
        }
        // The rest is that of 64 bits on every machine.
        let index = random.next_u64() % moves.len() as u64;
        position = position.succ(moves[index as usize]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;
    use crate::search::Material;

    fn line(points: &[(f64, f64)]) -> Line {
        let mut sums = Sums::default();
        points.iter().for_each(|&(x, y)| sums.add(x, y));
        sums.line()
    }

    #[test]
    fn a_line_has_the_least_squares() {
        let straight = line(&[(-1.0, -90.0), (0.0, 10.0), (2.0, 210.0)]);
        assert_eq!(straight, Line { level: 10, man: 100, margin: 0 });
        // Residuals of 3 and −3 twice: a standard deviation of 3.
        let scattered = line(&[(0.0, 3.0), (0.0, -3.0), (1.0, 53.0), (1.0, 47.0)]);
        assert_eq!(scattered, Line { level: 0, man: 50, margin: 6 });
    }

    #[test]
    fn nothing_is_said_where_the_sample_says_nothing() {
        assert_eq!(line(&[]).margin, i32::from(i16::MAX));
        assert_eq!(line(&[(1.0, 40.0), (1.0, 60.0)]).margin, i32::from(i16::MAX));
        let estimate = MaterialEstimate::of(&mut Material);
        assert_eq!(estimate.at(&fen::read("W:WK46,28:B3,4").expect("fen")), None);
    }

    #[test]
    fn the_count_of_material_is_known_for_certain() {
        let estimate = MaterialEstimate::of(&mut Material);
        for text in ["W:W31-45:B1-14", "B:W31-40:B1-12", "W:W28,29,30:B1,2,3,4"] {
            let position = fen::read(text).expect("fen");
            let points = Score::from_points(100 * balance(&position));
            assert_eq!(estimate.at(&position), Some((points, 0)), "{text}");
        }
    }

    #[test]
    fn the_sample_has_quiet_positions_of_every_group() {
        let mut counts = [0; GROUPS];
        for position in sample() {
            assert!(!position.must_capture() && !has_kings(position));
            counts[group(position)] += 1;
        }
        assert!(counts[1..].iter().all(|count| *count > 20), "{counts:?}");
    }
}
