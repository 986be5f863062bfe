//! A finished block and its seal: which one it is, of which work, and how its content is known again.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::files;

/// What a block came to.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockResult {
    /// Its content, a file's.
    pub content: Vec<u8>,
    /// Its figures.
    pub figures: Value,
}

/// What is known of a finished block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct BlockMeta {
    block: u64,
    /// The checksum of the manifest it was made by; a seal without one fits none.
    #[serde(default)]
    work: String,
    pub(super) bytes: u64,
    sha256: String,
    pub(super) figures: Value,
}

impl BlockMeta {
    /// The seal of a block of this work.
    pub(super) fn of(number: u64, block: &BlockResult, work: &str) -> BlockMeta {
        BlockMeta {
            block: number,
            work: work.into(),
            bytes: block.content.len() as u64,
            sha256: files::checksum_of(&block.content),
            figures: block.figures.clone(),
        }
    }

    /// What the content's name has of its checksum; `None` if that is none.
    pub(super) fn mark(&self) -> Option<&str> {
        let is_hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
        let is_checksum = self.sha256.len() == 64 && self.sha256.chars().all(is_hex);
        is_checksum.then(|| &self.sha256[..16])
    }

    /// Whether it is the seal of a block of this work.
    pub(super) fn is_of(&self, work: &str) -> bool {
        self.work == work
    }

    /// What is wrong if it is not the seal of the block of this number.
    pub(super) fn check_number(&self, number: u64) -> Result<(), String> {
        let wrong = || format!("its seal is that of block {}", self.block);
        if self.block == number { Ok(()) } else { Err(wrong()) }
    }

    /// What is wrong with a content of this length.
    pub(super) fn check_length(&self, bytes: u64) -> Result<(), String> {
        let wrong = || format!("{bytes} bytes instead of {}", self.bytes);
        if bytes == self.bytes { Ok(()) } else { Err(wrong()) }
    }

    /// What is wrong with a content.
    pub(super) fn check(&self, content: &[u8]) -> Result<(), String> {
        self.check_length(content.len() as u64)?;
        let is_same = files::checksum_of(content) == self.sha256;
        if is_same { Ok(()) } else { Err("another checksum".into()) }
    }
}
