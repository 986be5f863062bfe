//! Games that could not be read.

use draughts_td::game::GameError;
use draughts_td::pdn::PdnError;
use pyo3::prelude::*;

/// A game, or the rest of a file, that could not be read.
#[pyclass(frozen, module = "draughts_td", get_all)]
#[derive(Clone)]
pub(crate) struct SkippedGame {
    pub file: String,
    pub line: Option<u64>,
    pub number: Option<u64>,
    /// The name of the fault, as `inspect` counts it; `file` if it is the file's.
    pub reason: &'static str,
    pub message: String,
}

#[pymethods]
impl SkippedGame {
    fn __repr__(&self) -> String {
        format!("<SkippedGame {}>", self.message)
    }
}

impl From<&GameError> for SkippedGame {
    fn from(error: &GameError) -> SkippedGame {
        SkippedGame {
            file: error.place.file.to_string(),
            line: Some(error.place.line),
            number: Some(error.place.game),
            reason: error.fault.name(),
            message: error.to_string(),
        }
    }
}

impl From<&PdnError> for SkippedGame {
    fn from(error: &PdnError) -> SkippedGame {
        let file = error.file().to_owned();
        SkippedGame { file, line: None, number: None, reason: "file", message: error.to_string() }
    }
}
