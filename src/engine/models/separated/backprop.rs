//! A network with modalities apart as learning asks for it: what it begins with, values, and steps of gradient.

use std::ops::Range;

use super::evaluator::SeparatedPlayer;
use super::rates::SeparatedRates;
use super::settings::{SeparatedSettings, listed};
use super::steps::{SeparatedEncoder, SeparatedSteps};
use super::trace::ForwardTrace;
use super::weights::Separated;
use crate::board::Position;
use crate::models::explanation::Explanation;
use crate::models::form::{Form, Learnable, StartError};
use crate::models::is_sound;

impl Learnable for Separated {
    type Steps = SeparatedSteps;
    type Memory = ForwardTrace;
    type Rates = SeparatedRates;

    fn judge(
        &self,
        steps: &SeparatedSteps,
        game: Range<usize>,
        trace: &mut ForwardTrace,
        values: &mut Vec<f32>,
    ) {
        trace.clear();
        for index in game {
            let value = trace.forward(self, steps.step(index)).tanh();
            values.push(value);
            trace.slopes.push(1.0 - value * value);
        }
    }

    fn step(
        &mut self,
        steps: &SeparatedSteps,
        game: Range<usize>,
        trace: &mut ForwardTrace,
        errors: &[f32],
        rates: SeparatedRates,
    ) {
        let errors: Vec<f32> = errors.iter().zip(&trace.slopes).map(|(e, s)| e * s).collect();
        trace.backward(self, &errors);
        trace.apply(self, steps, game, &errors, rates);
    }

    fn is_sound(&self) -> bool {
        self.groups().flatten().all(is_sound)
    }
}

impl Form for Separated {
    type Settings = SeparatedSettings;
    type Encoder = SeparatedEncoder;
    type Player = SeparatedPlayer;

    fn first(settings: &SeparatedSettings, seed: u64) -> Separated {
        Separated::random(settings, seed)
    }

    fn grown(&self, settings: &SeparatedSettings) -> Result<Separated, StartError> {
        if self.fits(settings) {
            return Ok(self.clone());
        }
        let (apart, hidden) = (listed(&self.units()), self.common.units);
        let activation = format!("{:?}", self.activation).to_lowercase();
        Err(format!(
            "it has other layers than this run; give --apart {apart} --hidden {hidden} --activation {activation}"
        )
        .into())
    }

    fn fits(&self, settings: &SeparatedSettings) -> bool {
        self.units() == settings.apart
            && self.common.units == settings.hidden
            && self.activation == settings.activation
    }

    fn rates(settings: &SeparatedSettings, factor: f64) -> SeparatedRates {
        let [weights, beta] =
            [settings.rate, settings.beta_rate].map(|rate| (rate * factor) as f32);
        SeparatedRates { weights, beta }
    }

    fn encoder(_: &SeparatedSettings) -> SeparatedEncoder {
        SeparatedEncoder
    }

    fn value(&self, position: &Position, _: u32) -> f32 {
        let steps = SeparatedSteps::of(position);
        ForwardTrace::default().forward(self, steps.step(0)).tanh()
    }

    fn explain(&self, position: &Position) -> Explanation {
        self.explained(position)
    }

    fn parameters(&self) -> usize {
        self.groups().map(<[f32]>::len).sum()
    }

    fn player(self) -> SeparatedPlayer {
        SeparatedPlayer::new(self)
    }
}

impl Separated {
    /// The units of each layer of the first rank.
    pub(super) fn units(&self) -> Vec<usize> {
        self.apart.iter().map(|layer| layer.units).collect()
    }
}
