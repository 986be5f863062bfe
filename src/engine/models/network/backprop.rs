//! The output of the paper's network and its gradient: those of its networks by phase.

use std::ops::Range;

use super::form::NetworkForm;
use super::phase_networks::PhaseTraces;
use super::steps::Steps;
use crate::models::model::ValueFunction;
use crate::models::parameters::{Gradient, ParameterGroup, Rates};

impl ValueFunction for NetworkForm {
    type Steps = Steps;
    type Trace = PhaseTraces;

    fn groups(&self) -> Vec<ParameterGroup<'_>> {
        self.model().groups()
    }

    fn groups_mut(&mut self) -> Vec<&mut [f32]> {
        self.model_mut().groups_mut()
    }

    fn forward(
        &self,
        steps: &Steps,
        game: Range<usize>,
        trace: &mut PhaseTraces,
        outputs: &mut Vec<f32>,
    ) {
        self.model().forward(steps, game, trace, outputs);
    }

    fn backward(
        &self,
        steps: &Steps,
        game: Range<usize>,
        trace: &mut PhaseTraces,
        errors: &[f32],
        gradient: &mut Gradient,
    ) {
        self.model().backward(steps, game, trace, errors, gradient);
    }

    fn step(
        &mut self,
        steps: &Steps,
        game: Range<usize>,
        trace: &mut PhaseTraces,
        errors: &[f32],
        rates: Rates,
    ) {
        self.model_mut().step(steps, game, trace, errors, rates);
    }

    fn tie_weights(&mut self) {
        self.model_mut().tie_weights();
    }
}
