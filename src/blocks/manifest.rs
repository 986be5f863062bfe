//! What all who work in a folder must agree on.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::differing;
use crate::files;

/// The work that is cut into blocks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The verb whose work it is.
    pub work: String,
    /// Name and version of the program.
    pub program: String,
    /// What a search of fixed positions comes to: a program that plays differently is told by it.
    pub signature: String,
    /// Everything that a block depends on.
    pub settings: Value,
    /// The number of blocks.
    pub blocks: u64,
    /// What the names of the blocks' files end with.
    pub ending: String,
    /// The command line of the worker that came first, to do a block once more.
    pub command: Vec<String>,
}

impl Manifest {
    /// The first thing in which other work differs: its name, its value there and here. Command lines may differ.
    pub(super) fn difference(&self, here: &Manifest) -> Option<(String, String, String)> {
        differing::first("", &self.essence(), &here.essence())
    }

    /// A checksum of all that makes it other work than another.
    pub(super) fn checksum(&self) -> String {
        files::checksum_of(self.essence().to_string().as_bytes())
    }

    /// All but the command line.
    fn essence(&self) -> Value {
        json!({
            "work": self.work, "program": self.program, "signature": self.signature,
            "settings": self.settings, "blocks": self.blocks, "ending": self.ending,
        })
    }
}
