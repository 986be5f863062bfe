//! The parameters of patterns: values, gradient, file.

use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::evaluator::PatternPlayer;
use super::settings::{PatternSettings, Squash};
use super::shapes::{Shapes, Window};
use super::steps::{PatternEncoder, PatternSteps, Step, each_king, global_inputs, mix};
use crate::board::{Position, Square};
use crate::features::{Catalogue, GLOBALS};
use crate::values::explanation::{Explanation, Part};
use crate::values::file::{Tensor, Tensors};
use crate::values::form::{Form, Learnable, StartError, Stored};

/// A weight in the opening and in the endgame.
pub(super) type Pair = [f32; 2];

/// Tables of weights by the men in windows, by the kings' squares, and for the odd global inputs: V = squash(Σ weights of what
/// stands for White − Σ weights of what stands for Black, the board turned). Exactly as good for one side as for the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Patterns {
    pub(super) shapes: Arc<Shapes>,
    pub(super) stages: u32,
    pub(super) squash: Squash,
    /// By case, window after window.
    pub(super) cases: Vec<Pair>,
    /// By square; empty without king squares.
    pub(super) kings: Vec<Pair>,
    /// By odd global input; empty without them.
    pub(super) globals: Vec<Pair>,
}

/// The learning rates of patterns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PatternRates {
    cases: f32,
    rest: f32,
}

impl Patterns {
    fn sum(&self, step: &Step) -> f32 {
        let mut sums = [0.0; 2];
        let mut add = |pair: Pair, x: f32| {
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
    fn add(&mut self, step: &Step, scale: f32, rest: f32) {
        let own = step.mix.map(|share| scale * share);
        let move_by = |pair: &mut Pair, by: Pair| {
            pair[0] += by[0];
            pair[1] += by[1];
        };
        let (cases, turned) = step.cases.split_at(step.cases.len() / 2);
        cases.iter().for_each(|&case| move_by(&mut self.cases[case as usize], own));
        turned.iter().for_each(|&case| move_by(&mut self.cases[case as usize], own.map(|by| -by)));
        let rest = step.mix.map(|share| rest * share);
        for (pair, &x) in self.globals.iter_mut().zip(step.globals) {
            move_by(pair, rest.map(|by| by * x));
        }
        for &(square, sign) in step.kings {
            move_by(&mut self.kings[usize::from(square)], rest.map(|by| by * sign));
        }
    }

    fn step<'a>(&self, steps: &'a PatternSteps, index: usize) -> Step<'a> {
        steps.step(index, self.shapes.look_ups(), self.globals.len())
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
            let (value, slope) = self.squash.value(self.sum(&self.step(steps, index)));
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
            let error = slope * error;
            let step = Patterns::step(self, steps, index);
            self.add(&step, rates.cases * error, rates.rest * error);
        }
    }

    fn is_finite(&self) -> bool {
        let mut pairs = self.cases.iter().chain(&self.kings).chain(&self.globals).flatten();
        pairs.all(|weight| weight.is_finite())
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
        let explained = self.parts(position, pieces);
        self.squash.value(explained.iter().map(|part| part.contribution).sum()).0
    }

    fn explain(&self, position: &Position) -> Explanation {
        let mut parts = self.parts(position, position.occupied().len());
        let sum: f32 = parts.iter().map(|part| part.contribution).sum();
        let value = self.squash.value(sum).0;
        // Every part gets its share of the value: what a sum is squeezed by, all parts are.
        let share = if sum == 0.0 { 1.0 } else { value / sum };
        parts.iter_mut().for_each(|part| part.contribution *= share);
        Explanation {
            judge: format!("patterns, {} pieces", position.occupied().len()),
            value,
            rest: 0.0,
            groups: vec!["windows", "kings", "global"],
            parts,
        }
    }

    fn parameters(&self) -> usize {
        (self.cases.len() + self.kings.len() + self.globals.len()) * self.stages as usize
    }

    fn player(&self) -> PatternPlayer {
        PatternPlayer::new(self.clone())
    }
}

impl Patterns {
    /// What each case, king and global adds to the sum.
    fn parts(&self, position: &Position, pieces: u32) -> Vec<Part> {
        let share = mix(self.stages, pieces);
        let weight = |pair: Pair| pair[0] * share[0] + pair[1] * share[1];
        let mut parts = self.window_parts(position, weight);
        if !self.kings.is_empty() {
            each_king(position, |square, sign| {
                let side = if sign > 0.0 { "white" } else { "black" };
                parts.push(Part {
                    index: square,
                    name: format!("{side}_king_{}", square + 1),
                    group: "kings",
                    input: sign,
                    contribution: sign * weight(self.kings[square]),
                    squares: None,
                });
            });
        }
        if !self.globals.is_empty() {
            let values: [f32; GLOBALS.end] = Catalogue::embedded().globals(position);
            for (&index, &pair) in global_inputs().iter().zip(&self.globals) {
                parts.push(Part {
                    index,
                    name: Catalogue::embedded().entries()[index].name.clone(),
                    group: "global",
                    input: values[index],
                    contribution: values[index] * weight(pair),
                    squares: None,
                });
            }
        }
        parts.retain(|part| part.contribution != 0.0);
        parts
    }

    fn window_parts(&self, position: &Position, weight: impl Fn(Pair) -> f32) -> Vec<Part> {
        let (mut parts, mut counts) = (Vec::new(), [0; 2]);
        self.shapes.each_case(position, |case, is_turned| {
            let number = &mut counts[usize::from(is_turned)];
            let window = &self.shapes.windows()[*number];
            let sign = if is_turned { -1.0 } else { 1.0 };
            parts.push(Part {
                index: case,
                name: format!("{}{}", window.name, if is_turned { " turned" } else { "" }),
                group: "windows",
                input: sign,
                contribution: sign * weight(self.cases[case]),
                squares: Some(window.squares(is_turned)),
            });
            *number += 1;
        });
        parts
    }

    /// The weights of so many stages, one after the other.
    fn flat(&self, pairs: &[Pair]) -> Vec<f32> {
        pairs.iter().flat_map(|pair| pair[..self.stages as usize].to_vec()).collect()
    }
}

impl Stored for Patterns {
    const KIND: &'static str = "patterns";

    fn card(&self) -> Map<String, Value> {
        let catalogue = Catalogue::embedded();
        let names: Vec<&str> = match self.globals.is_empty() {
            true => Vec::new(),
            false => global_inputs().iter().map(|&i| &*catalogue.entries()[i].name).collect(),
        };
        let card = json!({
            "windows": self.shapes.windows(),
            "stages": self.stages,
            "squash": self.squash,
            "kings": !self.kings.is_empty(),
            "globals": names,
            "fingerprint": catalogue.fingerprint(),
        });
        card.as_object().expect("an object").clone()
    }

    fn tensors(&self) -> Vec<Tensor> {
        let stages = self.stages as usize;
        let mut tensors = Vec::new();
        for (number, window) in self.shapes.windows().iter().enumerate() {
            let weights = self.flat(&self.cases[self.shapes.range(number)]);
            let name = format!("window.{}", window.name);
            tensors.push(Tensor::new(name, &[window.cases(), stages], &weights));
        }
        for (name, pairs) in [("kings", &self.kings), ("globals", &self.globals)] {
            if !pairs.is_empty() {
                tensors.push(Tensor::new(name, &[pairs.len(), stages], &self.flat(pairs)));
            }
        }
        tensors
    }

    fn restore(card: &Map<String, Value>, tensors: &Tensors) -> Result<Patterns, String> {
        let card: PatternCard = serde_json::from_value(Value::Object(card.clone()))
            .map_err(|error| format!("its card: {error}"))?;
        card.check()?;
        let shapes = Shapes::of(card.windows).map_err(|error| error.to_string())?;
        let pairs = |name: &str, count: usize| -> Result<Vec<Pair>, String> {
            let weights = tensors.floats(name, &[count, card.stages as usize])?;
            let pairs = weights.chunks_exact(card.stages as usize);
            Ok(pairs.map(|pair| [pair[0], pair.get(1).copied().unwrap_or(0.0)]).collect())
        };
        let mut cases = Vec::with_capacity(shapes.cases());
        for window in shapes.windows() {
            cases.extend(pairs(&format!("window.{}", window.name), window.cases())?);
        }
        let some = |is_there: bool, name: &str, count| {
            if is_there { pairs(name, count) } else { Ok(Vec::new()) }
        };
        Ok(Patterns {
            kings: some(card.kings, "kings", Square::COUNT)?,
            globals: some(!card.globals.is_empty(), "globals", card.globals.len())?,
            cases,
            stages: card.stages,
            squash: card.squash,
            shapes: Arc::new(shapes),
        })
    }
}

/// The part of the card that is the patterns' own.
#[derive(Deserialize)]
struct PatternCard {
    windows: Vec<Window>,
    stages: u32,
    squash: Squash,
    kings: bool,
    globals: Vec<String>,
    fingerprint: String,
}

impl PatternCard {
    fn check(&self) -> Result<(), String> {
        if !(1..=2).contains(&self.stages) {
            return Err(format!("it has {} stages; it may have 1 or 2", self.stages));
        }
        let own = Catalogue::embedded();
        let names = global_inputs().into_iter().map(|index| own.entries()[index].name.as_str());
        let is_known = own.fingerprint() == self.fingerprint && names.eq(self.globals.iter());
        if self.globals.is_empty() || is_known {
            return Ok(());
        }
        Err(format!(
            "it was trained on feature catalogue {}, this program has {}; use the program that wrote it or train again",
            self.fingerprint,
            own.fingerprint()
        ))
    }
}

#[cfg(test)]
mod tests;
