//! Patterns with a hidden layer as they stand in a file.

use serde_json::{Map, Value, json};

use super::inputs::INPUTS;
use super::layer::Layer;
use super::settings::MOST_UNITS;
use super::weights::Nnue;
use crate::values::form::Stored;
use crate::values::patterns::Patterns;
use crate::values::tensors::{Tensor, Tensors};

impl Stored for Nnue {
    const KIND: &'static str = "nnue";

    fn card(&self) -> Map<String, Value> {
        let mut card = self.patterns.card();
        card.insert("hidden".into(), json!(self.layer.units));
        card
    }

    fn tensors(&self) -> Vec<Tensor> {
        let (layer, stages) = (&self.layer, self.patterns.stages() as usize);
        let mut tensors = self.patterns.tensors();
        if layer.units > 0 {
            tensors.push(Tensor::new("hidden.weight", &[INPUTS, layer.units], &layer.weights));
            tensors.push(Tensor::new("hidden.bias", &[layer.units], &layer.bias));
            let output = layer.output[..stages].iter().flatten();
            tensors.push(Tensor::new("hidden.output", &[stages, layer.units], output));
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
        let layer = match units as usize {
            0 => Layer::first(0, 0),
            units => layer(units, patterns.stages() as usize, tensors)?,
        };
        Ok(Nnue { patterns, layer })
    }

    /// Patterns, which are given a layer when the run is known that starts from them.
    fn adopted(
        kind: &str,
        card: &Map<String, Value>,
        tensors: &Tensors,
    ) -> Option<Result<Nnue, String>> {
        let adopt = |patterns| Nnue { patterns, layer: Layer::first(0, 0) };
        (kind == Patterns::KIND).then(|| Patterns::restore(card, tensors).map(adopt))
    }
}

fn layer(units: usize, stages: usize, tensors: &Tensors) -> Result<Layer, String> {
    let mut output = tensors.floats("hidden.output", &[stages, units])?;
    output.resize(2 * units, 0.0);
    let endgame = output.split_off(units);
    Ok(Layer {
        units,
        weights: tensors.floats("hidden.weight", &[INPUTS, units])?,
        bias: tensors.floats("hidden.bias", &[units])?,
        output: [output, endgame],
    })
}
