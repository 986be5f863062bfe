//! Patterns with a hidden layer as they stand in a file.

use serde_json::{Map, Value, json};

use super::adam_state::AdamState;
use super::backprop::layer_groups;
use super::inputs::INPUTS;
use super::layer::Layer;
use super::settings::MOST_UNITS;
use super::weights::Nnue;
use crate::models::model::{Stored, ValueFunction};
use crate::models::patterns::Patterns;
use crate::models::tensors::{Tensor, Tensors};

/// Names of the layer and of what Adam remembers of it.
const WEIGHTS: &str = "hidden";
const MEANS: &str = "hidden.mean";
const SQUARES: &str = "hidden.square";

/// Where the card says how many steps Adam made.
const STEPS: &str = "hidden_steps";

impl Stored for Nnue {
    const KIND: &'static str = "nnue";

    fn card(&self) -> Map<String, Value> {
        let mut card = self.patterns.card();
        card.insert("hidden".into(), json!(self.layer.units));
        if let Some(adam) = &self.adam {
            card.insert(STEPS.into(), json!(adam.steps));
        }
        card
    }

    fn tensors(&self) -> Vec<Tensor> {
        let stages = self.patterns.stages();
        let state = self.adam.iter().flat_map(|adam| {
            let squares = layer_groups(SQUARES, &adam.squares, stages);
            layer_groups(MEANS, &adam.means, stages).into_iter().chain(squares)
        });
        self.groups().into_iter().chain(state).map(|group| group.tensor()).collect()
    }

    fn restore(card: &Map<String, Value>, tensors: &Tensors) -> Result<Nnue, String> {
        let patterns = Patterns::restore(card, tensors)?;
        let units =
            card.get("hidden").and_then(Value::as_u64).ok_or("its card: hidden is missing")?;
        if units > MOST_UNITS as u64 {
            return Err(format!("it has {units} hidden units; it may have {MOST_UNITS}"));
        }
        let layer = |name| match units as usize {
            0 => Ok(Layer::zero(0)),
            units => layer(name, units, patterns.stages() as usize, tensors),
        };
        let adam = match card.get(STEPS) {
            None => None,
            Some(steps) => {
                let steps = steps.as_u64().ok_or("its card: hidden_steps is no number")?;
                Some(AdamState { means: layer(MEANS)?, squares: layer(SQUARES)?, steps })
            }
        };
        Ok(Nnue { layer: layer(WEIGHTS)?, adam, patterns })
    }

    /// Patterns, which are given a layer when the run is known that starts from them.
    fn from_other_kind(
        kind: &str,
        card: &Map<String, Value>,
        tensors: &Tensors,
    ) -> Option<Result<Nnue, String>> {
        let adopt = |patterns| Nnue { patterns, layer: Layer::zero(0), adam: None };
        (kind == Patterns::KIND).then(|| Patterns::restore(card, tensors).map(adopt))
    }
}

/// The layer of this name.
fn layer(name: &str, units: usize, stages: usize, tensors: &Tensors) -> Result<Layer, String> {
    let floats = |part: &str, shape: &[usize]| tensors.floats(&format!("{name}.{part}"), shape);
    let parts = [
        floats("weight", &[INPUTS, units])?,
        floats("bias", &[units])?,
        floats("output", &[stages, units])?,
    ];
    let mut parameters = parts.concat();
    parameters.resize((INPUTS + 3) * units, 0.0);
    Ok(Layer { units, parameters })
}
