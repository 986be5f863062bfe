//! The parameters of an evaluation as a file holds them: named tensors of 32-bit floats.

use std::cell::RefCell;
use std::fmt;
use std::io::{self, Read};

use safetensors::Dtype;
use safetensors::tensor::TensorInfo;

use super::content::{Content, skip};

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

/// The tensors of a file, which are unpacked when they are asked for: quickest in the order in which they stand there.
#[derive(Debug)]
pub struct Tensors<'a> {
    content: &'a Content,
    numbers: RefCell<Numbers<'a>>,
}

/// The numbers of a file from some place on.
struct Numbers<'a> {
    reader: Box<dyn Read + 'a>,
    /// The place, in bytes behind the header.
    at: usize,
}

impl fmt::Debug for Numbers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Numbers").field("at", &self.at).finish_non_exhaustive()
    }
}

impl Tensors<'_> {
    /// The tensors in a file.
    ///
    /// # Errors
    /// Bytes that zstd has not packed.
    pub(super) fn new(content: &Content) -> io::Result<Tensors<'_>> {
        let numbers = Numbers { reader: content.numbers()?, at: 0 };
        Ok(Tensors { content, numbers: RefCell::new(numbers) })
    }

    /// Whether there is a tensor of this name.
    pub fn has(&self, name: &str) -> bool {
        self.content.metadata.info(name).is_some()
    }

    /// Checks that there is a tensor of this name and shape.
    ///
    /// # Errors
    /// What is missing or wrong, in words.
    pub fn check(&self, name: &str, shape: &[usize]) -> Result<(), String> {
        self.info(name, shape).map(|_| ())
    }

    fn info(&self, name: &str, shape: &[usize]) -> Result<&TensorInfo, String> {
        let tensor = self.content.metadata.info(name);
        let tensor = tensor.ok_or_else(|| format!("tensor {name} is missing"))?;
        if tensor.dtype != Dtype::F32 || tensor.shape != shape {
            let TensorInfo { dtype, shape: found, .. } = tensor;
            return Err(format!("tensor {name} is {dtype:?} {found:?}, not F32 {shape:?}"));
        }
        Ok(tensor)
    }

    /// Reads tensors of these names and shapes into groups, whose rows may be padded.
    pub(super) fn fill(
        &self,
        names: &[(String, Vec<usize>)],
        groups: Vec<&mut [f32]>,
    ) -> Result<(), String> {
        let mut groups: Vec<_> = names.iter().zip(groups).collect();
        let metadata = &self.content.metadata;
        groups.sort_by_key(|((name, _), _)| metadata.info(name).map(|tensor| tensor.data_offsets));
        for ((name, shape), values) in groups {
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
        self.check(name, shape)?;
        let mut values = vec![0.0; shape.iter().product()];
        self.copy(name, shape, &mut values)?;
        Ok(values)
    }

    /// The same, into their place.
    fn copy(&self, name: &str, shape: &[usize], values: &mut [f32]) -> Result<(), String> {
        let (start, _) = self.info(name, shape)?.data_offsets;
        let are_sound = self
            .read(start, values)
            .map_err(|reason| format!("tensor {name} cannot be read ({reason})"))?;
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

    /// Reads numbers that begin so many bytes behind the header, and whether all of them are sound.
    fn read(&self, start: usize, values: &mut [f32]) -> io::Result<bool> {
        let numbers = &mut *self.numbers.borrow_mut();
        if start < numbers.at {
            *numbers = Numbers { reader: self.content.numbers()?, at: 0 };
        }
        skip(&mut numbers.reader, start - numbers.at)?;
        numbers.at = start + size_of_val(values);
        // What is unpacked into this much is still in the cache when it goes to its place.
        let (mut buffer, mut are_sound) = (vec![0; 1 << 16], true);
        for values in values.chunks_mut(buffer.len() / 4) {
            let bytes = &mut buffer[..size_of_val(values)];
            numbers.reader.read_exact(bytes)?;
            // A loop without a way out is worked off in vectors.
            for (value, bytes) in values.iter_mut().zip(bytes.as_chunks().0) {
                *value = f32::from_le_bytes(*bytes);
                are_sound &= is_sound(value);
            }
        }
        Ok(are_sound)
    }
}
