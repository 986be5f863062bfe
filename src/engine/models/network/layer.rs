//! One hidden layer laid out for speed: blocks of 80 units, the width of the paper's networks, which ten 256-bit vectors hold.

use std::ops::Range;

use super::mlp::Network;
use crate::features::{GLOBALS, Globals, InputView, WORD_SIGN, WORDS};

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
    /// What 1 in a sum stands for: a power of two, the smallest with which no sum can overflow.
    unit: f32,
}

impl Layer {
    /// Lays out a network on the inputs of a view; without additions the two global inputs beyond the paper's count for nothing.
    pub(super) fn new(network: &Network, view: &InputView) -> Layer {
        let starts = (0..network.hidden()).step_by(WIDTH);
        let blocks = starts.map(|start| UnitBlock::new(network, start, view.additions())).collect();
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
    fn new(network: &Network, start: usize, additions: bool) -> UnitBlock {
        let units = start..network.hidden().min(start + WIDTH);
        let paper =
            |input| additions || ![Globals::FREE_MEN, Globals::PROMOTION_RACE].contains(&input);
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

    /// Visits the weights of the inputs that bits of a word stand for.
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

/// The power of two by which sums up to `largest` fit into 31 bits, with a bit to spare for rounding.
fn unit_for(largest: f32) -> f32 {
    (largest.max(1.0).log2().ceil() - 29.0).exp2()
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;
    use crate::board::{MoveList, Position};
    use crate::features::{Catalogue, Inputs, Subset};

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
