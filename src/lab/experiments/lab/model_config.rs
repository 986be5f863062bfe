//! What an experiment must know of the model that it trains, and what that is for the paper's networks.

use serde_json::{Value, json};

use super::size::ExperimentSize;
use super::uses::{InputUse, input_uses};
use crate::board::Position;
use crate::learning::Hyperparams;
use crate::models::network::{NetworkModel, NetworkSettings};
use crate::models::{Model, ModelSettings};

/// Settings of a model that recipes may train.
pub trait ModelConfig: ModelSettings {
    type Model: Model<Settings = Self>;

    const WORD: &'static str;

    const ENDING: &'static str;

    /// These settings at the size of an experiment.
    fn sized(self, _: &ExperimentSize) -> Self {
        self
    }

    /// That size as a row of a report: what it is and how much, if the model has any.
    fn size(_: &ExperimentSize) -> Option<[String; 2]> {
        None
    }

    /// All that decides the weights except the data, for the settings of a run.
    fn written(settings: &Hyperparams<Self>) -> Value {
        json!(settings)
    }

    /// The settings that stand in the table of recipes, in Markdown: their names, and where they stand in their columns.
    const COLUMNS: [&'static str; 2];

    fn cells(settings: &Hyperparams<Self>) -> Vec<String>;

    /// What an evaluation makes of each of its inputs in these positions; nothing if the model has no inputs.
    fn uses(&self, _model: &Self::Model, _positions: &[Position]) -> Vec<InputUse> {
        Vec::new()
    }
}

impl ModelConfig for NetworkSettings {
    type Model = NetworkModel;

    const WORD: &'static str = "network";

    const ENDING: &'static str = "safetensors";

    const COLUMNS: [&'static str; 2] = [
        "inputs | borders | λ | rate | β-rate | mirrored | passes",
        "---: | --- | ---: | ---: | ---: | --- | ---:",
    ];

    fn sized(self, scale: &ExperimentSize) -> NetworkSettings {
        NetworkSettings { hidden: scale.hidden, ..self }
    }

    fn size(scale: &ExperimentSize) -> Option<[String; 2]> {
        Some(["hidden units".into(), scale.hidden.to_string()])
    }

    fn cells(settings: &Hyperparams<NetworkSettings>) -> Vec<String> {
        let model = &settings.model;
        let borders: Vec<String> = model.borders.iter().map(u32::to_string).collect();
        vec![
            model.inputs.len().to_string(),
            if borders.is_empty() { "–".into() } else { borders.join(", ") },
            settings.lambda.to_string(),
            model.rate.to_string(),
            model.beta_rate.to_string(),
            yes_or_no(settings.mirror),
            settings.epochs.to_string(),
        ]
    }

    fn uses(&self, model: &NetworkModel, positions: &[Position]) -> Vec<InputUse> {
        input_uses(model, &self.view(), positions)
    }
}

pub fn yes_or_no(is_on: bool) -> String {
    if is_on { "yes".into() } else { "no".into() }
}
