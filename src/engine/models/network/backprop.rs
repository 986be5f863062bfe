//! The paper's network as learning asks for it: what it begins with, values, and steps of gradient.

use std::ops::Range;

use super::encoder::Encoder;
use super::evaluator::NetworkPlayer;
use super::form::NetworkForm;
use super::model::{Memory, Rates};
use super::settings::NetworkSettings;
use super::start;
use super::steps::Steps;
use crate::board::Position;
use crate::models::explanation::Explanation;
use crate::models::form::{Form, Learnable, StartError};

impl Learnable for NetworkForm {
    type Steps = Steps;
    type Memory = Memory;
    type Rates = Rates;

    fn judge(&self, steps: &Steps, game: Range<usize>, memory: &mut Memory, values: &mut Vec<f32>) {
        self.model().judge(steps, game, memory, values);
    }

    fn step(
        &mut self,
        steps: &Steps,
        game: Range<usize>,
        memory: &mut Memory,
        errors: &[f32],
        rates: Rates,
    ) {
        self.model_mut().step(steps, game, memory, errors, rates);
    }

    fn is_sound(&self) -> bool {
        self.model().is_sound()
    }
}

impl Form for NetworkForm {
    type Settings = NetworkSettings;
    type Encoder = Encoder;
    type Player = NetworkPlayer;

    fn first(settings: &NetworkSettings, seed: u64) -> NetworkForm {
        let model = start::fresh_model(settings, seed);
        NetworkForm::new(settings.view(), model.sharing(settings.shared))
    }

    fn grown(&self, settings: &NetworkSettings) -> Result<NetworkForm, StartError> {
        let (found, asked) = (self.view().catalogue(), &settings.catalogue);
        if found != asked {
            let (found, asked) = (found.fingerprint().into(), asked.fingerprint().into());
            return Err(start::StartError::Catalogue { found, asked }.into());
        }
        let model = start::grown(self.model(), settings)?;
        Ok(NetworkForm::new(settings.view(), model.sharing(settings.shared)))
    }

    fn fits(&self, settings: &NetworkSettings) -> bool {
        let model = self.model();
        let found = (model.inputs(), model.hidden(), model.borders().as_slice());
        found == (settings.width(), settings.hidden, settings.borders.as_slice())
            && settings.shared <= settings.hidden
            && model.shares(settings.shared)
    }

    /// The catalogue stands in the card beside the settings.
    fn at_home(&self, settings: NetworkSettings) -> NetworkSettings {
        NetworkSettings { catalogue: self.view().catalogue().clone(), ..settings }
    }

    fn rates(settings: &NetworkSettings, factor: f64) -> Rates {
        let [weights, beta] =
            [settings.rate, settings.beta_rate].map(|rate| (factor * rate) as f32);
        Rates { weights, beta }
    }

    fn encoder(settings: &NetworkSettings) -> Encoder {
        Encoder::new(settings)
    }

    fn value(&self, position: &Position, pieces: u32) -> f32 {
        let network = self.model().network(pieces);
        network.output_of(&network.net(self.view().active(position).into_iter()))
    }

    fn explain(&self, position: &Position) -> Explanation {
        self.explained(position)
    }

    fn parameters(&self) -> usize {
        self.model().parameters()
    }

    fn player(self) -> NetworkPlayer {
        NetworkPlayer::new(self)
    }
}
