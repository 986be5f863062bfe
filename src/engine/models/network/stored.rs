//! The paper's network as it stands in a file.

use std::sync::Arc;

use ndarray::{Array1, Array2};
use serde_json::{Map, Value, json};

use super::form::NetworkForm;
use super::mlp::Network;
use super::phase_networks::PhaseNetworks;
use crate::features::{Catalogue, InputView, Sources, Subset, Texts};
use crate::models::model::{Stored, ValueFunction};
use crate::models::parameters::ParameterGroup;
use crate::models::phases::Borders;
use crate::models::tensors::{Tensor, Tensors};

impl Stored for NetworkForm {
    const KIND: &'static str = "network";

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

    fn tensors(&self) -> Vec<Tensor> {
        self.groups().iter().map(ParameterGroup::tensor).collect()
    }

    fn restore(card: &Map<String, Value>, tensors: &Tensors) -> Result<NetworkForm, String> {
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
            let get = |name: &str, shape: &[usize]| {
                tensors.floats(&format!("phase{phase}.{name}"), shape)
            };
            let weights = get("hidden.weight", &[inputs, hidden])?;
            Ok(Network {
                input: Array2::from_shape_vec((inputs, hidden), weights)
                    .map_err(|error| error.to_string())?,
                bias: Array1::from_vec(get("hidden.bias", &[hidden])?),
                beta: Array1::from_vec(get("hidden.beta", &[hidden])?),
                output: Array1::from_vec(get("output.weight", &[hidden])?),
                output_bias: get("output.bias", &[1])?[0],
            })
        });
        let networks: Vec<Network> = networks.collect::<Result<_, String>>()?;
        Ok(NetworkForm::new(view, PhaseNetworks::new(borders, networks)))
    }
}

/// The part of the card that is the network's own.
#[derive(serde::Deserialize)]
struct NetworkCard {
    /// The named subset of inputs, `nn1` to `nn4`.
    inputs: String,
    /// Whether the runaway inputs 19 and 20 were on; they are off in the strict reproduction of the paper.
    additions: bool,
    /// Fingerprint of the feature catalogue the network was trained on.
    fingerprint: String,
    /// The name of each input, in index order.
    input_names: Vec<String>,
    /// Pieces on the board at which the next phase's network takes over, falling; empty for one network.
    borders: Vec<u32>,
    /// Hidden units.
    hidden: usize,
    /// The files of a catalogue that is not the program's own.
    catalogue: Option<Texts>,
}

impl NetworkCard {
    fn subset(&self) -> Result<Subset, String> {
        self.inputs.parse().map_err(|error: crate::features::UnknownSubset| error.to_string())
    }

    /// The catalogue it was trained on: the program's own, or the one that came with it.
    fn catalogue(&self) -> Result<Arc<Catalogue>, String> {
        let catalogue = match &self.catalogue {
            None => Catalogue::embedded().clone(),
            Some(texts) => {
                let read = Catalogue::read(&Sources::from(texts));
                Arc::new(read.map_err(|error| format!("the catalogue in it: {error}"))?)
            }
        };
        if catalogue.fingerprint() == self.fingerprint {
            return Ok(catalogue);
        }
        Err(catalogue.refusal(&self.fingerprint))
    }
}
