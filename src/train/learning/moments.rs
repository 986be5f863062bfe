//! What an optimizer remembers of each parameter, beside the weights in the file of a checkpoint.

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

/// The moments in a file, for so many parameters.
///
/// # Errors
/// A tensor of another shape.
pub(crate) fn read(tensors: &Tensors, parameters: usize) -> Result<Moments, String> {
    let mut moments = Moments::default();
    for (name, values) in NAMES.iter().zip(&mut moments).filter(|(name, _)| tensors.has(name)) {
        *values = tensors.floats(name, &[parameters])?;
    }
    Ok(moments)
}
