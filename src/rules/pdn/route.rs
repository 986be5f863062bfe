//! The way a capture takes over the board, worked out again from origin, destination and captured set where the text
//! of a move needs it.

use crate::board::{Bitboard, Direction, Move, Position, Square};

/// The most steps spent on one route; real captures need a few hundred, and a hostile file must not cost more.
const MAX_STEPS: u32 = 10_000;

/// One jump: the direction, the piece taken and where the capturing piece came down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Jump {
    direction: Direction,
    victim: Square,
    landing: Square,
}

/// The canonical long form (PDN 3.0): origin, for each jump but the last the square where the piece turned or, where it
/// went straight on, the square next after the captured piece, and the destination. It determines the captured set.
#[must_use]
pub fn canonical(position: &Position, mv: Move) -> Vec<Square> {
    let mut search = Search::new(position, mv, &[]);
    search.from(mv.from(), mv.captured(), 0);
    let jumps = search.jumps;
    let mut squares = vec![mv.from()];
    for pair in jumps.windows(2) {
        let straight = pair[0].direction == pair[1].direction;
        let landing = Bitboard::from_square(pair[0].victim).shifted(pair[0].direction).first();
        squares.push(landing.filter(|_| straight).unwrap_or(pair[0].landing));
    }
    squares.push(mv.to());
    squares
}

/// Whether the numbers name every jump of the move, one enemy piece between each square and the next.
pub(crate) fn names_every_jump(position: &Position, mv: Move, numbers: &[u8]) -> bool {
    let mut left = mv.captured();
    let blocked = blockers(position, mv);
    let squares: Option<Vec<Square>> = numbers.iter().map(|&n| Square::new(n)).collect();
    let Some(squares) = squares.filter(|s| s.len() as u32 == left.len() + 1) else { return false };
    let ends = squares.first() == Some(&mv.from()) && squares.last() == Some(&mv.to());
    ends && squares.windows(2).all(|pair| {
        let victim = between(pair[0], pair[1], blocked).filter(|&victim| left.contains(victim));
        victim.inspect(|&victim| left = left.without(victim)).is_some()
    })
}

/// The only piece between two squares of one diagonal, the second one empty.
fn between(from: Square, to: Square, blocked: Bitboard) -> Option<Square> {
    let direction = Direction::ALL.into_iter().find(|&d| Bitboard::ray(from, d).contains(to))?;
    let inside = Bitboard::ray(from, direction) & Bitboard::ray(to, direction.opposite()) & blocked;
    (inside.len() == 1 && !blocked.contains(to)).then(|| inside.first()).flatten()
}

/// Whether some route of the move comes down on these squares in this order, among others.
pub(crate) fn passes(position: &Position, mv: Move, numbers: &[u8]) -> bool {
    Search::new(position, mv, numbers).from(mv.from(), mv.captured(), 0)
}

/// Every piece but the one that captures; taken pieces stay and block until the end (FMJD rules 4.8 and 4.11).
fn blockers(position: &Position, mv: Move) -> Bitboard {
    position.occupied().without(mv.from())
}

struct Search<'a> {
    mv: Move,
    is_king: bool,
    blocked: Bitboard,
    /// Squares to come down on, in order.
    wanted: &'a [u8],
    jumps: Vec<Jump>,
    steps: u32,
}

impl<'a> Search<'a> {
    fn new(position: &Position, mv: Move, wanted: &'a [u8]) -> Search<'a> {
        let is_king = position.kings(position.turn()).contains(mv.from());
        Search { mv, is_king, blocked: blockers(position, mv), wanted, jumps: Vec::new(), steps: 0 }
    }

    /// Whether the rest can be taken from here; the jumps are then in the list.
    fn from(&mut self, at: Square, left: Bitboard, seen: usize) -> bool {
        self.steps += 1;
        if left.is_empty() {
            return at == self.mv.to() && seen == self.wanted.len();
        }
        if self.steps > MAX_STEPS {
            return false;
        }
        for direction in Direction::ALL {
            let ray = Bitboard::ray(at, direction);
            let Some(victim) = (ray & self.blocked).nearest(direction) else { continue };
            let near = Bitboard::from_square(at).shifted(direction).contains(victim);
            if left.contains(victim)
                && (near || self.is_king)
                && self.land(victim, direction, left, seen)
            {
                return true;
            }
        }
        false
    }

    fn land(&mut self, victim: Square, direction: Direction, left: Bitboard, seen: usize) -> bool {
        let mut landing = Bitboard::from_square(victim).shifted(direction) - self.blocked;
        while let Some(square) = landing.first() {
            self.jumps.push(Jump { direction, victim, landing: square });
            let matched = self.wanted.get(seen) == Some(&square.number());
            if self.from(square, left.without(victim), seen + usize::from(matched)) {
                return true;
            }
            self.jumps.pop();
            if !self.is_king {
                break;
            }
            landing = landing.shifted(direction) - self.blocked;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{MoveList, fen};

    fn capture(position: &Position, to: u8, holds: u8) -> Move {
        let square = |n| Square::new(n).expect("square");
        MoveList::legal(position)
            .into_iter()
            .find(|mv| mv.to() == square(to) && mv.captured().contains(square(holds)))
            .expect("the capture")
    }

    fn numbers(squares: &[Square]) -> Vec<u8> {
        squares.iter().map(|square| square.number()).collect()
    }

    /// PDN 3.0's example: two captures 47x36 that differ in one piece.
    #[test]
    fn the_canonical_form_distinguishes_two_captures_with_the_same_ends() {
        let position = fen::read("W:WK47:B14,19,29,31,42").expect("example");
        let (a, b) = (capture(&position, 36, 19), capture(&position, 36, 14));
        let (a_path, b_path) = (canonical(&position, a), canonical(&position, b));
        assert!(names_every_jump(&position, a, &numbers(&a_path)));
        assert!(!names_every_jump(&position, b, &numbers(&a_path)));
        assert!(names_every_jump(&position, b, &numbers(&b_path)));
        assert_eq!(numbers(&a_path), [47, 38, 24, 13, 36]);
        assert_eq!(numbers(&b_path), [47, 38, 20, 9, 36]);
    }

    #[test]
    fn a_partial_path_fits_every_route_that_comes_down_there() {
        let position = fen::read("W:WK47:B14,19,29,31,42").expect("example");
        let (a, b) = (capture(&position, 36, 19), capture(&position, 36, 14));
        assert!(passes(&position, a, &[24]));
        assert!(!passes(&position, b, &[24]));
        assert!(!passes(&position, a, &[24, 38]), "order matters");
        assert!(passes(&position, a, &[33, 24, 13]));
    }
}
