//! The parameters of an evaluation as a file holds them: named tensors of 32-bit floats.

use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensorError, SafeTensors};

/// No parameter that was learned is larger, and sums of larger ones could leave the range of numbers.
const LARGEST_WEIGHT: f32 = 1e9;

/// Whether a file may hold this parameter: a number of at most 10⁹. Learning that comes to others has diverged.
#[inline]
pub fn is_sound(weight: &f32) -> bool {
    weight.abs() <= LARGEST_WEIGHT
}

/// A group of parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// Its name in the file.
    pub name: String,
    /// Its dimensions, the slowest first.
    pub shape: Vec<usize>,
    /// The parameters, the last dimension fastest.
    pub values: Vec<f32>,
}

impl Tensor {
    /// A tensor of these parameters.
    pub fn new<'a>(
        name: impl Into<String>,
        shape: &[usize],
        values: impl IntoIterator<Item = &'a f32>,
    ) -> Tensor {
        let values = values.into_iter().copied().collect();
        Tensor { name: name.into(), shape: shape.to_vec(), values }
    }
}

/// The tensors of a file.
#[derive(Debug)]
pub struct Tensors<'a>(SafeTensors<'a>);

impl Tensors<'_> {
    /// The tensors in the bytes of a file.
    ///
    /// # Errors
    /// When they are not safetensors, or cut short.
    pub(super) fn read(bytes: &[u8]) -> Result<Tensors<'_>, SafeTensorError> {
        SafeTensors::deserialize(bytes).map(Tensors)
    }

    /// Whether there is a tensor of this name.
    pub fn has(&self, name: &str) -> bool {
        self.0.tensor(name).is_ok()
    }

    /// Checks that there is a tensor of this name and shape.
    ///
    /// # Errors
    /// What is missing or wrong, in words.
    pub fn check(&self, name: &str, shape: &[usize]) -> Result<(), String> {
        self.view(name, shape).map(|_| ())
    }

    fn view(&self, name: &str, shape: &[usize]) -> Result<TensorView<'_>, String> {
        let tensor = self.0.tensor(name).map_err(|_| format!("tensor {name} is missing"))?;
        if tensor.dtype() != Dtype::F32 || tensor.shape() != shape {
            let found = tensor.shape();
            return Err(format!(
                "tensor {name} is {:?} {found:?}, not F32 {shape:?}",
                tensor.dtype()
            ));
        }
        Ok(tensor)
    }

    /// Reads tensors of these names and shapes into groups, whose rows may be padded.
    pub(super) fn fill(
        &self,
        names: &[(String, Vec<usize>)],
        groups: Vec<&mut [f32]>,
    ) -> Result<(), String> {
        for ((name, shape), values) in names.iter().zip(groups) {
            if values.len() == shape.iter().product::<usize>() {
                self.copy(name, shape, values)?;
                continue;
            }
            let found = self.floats(name, shape)?;
            let row = shape.last().copied().unwrap_or(1).max(1);
            let padded = (values.len() / (found.len() / row).max(1)).max(1);
            let rows = values.chunks_exact_mut(padded).zip(found.chunks_exact(row));
            rows.for_each(|(to, from)| to[..row].copy_from_slice(from));
        }
        Ok(())
    }

    /// The parameters of a tensor, which must have this shape and hold numbers that can be reckoned with.
    ///
    /// # Errors
    /// What is missing or wrong, in words.
    pub fn floats(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, String> {
        let mut values = vec![0.0; self.view(name, shape)?.data().len() / 4];
        self.copy(name, shape, &mut values)?;
        Ok(values)
    }

    /// The same, into their place: large tensors are not copied twice.
    fn copy(&self, name: &str, shape: &[usize], values: &mut [f32]) -> Result<(), String> {
        let tensor = self.view(name, shape)?;
        let mut are_sound = true;
        // A loop without a way out is worked off in vectors.
        for (value, bytes) in values.iter_mut().zip(tensor.data().as_chunks().0) {
            *value = f32::from_le_bytes(*bytes);
            are_sound &= is_sound(value);
        }
        if are_sound {
            return Ok(());
        }
        let wrong = values.iter().find(|value| !value.is_finite());
        let large = values.iter().find(|value| !is_sound(value)).copied().unwrap_or_default();
        Err(match wrong {
            Some(wrong) => format!("tensor {name} holds weights that are not numbers ({wrong})"),
            None => format!(
                "tensor {name} holds the weight {large:e}, larger than any that can be learned ({LARGEST_WEIGHT:e})"
            ),
        })
    }
}
