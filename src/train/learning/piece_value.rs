//! Piece value normalisation: after each step the whole model is scaled until a man has a hundred points again. So weights of
//! different times can be compared, and the margins of the search stay right.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::report::without;
use crate::board::{Bitboard, Color, MoveList, Position};
use crate::models::Model;

/// Random games from which positions are taken.
const GAMES: usize = 12;
/// Plies from one position to the next.
const STRIDE: usize = 3;
/// The most that one step may scale by: more would follow an accident.
const MOST: f32 = 1.25;

/// The value of a man, over fixed positions.
#[derive(Debug)]
pub(super) struct PieceValueNormaliser<F: Model> {
    steps: F::Steps,
    games: Vec<std::ops::Range<usize>>,
    /// The weight of each output in the value of a man.
    weights: Vec<f32>,
    trace: F::Trace,
    sums: Vec<f32>,
}

impl<F: Model> PieceValueNormaliser<F> {
    pub(super) fn new(mut encoder: F::Encoder) -> PieceValueNormaliser<F> {
        let (mut steps, mut games, mut weights) = (F::no_steps(&encoder), Vec::new(), Vec::new());
        for position in probes() {
            for color in Color::ALL {
                for man in position.men(color) {
                    let less = without(&position, color, Bitboard::from_square(man));
                    for (position, weight) in [(position, 1.0), (less, -1.0)] {
                        games.push(F::encode(&mut encoder, &[position], false, &mut steps));
                        weights.push(weight * color.sign() as f32);
                    }
                }
            }
        }
        let men = weights.len() as f32 / 2.0;
        weights.iter_mut().for_each(|weight| *weight /= men);
        PieceValueNormaliser { steps, games, weights, trace: F::Trace::default(), sums: Vec::new() }
    }

    /// The mean change of the sum when a man is taken off the board.
    pub(super) fn man_value(&mut self, model: &F) -> f32 {
        self.sums.clear();
        for game in &self.games {
            model.forward(&self.steps, game.clone(), &mut self.trace, &mut self.sums);
        }
        self.sums.iter().zip(&self.weights).map(|(sum, weight)| sum * weight).sum()
    }

    /// Scales a model until a man has [`Model::MAN`], by at most [`MOST`].
    pub(super) fn restore(&mut self, model: &mut F) {
        let man_value = self.man_value(model);
        if man_value > 0.0 {
            model.scale((F::MAN / man_value).clamp(1.0 / MOST, MOST));
        }
    }
}

/// Quiet positions of nearly even material from random games, always the same.
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
    use crate::models::network::{NetworkModel, NetworkSettings};
    use crate::models::patterns::{PatternSettings, Patterns};

    fn stays<F: Model>(settings: &F::Settings) {
        let mut model = F::of_material(settings, 1).expect("material");
        let mut man = PieceValueNormaliser::new(F::encoder(settings));
        let first = man.man_value(&model);
        assert!((first - F::MAN).abs() < 0.3 * F::MAN, "{first}");
        model.scale(0.95);
        assert!((man.man_value(&model) - 0.95 * first).abs() < 1e-3);
        man.restore(&mut model);
        assert!((man.man_value(&model) - F::MAN).abs() < 1e-3, "{}", man.man_value(&model));
    }

    #[test]
    fn a_man_gets_his_worth_back_in_every_form() {
        stays::<Patterns>(&PatternSettings::default());
        stays::<NetworkModel>(&NetworkSettings { borders: vec![20], ..NetworkSettings::default() });
    }

    #[test]
    fn an_evaluation_that_does_not_count_men_stays_as_it_is() {
        let settings = PatternSettings::default();
        let mut model = Patterns::first(&settings, 1);
        PieceValueNormaliser::new(Patterns::encoder(&settings)).restore(&mut model);
        assert_eq!(model, Patterns::first(&settings, 1));
    }
}
