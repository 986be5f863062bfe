//! The hidden layer as it is learned: sums over the inputs of one side, squared between 0 and 1, and an output by stage.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::inputs::{INPUTS, TO_MOVE, turned};
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
    /// w_ij by input, then by unit.
    pub weights: Vec<f32>,
    /// b_j.
    pub bias: Vec<f32>,
    /// v_j of the opening, then of the endgame.
    pub output: [Vec<f32>; 2],
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
        Layer {
            units,
            weights: (0..INPUTS * units).map(|_| RANGE * symmetric(&mut random)).collect(),
            bias: vec![BIAS; units],
            output: [vec![0.0; units], vec![0.0; units]],
        }
    }

    /// As many numbers as a layer of so many units has, all of them 0.
    pub(super) fn zero(units: usize) -> Layer {
        let (weights, bias) = (vec![0.0; INPUTS * units], vec![0.0; units]);
        Layer { units, weights, output: [bias.clone(), bias.clone()], bias }
    }

    /// The weights of an input, by unit.
    #[inline]
    pub(super) fn row(&self, input: usize) -> &[f32] {
        &self.weights[input * self.units..][..self.units]
    }

    #[inline]
    fn row_mut(&mut self, input: usize) -> &mut [f32] {
        &mut self.weights[input * self.units..][..self.units]
    }

    /// net_j of White and of Black, for the inputs of the pieces as White sees them.
    pub(super) fn nets(&self, pieces: &[u8], white_moves: bool, nets: &mut [Vec<f32>; 2]) {
        for (side, nets) in nets.iter_mut().enumerate() {
            nets.clear();
            nets.extend_from_slice(&self.bias);
            for &input in pieces {
                add(nets, self.row(seen_by(side, input)));
            }
        }
        add(&mut nets[usize::from(!white_moves)], self.row(TO_MOVE));
    }

    /// Adds to the weights of what each side saw: `by` for every unit of that side.
    pub(super) fn move_inputs(&mut self, pieces: &[u8], white_moves: bool, by: [&[f32]; 2]) {
        for (side, by) in by.into_iter().enumerate() {
            add(&mut self.bias, by);
            for &input in pieces {
                add(self.row_mut(seen_by(side, input)), by);
            }
        }
        add(self.row_mut(TO_MOVE), by[usize::from(!white_moves)]);
    }

    /// All weights, part by part.
    pub(super) fn parts_mut(&mut self) -> [&mut [f32]; 4] {
        let [opening, endgame] = &mut self.output;
        [&mut self.weights, &mut self.bias, opening, endgame]
    }

    /// All weights.
    pub(super) fn all(&self) -> impl Iterator<Item = &f32> {
        self.weights.iter().chain(&self.bias).chain(self.output.iter().flatten())
    }
}

/// An input as White (0) or Black (1) sees it.
#[inline]
pub(super) fn seen_by(side: usize, input: u8) -> usize {
    let input = usize::from(input);
    if side == 0 { input } else { turned(input) }
}

#[inline]
fn add(to: &mut [f32], from: &[f32]) {
    let from = &from[..to.len()];
    for unit in 0..to.len() {
        to[unit] += from[unit];
    }
}
