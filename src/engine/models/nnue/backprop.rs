//! Patterns with a hidden layer as learning asks for them: what they begin with, values, and steps of gradient.

use std::ops::Range;

use super::adam_state::AdamState;
use super::evaluator::NnuePlayer;
use super::layer::{Layer, activation};
use super::settings::NnueSettings;
use super::steps::{NnueEncoder, NnueSteps};
use super::weights::Nnue;
use crate::board::Position;
use crate::models::explanation::Explanation;
use crate::models::form::{Form, Learnable, StartError};
use crate::models::is_sound;
use crate::models::patterns::{PatternRates, Patterns};

/// The seed of a hidden layer that is put beside patterns learned before.
const LAYER_SEED: u64 = 1;

/// The learning rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NnueRates {
    pub(super) patterns: PatternRates,
    pub(super) hidden: f32,
}

/// What judging a game leaves for its step of gradient: everything that the weights of before decide, for each of its steps.
#[derive(Clone, Debug, Default)]
pub struct ForwardTrace {
    /// ∂V/∂sum.
    slopes: Vec<f32>,
    /// ∂sum/∂net_j of White and of Black, for each unit.
    sides: [Vec<f32>; 2],
    /// f(net_j of White) − f(net_j of Black), for each unit.
    differences: Vec<f32>,
    nets: [Vec<f32>; 2],
    /// ∂V/∂w of the layer times the errors, summed over the game; zero between games.
    gradient: Option<Layer>,
}

impl ForwardTrace {
    fn clear(&mut self) {
        self.slopes.clear();
        self.sides.iter_mut().for_each(Vec::clear);
        self.differences.clear();
    }

    /// What the layer adds to the sum, from the nets of both sides; `mix` is the share of each stage.
    fn add(&mut self, layer: &Layer, mix: [f32; 2]) -> f32 {
        let [opening, endgame] = &layer.output;
        let mut sum = 0.0;
        for unit in 0..layer.units {
            let (own, own_slope) = activation(self.nets[0][unit]);
            let (other, other_slope) = activation(self.nets[1][unit]);
            let weight = mix[0] * opening[unit] + mix[1] * endgame[unit];
            sum += weight * (own - other);
            self.sides[0].push(weight * own_slope);
            self.sides[1].push(-weight * other_slope);
            self.differences.push(own - other);
        }
        sum
    }
}

/// What is remembered at the start of a run: what the evaluation it begins with remembers, if anything.
fn moments(settings: &NnueSettings, before: Option<&AdamState>) -> Option<AdamState> {
    settings
        .is_by_adam()
        .then(|| before.cloned().unwrap_or_else(|| AdamState::none(settings.hidden)))
}

impl Learnable for Nnue {
    type Steps = NnueSteps;
    type Memory = ForwardTrace;
    type Rates = NnueRates;

    fn judge(
        &self,
        steps: &NnueSteps,
        game: Range<usize>,
        trace: &mut ForwardTrace,
        values: &mut Vec<f32>,
    ) {
        trace.clear();
        for index in game {
            let step = self.patterns.step_at(&steps.patterns, index);
            let (pieces, white_moves) = steps.step(index);
            self.layer.nets(pieces, white_moves, &mut trace.nets);
            let sum = self.patterns.sum(&step) + trace.add(&self.layer, step.mix);
            let (value, slope) = self.patterns.squash().value(sum);
            values.push(value);
            trace.slopes.push(slope);
        }
    }

    fn step(
        &mut self,
        steps: &NnueSteps,
        game: Range<usize>,
        trace: &mut ForwardTrace,
        errors: &[f32],
        rates: NnueRates,
    ) {
        let units = self.layer.units;
        // A plain step adds to the weights what Adam adds to the gradient.
        let (layer, rate) = match self.moments {
            None => (&mut self.layer, rates.hidden),
            Some(_) => (trace.gradient.get_or_insert_with(|| Layer::zero(units)), 1.0),
        };
        for (place, (index, error)) in game.zip(errors).enumerate() {
            let error = trace.slopes[place] * error;
            let step = self.patterns.step_at(&steps.patterns, index);
            self.patterns.learn(&step, error, rates.patterns);
            let (scale, here) = (rate * error, place * units..(place + 1) * units);
            for (output, mix) in layer.output.iter_mut().zip(step.mix) {
                let differences = &trace.differences[here.clone()];
                output.iter_mut().zip(differences).for_each(|(v, d)| *v += scale * mix * d);
            }
            let (pieces, white_moves) = steps.step(index);
            let sides = trace.sides.each_mut().map(|side| &mut side[here.clone()]);
            let sides = sides.map(|side| {
                side.iter_mut().for_each(|slope| *slope *= scale);
                &*side
            });
            layer.move_inputs(pieces, white_moves, sides);
        }
        if let (Some(moments), Some(gradient)) = (&mut self.moments, &mut trace.gradient) {
            moments.step(&mut self.layer, gradient, rates.hidden);
        }
    }

    fn is_sound(&self) -> bool {
        let moments = self.moments.iter().flat_map(|m| m.means.all().chain(m.squares.all()));
        self.patterns.is_sound() && self.layer.all().chain(moments).all(is_sound)
    }
}

impl Form for Nnue {
    type Settings = NnueSettings;
    type Encoder = NnueEncoder;
    type Player = NnuePlayer;

    /// Patterns that know nothing, and a layer that adds nothing.
    fn first(settings: &NnueSettings, seed: u64) -> Nnue {
        let patterns = Patterns::first(&settings.patterns, seed);
        Nnue {
            patterns,
            layer: Layer::first(settings.hidden, seed),
            moments: moments(settings, None),
        }
    }

    fn grown(&self, settings: &NnueSettings) -> Result<Nnue, StartError> {
        let patterns = self.patterns.grown(&settings.patterns)?;
        let layer = match self.layer.units {
            0 => Layer::first(settings.hidden, LAYER_SEED),
            units if units == settings.hidden => self.layer.clone(),
            units => {
                let asked = settings.hidden;
                return Err(format!(
                    "it has {units} hidden units, this run {asked}; give --hidden {units}"
                )
                .into());
            }
        };
        Ok(Nnue { patterns, layer, moments: moments(settings, self.moments.as_ref()) })
    }

    fn fits(&self, settings: &NnueSettings) -> bool {
        self.patterns.fits(&settings.patterns)
            && self.layer.units == settings.hidden
            && self.moments.is_some() == settings.is_by_adam()
    }

    fn at_home(&self, settings: NnueSettings) -> NnueSettings {
        NnueSettings { patterns: self.patterns.at_home(settings.patterns), ..settings }
    }

    fn rates(settings: &NnueSettings, factor: f64) -> NnueRates {
        NnueRates {
            patterns: Patterns::rates(&settings.patterns, factor),
            hidden: (settings.hidden_rate * factor) as f32,
        }
    }

    fn encoder(settings: &NnueSettings) -> NnueEncoder {
        NnueEncoder::new(settings)
    }

    fn value(&self, position: &Position, pieces: u32) -> f32 {
        let units = self.units(position, pieces);
        let added: f32 = units.iter().map(|unit| unit.weight * unit.input).sum();
        self.patterns.squash().value(self.patterns.whole_sum(position, pieces) + added).0
    }

    fn explain(&self, position: &Position) -> Explanation {
        self.explained(position)
    }

    fn parameters(&self) -> usize {
        let outputs = self.patterns.stages() as usize * self.layer.units;
        self.patterns.parameters() + self.layer.weights.len() + self.layer.units + outputs
    }

    fn player(self) -> NnuePlayer {
        NnuePlayer::new(self)
    }
}
