//! The search's `Evaluate` for a network: hidden sums follow the moves, so that a leaf costs little more than its global inputs.
//! The hidden layer lies in blocks of 80 units, the width of the paper's networks, which ten 256-bit vectors hold.

use std::ops::Range;
use std::sync::Arc;

use super::mlp::Network;
use super::phase_networks::NetworkModel;
use crate::board::{Color, Move, Position};
use crate::features::{GLOBALS, Globals, InputView, Inputs, WORD_SIGN, WORDS};
use crate::models::accumulator_stack::{AccumulatorStack, unit_for};
use crate::models::phases::Borders;
use crate::models::points::score;
use crate::search::{Evaluate, Score};

/// The networks of all phases in the form the search wants; shared by all threads.
#[derive(Debug)]
struct Layers {
    borders: Borders,
    layers: Vec<Layer>,
    view: InputView,
}

impl Layers {
    fn new(model: &NetworkModel) -> Layers {
        let view = model.view();
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

/// What the hidden sums of a ply are over: the inputs in `words`, with the network of one phase.
#[derive(Clone, Copy, Debug)]
struct Known {
    phase: usize,
    words: [u64; WORDS],
    /// White and black men: how far two positions are apart is counted in them.
    men: [u64; 2],
}

impl Known {
    #[inline]
    fn distance(&self, phase: usize, men: [u64; 2]) -> u32 {
        match self.phase == phase {
            true => (self.men[0] ^ men[0]).count_ones() + (self.men[1] ^ men[1]).count_ones(),
            false => u32::MAX,
        }
    }
}

/// A network that follows the search: sums are kept up to date along the line. About seven inputs differ from the nearest known ones.
#[derive(Clone, Debug)]
pub struct NetworkEvaluator {
    layers: Arc<Layers>,
    line: AccumulatorStack<Known, Sums>,
}

impl NetworkEvaluator {
    /// Lays a network out for the search.
    pub(super) fn new(model: &NetworkModel) -> NetworkEvaluator {
        let layers = Arc::new(Layers::new(model));
        let empty = Known { phase: 0, words: [0; WORDS], men: [0; 2] };
        let line = AccumulatorStack::new(empty, &layers.layers[0].biases());
        NetworkEvaluator { layers, line }
    }

    /// The network's value of the position, White's result from −1 to 1.
    fn result(&mut self, position: &Position) -> f32 {
        let inputs = Inputs::by(self.layers.view.catalogue(), position);
        let (phase, words) = (self.layers.phase(position), self.layers.seen(inputs.words));
        let men = Color::each(|color| position.men(color).bits());
        let layer = &self.layers.layers[phase];
        let from = self.line.nearest(|known| known.distance(phase, men));
        let known = self.line.key(from);
        if known.phase == phase {
            self.line.copy(from);
            layer.add(&known.words, &words, self.line.sums());
        } else {
            self.line.sums().copy_from_slice(&layer.biases());
            layer.add(&[0; WORDS], &words, self.line.sums());
        }
        self.line.set_key(Known { phase, words, men });
        layer.value(self.line.sums(), &inputs.globals)
    }
}

impl Evaluate for NetworkEvaluator {
    /// Sums known from other positions stay good: what counts is the difference.
    fn reset(&mut self, _: &Position) {
        self.line.start();
    }

    #[inline]
    fn push(&mut self, _: &Position, _: Move, _: &Position) {
        self.line.push();
    }

    #[inline]
    fn pop(&mut self) {
        self.line.pop();
    }

    #[inline]
    fn value(&mut self, position: &Position) -> Score {
        score(self.result(position), position)
    }
}

/// The units of a block.
const WIDTH: usize = 80;

/// One number for each unit of a block.
type Lanes = [f32; WIDTH];

/// Sums over the sparse inputs, for each unit of a block, as multiples of the layer's unit.
///
/// Whole numbers, so that millions of additions and subtractions leave no trace and a position has one value, whatever way led
/// to it.
pub(super) type Sums = [i32; WIDTH];

/// A network; units are filled up to whole blocks with units that say nothing.
#[derive(Debug)]
pub(super) struct Layer {
    blocks: Vec<UnitBlock>,
    /// The input of each bit of each word.
    index: [[u16; 64]; WORDS],
    output_bias: f32,
}

/// 80 units. β is multiplied into weights and bias, so that a sum is z = β·net.
#[derive(Debug)]
struct UnitBlock {
    /// β_j·w_ji of the global inputs.
    globals: [Lanes; GLOBALS.end],
    /// β_j·w_ji by input i, in multiples of `unit`; the global inputs among them are not used.
    weights: Vec<Sums>,
    /// β_j·b_j, in multiples of `unit`.
    bias: Sums,
    /// v_j.
    output: Lanes,
    /// The value of 1 in a sum: a power of two, the smallest with which no sum can overflow.
    unit: f32,
}

impl Layer {
    /// Lays out a network on the inputs of a view; without extra inputs the two global inputs beyond the paper's count for nothing.
    pub(super) fn new(network: &Network, view: &InputView) -> Layer {
        let starts = (0..network.hidden()).step_by(WIDTH);
        let blocks =
            starts.map(|start| UnitBlock::new(network, start, view.extra_inputs())).collect();
        let index = *view.catalogue().layout().index();
        Layer { blocks, index, output_bias: network.output_bias }
    }

    /// The sums of the empty board.
    pub(super) fn biases(&self) -> Vec<Sums> {
        self.blocks.iter().map(|block| block.bias).collect()
    }

    /// Turns the sums over the old inputs into those over the new ones.
    #[inline]
    pub(super) fn add(&self, old: &[u64; WORDS], new: &[u64; WORDS], sums: &mut [Sums]) {
        for (block, sums) in self.blocks.iter().zip(sums) {
            block.add(&self.index, old, new, sums);
        }
    }

    /// V of the network, from the sums over all other inputs and the global ones.
    #[inline]
    pub(super) fn value(&self, sums: &[Sums], globals: &[f32; GLOBALS.end]) -> f32 {
        let parts = self.blocks.iter().zip(sums).map(|(block, sums)| block.value(sums, globals));
        self.output_bias + parts.sum::<f32>()
    }
}

impl UnitBlock {
    fn new(network: &Network, start: usize, extra_inputs: bool) -> UnitBlock {
        let units = start..network.hidden().min(start + WIDTH);
        let paper =
            |input| extra_inputs || ![Globals::FREE_MEN, Globals::PROMOTION_RACE].contains(&input);
        let weight = |input, unit: usize| match paper(input) {
            true => network.beta[unit] * network.input[(input, unit)],
            false => 0.0,
        };
        let bias = |unit: usize| network.beta[unit] * network.bias[unit];
        let largest = units.clone().map(|unit| {
            let weights = (GLOBALS.end..network.inputs()).map(|input| weight(input, unit).abs());
            weights.sum::<f32>() + bias(unit).abs()
        });
        let unit = unit_for(largest.fold(0.0, f32::max));
        let whole = |value: f32| (value / unit).round() as i32;
        UnitBlock {
            globals: std::array::from_fn(|input| lanes(&units, |unit| weight(input, unit))),
            weights: (0..network.inputs())
                .map(|input| lanes(&units, |unit| whole(weight(input, unit))))
                .collect(),
            bias: lanes(&units, |unit| whole(bias(unit))),
            output: lanes(&units, |unit| network.output[unit]),
            unit,
        }
    }

    #[inline]
    fn add(
        &self,
        index: &[[u16; 64]; WORDS],
        old: &[u64; WORDS],
        new: &[u64; WORDS],
        sums: &mut Sums,
    ) {
        let mut total = *sums;
        for word in 0..WORDS {
            let (came, went) = (new[word] & !old[word], old[word] & !new[word]);
            let (plus, minus) = if WORD_SIGN[word] > 0.0 { (came, went) } else { (went, came) };
            self.each_row(&index[word], plus, |row| {
                (0..WIDTH).for_each(|unit| total[unit] += row[unit])
            });
            self.each_row(&index[word], minus, |row| {
                (0..WIDTH).for_each(|unit| total[unit] -= row[unit])
            });
        }
        *sums = total;
    }

    /// Visits the weights of the inputs that the bits of a word represent.
    #[inline(always)]
    fn each_row(&self, index: &[u16; 64], mut bits: u64, mut visit: impl FnMut(&Sums)) {
        while bits != 0 {
            visit(&self.weights[usize::from(index[bits.trailing_zeros() as usize])]);
            bits &= bits - 1;
        }
    }

    #[inline]
    fn value(&self, sums: &Sums, globals: &[f32; GLOBALS.end]) -> f32 {
        let mut z = [0.0; WIDTH];
        for unit in 0..WIDTH {
            z[unit] = sums[unit] as f32 * self.unit;
        }
        for (input, &x) in globals.iter().enumerate() {
            let row = &self.globals[input];
            for unit in 0..WIDTH {
                z[unit] = row[unit].mul_add(x, z[unit]);
            }
        }
        // Eight partial sums keep the additions independent, which makes them vectors.
        let mut parts = [0.0; 8];
        for chunk in 0..WIDTH / 8 {
            for lane in 0..8 {
                let (z, output) = (z[8 * chunk + lane], self.output[8 * chunk + lane]);
                parts[lane] += output * (z / (1.0 + z.abs()));
            }
        }
        parts.iter().sum()
    }
}

/// The values of these units, and nothing for the units that fill up the block.
fn lanes<T: Copy + Default>(units: &Range<usize>, value: impl Fn(usize) -> T) -> [T; WIDTH] {
    let mut lanes = [T::default(); WIDTH];
    for (unit, lane) in units.clone().zip(&mut lanes) {
        *lane = value(unit);
    }
    lanes
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

    fn evaluator(model: &PhaseNetworks, subset: Subset, extra_inputs: bool) -> NetworkEvaluator {
        let view = InputView::new(Catalogue::embedded().clone(), subset, extra_inputs);
        NetworkEvaluator::new(&model.clone().seeing(view))
    }

    /// The value of the whole network, from the dense inputs.
    fn full(model: &PhaseNetworks, subset: Subset, extra_inputs: bool, position: &Position) -> f32 {
        let inputs = Inputs::of(position);
        let inputs = if extra_inputs { inputs } else { inputs.without_extra_inputs() };
        model.network(position.occupied().len()).value(&inputs.dense()[..subset.len()])
    }

    /// Plays random games, looking at random side lines on the way as a search does, and compares every value.
    fn assert_follows(subset: Subset, hidden: usize, borders: &[u32], extra_inputs: bool) {
        let model = model(subset, hidden, borders);
        let mut evaluator = evaluator(&model, subset, extra_inputs);
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
                        evaluator.result(position) - full(&model, subset, extra_inputs, position);
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
            let result = evaluator.result(&position);
            let points = evaluator.value(&position).points();
            assert_eq!(points.signum(), (result * position.turn().sign() as f32).signum() as i32);
        }
    }

    fn view() -> InputView {
        InputView::new(Catalogue::embedded().clone(), Subset::Nn4, true)
    }

    fn random(inputs: usize, hidden: usize) -> Network {
        Network::random(inputs, hidden, 0.2, 3.0, &mut Xoshiro256PlusPlus::seed_from_u64(5))
    }

    #[test]
    fn any_number_of_units_gives_the_network_s_value() {
        let inputs = Inputs::of(&Position::start());
        for hidden in [1, 8, 40, 79, 80, 81, 160, 200] {
            let network = random(222, hidden);
            let layer = Layer::new(&network, &view());
            let mut sums = layer.biases();
            layer.add(&[0; WORDS], &inputs.words, &mut sums);
            let error = layer.value(&sums, &inputs.globals) - network.value(&inputs.dense());
            assert!(error.abs() < 1e-4, "{hidden} units: {error}");
        }
    }

    #[test]
    fn going_and_coming_back_changes_nothing() {
        let layer = Layer::new(&random(222, 80), &view());
        let start = Position::start();
        let here = Inputs::of(&start).words;
        let there = Inputs::of(&start.succ(MoveList::legal(&start)[3])).words;
        let mut sums = layer.biases();
        layer.add(&[0; WORDS], &here, &mut sums);
        let before = sums.clone();
        layer.add(&here, &there, &mut sums);
        assert_ne!(sums, before);
        layer.add(&there, &here, &mut sums);
        assert_eq!(sums, before);
    }

    #[test]
    fn enormous_weights_do_not_overflow() {
        let mut network = random(222, 80);
        network.input.fill(1e9);
        let layer = Layer::new(&network, &view());
        let mut sums = layer.biases();
        let full = Inputs::of(&Position::start()).words;
        layer.add(&[0; WORDS], &full, &mut sums);
        assert!(layer.value(&sums, &[1.0; GLOBALS.end]).is_finite());
    }
}
