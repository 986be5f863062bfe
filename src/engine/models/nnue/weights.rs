//! The parameters of patterns with a hidden layer, what Adam remembers of them, and a value taken apart.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::steps::{INPUTS, TO_MOVE, each, turned};
use crate::board::{Color, Position, Square};
use crate::models::adam::Adam;
use crate::models::explanation::{Explanation, Part};
use crate::models::patterns::Patterns;
use crate::models::uniform::symmetric;

/// Patterns and a hidden layer beside them: V = f(sum of the patterns + what the layer adds). Exactly as good for one side as
/// for the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Nnue {
    pub(super) patterns: Patterns,
    pub(super) layer: Layer,
    /// What learning by Adam remembers of the layer; nothing where it is learned by plain steps.
    pub(super) adam: Option<AdamState>,
}

/// What a hidden unit makes of a position: f of White's net less f of Black's, and its weight in the sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    pub input: f32,
    pub weight: f32,
}

impl Nnue {
    /// Calls `visit` with what each hidden unit makes of a position.
    pub(super) fn each_unit(&self, position: &Position, pieces: u32, mut visit: impl FnMut(Unit)) {
        let (mix, [opening, endgame]) = (self.patterns.mix(pieces), self.layer.outputs());
        let (mut inputs, mut count) = ([0; Square::COUNT], 0);
        each(position, |input| {
            inputs[count] = input as u8;
            count += 1;
        });
        let (inputs, white_moves) = (&inputs[..count], position.turn() == Color::White);
        self.layer.each_block(inputs, white_moves, |first, [own, other]| {
            let outputs = opening[first..].iter().zip(&endgame[first..]);
            for ((&own, &other), (&opening, &endgame)) in own.iter().zip(other).zip(outputs) {
                visit(Unit {
                    input: activation(own).0 - activation(other).0,
                    weight: mix[0] * opening + mix[1] * endgame,
                });
            }
        });
    }
}

/// Units whose nets are summed together, in registers.
const BLOCK: usize = 16;

/// First weights of the inputs are uniform in ± this: the sum over the pieces of an opening then spreads over the middle of the
/// range in which a unit answers.
const RANGE: f32 = 0.1;

/// The first bias: the middle of that range.
const BIAS: f32 = 0.5;

/// The weights of a hidden layer.
///
/// The layer adds `Σ_j v_j (f(net_j of White) − f(net_j of Black))` to the sum of the patterns. Here `net_j = b_j + Σ w_ij` over the
/// inputs i that one side sees, and `f(x) = min(max(x, 0), 1)²`.
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
    /// A layer of `units` units that adds nothing yet: random inputs, outputs of 0.
    pub(super) fn first(units: usize, seed: u64) -> Layer {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut layer = Layer::zero(units);
        let (weights, rest) = layer.parameters.split_at_mut(INPUTS * units);
        weights.fill_with(|| RANGE * symmetric(&mut random));
        rest[..units].fill(BIAS);
        layer
    }

    /// The numbers of a layer of `units` units, all of them 0.
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

    /// net_j of White (side 0) or Black (1) for `N` units from `first` on; `moves` where this side is to move.
    #[inline(always)]
    fn block_nets<const N: usize>(
        &self,
        inputs: &[u8],
        moves: bool,
        side: usize,
        first: usize,
    ) -> [f32; N] {
        let block = |input: usize| -> &[f32; N] {
            self.parameters[input * self.units + first..].first_chunk().expect("a block of units")
        };
        // In registers from the first row to the last.
        let mut nets = *block(INPUTS);
        let mut add = |row: &[f32; N]| {
            for unit in 0..N {
                nets[unit] += row[unit];
            }
        };
        for &input in inputs {
            add(block(seen_by(side, input)));
        }
        if moves {
            add(block(TO_MOVE));
        }
        nets
    }

    /// Calls `visit` with the first unit of each block and net_j of White and of Black, for the inputs of the pieces as White sees
    /// them.
    #[inline(always)]
    fn each_block(
        &self,
        inputs: &[u8],
        white_moves: bool,
        mut visit: impl FnMut(usize, [&[f32]; 2]),
    ) {
        let whole = self.units / BLOCK * BLOCK;
        for first in (0..whole).step_by(BLOCK) {
            let own = self.block_nets::<BLOCK>(inputs, white_moves, 0, first);
            let other = self.block_nets::<BLOCK>(inputs, !white_moves, 1, first);
            visit(first, [&own, &other]);
        }
        for unit in whole..self.units {
            let own = self.block_nets::<1>(inputs, white_moves, 0, unit);
            let other = self.block_nets::<1>(inputs, !white_moves, 1, unit);
            visit(unit, [&own, &other]);
        }
    }

    /// net_j of White and of Black, for the inputs of the pieces as White sees them.
    pub(super) fn nets(&self, inputs: &[u8], white_moves: bool, nets: &mut [Vec<f32>; 2]) {
        nets.iter_mut().for_each(Vec::clear);
        self.each_block(inputs, white_moves, |_, [own, other]| {
            nets[0].extend_from_slice(own);
            nets[1].extend_from_slice(other);
        });
    }
}

/// An input as White (0) or Black (1) sees it.
#[inline]
pub(super) fn seen_by(side: usize, input: u8) -> usize {
    let input = usize::from(input);
    if side == 0 { input } else { turned(input) }
}

/// Running means of the derivatives by each weight of the layer, and of their squares.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AdamState {
    pub means: Layer,
    pub squares: Layer,
    /// Steps made.
    pub steps: u64,
}

impl AdamState {
    /// The state before the first step, for a layer of `units` units.
    pub(super) fn none(units: usize) -> AdamState {
        AdamState { means: Layer::zero(units), squares: Layer::zero(units), steps: 0 }
    }

    /// Moves the layer up the gradient, which is zero afterwards.
    pub(super) fn step(&mut self, layer: &mut Layer, gradient: &mut Layer, rate: f32) {
        self.steps += 1;
        let adam = Adam::at(self.steps);
        let moments = self.means.parameters.iter_mut().zip(&mut self.squares.parameters);
        let weights = layer.parameters.iter_mut().zip(&mut gradient.parameters);
        for ((weight, derivative), (mean, square)) in weights.zip(moments) {
            *weight += rate * adam.step(*derivative, mean, square);
            *derivative = 0.0;
        }
    }
}

impl Nnue {
    /// A value taken apart by the pieces on the board and by hidden units.
    pub(super) fn explained(&self, position: &Position) -> Explanation {
        let pieces = position.occupied().len();
        let mut parts = self.patterns.parts(position, pieces);
        let mut index = 0;
        self.each_unit(position, pieces, |unit| {
            parts.push(Part {
                index,
                name: format!("unit_{}", index + 1),
                group: "hidden",
                input: unit.input,
                contribution: unit.weight * unit.input,
                squares: None,
            });
            index += 1;
        });
        parts.retain(|part| part.contribution != 0.0);
        self.patterns.explanation(
            "nnue",
            position,
            parts,
            vec!["windows", "kings", "global", "hidden"],
        )
    }
}
