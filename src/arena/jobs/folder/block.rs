//! A finished block and its meta file: which one it is, of which work, and how its content is known again.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::checksum;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BlockResult {
    pub content: Vec<u8>,
    pub figures: Value,
}

/// The meta file of a finished block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct BlockMeta {
    block: u64,
    /// The checksum of the manifest it was made by; a meta file without one fits none.
    #[serde(default)]
    work: String,
    pub(super) bytes: u64,
    sha256: String,
    pub(super) figures: Value,
}

impl BlockMeta {
    /// The meta file of a block of this work.
    pub(super) fn of(number: u64, block: &BlockResult, work: &str) -> BlockMeta {
        BlockMeta {
            block: number,
            work: work.into(),
            bytes: block.content.len() as u64,
            sha256: checksum::of_bytes(&block.content),
            figures: block.figures.clone(),
        }
    }

    /// The part of the checksum in the content's file name; `None` if the checksum is malformed.
    pub(super) fn short_checksum(&self) -> Option<&str> {
        let is_hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
        let is_checksum = self.sha256.len() == 64 && self.sha256.chars().all(is_hex);
        is_checksum.then(|| &self.sha256[..16])
    }

    /// Whether it is the meta file of a block of this work.
    pub(super) fn is_of(&self, work: &str) -> bool {
        self.work == work
    }

    /// Fails unless it is the meta file of the block of this number.
    pub(super) fn check_number(&self, number: u64) -> Result<(), String> {
        let wrong = || format!("its seal is that of block {}", self.block);
        if self.block == number { Ok(()) } else { Err(wrong()) }
    }

    /// Fails unless the content has this length.
    pub(super) fn check_length(&self, bytes: u64) -> Result<(), String> {
        let wrong = || format!("{bytes} bytes instead of {}", self.bytes);
        if bytes == self.bytes { Ok(()) } else { Err(wrong()) }
    }

    /// Fails unless this is the content.
    pub(super) fn check(&self, content: &[u8]) -> Result<(), String> {
        self.check_length(content.len() as u64)?;
        let is_same = checksum::of_bytes(content) == self.sha256;
        if is_same { Ok(()) } else { Err("another checksum".into()) }
    }
}
