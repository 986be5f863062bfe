//! A network behind the search's `Evaluate`: hidden sums follow the moves, so that a leaf costs little more than its global inputs.

use std::sync::Arc;

use super::layer::{Changes, Layer, Sums};
use crate::board::{Move, Position};
use crate::features::{Inputs, Subset, WORDS};
use crate::network::{Borders, Model};
use crate::search::{Evaluate, Ply, Score};

/// Points for a certain win: the network's ±1 in hundredths of a man.
const POINTS: f32 = 250.0;

/// The networks of all phases in the form the search wants; shared by all threads.
#[derive(Debug)]
pub(super) struct Layers {
    borders: Borders,
    layers: Vec<Layer>,
    subset: Subset,
}

impl Layers {
    /// Prepares a model on these inputs; `additions` says whether the inputs beyond the paper's count.
    pub(super) fn new(model: &Model, subset: Subset, additions: bool) -> Layers {
        let layers =
            model.networks().iter().map(|network| Layer::new(network, additions)).collect();
        Layers { borders: model.borders().clone(), layers, subset }
    }

    /// The words of the sparse inputs that the networks see; the others are empty.
    #[inline]
    fn seen(&self, words: [u64; WORDS]) -> [u64; WORDS] {
        let mut seen = [0; WORDS];
        let range = self.subset.words();
        seen[range.clone()].copy_from_slice(&words[range]);
        seen
    }

    #[inline]
    fn phase(&self, position: &Position) -> usize {
        self.borders.phase(position.occupied().len())
    }
}

/// Hidden sums over the inputs in `words`, of the network of one phase.
#[derive(Clone, Debug)]
struct Known {
    phase: usize,
    words: [u64; WORDS],
    sums: Vec<Sums>,
}

/// A network that follows the search.
///
/// The sums over all but the global inputs are kept for each ply. They are brought up to date only when a value is asked for,
/// by the difference from whichever known sums are nearest: those of an earlier position at the same ply, or of the line before.
#[derive(Debug)]
pub(super) struct NetworkEvaluator {
    layers: Arc<Layers>,
    ply: usize,
    known: Vec<Known>,
}

impl NetworkEvaluator {
    pub(super) fn new(layers: Arc<Layers>) -> NetworkEvaluator {
        let first = &layers.layers[0];
        let empty = Known { phase: 0, words: [0; WORDS], sums: first.biases() };
        NetworkEvaluator { layers, ply: 0, known: vec![empty; usize::from(Ply::MAX.count()) + 1] }
    }

    /// The network's value of the position, White's result from −1 to 1.
    pub(super) fn result(&mut self, position: &Position) -> f32 {
        let inputs = Inputs::of(position);
        self.update(self.layers.phase(position), self.layers.seen(inputs.words));
        let here = &self.known[self.ply];
        self.layers.layers[here.phase].value(&here.sums, &inputs.globals)
    }

    /// Brings the sums of the current ply up to date.
    fn update(&mut self, phase: usize, words: [u64; WORDS]) {
        let nearest = self.nearest(phase, &words);
        if nearest != Some(self.ply) {
            self.copy_sums(nearest, phase);
        }
        let layer = &self.layers.layers[phase];
        let here = &mut self.known[self.ply];
        layer.apply(&Changes::between(&here.words, &words), &mut here.sums);
        here.words = words;
    }

    /// The ply whose sums differ least from these words, among the current one and those before it.
    fn nearest(&self, phase: usize, words: &[u64; WORDS]) -> Option<usize> {
        let plies = self.ply.saturating_sub(2)..=self.ply;
        let same_phase = plies.filter(|&ply| self.known[ply].phase == phase);
        same_phase.min_by_key(|&ply| distance(&self.known[ply].words, words))
    }

    /// Starts the current ply with the sums of another, or with those of the empty board.
    fn copy_sums(&mut self, from: Option<usize>, phase: usize) {
        let (before, here) = self.known.split_at_mut(self.ply);
        let here = &mut here[0];
        match from {
            Some(ply) => {
                here.words = before[ply].words;
                here.sums.copy_from_slice(&before[ply].sums);
            }
            None => {
                here.words = [0; WORDS];
                here.sums.copy_from_slice(&self.layers.layers[phase].biases());
            }
        }
        here.phase = phase;
    }
}

fn distance(a: &[u64; WORDS], b: &[u64; WORDS]) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a ^ b).count_ones()).sum()
}

impl Evaluate for NetworkEvaluator {
    /// Sums known from other positions stay good: what counts is the difference.
    fn reset(&mut self, _: &Position) {
        self.ply = 0;
    }

    #[inline]
    fn push(&mut self, _: &Position, _: Move, _: &Position) {
        self.ply += 1;
    }

    #[inline]
    fn pop(&mut self) {
        self.ply -= 1;
    }

    #[inline]
    fn value(&mut self, position: &Position) -> Score {
        let result = self.result(position);
        Score::from_points((result * POINTS) as i32 * position.turn().sign())
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::board::MoveList;
    use crate::network::Network;

    fn model(subset: Subset, hidden: usize, borders: &[u32]) -> Model {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
        let borders = Borders::new(borders.to_vec()).expect("falling");
        let network = |_| Network::random(subset.len(), hidden, 0.2, 3.0, &mut random);
        Model::new(borders.clone(), (0..borders.phases()).map(network).collect())
    }

    /// The value of the whole network, from the dense inputs.
    fn full(model: &Model, subset: Subset, additions: bool, position: &Position) -> f32 {
        let inputs = Inputs::of(position);
        let inputs = if additions { inputs } else { inputs.without_additions() };
        model.network(position.occupied().len()).value(&inputs.dense()[..subset.len()])
    }

    /// Plays random games, looking at random side lines on the way as a search does, and compares every value.
    fn assert_follows(subset: Subset, hidden: usize, borders: &[u32], additions: bool) {
        let model = model(subset, hidden, borders);
        let mut evaluator = NetworkEvaluator::new(Arc::new(Layers::new(&model, subset, additions)));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut values = 0;
        for _ in 0..10 {
            let mut line = vec![Position::start()];
            evaluator.reset(&line[0]);
            for _ in 0..400 {
                let position = line[line.len() - 1];
                let moves = MoveList::legal(&position);
                let back = random.next_u64() % 5 < 2 || moves.is_empty() || line.len() > 90;
                if back && line.len() > 1 {
                    line.pop();
                    evaluator.pop();
                } else if let Some(mv) = moves.get(random.next_u64() as usize % moves.len().max(1))
                {
                    let next = position.succ(*mv);
                    evaluator.push(&position, *mv, &next);
                    line.push(next);
                }
                let position = &line[line.len() - 1];
                if random.next_u64().is_multiple_of(2) {
                    let error =
                        evaluator.result(position) - full(&model, subset, additions, position);
                    assert!(error.abs() < 1e-4, "{error} in {position:?}");
                    values += 1;
                }
            }
        }
        assert!(values > 1000);
    }

    #[test]
    fn the_value_equals_the_full_network_in_random_games() {
        assert_follows(Subset::Nn4, 80, &[], true);
        assert_follows(Subset::Nn4, 100, &[], true);
    }

    #[test]
    fn every_subset_of_inputs_equals_the_full_network() {
        for subset in [Subset::Nn1, Subset::Nn2, Subset::Nn3] {
            assert_follows(subset, 80, &[], true);
        }
    }

    #[test]
    fn every_phase_uses_its_own_network() {
        assert_follows(Subset::Nn4, 80, &[39, 37, 35], true);
    }

    #[test]
    fn a_network_of_the_paper_s_inputs_does_not_see_the_others() {
        assert_follows(Subset::Nn4, 80, &[], false);
    }

    #[test]
    fn the_value_is_turned_to_the_side_to_move() {
        let model = model(Subset::Nn4, 80, &[]);
        let layers = Arc::new(Layers::new(&model, Subset::Nn4, true));
        let start = Position::start();
        let next = start.succ(MoveList::legal(&start)[0]);
        for position in [start, next] {
            let mut evaluator = NetworkEvaluator::new(layers.clone());
            let result = evaluator.result(&position);
            let points = evaluator.value(&position).points();
            assert_eq!(points.signum(), (result * position.turn().sign() as f32).signum() as i32);
        }
    }
}
