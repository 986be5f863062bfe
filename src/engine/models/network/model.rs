//! The paper's network as a model of draughts: first weights, settings that go with them, values.

use std::ops::Range;

use serde_json::{Map, Value, json};

use super::card::NetworkCard;
use super::encoder::Encoder;
use super::evaluator::NetworkEvaluator;
use super::form::NetworkForm;
use super::mlp::Network;
use super::phase_networks::PhaseNetworks;
use super::settings::NetworkSettings;
use super::start;
use super::steps::Steps;
use crate::board::Position;
use crate::features::{Catalogue, InputView};
use crate::models::explanation::Explanation;
use crate::models::model::{Model, StartError};
use crate::models::phases::Borders;
use crate::models::tensors::Tensors;

impl Model for NetworkForm {
    type Settings = NetworkSettings;
    type Encoder = Encoder;
    type Evaluator = NetworkEvaluator;

    const KIND: &'static str = "network";

    fn first(settings: &NetworkSettings, seed: u64) -> NetworkForm {
        let model = start::random_model(settings, seed);
        NetworkForm::new(settings.view(), model.sharing(settings.shared))
    }

    fn of_material(settings: &NetworkSettings, seed: u64) -> Result<NetworkForm, StartError> {
        let model = start::material_model(settings, seed, Self::MAN)?;
        Ok(NetworkForm::new(settings.view(), model.sharing(settings.shared)))
    }

    fn warm_start(&self, settings: &NetworkSettings) -> Result<NetworkForm, StartError> {
        let (found, asked) = (self.view().catalogue(), &settings.catalogue);
        if found != asked {
            let (found, asked) = (found.fingerprint().into(), asked.fingerprint().into());
            return Err(start::StartError::Catalogue { found, asked }.into());
        }
        let model = start::warm_start(self.model(), settings)?;
        Ok(NetworkForm::new(settings.view(), model.sharing(settings.shared)))
    }

    fn matches(&self, settings: &NetworkSettings) -> bool {
        let model = self.model();
        let found = (model.inputs(), model.hidden(), model.borders().as_slice());
        found == (settings.width(), settings.hidden, settings.borders.as_slice())
            && settings.shared <= settings.hidden
            && model.shares(settings.shared)
    }

    /// The catalogue stands in the card beside the settings.
    fn with_stored_context(&self, settings: NetworkSettings) -> NetworkSettings {
        NetworkSettings { catalogue: self.view().catalogue().clone(), ..settings }
    }

    fn encoder(settings: &NetworkSettings) -> Encoder {
        Encoder::new(settings)
    }

    fn no_steps(encoder: &Encoder) -> Steps {
        encoder.steps()
    }

    fn clear(steps: &mut Steps) {
        steps.clear();
    }

    fn encode(
        encoder: &mut Encoder,
        positions: &[Position],
        mirrored: bool,
        steps: &mut Steps,
    ) -> Range<usize> {
        encoder.encode(positions, mirrored, steps)
    }

    fn value(&self, position: &Position, pieces: u32) -> f32 {
        let network = self.model().network(pieces);
        network.output_of(&network.net(self.view().active(position).into_iter()))
    }

    fn explain(&self, position: &Position) -> Explanation {
        self.explained(position)
    }

    fn evaluator(&self) -> NetworkEvaluator {
        NetworkEvaluator::new(self)
    }

    fn card(&self) -> Map<String, Value> {
        let catalogue = self.view().catalogue();
        let names: Vec<&str> = catalogue.names().take(self.view().len()).collect();
        let mut card = Map::new();
        card.insert("inputs".into(), json!(self.view().subset()));
        card.insert("additions".into(), json!(self.view().additions()));
        card.insert("fingerprint".into(), json!(catalogue.fingerprint()));
        card.insert("input_names".into(), json!(names));
        card.insert("borders".into(), json!(self.model().borders().as_slice()));
        card.insert("hidden".into(), json!(self.model().hidden()));
        if catalogue != Catalogue::embedded() {
            card.insert("catalogue".into(), json!(catalogue.texts()));
        }
        card
    }

    fn of_card(card: &Map<String, Value>, tensors: &Tensors) -> Result<NetworkForm, String> {
        let card: NetworkCard = serde_json::from_value(Value::Object(card.clone()))
            .map_err(|error| format!("its card: {error}"))?;
        let view = InputView::new(card.catalogue()?, card.subset()?, card.additions);
        let (inputs, hidden) = (card.input_names.len(), card.hidden);
        if inputs != view.len() {
            let (subset, expected) = (view.subset(), view.len());
            return Err(format!("it has {inputs} inputs, {subset} has {expected}; train it again"));
        }
        if hidden == 0 {
            return Err("it has no hidden units; train it again".into());
        }
        let borders = Borders::new(card.borders).ok_or("its phase borders do not fall")?;
        let networks = (0..borders.phases()).map(|phase| {
            tensors.check(&format!("phase{phase}.hidden.weight"), &[inputs, hidden])?;
            Ok(Network::zeros(inputs, hidden))
        });
        let networks: Vec<Network> = networks.collect::<Result<_, String>>()?;
        Ok(NetworkForm::new(view, PhaseNetworks::new(borders, networks)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;
    use crate::features::{Group as Inputs, Subset};
    use crate::models::model::{ModelSettings, ValueFunction};
    use crate::models::parameters::{Gradient, Rates};
    use crate::models::trials::{balance, gradient_is_right, men, wandering};

    fn settings(borders: &[u32], shared: usize) -> NetworkSettings {
        let settings = NetworkSettings {
            hidden: 12,
            borders: borders.to_vec(),
            shared,
            ..NetworkSettings::for_inputs(Subset::Nn4)
        };
        settings.check().expect("in range")
    }

    /// Positions that go to and fro between three phases.
    fn leaves() -> Vec<crate::board::Position> {
        let texts = [
            "W:W28,32,37,38,K3:B8,12,18,K49",
            "W:W27,28,31,32,33,36-39,42,43,48:B7-9,12-14,16,18,19,23,24,26",
            "B:W28,32,37,38:B8,12,18,19",
            "W:W31-50:B1-20",
            "B:W27,28,31,32,33,36-39:B7-9,12-14,16,18,19",
            "W:W41,K5:B22,K50",
        ];
        texts.map(|text| fen::read(text).expect(text)).to_vec()
    }

    #[test]
    fn the_gradient_of_one_phase_and_of_phases_to_and_fro_equals_finite_differences() {
        for settings in [settings(&[], 0), settings(&[25, 15], 0), settings(&[25, 15], 5)] {
            let mut form = NetworkForm::first(&settings, 3);
            gradient_is_right(&mut form, &settings, &leaves(), 7);
        }
    }

    #[test]
    fn a_step_of_the_gradient_is_the_step_of_a_game() {
        let settings = settings(&[], 0);
        let rates = Rates { weights: 0.1, rest: 0.3, hidden: 0.0 };
        let mut whole = NetworkForm::first(&settings, 3);
        let mut single = whole.clone();
        let (mut encoder, errors) = (NetworkForm::encoder(&settings), [0.5, -0.25, 0.125]);
        let mut steps = NetworkForm::no_steps(&encoder);
        let game = NetworkForm::encode(&mut encoder, &wandering(4, 60, 20), false, &mut steps);
        let (mut trace, mut gradient) = (Default::default(), Gradient::new(whole.slots()));
        whole.forward(&steps, game.clone(), &mut trace, &mut Vec::new());
        whole.backward(&steps, game.clone(), &mut trace, &errors, &mut gradient);
        let mut stepper = whole.stepper(rates);
        gradient.drain(|index, derivative| stepper.add(index, derivative));
        single.forward(&steps, game.clone(), &mut trace, &mut Vec::new());
        single.step(&steps, game, &mut trace, &errors, rates);
        let (whole, single) = (whole.groups(), single.groups());
        for (a, b) in whole.iter().zip(&single) {
            let close = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-5;
            assert!(a.values.iter().zip(b.values).all(close), "{}", a.name);
        }
    }

    #[test]
    fn a_start_from_material_counts_men_and_nothing_else() {
        for settings in [settings(&[], 0), settings(&[25, 15], 5)] {
            let settings = NetworkSettings { hidden: 80, ..settings };
            let form = NetworkForm::of_material(&settings, 1).expect("material");
            let mut worth = Vec::new();
            for position in wandering(8, 90, 3) {
                let (found, real) = (men(&form, &settings, &position), balance(&position));
                assert!(real != 0.0 || found.abs() < 1e-4, "{found} where material is level");
                assert!(found * real >= 0.0, "{found} {real}");
                if real.abs() <= 2.0 && real != 0.0 {
                    worth.push(found / real);
                }
            }
            let mean = worth.iter().sum::<f32>() / worth.len() as f32;
            assert!((mean - 1.0).abs() < 0.25, "{mean}");
        }
    }

    #[test]
    fn without_the_input_of_material_there_is_no_such_start() {
        let settings = NetworkSettings { without: vec![Inputs::Material], ..settings(&[], 0) };
        let error = NetworkForm::of_material(&settings, 1).expect_err("no material").to_string();
        assert!(error.contains("material"), "{error}");
    }
}
