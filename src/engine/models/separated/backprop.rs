//! The sums of a network with modalities apart and their gradient.

use std::ops::Range;

use super::steps::SeparatedSteps;
use super::trace::ForwardTrace;
use super::weights::{Separated, layer_names};
use crate::models::model::ValueFunction;
use crate::models::parameters::{Gradient, ParameterGroup, RateGroup, Rates};

impl ValueFunction for Separated {
    type Steps = SeparatedSteps;
    type Trace = ForwardTrace;

    /// The parameters that are learned: those of each layer, the output weights, the output's bias.
    fn groups(&self) -> Vec<ParameterGroup<'_>> {
        let names = layer_names(self.apart.len()).iter().copied().chain(["common"]);
        let layers = names.zip(self.apart.iter().chain([&self.common]));
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
        let layers = self.apart.iter_mut().chain([&mut self.common]);
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
        gradient.add_all(0, derivatives.groups().iter().flat_map(|group| group.values));
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
