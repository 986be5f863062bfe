//! A network behind the search's `Evaluate`: hidden sums follow the moves, so that a leaf costs little more than its global inputs.

use std::sync::Arc;

use super::form::NetworkForm;
use super::layer::{Layer, Sums};
use crate::board::{Color, Move, Position};
use crate::features::{InputView, Inputs, WORDS};
use crate::models::phases::Borders;
use crate::models::points::score;
use crate::search::{Evaluate, Ply, Score};

/// The networks of all phases in the form the search wants; shared by all threads.
#[derive(Debug)]
struct Layers {
    borders: Borders,
    layers: Vec<Layer>,
    view: InputView,
}

impl Layers {
    fn new(form: &NetworkForm) -> Layers {
        let (model, view) = (form.model(), form.view());
        let layers = model.networks().iter().map(|network| Layer::new(network, view)).collect();
        Layers { borders: model.borders().clone(), layers, view: view.clone() }
    }

    /// The words of the sparse inputs that the networks see; the others are empty.
    #[inline]
    fn seen(&self, words: [u64; WORDS]) -> [u64; WORDS] {
        let mut seen = [0; WORDS];
        let range = self.view.words();
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
    /// White and black men: how far two positions are apart is counted in them.
    men: [u64; 2],
    sums: Vec<Sums>,
}

/// The hidden sums along the current line.
///
/// Kept for each ply and brought up to date only when a value is asked for, by the difference from whichever known sums are
/// nearest: those of an earlier position at the same ply, or of the line before. About seven inputs differ.
#[derive(Clone, Debug)]
struct HiddenSums {
    layers: Arc<Layers>,
    ply: usize,
    known: Vec<Known>,
}

impl HiddenSums {
    fn new(layers: Arc<Layers>) -> HiddenSums {
        let sums = layers.layers[0].biases();
        let empty = Known { phase: 0, words: [0; WORDS], men: [0; 2], sums };
        HiddenSums { layers, ply: 0, known: vec![empty; usize::from(Ply::MAX.count()) + 1] }
    }

    /// The network's value of the position, White's result from −1 to 1.
    fn result(&mut self, position: &Position) -> f32 {
        let inputs = Inputs::by(self.layers.view.catalogue(), position);
        let phase = self.layers.phase(position);
        let men = Color::each(|color| position.men(color).bits());
        let from = self.nearest(phase, men);
        self.update(from, phase, self.layers.seen(inputs.words));
        let here = &mut self.known[self.ply];
        here.men = men;
        self.layers.layers[phase].value(&here.sums, &inputs.globals)
    }

    /// The ply whose sums are of this phase and differ least, among the current one and the two before it.
    #[inline]
    fn nearest(&self, phase: usize, men: [u64; 2]) -> Option<usize> {
        let plies = self.ply.saturating_sub(2)..=self.ply;
        let same_phase = plies.filter(|&ply| self.known[ply].phase == phase);
        same_phase.min_by_key(|&ply| {
            let known = self.known[ply].men;
            (known[0] ^ men[0]).count_ones() + (known[1] ^ men[1]).count_ones()
        })
    }

    /// Works out the sums of the current ply from those of another, or from the empty board.
    #[inline]
    fn update(&mut self, from: Option<usize>, phase: usize, words: [u64; WORDS]) {
        let layer = &self.layers.layers[phase];
        let Some(from) = from else {
            let here = &mut self.known[self.ply];
            *here = Known { phase, words, sums: layer.biases(), ..*here };
            layer.add(&[0; WORDS], &words, &mut here.sums);
            return;
        };
        if from != self.ply {
            let (before, here) = self.known.split_at_mut(self.ply);
            here[0].sums.copy_from_slice(&before[from].sums);
            here[0].words = before[from].words;
            here[0].phase = phase;
        }
        let here = &mut self.known[self.ply];
        layer.add(&here.words, &words, &mut here.sums);
        here.words = words;
    }
}

/// A network that follows the search: sums are kept up to date along the line.
#[derive(Clone, Debug)]
pub struct NetworkEvaluator(HiddenSums);

impl NetworkEvaluator {
    /// Lays a network out for the search.
    pub(super) fn new(form: &NetworkForm) -> NetworkEvaluator {
        NetworkEvaluator(HiddenSums::new(Arc::new(Layers::new(form))))
    }
}

impl Evaluate for NetworkEvaluator {
    /// Sums known from other positions stay good: what counts is the difference.
    fn reset(&mut self, _: &Position) {
        self.0.ply = 0;
    }

    #[inline]
    fn push(&mut self, _: &Position, _: Move, _: &Position) {
        self.0.ply += 1;
    }

    #[inline]
    fn pop(&mut self) {
        self.0.ply -= 1;
    }

    #[inline]
    fn value(&mut self, position: &Position) -> Score {
        score(self.0.result(position), position)
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::board::MoveList;
    use crate::features::{Catalogue, Subset};
    use crate::models::network::{Network, PhaseNetworks};

    fn model(subset: Subset, hidden: usize, borders: &[u32]) -> PhaseNetworks {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
        let borders = Borders::new(borders.to_vec()).expect("falling");
        let network = |_| Network::random(subset.len(), hidden, 0.2, 3.0, &mut random);
        PhaseNetworks::new(borders.clone(), (0..borders.phases()).map(network).collect())
    }

    fn form(model: &PhaseNetworks, subset: Subset, additions: bool) -> NetworkForm {
        let view = InputView::new(Catalogue::embedded().clone(), subset, additions);
        NetworkForm::new(view, model.clone())
    }

    fn evaluator(model: &PhaseNetworks, subset: Subset, additions: bool) -> NetworkEvaluator {
        NetworkEvaluator::new(&form(model, subset, additions))
    }

    /// The value of the whole network, from the dense inputs.
    fn full(model: &PhaseNetworks, subset: Subset, additions: bool, position: &Position) -> f32 {
        let inputs = Inputs::of(position);
        let inputs = if additions { inputs } else { inputs.without_additions() };
        model.network(position.occupied().len()).value(&inputs.dense()[..subset.len()])
    }

    /// Plays random games, looking at random side lines on the way as a search does, and compares every value.
    fn assert_follows(subset: Subset, hidden: usize, borders: &[u32], additions: bool) {
        let model = model(subset, hidden, borders);
        let mut evaluator = evaluator(&model, subset, additions);
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
                        evaluator.0.result(position) - full(&model, subset, additions, position);
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
        let start = Position::start();
        let next = start.succ(MoveList::legal(&start)[0]);
        for position in [start, next] {
            let mut evaluator = evaluator(&model, Subset::Nn4, true);
            let result = evaluator.0.result(&position);
            let points = evaluator.value(&position).points();
            assert_eq!(points.signum(), (result * position.turn().sign() as f32).signum() as i32);
        }
    }
}
