//! The bytes of an evaluation's file: a header, and the numbers behind it, which are unpacked piece by piece into their place.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Read};

use safetensors::SafeTensorError;
use safetensors::tensor::Metadata;

use crate::files;

/// A file in memory.
pub(super) struct Content {
    /// As they stand in the file, plain or packed by zstd.
    bytes: Cow<'static, [u8]>,
    /// The size of the JSON in eight bytes, and the JSON.
    pub header: Vec<u8>,
    /// The tensors, by where they stand behind the header.
    pub metadata: Metadata,
}

impl Content {
    /// Reads the header of a file that has at most `limit` bytes, unpacked.
    ///
    /// # Errors
    /// No header of safetensors, or of a larger file.
    pub fn new(bytes: Cow<'static, [u8]>, limit: u64) -> Result<Content, SafeTensorError> {
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

    /// What stands behind the header.
    ///
    /// # Errors
    /// Bytes that zstd has not packed.
    pub fn numbers(&self) -> io::Result<Box<dyn Read + '_>> {
        let mut reader = reader(&self.bytes)?;
        skip(&mut reader, self.header.len())?;
        Ok(reader)
    }

    /// Shows `visit` what stands behind the header, to its end.
    ///
    /// # Errors
    /// More or less than the header says.
    pub fn check(
        &self,
        visit: impl FnOnce(&mut dyn Read) -> io::Result<()>,
    ) -> Result<(), SafeTensorError> {
        // One byte more is enough to tell that there are some: what is packed may have no end.
        let mut numbers = self.numbers()?.take(self.metadata.data_len() as u64 + 1);
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

/// Reads these bytes, unpacked.
fn reader(bytes: &[u8]) -> io::Result<Box<dyn Read + '_>> {
    Ok(match bytes.starts_with(&files::ZSTD) {
        true => Box::new(zstd::Decoder::with_buffer(bytes)?),
        false => Box::new(bytes),
    })
}

/// Reads so many bytes that nobody wants.
pub(super) fn skip(reader: &mut impl Read, bytes: usize) -> io::Result<()> {
    io::copy(&mut reader.take(bytes as u64), &mut io::sink()).map(drop)
}
