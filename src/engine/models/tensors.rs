//! The parameters of an evaluation as a file holds them: named tensors of 32-bit floats.

use std::iter::zip;

use rayon::prelude::*;
use safetensors::Dtype;
use safetensors::tensor::TensorInfo;

use super::content::{Content, Part, Unpacker};
use crate::pool::in_pool;

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

/// The tensors of a file, which are unpacked when they are asked for: quickest all at once.
#[derive(Debug)]
pub struct Tensors<'a>(pub(super) &'a Content);

/// Numbers that follow each other in the file.
struct Piece<'a> {
    /// The tensor that they are of.
    name: &'a str,
    /// Where they begin in the unpacked file.
    start: usize,
    /// Where they go.
    values: &'a mut [f32],
}

impl Tensors<'_> {
    /// Whether there is a tensor of this name.
    pub fn has(&self, name: &str) -> bool {
        self.0.metadata.info(name).is_some()
    }

    /// Checks that there is a tensor of this name and shape.
    ///
    /// # Errors
    /// What is missing or wrong, in words.
    pub fn check(&self, name: &str, shape: &[usize]) -> Result<(), String> {
        self.info(name, shape).map(|_| ())
    }

    fn info(&self, name: &str, shape: &[usize]) -> Result<&TensorInfo, String> {
        let tensor = self.0.metadata.info(name);
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
        mut groups: Vec<&mut [f32]>,
    ) -> Result<(), String> {
        let count = |shape: &[usize]| shape.iter().product::<usize>();
        let padded = zip(names, &groups).map(|((_, shape), values)| match count(shape) {
            count if count == values.len() => Vec::new(),
            count => vec![0.0; count],
        });
        let mut padded: Vec<Vec<f32>> = padded.collect();
        let places = zip(&mut groups, &mut padded).map(|(values, found)| match found.is_empty() {
            true => &mut **values,
            false => found.as_mut_slice(),
        });
        let pieces =
            zip(names, places).map(|((name, shape), values)| self.piece(name, shape, values));
        self.read(pieces.collect::<Result<_, _>>()?)?;
        for (((_, shape), values), found) in zip(zip(names, groups), &padded) {
            let row = shape.last().copied().unwrap_or(1).max(1);
            let width = (values.len() / (found.len() / row).max(1)).max(1);
            let rows = zip(values.chunks_exact_mut(width), found.chunks_exact(row));
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
        self.read(vec![self.piece(name, shape, &mut values)?])?;
        Ok(values)
    }

    /// A tensor of this shape and the place for it.
    fn piece<'a>(
        &self,
        name: &'a str,
        shape: &[usize],
        values: &'a mut [f32],
    ) -> Result<Piece<'a>, String> {
        let (start, _) = self.info(name, shape)?.data_offsets;
        Ok(Piece { name, start: self.0.header.len() + start, values })
    }

    /// Reads pieces into their places, the parts of the file beside each other.
    fn read(&self, mut pieces: Vec<Piece>) -> Result<(), String> {
        let parts = self.0.parts();
        let mut pieces_of: Vec<Vec<Piece>> = parts.iter().map(|_| Vec::new()).collect();
        pieces.sort_by_key(|piece| piece.start);
        for Piece { name, mut start, mut values } in pieces {
            while !values.is_empty() {
                let next = parts.partition_point(|part| part.start <= start);
                let room = parts.get(next).map_or(usize::MAX, |part| part.start - start);
                let (here, later) = values.split_at_mut(values.len().min(room / size_of::<f32>()));
                let bytes = size_of_val(here);
                pieces_of[next - 1].push(Piece { name, start, values: here });
                (start, values) = (start + bytes, later);
            }
        }
        let work: Vec<_> = zip(parts, pieces_of).filter(|(_, pieces)| !pieces.is_empty()).collect();
        let read = || -> Vec<Result<(), String>> {
            let done =
                work.into_par_iter().map_init(Unpacker::default, |unpacker, (part, pieces)| {
                    read_part(&part, pieces, unpacker)
                });
            done.collect()
        };
        in_pool(read).into_iter().collect()
    }
}

fn read_part(part: &Part, pieces: Vec<Piece>, unpacker: &mut Unpacker) -> Result<(), String> {
    let unpacked = part.unpack(unpacker);
    for Piece { name, start, values } in pieces {
        let bytes = unpacked.as_ref().map_err(ToString::to_string).and_then(|unpacked| {
            let bytes = unpacked.get(start - part.start..).unwrap_or(&[]);
            bytes.get(..size_of_val(values)).ok_or_else(|| "it ends early".to_owned())
        });
        let bytes = bytes.map_err(|reason| format!("tensor {name} cannot be read ({reason})"))?;
        // A loop without a way out is worked off in vectors.
        let mut are_sound = true;
        for (value, bytes) in zip(&mut *values, bytes.as_chunks().0) {
            *value = f32::from_le_bytes(*bytes);
            are_sound &= is_sound(value);
        }
        if !are_sound {
            return Err(unsound(name, values));
        }
    }
    Ok(())
}

/// What is wrong with the numbers of a tensor.
fn unsound(name: &str, values: &[f32]) -> String {
    let wrong = values.iter().find(|value| !value.is_finite());
    let large = values.iter().find(|value| !is_sound(value)).copied().unwrap_or_default();
    match wrong {
        Some(wrong) => format!("tensor {name} holds weights that are not numbers ({wrong})"),
        None => format!(
            "tensor {name} holds the weight {large:e}, larger than any that can be learned ({LARGEST_WEIGHT:e})"
        ),
    }
}
