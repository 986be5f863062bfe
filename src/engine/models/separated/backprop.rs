//! The sums of a network with modalities apart and their gradient.

use std::ops::Range;

use super::inputs::{SeparatedSteps, Step};
use super::settings::{Activation, UnitOutput};
use super::weights::{Separated, add, layer_names};
use crate::models::model::ValueFunction;
use crate::models::parameters::{Gradient, ParameterGroup, RateGroup, Rates};

impl ValueFunction for Separated {
    type Steps = SeparatedSteps;
    type Trace = ForwardTrace;

    /// The parameters that are learned: those of each layer, the output weights, the output's bias.
    fn groups(&self) -> Vec<ParameterGroup<'_>> {
        let names = layer_names(self.feature_layers.len()).iter().copied().chain(["common"]);
        let layers = names.zip(self.feature_layers.iter().chain([&self.common]));
        let mut groups: Vec<ParameterGroup<'_>> =
            layers.flat_map(|(name, layer)| layer.groups(name, self.activation)).collect();
        let bias = std::slice::from_ref(&self.output_bias);
        for (name, values) in [("output.weight", &self.output[..]), ("output.bias", bias)] {
            let (shape, rate) = ([values.len()], RateGroup::Weights);
            groups.push(ParameterGroup::new(name, &shape, rate, values).output());
        }
        groups
    }

    fn groups_mut(&mut self) -> Vec<&mut [f32]> {
        let activation = self.activation;
        let layers = self.feature_layers.iter_mut().chain([&mut self.common]);
        let layers = layers.flat_map(move |layer| layer.groups_mut(activation));
        layers.chain([&mut self.output[..], std::slice::from_mut(&mut self.output_bias)]).collect()
    }

    fn forward(
        &self,
        steps: &SeparatedSteps,
        game: Range<usize>,
        trace: &mut ForwardTrace,
        sums: &mut Vec<f32>,
    ) {
        trace.clear();
        sums.extend(game.map(|index| trace.forward(self, steps.step(index))));
    }

    fn activation(&self, sum: f32) -> (f32, f32) {
        let value = sum.tanh();
        (value, 1.0 - value * value)
    }

    fn backward(
        &self,
        steps: &SeparatedSteps,
        game: Range<usize>,
        trace: &mut ForwardTrace,
        errors: &[f32],
        gradient: &mut Gradient,
    ) {
        let mut derivatives = Separated::zeros(self.activation, &self.units(), self.common.units);
        trace.backward(self, errors);
        trace.apply(&mut derivatives, steps, game, errors, Rates::ONE);
        gradient.add_groups(&derivatives.groups());
    }

    fn step(
        &mut self,
        steps: &SeparatedSteps,
        game: Range<usize>,
        trace: &mut ForwardTrace,
        errors: &[f32],
        rates: Rates,
    ) {
        trace.backward(self, errors);
        trace.apply(self, steps, game, errors, rates);
    }
}

/// The outputs of the units of one layer, step after step.
#[derive(Clone, Debug, Default)]
struct LayerOutputs {
    values: Vec<f32>,
    /// ∂h/∂net; after [`ForwardTrace::backward`] ∂Σ_t errors_t sum(s_t) / ∂net.
    by_net: Vec<f32>,
    /// The same by β.
    by_beta: Vec<f32>,
}

impl LayerOutputs {
    fn clear(&mut self) {
        self.values.clear();
        self.by_net.clear();
        self.by_beta.clear();
    }

    fn push(&mut self, activation: Activation, betas: impl Iterator<Item = f32>, nets: &[f32]) {
        for (beta, &net) in betas.zip(nets) {
            let UnitOutput { value, by_net, by_beta } = activation.evaluate(beta, net);
            self.values.push(value);
            self.by_net.push(by_net);
            self.by_beta.push(by_beta);
        }
    }

    /// Multiplies the slopes of a unit by the derivative by its output.
    #[inline]
    fn weigh(&mut self, unit: usize, by: f32) {
        self.by_net[unit] *= by;
        self.by_beta[unit] *= by;
    }
}

/// Everything that the weights of before decide, for each step of a game.
#[derive(Clone, Debug, Default)]
pub struct ForwardTrace {
    first: LayerOutputs,
    common: LayerOutputs,
    nets: Vec<f32>,
}

impl ForwardTrace {
    /// Forgets the game before.
    pub(super) fn clear(&mut self) {
        self.first.clear();
        self.common.clear();
    }

    /// The sum of a step, whose outputs are kept.
    pub(super) fn forward(&mut self, model: &Separated, step: Step) -> f32 {
        let start = self.first.values.len();
        model.first_nets(step, &mut self.nets);
        self.first.push(model.activation, model.first_betas(), &self.nets);
        model.common_nets(&self.first.values[start..], &mut self.nets);
        let start = self.common.values.len();
        self.common.push(model.activation, model.common.beta.iter().copied(), &self.nets);
        model.sum(&self.common.values[start..])
    }

    /// Makes derivatives by net inputs and sensitivities of the slopes, where the sum of each step counts for its error.
    pub(super) fn backward(&mut self, model: &Separated, errors: &[f32]) {
        let (first, common) = (model.common.inputs(), model.common.units);
        for (step, &error) in errors.iter().enumerate() {
            for (unit, &weight) in model.output.iter().enumerate() {
                self.common.weigh(step * common + unit, error * weight);
            }
            let deltas = &self.common.by_net[step * common..][..common];
            for unit in 0..first {
                let terms = model.common.row(unit).iter().zip(deltas).map(|(w, d)| w * d);
                self.first.weigh(step * first + unit, terms.sum());
            }
        }
    }

    /// Adds rate times the derivatives to the weights of a network of the same shape, after [`ForwardTrace::backward`].
    pub(super) fn apply(
        &self,
        to: &mut Separated,
        steps: &SeparatedSteps,
        game: Range<usize>,
        errors: &[f32],
        rates: Rates,
    ) {
        for (place, (index, &error)) in game.zip(errors).enumerate() {
            if error != 0.0 {
                self.apply_first(to, steps.step(index), place, rates);
                self.apply_common(to, place, error, rates);
            }
        }
    }

    fn apply_first(&self, to: &mut Separated, step: Step, place: usize, rates: Rates) {
        let (places, count) = (to.places(), to.common.inputs());
        let deltas = &self.first.by_net[place * count..][..count];
        let betas = &self.first.by_beta[place * count..][..count];
        for (layer, at) in to.feature_layers.iter_mut().zip(&places) {
            add(&mut layer.bias, &deltas[at.units.clone()], rates.weights);
            if to.activation.has_beta() {
                add(&mut layer.beta, &betas[at.units.clone()], rates.rest);
            }
        }
        let globals = step.globals.iter().copied().enumerate().filter(|(_, x)| *x != 0.0);
        for (input, x) in globals.chain(step.sparse()) {
            let layer = to.layer_of(input);
            let at = &places[layer];
            let row = to.feature_layers[layer].row_mut(input - at.inputs.start);
            add(row, &deltas[at.units.clone()], rates.weights * x);
        }
    }

    fn apply_common(&self, to: &mut Separated, place: usize, error: f32, rates: Rates) {
        let (first, common) = (to.common.inputs(), to.common.units);
        let here = place * common..(place + 1) * common;
        let deltas = &self.common.by_net[here.clone()];
        let outputs = &self.first.values[place * first..][..first];
        for (unit, &h) in outputs.iter().enumerate().filter(|(_, h)| **h != 0.0) {
            add(to.common.row_mut(unit), deltas, rates.weights * h);
        }
        add(&mut to.common.bias, deltas, rates.weights);
        if to.activation.has_beta() {
            add(&mut to.common.beta, &self.common.by_beta[here.clone()], rates.rest);
        }
        add(&mut to.output, &self.common.values[here], rates.weights * error);
        to.output_bias += rates.weights * error;
    }
}
