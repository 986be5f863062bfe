//! What an optimizer remembers of each parameter, beside the weights in the file of a checkpoint.

use serde_json::{Map, Value};

use crate::models::{Contents, Model, Tensor, Tensors};

/// The moments of an optimizer for each parameter: squares, then means; empty without moments.
pub(crate) type Moments = [Vec<f32>; 2];

/// Names of the tensors of the moments.
const NAMES: [&str; 2] = ["optimiser.squares", "optimiser.means"];

/// What a file holds of weights and moments: an evaluation that plays, with further tensors.
pub(crate) fn contents<F: Model>(model: &F, moments: &Moments) -> Contents {
    let mut contents = Contents::from(model);
    let moments = NAMES.iter().zip(moments).filter(|(_, values)| !values.is_empty());
    let tensors = moments.map(|(name, values)| Tensor::new(*name, &[values.len()], values));
    contents.tensors.extend(tensors);
    contents
}

/// The weights and moments that a file holds.
///
/// # Errors
/// What is missing or wrong, in words.
pub(crate) fn restore<F: Model>(
    card: &Map<String, Value>,
    tensors: &Tensors,
) -> Result<(F, Moments), String> {
    let (model, mut moments) = (F::restore(card, tensors)?, Moments::default());
    for (name, values) in NAMES.iter().zip(&mut moments).filter(|(name, _)| tensors.has(name)) {
        *values = tensors.floats(name, &[model.padded_len()])?;
    }
    Ok((model, moments))
}
