//! A network with modalities apart as a model of draughts: first weights, settings that go with them, values, what its file says.

use std::ops::Range;

use serde_json::{Map, Value, json};

use super::backprop::ForwardTrace;
use super::evaluator::SeparatedEvaluator;
use super::inputs::{INPUTS, SeparatedSteps, described};
use super::settings::{Activation, SeparatedSettings, listed};
use super::weights::{Separated, of_material};
use crate::board::Position;
use crate::features::Catalogue;
use crate::models::explanation::Explanation;
use crate::models::model::{Model, StartError, read_card};
use crate::models::tensors::Tensors;

impl Model for Separated {
    type Settings = SeparatedSettings;
    type Encoder = ();
    type Evaluator = SeparatedEvaluator;

    const KIND: &'static str = "separated";

    fn first(settings: &SeparatedSettings, seed: u64) -> Separated {
        Separated::random(settings, seed)
    }

    fn of_material(settings: &SeparatedSettings, seed: u64) -> Result<Separated, StartError> {
        of_material(settings, seed, Self::MAN)
    }

    fn warm_start(&self, settings: &SeparatedSettings) -> Result<Separated, StartError> {
        if self.matches(settings) {
            return Ok(self.clone());
        }
        let (feature_layers, hidden) = (listed(&self.units()), self.common.units);
        let activation = format!("{:?}", self.activation).to_lowercase();
        Err(format!(
            "it has other layers than this run; give --feature-layers {feature_layers} --hidden {hidden} --activation {activation}"
        )
        .into())
    }

    fn matches(&self, settings: &SeparatedSettings) -> bool {
        self.units() == settings.feature_layers
            && self.common.units == settings.hidden
            && self.activation == settings.activation
    }

    fn encoder(_: &SeparatedSettings) {}

    fn no_steps((): &()) -> SeparatedSteps {
        SeparatedSteps::default()
    }

    fn clear(steps: &mut SeparatedSteps) {
        steps.clear();
    }

    fn encode(
        (): &mut (),
        positions: &[Position],
        mirrored: bool,
        steps: &mut SeparatedSteps,
    ) -> Range<usize> {
        steps.extend(positions, mirrored)
    }

    fn value(&self, position: &Position, _: u32) -> f32 {
        let steps = SeparatedSteps::of(position);
        ForwardTrace::default().forward(self, steps.step(0)).tanh()
    }

    fn explain(&self, position: &Position) -> Explanation {
        self.explained(position)
    }

    fn evaluator(&self) -> SeparatedEvaluator {
        SeparatedEvaluator::new(self)
    }

    fn card(&self) -> Map<String, Value> {
        let names: Vec<String> = (0..INPUTS).map(|input| described(input).0).collect();
        let mut card = Map::new();
        card.insert("apart".into(), json!(self.units()));
        card.insert("hidden".into(), json!(self.common.units));
        card.insert("activation".into(), json!(self.activation));
        card.insert("fingerprint".into(), json!(Catalogue::embedded().fingerprint()));
        card.insert("input_names".into(), json!(names));
        card
    }

    fn of_card(card: &Map<String, Value>, _: &Tensors) -> Result<Separated, String> {
        let card: SeparatedCard = read_card(card)?;
        card.check()?;
        Ok(Separated::zeros(card.activation, &card.feature_layers, card.hidden))
    }
}

/// The part of the card that is the model's own.
#[derive(serde::Deserialize)]
pub(super) struct SeparatedCard {
    #[serde(rename = "apart")]
    pub feature_layers: Vec<usize>,
    pub hidden: usize,
    pub activation: Activation,
    /// Fingerprint of the feature catalogue that declares globals and structures.
    fingerprint: String,
    input_names: Vec<String>,
}

impl SeparatedCard {
    pub(super) fn check(&self) -> Result<(), String> {
        let catalogue = Catalogue::embedded();
        if catalogue.fingerprint() != self.fingerprint {
            return Err(catalogue.refusal(&self.fingerprint));
        }
        if self.input_names.len() != INPUTS {
            let found = self.input_names.len();
            return Err(format!("it has {found} inputs, this program {INPUTS}; train it again"));
        }
        SeparatedSettings::check_layers(&self.feature_layers, self.hidden)
            .map_err(|error| format!("its card: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::settings::Activation;
    use super::*;
    use crate::models::model::ValueFunction;
    use crate::models::parameters::Rates;
    use crate::models::trials::{balance, gradient_is_right, men, wandering};

    fn settings(activation: Activation) -> SeparatedSettings {
        SeparatedSettings {
            feature_layers: vec![3, 4, 5],
            hidden: 6,
            activation,
            ..Default::default()
        }
    }

    #[test]
    fn the_gradient_of_every_weight_equals_finite_differences() {
        for (activation, feature_layers) in [
            (Activation::Softsign, vec![3, 4, 5]),
            (Activation::Softsign, vec![7]),
            (Activation::Relu, vec![3, 4, 5]),
        ] {
            // A flat start: no difference spans a corner of these units, where it would be no derivative.
            let settings = SeparatedSettings { feature_layers, beta: 1.0, ..settings(activation) };
            let mut model = Separated::first(&settings, 5);
            model.output.iter_mut().for_each(|weight| *weight *= 50.0);
            gradient_is_right(&mut model, &settings, &wandering(5, 80, 19), 1);
        }
    }

    #[test]
    fn a_start_from_material_counts_men_and_kings() {
        for (activation, error) in [(Activation::Relu, 1e-3), (Activation::Softsign, 0.35)] {
            let settings = settings(activation);
            let model = Separated::of_material(&settings, 1).expect("material");
            for position in wandering(8, 120, 1) {
                let (found, real) = (men(&model, &settings, &position), balance(&position));
                assert!((found - real).abs() <= 1e-4 + error * real.abs(), "{found} {real}");
            }
        }
        let narrow =
            SeparatedSettings { feature_layers: vec![3, 4, 1], ..settings(Activation::Relu) };
        assert!(Separated::of_material(&narrow, 1).is_err());
    }

    #[test]
    fn a_scaled_form_has_scaled_values() {
        let settings = settings(Activation::Relu);
        let mut model = Separated::of_material(&settings, 1).expect("material");
        model.output.fill(0.2);
        model.output_bias = 0.1;
        let position = wandering(8, 60, 1)[59];
        let before = men(&model, &settings, &position);
        model.scale(0.5);
        assert!((men(&model, &settings, &position) - 0.5 * before).abs() < 1e-4);
    }

    #[test]
    fn only_sensitivities_have_the_rate_of_sensitivities() {
        let mut model = Separated::first(&settings(Activation::Softsign), 1);
        let rates = Rates { weights: 1.0, rest: 2.0, hidden: 0.0 };
        let betas = model.groups().into_iter().filter(|group| rates.of(group.rate) == 2.0);
        assert_eq!(betas.map(|group| group.count()).sum::<usize>(), 3 + 4 + 5 + 6);
        let before = model.feature_layers[0].beta[0];
        model.stepper(rates).add(23 * 3 + 3, 0.25);
        assert_eq!(model.feature_layers[0].beta[0], before + 0.5);
    }
}
