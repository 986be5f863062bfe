//! What the values of a game leave for its gradient by the hidden layer.

use super::inputs::{INPUTS, TO_MOVE};
use super::layer::{Layer, activation, seen_by};
use crate::models::parameters::Accumulate;

/// Everything that the weights of before decide, for each step of a game and each unit.
#[derive(Clone, Debug, Default)]
pub struct ForwardTrace {
    /// v_j as the stages are mixed.
    weights: Vec<f32>,
    /// f′(net_j) of White and of Black.
    slopes: [Vec<f32>; 2],
    /// f(net_j of White) − f(net_j of Black).
    differences: Vec<f32>,
    nets: [Vec<f32>; 2],
    /// ∂output/∂net_j of the present step times its error, of White and of Black.
    deltas: [Vec<f32>; 2],
    /// The gradient by the layer, summed over the game, where Adam makes the step; zero between games.
    pub(super) gradient: Option<Layer>,
}

impl ForwardTrace {
    /// Forgets the game before.
    pub(super) fn clear(&mut self) {
        self.weights.clear();
        self.slopes.iter_mut().for_each(Vec::clear);
        self.differences.clear();
    }

    /// What the layer adds to the sum of a step; `mix` is the share of each stage.
    pub(super) fn forward(
        &mut self,
        layer: &Layer,
        (pieces, white_moves): (&[u8], bool),
        mix: [f32; 2],
    ) -> f32 {
        layer.nets(pieces, white_moves, &mut self.nets);
        let [opening, endgame] = layer.outputs();
        let mut sum = 0.0;
        for unit in 0..layer.units {
            let (own, own_slope) = activation(self.nets[0][unit]);
            let (other, other_slope) = activation(self.nets[1][unit]);
            let weight = mix[0] * opening[unit] + mix[1] * endgame[unit];
            sum += weight * (own - other);
            self.weights.push(weight);
            self.slopes[0].push(own_slope);
            self.slopes[1].push(other_slope);
            self.differences.push(own - other);
        }
        sum
    }

    /// Adds the error of step `place` of the game times the gradient of what the layer adds; its parameters stand from `start` on.
    pub(super) fn backward<A: Accumulate + ?Sized>(
        &mut self,
        units: usize,
        place: usize,
        (pieces, white_moves): (&[u8], bool),
        mix: [f32; 2],
        error: f32,
        (into, start): (&mut A, usize),
    ) {
        let here = place * units..(place + 1) * units;
        let row = |input: usize| start + input * units;
        for (stage, share) in mix.into_iter().enumerate().filter(|(_, share)| *share != 0.0) {
            let output = row(INPUTS + 1 + stage);
            for (unit, difference) in self.differences[here.clone()].iter().enumerate() {
                into.add(output + unit, error * share * difference);
            }
        }
        for (side, sign) in [1.0, -1.0].into_iter().enumerate() {
            let (deltas, slopes) = (&mut self.deltas[side], &self.slopes[side][here.clone()]);
            deltas.clear();
            let weights = self.weights[here.clone()].iter().zip(slopes);
            deltas.extend(weights.map(|(w, slope)| A::product(sign * w, *slope, error)));
            into.add_row(row(INPUTS), deltas);
            for &input in pieces {
                into.add_row(row(seen_by(side, input)), deltas);
            }
        }
        into.add_row(row(TO_MOVE), &self.deltas[usize::from(!white_moves)]);
    }
}
