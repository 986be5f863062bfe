//! The sums of patterns with a hidden layer and their gradient.

use std::ops::Range;

use super::steps::{INPUTS, NnueSteps, TO_MOVE};
use super::weights::{Layer, Nnue, activation, seen_by};
use crate::models::model::ValueFunction;
use crate::models::parameters::{Accumulate, Gradient, ParameterGroup, RateGroup, Rates};

impl ValueFunction for Nnue {
    type Steps = NnueSteps;
    type Trace = ForwardTrace;

    fn groups(&self) -> Vec<ParameterGroup<'_>> {
        let mut groups = self.patterns.groups();
        groups.extend(layer_groups("hidden", &self.layer, self.patterns.stages()));
        groups
    }

    fn groups_mut(&mut self) -> Vec<&mut [f32]> {
        let mut groups = self.patterns.groups_mut();
        if self.layer.units > 0 {
            groups.extend(self.layer.parts_mut());
        }
        groups
    }

    fn forward(
        &self,
        steps: &NnueSteps,
        game: Range<usize>,
        trace: &mut ForwardTrace,
        sums: &mut Vec<f32>,
    ) {
        trace.clear();
        for index in game {
            let step = self.patterns.step_at(&steps.patterns, index);
            let added = trace.forward(&self.layer, steps.step(index), step.mix);
            sums.push(self.patterns.sum(&step) + added);
        }
    }

    fn activation(&self, sum: f32) -> (f32, f32) {
        self.patterns.activation(sum)
    }

    fn backward(
        &self,
        steps: &NnueSteps,
        game: Range<usize>,
        trace: &mut ForwardTrace,
        errors: &[f32],
        gradient: &mut Gradient,
    ) {
        self.patterns.backward(&steps.patterns, game.clone(), &mut (), errors, gradient);
        let start = self.patterns.padded_len();
        for (place, (index, &error)) in game.zip(errors).enumerate() {
            if error != 0.0 {
                let mix = self.patterns.step_at(&steps.patterns, index).mix;
                let into = (&mut *gradient, start);
                trace.backward(self.layer.units, place, steps.step(index), mix, error, into);
            }
        }
    }

    fn step(
        &mut self,
        steps: &NnueSteps,
        game: Range<usize>,
        trace: &mut ForwardTrace,
        errors: &[f32],
        rates: Rates,
    ) {
        let units = self.layer.units;
        let mut gradient = trace.gradient.take();
        // A plain step adds to the weights what Adam adds to the gradient.
        let (layer, rate) = match self.adam {
            None => (&mut self.layer, rates.hidden),
            Some(_) => (gradient.get_or_insert_with(|| Layer::zero(units)), 1.0),
        };
        for (place, (index, &error)) in game.zip(errors).enumerate() {
            let step = self.patterns.step_at(&steps.patterns, index);
            self.patterns.step_one(&step, error, rates);
            let into = (&mut layer.parameters[..], 0);
            trace.backward(units, place, steps.step(index), step.mix, rate * error, into);
        }
        if let (Some(adam), Some(gradient)) = (&mut self.adam, &mut gradient) {
            adam.step(&mut self.layer, gradient, rates.hidden);
        }
        trace.gradient = gradient;
    }

    fn state(&self) -> Vec<ParameterGroup<'_>> {
        let stages = self.patterns.stages();
        let groups = self.adam.iter().flat_map(|adam| {
            let squares = layer_groups("hidden.square", &adam.squares, stages);
            layer_groups("hidden.mean", &adam.means, stages).into_iter().chain(squares)
        });
        groups.collect()
    }

    fn state_mut(&mut self) -> Vec<&mut [f32]> {
        let moments = self.adam.iter_mut().flat_map(|adam| [&mut adam.means, &mut adam.squares]);
        moments.filter(|layer| layer.units > 0).flat_map(Layer::parts_mut).collect()
    }
}

/// The parameters of a layer, or what Adam remembers of each, under the name of the layer; nothing without units.
fn layer_groups<'a>(name: &str, layer: &'a Layer, stages: u32) -> Vec<ParameterGroup<'a>> {
    if layer.units == 0 {
        return Vec::new();
    }
    let [weights, bias, outputs] = layer.parts();
    let group = |part: &str, shape: &[usize], values: &'a [f32]| {
        ParameterGroup::new(format!("{name}.{part}"), shape, RateGroup::Hidden, values)
    };
    vec![
        group("weight", &[INPUTS, layer.units], weights),
        group("bias", &[layer.units], bias),
        group("output", &[stages as usize, layer.units], outputs).output(),
    ]
}

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

    /// Adds the error of step `place` of the game times the gradient of what the layer adds; the parameters begin at `start`.
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
