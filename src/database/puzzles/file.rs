//! A file with puzzles, opened to read them.

use std::path::Path;

use super::rows::{PuzzleFilter, StoredPuzzle, read};
use crate::error::Result;
use crate::store::Database;

/// A file with puzzles: a database of games, or a file that has only puzzles.
#[derive(Debug)]
pub struct PuzzleFile(Database);

impl PuzzleFile {
    /// Opens a file.
    ///
    /// # Errors
    /// A file that is missing, neither a database of games nor a file of puzzles, of a newer layout, or damaged.
    pub fn open(path: &Path) -> Result<PuzzleFile> {
        Ok(PuzzleFile(Database::open_puzzles(path)?))
    }

    /// The puzzles that pass a filter, in the order of their numbers; none where no puzzle was made.
    ///
    /// # Errors
    /// A damaged file.
    pub fn puzzles(&self, filter: &PuzzleFilter) -> Result<Vec<StoredPuzzle>> {
        read(&self.0, filter)
    }
}
