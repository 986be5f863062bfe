//! The sums of patterns and their gradient.

use std::ops::Range;

use super::shapes::Window;
use super::steps::{PatternSteps, Step};
use super::weights::{Patterns, TaperedWeight};
use crate::models::model::ValueFunction;
use crate::models::parameters::{Gradient, ParameterGroup, RateGroup, Rates};

impl ValueFunction for Patterns {
    type Steps = PatternSteps;
    /// The gradient of a sum is in its step.
    type Trace = ();

    /// The weights in groups: window by window, kings, globals.
    fn groups<'a>(&'a self) -> Vec<ParameterGroup<'a>> {
        let stages = self.stages as usize;
        let group = |name: String, rate, pairs: &'a [TaperedWeight]| {
            ParameterGroup::new(name, &[pairs.len(), stages], rate, pairs.as_flattened()).output()
        };
        let windows = self.shapes.windows().iter().enumerate().map(|(number, window)| {
            let pairs = &self.weights[self.shapes.range(number)];
            group(format!("window.{}", window.name), RateGroup::Weights, pairs)
        });
        let rest = [("kings", self.kings()), ("globals", self.globals())].into_iter();
        let rest = rest.filter(|(_, pairs)| !pairs.is_empty());
        windows
            .chain(rest.map(|(name, pairs)| group(name.into(), RateGroup::Rest, pairs)))
            .collect()
    }

    fn groups_mut(&mut self) -> Vec<&mut [f32]> {
        let windows = self.shapes.windows().iter().map(Window::cases);
        let globals = self.weights.len() - self.king_range.end;
        let (mut groups, mut rest) = (Vec::new(), self.weights.as_flattened_mut());
        for pairs in windows.chain([self.king_range.len(), globals]).filter(|&pairs| pairs > 0) {
            let (group, later) = rest.split_at_mut(2 * pairs);
            groups.push(group);
            rest = later;
        }
        groups
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
