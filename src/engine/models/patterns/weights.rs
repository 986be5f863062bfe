//! The parameters of patterns, and what a step sums up and moves.

use std::sync::Arc;

use super::settings::Squash;
use super::shapes::Shapes;
use super::steps::{PatternSteps, Step, mix};

/// A weight in the opening and in the endgame.
pub(super) type TaperedWeight = [f32; 2];

#[inline]
fn times(pair: TaperedWeight, by: f32) -> TaperedWeight {
    [pair[0] * by, pair[1] * by]
}

/// Tables of weights by the men in windows, by the kings' squares, and for the odd global inputs: V = squash(Σ weights of what
/// stands for White − Σ weights of what stands for Black, the board turned). Exactly as good for one side as for the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Patterns {
    pub(super) shapes: Arc<Shapes>,
    pub(super) stages: u32,
    pub(super) squash: Squash,
    /// By case, window after window.
    pub(super) cases: Vec<TaperedWeight>,
    /// By square; empty without king squares.
    pub(super) kings: Vec<TaperedWeight>,
    /// By odd global input; empty without them.
    pub(super) globals: Vec<TaperedWeight>,
}

impl Patterns {
    /// The sum of the weights of a step, White's against Black's.
    pub(in crate::models) fn sum(&self, step: &Step) -> f32 {
        let mut sums = [0.0; 2];
        let mut add = |pair: TaperedWeight, x: f32| {
            sums[0] += x * pair[0];
            sums[1] += x * pair[1];
        };
        let (own, turned) = step.cases.split_at(step.cases.len() / 2);
        own.iter().for_each(|&case| add(self.cases[case as usize], 1.0));
        turned.iter().for_each(|&case| add(self.cases[case as usize], -1.0));
        step.globals.iter().zip(&self.globals).for_each(|(&x, &pair)| add(pair, x));
        step.kings.iter().for_each(|&(square, sign)| add(self.kings[usize::from(square)], sign));
        sums[0] * step.mix[0] + sums[1] * step.mix[1]
    }

    /// Adds a step of gradient: `scale` is η_cases times the error at the sum, `rest` the same with the other rate.
    pub(super) fn add(&mut self, step: &Step, scale: f32, rest: f32) {
        let own = times(step.mix, scale);
        let move_by = |pair: &mut TaperedWeight, by: TaperedWeight| {
            pair[0] += by[0];
            pair[1] += by[1];
        };
        let (cases, turned) = step.cases.split_at(step.cases.len() / 2);
        cases.iter().for_each(|&case| move_by(&mut self.cases[case as usize], own));
        turned.iter().for_each(|&case| move_by(&mut self.cases[case as usize], times(own, -1.0)));
        let rest = times(step.mix, rest);
        for (pair, &x) in self.globals.iter_mut().zip(step.globals) {
            move_by(pair, times(rest, x));
        }
        for &(square, sign) in step.kings {
            move_by(&mut self.kings[usize::from(square)], times(rest, sign));
        }
    }

    /// A step as these weights see it.
    pub(in crate::models) fn step_at<'a>(&self, steps: &'a PatternSteps, index: usize) -> Step<'a> {
        steps.step(index, self.shapes.look_ups(), self.globals.len())
    }

    /// One set of weights, or two mixed by the pieces on the board.
    pub(in crate::models) fn stages(&self) -> u32 {
        self.stages
    }

    /// From the sum to the expected result.
    pub(in crate::models) fn squash(&self) -> Squash {
        self.squash
    }

    /// How much each stage counts with this many pieces.
    pub(in crate::models) fn mix(&self, pieces: u32) -> [f32; 2] {
        mix(self.stages, pieces)
    }
}
