//! A network in a file: a tensor for the weights and one for the bias of each layer, and a card.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::inputs::DenseInputs;
use super::model::{Dense, DenseActivation, DenseLayer, Sides};
use crate::features::{Catalogue, Texts};
use crate::models::file::Contents;
use crate::models::model::read_card;
use crate::models::tensors::{Tensor, Tensors};

/// The card.
#[derive(Serialize, Deserialize)]
struct DenseCard {
    inputs: StoredInputs,
    sides: Sides,
    layers: Vec<StoredLayer>,
    /// The fingerprint of the catalogue of named inputs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fingerprint: Option<String>,
    /// The files of a catalogue that is not the program's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    catalogue: Option<Texts>,
}

/// `"squares"`, or names of inputs.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredInputs {
    Squares(SquaresWord),
    Named(Vec<String>),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SquaresWord {
    Squares,
}

#[derive(Serialize, Deserialize)]
struct StoredLayer {
    units: usize,
    activation: DenseActivation,
}

impl Dense {
    /// The word for the model on the card of a file.
    pub const KIND: &'static str = "dense";

    /// The network that a file holds.
    ///
    /// # Errors
    /// What is missing or wrong, in words.
    pub fn restore(card: &Map<String, Value>, tensors: &Tensors<'_>) -> Result<Dense, String> {
        let card: DenseCard = read_card(card)?;
        let inputs = match &card.inputs {
            StoredInputs::Squares(_) => DenseInputs::Squares,
            StoredInputs::Named(names) => {
                let fingerprint = card.fingerprint.as_ref();
                let fingerprint = fingerprint.ok_or("its card has no fingerprint of the inputs")?;
                let catalogue = Catalogue::stored(card.catalogue.as_ref(), fingerprint)?;
                DenseInputs::named(catalogue, names).map_err(|error| error.to_string())?
            }
        };
        let mut width = inputs.count();
        let mut layers = Vec::new();
        for (number, StoredLayer { units, activation }) in card.layers.into_iter().enumerate() {
            let [weights, bias] = names(number);
            layers.push(DenseLayer {
                weights: tensors.floats(&weights, &[units, width])?,
                bias: tensors.floats(&bias, &[units])?,
                activation,
            });
            width = card.sides.width_after(number, units);
        }
        Dense::new(inputs, card.sides, layers).map_err(|error| error.to_string())
    }
}

/// The names of the tensors of a layer.
fn names(layer: usize) -> [String; 2] {
    ["weight", "bias"].map(|part| format!("layer{layer}.{part}"))
}

impl From<&Dense> for Contents {
    fn from(dense: &Dense) -> Contents {
        let (inputs, catalogue) = match dense.inputs() {
            DenseInputs::Squares => (StoredInputs::Squares(SquaresWord::Squares), None),
            DenseInputs::Named(catalogue, indexes) => {
                let name = |&index: &usize| catalogue.entries()[index].name.clone();
                (StoredInputs::Named(indexes.iter().map(name).collect()), Some(catalogue))
            }
        };
        let own = catalogue.filter(|catalogue| *catalogue != Catalogue::embedded());
        let layer =
            |layer: &DenseLayer| StoredLayer { units: layer.units(), activation: layer.activation };
        let card = DenseCard {
            inputs,
            sides: dense.sides(),
            layers: dense.layers().iter().map(layer).collect(),
            fingerprint: catalogue.map(|catalogue| catalogue.fingerprint().to_owned()),
            catalogue: own.map(|catalogue| catalogue.texts().clone()),
        };
        let tensors = dense.layers().iter().enumerate().flat_map(|(number, layer)| {
            let [weights, bias] = names(number);
            let shape = [layer.units(), layer.weights.len() / layer.units()];
            [
                Tensor::new(weights, &shape, &layer.weights),
                Tensor::new(bias, &shape[..1], &layer.bias),
            ]
        });
        let card = match serde_json::to_value(card) {
            Ok(Value::Object(card)) => card,
            _ => Map::new(),
        };
        Contents { kind: Dense::KIND, card, tensors: tensors.collect() }
    }
}
