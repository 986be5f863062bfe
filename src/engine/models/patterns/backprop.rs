//! Patterns as learning asks for them: what they begin with, values, and steps of gradient.

use std::ops::Range;

use super::evaluator::PatternPlayer;
use super::settings::PatternSettings;
use super::steps::{PatternEncoder, PatternSteps, Step, global_inputs};
use super::weights::{Patterns, TaperedWeight};
use crate::board::{Position, Square};
use crate::models::explanation::Explanation;
use crate::models::form::{Form, Learnable, StartError};
use crate::models::is_sound;

/// The learning rates of patterns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PatternRates {
    pub(super) cases: f32,
    pub(super) rest: f32,
}

impl Patterns {
    /// Moves the weights of a step by the error at the sum.
    pub(in crate::models) fn learn(&mut self, step: &Step, error: f32, rates: PatternRates) {
        self.add(step, rates.cases * error, rates.rest * error);
    }

    /// The sum of a position judged as one of this many pieces.
    pub(in crate::models) fn whole_sum(&self, position: &Position, pieces: u32) -> f32 {
        let mut sum = 0.0;
        self.each_term(position, pieces, |_, _, contribution| sum += contribution);
        sum
    }
}

impl Learnable for Patterns {
    type Steps = PatternSteps;
    /// ∂V/∂sum of each step.
    type Memory = Vec<f32>;
    type Rates = PatternRates;

    fn judge(
        &self,
        steps: &PatternSteps,
        game: Range<usize>,
        slopes: &mut Vec<f32>,
        values: &mut Vec<f32>,
    ) {
        slopes.clear();
        for index in game {
            let (value, slope) = self.squash.value(self.sum(&self.step_at(steps, index)));
            values.push(value);
            slopes.push(slope);
        }
    }

    fn step(
        &mut self,
        steps: &PatternSteps,
        game: Range<usize>,
        slopes: &mut Vec<f32>,
        errors: &[f32],
        rates: PatternRates,
    ) {
        for ((index, slope), error) in game.zip(&*slopes).zip(errors) {
            self.learn(&self.step_at(steps, index), slope * error, rates);
        }
    }

    fn is_sound(&self) -> bool {
        let are_sound = |pairs: &[TaperedWeight]| pairs.iter().flatten().all(is_sound);
        are_sound(&self.cases) && are_sound(&self.kings) && are_sound(&self.globals)
    }
}

impl Form for Patterns {
    type Settings = PatternSettings;
    type Encoder = PatternEncoder;
    type Player = PatternPlayer;

    /// All weights zero: the first games decide, no chance does.
    fn first(settings: &PatternSettings, _: u64) -> Patterns {
        let pairs = |is_there: bool, count: usize| vec![[0.0; 2]; if is_there { count } else { 0 }];
        Patterns {
            shapes: settings.shapes.clone(),
            stages: settings.stages,
            squash: settings.squash,
            cases: pairs(true, settings.shapes.cases()),
            kings: pairs(settings.kings, Square::COUNT),
            globals: pairs(settings.globals, global_inputs().len()),
        }
    }

    fn grown(&self, settings: &PatternSettings) -> Result<Patterns, StartError> {
        if self.fits(settings) {
            return Ok(self.clone());
        }
        let parts = [
            ("windows", self.shapes != settings.shapes),
            ("stages", self.stages != settings.stages),
            ("squash", self.squash != settings.squash),
            ("king squares", self.kings.is_empty() == settings.kings),
            ("globals", self.globals.is_empty() == settings.globals),
        ];
        let differs = parts.iter().filter(|(_, differs)| *differs).map(|(name, _)| *name);
        let differs = differs.collect::<Vec<_>>().join(", ");
        Err(format!("it has other {differs} than this run; give the settings it was trained with")
            .into())
    }

    fn fits(&self, settings: &PatternSettings) -> bool {
        self.shapes == settings.shapes
            && self.stages == settings.stages
            && self.squash == settings.squash
            && self.kings.is_empty() != settings.kings
            && self.globals.is_empty() != settings.globals
    }

    /// The windows stand in the card beside the settings.
    fn at_home(&self, settings: PatternSettings) -> PatternSettings {
        PatternSettings { shapes: self.shapes.clone(), ..settings }
    }

    fn rates(settings: &PatternSettings, factor: f64) -> PatternRates {
        let [cases, rest] = [settings.rate, settings.rest_rate].map(|rate| (factor * rate) as f32);
        PatternRates { cases, rest }
    }

    fn encoder(settings: &PatternSettings) -> PatternEncoder {
        PatternEncoder::new(settings)
    }

    fn value(&self, position: &Position, pieces: u32) -> f32 {
        self.squash.value(self.whole_sum(position, pieces)).0
    }

    fn explain(&self, position: &Position) -> Explanation {
        self.explained(position)
    }

    fn parameters(&self) -> usize {
        (self.cases.len() + self.kings.len() + self.globals.len()) * self.stages as usize
    }

    fn player(self) -> PatternPlayer {
        PatternPlayer::new(self)
    }
}
