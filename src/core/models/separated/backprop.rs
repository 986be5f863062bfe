//! The sums of a network with modalities apart and their gradient.

use std::ops::Range;

use super::steps::SeparatedSteps;
use super::trace::ForwardTrace;
use super::weights::Separated;
use crate::models::model::ValueFunction;
use crate::models::parameters::{Gradient, ParameterGroup, Rates};

impl ValueFunction for Separated {
    type Steps = SeparatedSteps;
    type Trace = ForwardTrace;

    fn groups(&self) -> Vec<ParameterGroup<'_>> {
        self.parameter_groups()
    }

    fn groups_mut(&mut self) -> Vec<&mut [f32]> {
        self.parameter_groups_mut()
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
        let mut derivatives = self.zeros_alike();
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
