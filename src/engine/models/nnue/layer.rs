//! The hidden layer as it is learned: sums over the inputs of one side, squared between 0 and 1, and an output by stage.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::inputs::{INPUTS, TO_MOVE, turned};
use crate::models::parameters::Accumulate;
use crate::models::uniform::symmetric;

/// First weights of the inputs are uniform in ± this: the sum over the pieces of an opening then spreads over the middle of the
/// range in which a unit answers.
const RANGE: f32 = 0.1;

/// The first bias: the middle of that range.
const BIAS: f32 = 0.5;

/// The weights of a hidden layer. With net_j = b_j + Σ w_ij over the inputs i that one side sees, and f(x) = min(max(x, 0), 1)²,
/// the layer adds Σ_j v_j (f(net_j of White) − f(net_j of Black)) to the sum of the patterns.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layer {
    pub units: usize,
    /// w_ij by input, then by unit; b_j; v_j of the opening; v_j of the endgame.
    pub parameters: Vec<f32>,
}

/// f(x), and how fast it grows with x.
#[inline]
pub(super) fn activation(net: f32) -> (f32, f32) {
    let inside = net.clamp(0.0, 1.0);
    let slope = if net > 0.0 && net < 1.0 { 2.0 * net } else { 0.0 };
    (inside * inside, slope)
}

impl Layer {
    /// A layer of so many units that adds nothing yet: random inputs, outputs of 0.
    pub(super) fn first(units: usize, seed: u64) -> Layer {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut layer = Layer::zero(units);
        let (weights, rest) = layer.parameters.split_at_mut(INPUTS * units);
        weights.fill_with(|| RANGE * symmetric(&mut random));
        rest[..units].fill(BIAS);
        layer
    }

    /// As many numbers as a layer of so many units has, all of them 0.
    pub(super) fn zero(units: usize) -> Layer {
        Layer { units, parameters: vec![0.0; (INPUTS + 3) * units] }
    }

    /// The weights of an input, by unit.
    #[inline]
    pub(super) fn row(&self, input: usize) -> &[f32] {
        &self.parameters[input * self.units..][..self.units]
    }

    /// The biases, by unit.
    #[inline]
    pub(super) fn bias(&self) -> &[f32] {
        self.row(INPUTS)
    }

    /// The output weights of the opening and of the endgame, by unit.
    #[inline]
    pub(super) fn outputs(&self) -> [&[f32]; 2] {
        [self.row(INPUTS + 1), self.row(INPUTS + 2)]
    }

    /// Weights, biases, and output weights of both stages.
    pub(super) fn parts(&self) -> [&[f32]; 3] {
        let (weights, rest) = self.parameters.split_at(INPUTS * self.units);
        let (bias, outputs) = rest.split_at(self.units);
        [weights, bias, outputs]
    }

    /// The same, to change.
    pub(super) fn parts_mut(&mut self) -> [&mut [f32]; 3] {
        let (weights, rest) = self.parameters.split_at_mut(INPUTS * self.units);
        let (bias, outputs) = rest.split_at_mut(self.units);
        [weights, bias, outputs]
    }

    /// net_j of White and of Black, for the inputs of the pieces as White sees them.
    pub(super) fn nets(&self, pieces: &[u8], white_moves: bool, nets: &mut [Vec<f32>; 2]) {
        for (side, nets) in nets.iter_mut().enumerate() {
            nets.clear();
            nets.extend_from_slice(self.bias());
            for &input in pieces {
                nets.add_row(0, self.row(seen_by(side, input)));
            }
        }
        nets[usize::from(!white_moves)].add_row(0, self.row(TO_MOVE));
    }
}

/// An input as White (0) or Black (1) sees it.
#[inline]
pub(super) fn seen_by(side: usize, input: u8) -> usize {
    let input = usize::from(input);
    if side == 0 { input } else { turned(input) }
}
