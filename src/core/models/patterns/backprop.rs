//! The sums of patterns and their gradient.

use std::ops::Range;

use super::steps::{PatternSteps, Step};
use super::weights::Patterns;
use crate::models::model::ValueFunction;
use crate::models::parameters::{Gradient, ParameterGroup, Rates};

impl ValueFunction for Patterns {
    type Steps = PatternSteps;
    /// The gradient of a sum is in its step.
    type Trace = ();

    fn groups(&self) -> Vec<ParameterGroup<'_>> {
        self.parameter_groups()
    }

    fn groups_mut(&mut self) -> Vec<&mut [f32]> {
        self.parameter_groups_mut()
    }

    fn slots(&self) -> usize {
        2 * self.weights.len()
    }

    fn forward(&self, steps: &PatternSteps, game: Range<usize>, _: &mut (), sums: &mut Vec<f32>) {
        sums.extend(game.map(|index| self.sum(&self.step_at(steps, index))));
    }

    fn activation(&self, sum: f32) -> (f32, f32) {
        self.squash.value(sum)
    }

    fn backward(
        &self,
        steps: &PatternSteps,
        game: Range<usize>,
        _: &mut (),
        errors: &[f32],
        gradient: &mut Gradient,
    ) {
        for (index, &error) in game.zip(errors) {
            self.layout().backward(&self.step_at(steps, index), error, Rates::ONE, gradient);
        }
    }

    fn step(
        &mut self,
        steps: &PatternSteps,
        game: Range<usize>,
        _: &mut (),
        errors: &[f32],
        rates: Rates,
    ) {
        for (index, &error) in game.zip(errors) {
            self.step_one(&self.step_at(steps, index), error, rates);
        }
    }
}

impl Patterns {
    /// Moves the weights of a step by η times the error at the sum.
    #[inline]
    pub(in crate::models) fn step_one(&mut self, step: &Step, error: f32, rates: Rates) {
        self.layout().backward(step, error, rates, self.weights.as_flattened_mut());
    }
}
