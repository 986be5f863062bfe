//! Patterns with a hidden layer as they stand in a file.

use serde_json::{Map, Value, json};

use super::adam_state::AdamState;
use super::inputs::INPUTS;
use super::layer::Layer;
use super::settings::MOST_UNITS;
use super::weights::Nnue;
use crate::models::form::Stored;
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
        if let Some(moments) = &self.moments {
            card.insert(STEPS.into(), json!(moments.steps));
        }
        card
    }

    fn tensors(&self) -> Vec<Tensor> {
        let (layer, stages) = (&self.layer, self.patterns.stages() as usize);
        let mut tensors = self.patterns.tensors();
        let moments = self.moments.iter();
        let moments = moments.flat_map(|m| [(MEANS, &m.means), (SQUARES, &m.squares)]);
        for (name, layer) in [(WEIGHTS, layer)].into_iter().chain(moments) {
            if layer.units > 0 {
                let name = |part: &str| format!("{name}.{part}");
                let output = layer.output[..stages].iter().flatten();
                tensors.push(Tensor::new(name("weight"), &[INPUTS, layer.units], &layer.weights));
                tensors.push(Tensor::new(name("bias"), &[layer.units], &layer.bias));
                tensors.push(Tensor::new(name("output"), &[stages, layer.units], output));
            }
        }
        tensors
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
        let moments = match card.get(STEPS) {
            None => None,
            Some(steps) => {
                let steps = steps.as_u64().ok_or("its card: hidden_steps is no number")?;
                Some(AdamState { means: layer(MEANS)?, squares: layer(SQUARES)?, steps })
            }
        };
        Ok(Nnue { layer: layer(WEIGHTS)?, moments, patterns })
    }

    /// Patterns, which are given a layer when the run is known that starts from them.
    fn adopted(
        kind: &str,
        card: &Map<String, Value>,
        tensors: &Tensors,
    ) -> Option<Result<Nnue, String>> {
        let adopt = |patterns| Nnue { patterns, layer: Layer::zero(0), moments: None };
        (kind == Patterns::KIND).then(|| Patterns::restore(card, tensors).map(adopt))
    }
}

/// The layer of this name.
fn layer(name: &str, units: usize, stages: usize, tensors: &Tensors) -> Result<Layer, String> {
    let floats = |part: &str, shape: &[usize]| tensors.floats(&format!("{name}.{part}"), shape);
    let mut output = floats("output", &[stages, units])?;
    output.resize(2 * units, 0.0);
    let endgame = output.split_off(units);
    Ok(Layer {
        units,
        weights: floats("weight", &[INPUTS, units])?,
        bias: floats("bias", &[units])?,
        output: [output, endgame],
    })
}
