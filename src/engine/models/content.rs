//! The bytes of an evaluation's file: a header, then the numbers, which are unpacked piece by piece into their place.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Read};

use safetensors::SafeTensorError;
use safetensors::tensor::{Metadata, TensorInfo};
use zstd::bulk::Decompressor;
use zstd::zstd_safe;

use crate::files;

/// A file in memory.
pub(super) struct Content {
    /// The bytes of the file, plain or packed by zstd.
    bytes: Cow<'static, [u8]>,
    /// The size of the JSON in eight bytes, and the JSON.
    pub header: Vec<u8>,
    /// The tensors, by their offsets after the header.
    pub metadata: Metadata,
}

impl Content {
    /// Reads the header of a file that has at most `limit` bytes, unpacked.
    ///
    /// # Errors
    /// No header of safetensors, or of a larger file.
    pub(super) fn new(bytes: Cow<'static, [u8]>, limit: u64) -> Result<Content, SafeTensorError> {
        let (mut reader, mut header) = (reader(&bytes)?, Vec::new());
        reader.by_ref().take(8).read_to_end(&mut header)?;
        let size = *header.as_array().ok_or(SafeTensorError::HeaderTooSmall)?;
        let size = u64::from_le_bytes(size);
        if size > limit {
            return Err(SafeTensorError::HeaderTooLarge);
        }
        reader.take(size).read_to_end(&mut header)?;
        let json = &header[8..];
        if (json.len() as u64) < size {
            return Err(SafeTensorError::InvalidHeaderLength);
        }
        let metadata: Metadata =
            serde_json::from_slice(json).map_err(SafeTensorError::InvalidHeaderDeserialization)?;
        if (header.len() as u64).saturating_add(metadata.data_len() as u64) > limit {
            return Err(files::too_large(limit).into());
        }
        Ok(Content { bytes, header, metadata })
    }

    /// The file in parts that can be unpacked in parallel: cut between frames of zstd that give their sizes, where a number after the
    /// header begins.
    pub(super) fn parts(&self) -> Vec<Part<'_>> {
        let is_packed = self.bytes.starts_with(&files::ZSTD);
        let end = self.header.len() + self.metadata.data_len();
        let mut parts = vec![Part { start: 0, end, bytes: &self.bytes, is_packed }];
        let is_aligned = |tensor: &TensorInfo| tensor.data_offsets.0.is_multiple_of(NUMBER);
        if !is_packed || !self.metadata.tensors().into_values().all(is_aligned) {
            return parts;
        }
        let (mut start, mut rest) = (0, &*self.bytes);
        while let Some((packed, unpacked)) = first_frame(rest) {
            (start, rest) = (start + unpacked, &rest[packed..]);
            let numbers = start.checked_sub(self.header.len());
            if numbers.is_some_and(|numbers| numbers.is_multiple_of(NUMBER)) && !rest.is_empty() {
                let last = parts.last_mut().expect("there is a first part");
                last.bytes = &last.bytes[..last.bytes.len() - rest.len()];
                last.end = start;
                parts.push(Part { start, end, bytes: rest, is_packed });
            }
        }
        parts
    }

    /// Shows `visit` the bytes after the header, to the end.
    ///
    /// # Errors
    /// More or less than the header says.
    pub(super) fn check(
        &self,
        visit: impl FnOnce(&mut dyn Read) -> io::Result<()>,
    ) -> Result<(), SafeTensorError> {
        // One byte more is enough to see that there are more: packed bytes may have no end.
        let mut reader = reader(&self.bytes)?;
        skip(&mut reader, self.header.len())?;
        let mut numbers = reader.take(self.metadata.data_len() as u64 + 1);
        visit(&mut numbers)?;
        match numbers.limit() {
            1 => Ok(()),
            _ => Err(SafeTensorError::MetadataIncompleteBuffer),
        }
    }
}

impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Content").field("metadata", &self.metadata).finish_non_exhaustive()
    }
}

/// A stretch of a file that is unpacked by itself.
pub(super) struct Part<'a> {
    /// Where it begins in the unpacked file.
    pub start: usize,
    /// Where it ends there.
    end: usize,
    bytes: &'a [u8],
    is_packed: bool,
}

/// What unpacks parts, with memory that is used again.
#[derive(Default)]
pub(super) struct Unpacker {
    decompressor: Decompressor<'static>,
    memory: Vec<u8>,
}

impl Part<'_> {
    /// Its bytes, unpacked.
    ///
    /// # Errors
    /// Bytes that zstd has not packed, or more than the header says.
    pub(super) fn unpack<'m>(&'m self, unpacker: &'m mut Unpacker) -> io::Result<&'m [u8]> {
        if !self.is_packed {
            return Ok(self.bytes);
        }
        let Unpacker { decompressor, memory } = unpacker;
        memory.clear();
        memory.reserve(self.end.saturating_sub(self.start));
        decompressor.decompress_to_buffer(self.bytes, memory)?;
        Ok(memory)
    }
}

/// The size of a 32-bit float.
const NUMBER: usize = size_of::<f32>();

/// The sizes of the first of these frames, packed and unpacked; `None` after the last, or where a frame does not give them.
fn first_frame(frames: &[u8]) -> Option<(usize, usize)> {
    let packed = zstd_safe::find_frame_compressed_size(frames).ok()?;
    let unpacked = zstd_safe::get_frame_content_size(frames).ok()??;
    // No file that is read is nearly as large as this.
    Some((packed, usize::try_from(unpacked).ok().filter(|&size| size <= isize::MAX as usize)?))
}

/// Reads these bytes, unpacked.
fn reader(bytes: &[u8]) -> io::Result<Box<dyn Read + '_>> {
    Ok(match bytes.starts_with(&files::ZSTD) {
        true => Box::new(zstd::Decoder::with_buffer(bytes)?),
        false => Box::new(bytes),
    })
}

/// Reads this number of bytes and drops them.
fn skip(reader: &mut impl Read, bytes: usize) -> io::Result<()> {
    io::copy(&mut reader.take(bytes as u64), &mut io::sink()).map(drop)
}
