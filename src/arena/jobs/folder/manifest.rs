//! The settings that all workers of a folder must agree on.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::checksum;
use crate::json_diff;

/// The work that is cut into blocks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The verb whose work it is.
    pub work: String,
    /// Name and version of the program.
    pub program: String,
    /// The node count of a search of fixed positions, which identifies the engine.
    pub signature: String,
    /// Everything that a block depends on.
    pub settings: Value,
    pub blocks: u64,
    /// The extension of the blocks' files.
    pub ending: String,
    /// The command line of the worker that came first, to do a block once more.
    pub command: Vec<String>,
}

const MOST_BLOCKS: u64 = 1 << 40;

impl Manifest {
    /// Fails if it asks for more than a folder can hold, or for files outside of it.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.blocks > MOST_BLOCKS {
            return Err(format!("{} blocks; there may be {MOST_BLOCKS}", self.blocks));
        }
        let is_plain = |part: &str| part.chars().all(|c| c.is_ascii_alphanumeric());
        let is_part = |part: &str| !part.is_empty() && is_plain(part);
        let is_ending = self.ending.len() <= 32 && self.ending.split('.').all(is_part);
        if !is_ending || ["json", "claim"].contains(&self.ending.as_str()) {
            return Err("its ending cannot be that of a block".into());
        }
        Ok(())
    }

    /// The first thing in which other work differs: its name, its value there and here. Command lines may differ.
    pub(super) fn difference(&self, here: &Manifest) -> Option<(String, String, String)> {
        json_diff::first_difference("", &self.essence(), &here.essence())
    }

    /// A checksum of all that makes it other work than another.
    pub(super) fn checksum(&self) -> String {
        checksum::of_bytes(self.essence().to_string().as_bytes())
    }

    fn essence(&self) -> Value {
        json!({
            "work": self.work, "program": self.program, "signature": self.signature,
            "settings": self.settings, "blocks": self.blocks, "ending": self.ending,
        })
    }
}
