//! A network with modalities apart as it stands in a file.

use serde_json::{Map, Value, json};

use super::activation::Activation;
use super::inputs::{INPUTS, described};
use super::layer::Layer;
use super::settings::SeparatedSettings;
use super::weights::{Separated, inputs_of, layer_names};
use crate::features::Catalogue;
use crate::models::model::{Stored, ValueFunction};
use crate::models::parameters::ParameterGroup;
use crate::models::tensors::{Tensor, Tensors};

/// The part of the card that is the form's own.
#[derive(serde::Deserialize)]
struct SeparatedCard {
    apart: Vec<usize>,
    hidden: usize,
    activation: Activation,
    /// Fingerprint of the feature catalogue that declares globals and structures.
    fingerprint: String,
    input_names: Vec<String>,
}

impl Stored for Separated {
    const KIND: &'static str = "separated";

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

    fn tensors(&self) -> Vec<Tensor> {
        self.groups().iter().map(ParameterGroup::tensor).collect()
    }

    fn restore(card: &Map<String, Value>, tensors: &Tensors) -> Result<Separated, String> {
        let card: SeparatedCard = serde_json::from_value(Value::Object(card.clone()))
            .map_err(|error| format!("its card: {error}"))?;
        card.check()?;
        let layer = |name: &str, inputs: usize, units: usize| {
            let get =
                |part: &str, shape: &[usize]| tensors.floats(&format!("{name}.{part}"), shape);
            Ok::<Layer, String>(Layer {
                units,
                weights: get("weight", &[inputs, units])?,
                bias: get("bias", &[units])?,
                beta: match card.activation.has_beta() {
                    true => get("beta", &[units])?,
                    false => vec![1.0; units],
                },
            })
        };
        let inputs = inputs_of(card.apart.len());
        let apart = layer_names(card.apart.len()).iter().zip(inputs).zip(&card.apart);
        let apart = apart.map(|((name, inputs), &units)| layer(name, inputs.len(), units));
        Ok(Separated {
            activation: card.activation,
            apart: apart.collect::<Result<_, _>>()?,
            common: layer("common", card.apart.iter().sum(), card.hidden)?,
            output: tensors.floats("output.weight", &[card.hidden])?,
            output_bias: tensors.floats("output.bias", &[1])?[0],
        })
    }
}

impl SeparatedCard {
    fn check(&self) -> Result<(), String> {
        let catalogue = Catalogue::embedded();
        if catalogue.fingerprint() != self.fingerprint {
            return Err(catalogue.refusal(&self.fingerprint));
        }
        if self.input_names.len() != INPUTS {
            let found = self.input_names.len();
            return Err(format!("it has {found} inputs, this program {INPUTS}; train it again"));
        }
        SeparatedSettings::check_layers(&self.apart, self.hidden)
            .map_err(|error| format!("its card: {error}"))
    }
}
