//! The parameters of patterns, their sums, and what a step moves.

use std::ops::Range;
use std::sync::Arc;

use super::pattern_index::{Pattern, PatternSet};
use super::settings::OutputActivation;
use super::steps::{PatternSteps, Step, mix};
use crate::huge_pages::HugeNumbers;
use crate::models::model::ValueFunction;
use crate::models::parameters::{Accumulate, Gradient, ParameterGroup, RateGroup, Rates};

/// A weight in the opening and in the endgame.
pub(super) type TaperedWeight = [f32; 2];

/// Tables of weights by pattern index, by the kings' squares, and for the odd global inputs: V = f(Σ weights in White's view −
/// Σ weights in Black's view, the board turned). Exactly as good for one side as for the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Patterns {
    pub(super) pattern_set: Arc<PatternSet>,
    pub(super) stages: u32,
    pub(super) output_activation: OutputActivation,
    /// By pattern index, pattern after pattern; then by the kings' squares, if those have weights; then by odd global input, if those have.
    /// Of a single stage the second weight of each pair stays 0.
    pub(super) weights: HugeNumbers<TaperedWeight>,
    /// The places of the kings' weights: 50 or none.
    pub(super) king_range: Range<usize>,
}

impl Patterns {
    #[inline]
    pub(super) fn pattern_weights(&self) -> &[TaperedWeight] {
        &self.weights[..self.king_range.start]
    }

    /// The weights of kings, by square; empty without king squares.
    #[inline]
    pub(super) fn kings(&self) -> &[TaperedWeight] {
        &self.weights[self.king_range.clone()]
    }

    /// The weights of odd global inputs; empty without them.
    #[inline]
    pub(super) fn globals(&self) -> &[TaperedWeight] {
        &self.weights[self.king_range.end..]
    }

    /// The sum of the weights of a step, White's against Black's.
    pub(in crate::models) fn sum(&self, step: &Step) -> f32 {
        let (weights, mut sums) = (&*self.weights, [0.0; 2]);
        let mut add = |pair: TaperedWeight, x: f32| {
            sums[0] += x * pair[0];
            sums[1] += x * pair[1];
        };
        // The weights of mirror images are subtracted: the value changes its sign exactly when the colours are exchanged.
        let (own, turned) = step.indices.split_at(step.indices.len() / 2);
        own.iter().for_each(|&index| add(weights[index as usize], 1.0));
        turned.iter().for_each(|&index| add(weights[index as usize], -1.0));
        step.globals.iter().zip(self.globals()).for_each(|(&x, &pair)| add(pair, x));
        let kings = self.kings();
        step.kings.iter().for_each(|&(square, sign)| add(kings[usize::from(square)], sign));
        sums[0] * step.mix[0] + sums[1] * step.mix[1]
    }

    /// The places of the parameters that a step moves.
    #[inline]
    pub(in crate::models) fn layout(&self) -> PatternLayout {
        PatternLayout { kings: self.king_range.start, globals: self.king_range.end }
    }

    /// A step as these weights see it.
    pub(in crate::models) fn step_at<'a>(&self, steps: &'a PatternSteps, index: usize) -> Step<'a> {
        steps.step(index, self.pattern_set.indices_per_position(), self.globals().len())
    }

    pub(in crate::models) fn pattern_set(&self) -> &PatternSet {
        &self.pattern_set
    }

    /// One set of weights, or two mixed by the pieces on the board.
    pub(in crate::models) fn stages(&self) -> u32 {
        self.stages
    }

    /// How much each stage counts with this many pieces.
    pub(in crate::models) fn mix(&self, pieces: u32) -> [f32; 2] {
        mix(self.stages, pieces)
    }
}

/// Where the weights of kings and of globals begin, counted in pairs.
#[derive(Clone, Copy, Debug)]
pub(in crate::models) struct PatternLayout {
    kings: usize,
    globals: usize,
}

impl PatternLayout {
    /// Adds η·error·∇sum of a step, whose parameters are the first ones of `into`.
    #[inline]
    pub(in crate::models) fn backward<A: Accumulate + ?Sized>(
        self,
        step: &Step,
        error: f32,
        rates: Rates,
        into: &mut A,
    ) {
        let (patterns, rest) = (rates.weights * error, rates.rest * error);
        let (own, turned) = step.indices.split_at(step.indices.len() / 2);
        for (indices, sign) in [(own, 1.0), (turned, -1.0)] {
            for &index in indices {
                into.add_tapered(2 * index as usize, step.mix, patterns, sign);
            }
        }
        for &(square, sign) in step.kings {
            into.add_tapered(2 * (self.kings + usize::from(square)), step.mix, rest, sign);
        }
        for (place, &x) in step.globals.iter().enumerate().filter(|&(_, &x)| x != 0.0) {
            into.add_tapered(2 * (self.globals + place), step.mix, rest, x);
        }
    }
}

impl ValueFunction for Patterns {
    type Steps = PatternSteps;
    /// The gradient of a sum is in its step.
    type Trace = ();

    /// The weights in groups: pattern by pattern, kings, globals.
    fn groups<'a>(&'a self) -> Vec<ParameterGroup<'a>> {
        let stages = self.stages as usize;
        let group = |name: String, rate, pairs: &'a [TaperedWeight]| {
            ParameterGroup::new(name, &[pairs.len(), stages], rate, pairs.as_flattened()).output()
        };
        let patterns = self.pattern_set.patterns().iter().enumerate().map(|(number, pattern)| {
            let pairs = &self.weights[self.pattern_set.range(number)];
            group(format!("window.{}", pattern.name), RateGroup::Weights, pairs)
        });
        let rest = [("kings", self.kings()), ("globals", self.globals())].into_iter();
        let rest = rest.filter(|(_, pairs)| !pairs.is_empty());
        patterns
            .chain(rest.map(|(name, pairs)| group(name.into(), RateGroup::Rest, pairs)))
            .collect()
    }

    fn groups_mut(&mut self) -> Vec<&mut [f32]> {
        let patterns = self.pattern_set.patterns().iter().map(Pattern::configurations);
        let globals = self.weights.len() - self.king_range.end;
        let (mut groups, mut rest) = (Vec::new(), self.weights.as_flattened_mut());
        for pairs in patterns.chain([self.king_range.len(), globals]).filter(|&pairs| pairs > 0) {
            let (group, later) = rest.split_at_mut(2 * pairs);
            groups.push(group);
            rest = later;
        }
        groups
    }

    fn padded_len(&self) -> usize {
        2 * self.weights.len()
    }

    fn forward(&self, steps: &PatternSteps, game: Range<usize>, _: &mut (), sums: &mut Vec<f32>) {
        sums.extend(game.map(|index| self.sum(&self.step_at(steps, index))));
    }

    fn activation(&self, sum: f32) -> (f32, f32) {
        self.output_activation.value(sum)
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
