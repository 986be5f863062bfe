//! What judging a game leaves for its step of gradient.

use std::ops::Range;

use super::activation::{Activation, UnitOutput};
use super::layer::add;
use super::steps::{SeparatedSteps, Step};
use super::weights::Separated;
use crate::models::parameters::Rates;

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
    pub(super) fn forward(&mut self, form: &Separated, step: Step) -> f32 {
        let start = self.first.values.len();
        form.first_nets(step, &mut self.nets);
        self.first.push(form.activation, form.first_betas(), &self.nets);
        form.common_nets(&self.first.values[start..], &mut self.nets);
        let start = self.common.values.len();
        self.common.push(form.activation, form.common.beta.iter().copied(), &self.nets);
        form.sum(&self.common.values[start..])
    }

    /// Makes derivatives by net inputs and sensitivities of the slopes, where the sum of each step counts for its error.
    pub(super) fn backward(&mut self, form: &Separated, errors: &[f32]) {
        let (first, common) = (form.common.inputs(), form.common.units);
        for (step, &error) in errors.iter().enumerate() {
            for (unit, &weight) in form.output.iter().enumerate() {
                self.common.weigh(step * common + unit, error * weight);
            }
            let deltas = &self.common.by_net[step * common..][..common];
            for unit in 0..first {
                let terms = form.common.row(unit).iter().zip(deltas).map(|(w, d)| w * d);
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
        for (layer, at) in to.apart.iter_mut().zip(&places) {
            add(&mut layer.bias, &deltas[at.units.clone()], rates.weights);
            if to.activation.has_beta() {
                add(&mut layer.beta, &betas[at.units.clone()], rates.rest);
            }
        }
        let globals = step.globals.iter().copied().enumerate().filter(|(_, x)| *x != 0.0);
        for (input, x) in globals.chain(step.sparse()) {
            let layer = to.layer_of(input);
            let at = &places[layer];
            let row = to.apart[layer].row_mut(input - at.inputs.start);
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
