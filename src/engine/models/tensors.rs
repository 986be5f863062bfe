//! The parameters of an evaluation as a file holds them: named tensors of 32-bit floats.

use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensorError, SafeTensors};

/// No parameter that was learned is larger, and sums of larger ones could leave the range of numbers.
const LARGEST_WEIGHT: f32 = 1e9;

/// Whether a file may hold this parameter: a number of at most 10⁹. Learning that comes to others has diverged.
#[inline]
#[must_use]
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
    #[must_use]
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
    #[must_use]
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

    /// A tensor, which must have this shape and hold numbers that can be reckoned with.
    ///
    /// # Errors
    /// What is missing or wrong, in words.
    pub fn tensor(&self, name: &str, shape: &[usize]) -> Result<Tensor, String> {
        let tensor = self.view(name, shape)?;
        let bytes = tensor.data().chunks_exact(4);
        let values = bytes.map(|b| f32::from_le_bytes(b.try_into().expect("chunks of four")));
        let values: Vec<f32> = values.collect();
        // A loop without a way out is worked off in vectors.
        if values.iter().fold(true, |is_sound, value| is_sound & self::is_sound(value)) {
            return Ok(Tensor { name: name.into(), shape: shape.to_vec(), values });
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
