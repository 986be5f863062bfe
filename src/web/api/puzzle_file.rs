//! The page without a server opens no file, and so no file of puzzles: the shape of `database::puzzles`, without a value.

use std::path::Path;

use crate::error::WebError;
use crate::practice::Task;
use crate::puzzle::Exercise;

/// Puzzles to be practised.
#[allow(dead_code, reason = "no file reads which puzzles are meant")]
pub(super) enum PuzzleDeck<'a> {
    All,
    Missed(Option<&'a str>),
}

/// A file that is never opened.
pub(super) enum PuzzleFile {}

impl PuzzleFile {
    pub(super) fn open(_: &Path) -> Result<PuzzleFile, WebError> {
        Err(WebError::NotFound)
    }

    pub(super) fn has_missed(&self) -> Result<bool, WebError> {
        match *self {}
    }

    pub(super) fn tasks(&self, _: PuzzleDeck<'_>) -> Result<Vec<Task>, WebError> {
        match *self {}
    }

    pub(super) fn exercise(&self, _: &str) -> Result<Option<Exercise>, WebError> {
        match *self {}
    }
}
