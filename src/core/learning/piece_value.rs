//! A man whose worth stays: after each step the whole evaluation is scaled until he is worth a hundred points again, so that
//! weights of different moments can be compared and the search keeps its margins.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::report::without;
use crate::board::{Bitboard, Color, MoveList, Position};
use crate::models::{Encode, Model};

/// Games of chance from which positions are taken.
const GAMES: usize = 12;
/// Plies from one position to the next.
const STRIDE: usize = 3;
/// A single step changes the scale by no more than this factor: it would only follow a mishap.
const MOST: f32 = 1.25;

/// What a man is worth, over fixed positions.
#[derive(Debug)]
pub(super) struct PieceValueNormaliser<F: Model> {
    steps: F::Steps,
    games: Vec<std::ops::Range<usize>>,
    /// What each sum adds to the worth.
    shares: Vec<f32>,
    trace: F::Trace,
    sums: Vec<f32>,
}

impl<F: Model> PieceValueNormaliser<F> {
    pub(super) fn new(mut encoder: F::Encoder) -> PieceValueNormaliser<F> {
        let (mut steps, mut games, mut shares) = (encoder.steps(), Vec::new(), Vec::new());
        for position in probes() {
            for color in Color::ALL {
                for man in position.men(color) {
                    let less = without(&position, color, Bitboard::from_square(man));
                    for (position, share) in [(position, 1.0), (less, -1.0)] {
                        games.push(encoder.encode(&[position], false, &mut steps));
                        shares.push(share * color.sign() as f32);
                    }
                }
            }
        }
        let men = shares.len() as f32 / 2.0;
        shares.iter_mut().for_each(|share| *share /= men);
        PieceValueNormaliser { steps, games, shares, trace: F::Trace::default(), sums: Vec::new() }
    }

    /// The mean change of the sum when a man is taken off the board.
    pub(super) fn worth(&mut self, form: &F) -> f32 {
        self.sums.clear();
        for game in &self.games {
            form.forward(&self.steps, game.clone(), &mut self.trace, &mut self.sums);
        }
        self.sums.iter().zip(&self.shares).map(|(sum, share)| sum * share).sum()
    }

    /// Scales a form until a man is worth what he should be, or as far as that is sane.
    pub(super) fn restore(&mut self, form: &mut F) {
        let worth = self.worth(form);
        if worth > 0.0 {
            form.scale((F::MAN / worth).clamp(1.0 / MOST, MOST));
        }
    }
}

/// Quiet positions of nearly even material from games that chance plays, always the same.
fn probes() -> Vec<Position> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut probes = Vec::new();
    for _ in 0..GAMES {
        let mut position = Position::start();
        for ply in 0.. {
            let legal = MoveList::legal(&position);
            let Some(&mv) = legal.get(random.next_u64() as usize % legal.len().max(1)) else {
                break;
            };
            if position.occupied().len() < 8 {
                break;
            }
            let is_even = position.material().abs() <= 1;
            if ply % STRIDE == 0 && is_even && !position.must_capture() {
                probes.push(position);
            }
            position = position.succ(mv);
        }
    }
    probes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::network::{NetworkForm, NetworkSettings};
    use crate::models::patterns::{PatternSettings, Patterns};

    fn stays<F: Model>(settings: &F::Settings) {
        let mut form = F::of_material(settings, 1).expect("material");
        let mut man = PieceValueNormaliser::new(F::encoder(settings));
        let first = man.worth(&form);
        assert!((first - F::MAN).abs() < 0.3 * F::MAN, "{first}");
        form.scale(0.95);
        assert!((man.worth(&form) - 0.95 * first).abs() < 1e-3);
        man.restore(&mut form);
        assert!((man.worth(&form) - F::MAN).abs() < 1e-3, "{}", man.worth(&form));
    }

    #[test]
    fn a_man_gets_his_worth_back_in_every_form() {
        stays::<Patterns>(&PatternSettings::default());
        stays::<NetworkForm>(&NetworkSettings { borders: vec![20], ..NetworkSettings::default() });
    }

    #[test]
    fn an_evaluation_that_does_not_count_men_is_left_alone() {
        let settings = PatternSettings::default();
        let mut form = Patterns::first(&settings, 1);
        PieceValueNormaliser::new(Patterns::encoder(&settings)).restore(&mut form);
        assert_eq!(form, Patterns::first(&settings, 1));
    }
}
