//! A file with puzzles, opened to read them.

use std::path::Path;

use super::rows::{PuzzleFilter, StoredPuzzle, at, has_missed, read, tasks};
use crate::error::{DatabaseError, Result};
use crate::practice::Task;
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
        Database::open_puzzles(path).map(PuzzleFile).map_err(DatabaseError::of_puzzles)
    }

    /// The puzzles that pass a filter, in the order of their numbers; none where no puzzle was made.
    ///
    /// # Errors
    /// A damaged file.
    pub fn puzzles(&self, filter: &PuzzleFilter) -> Result<Vec<StoredPuzzle>> {
        read(&self.0, filter)
    }

    /// All puzzles as tasks; with part of a name, those that this player missed in his game.
    ///
    /// # Errors
    /// A damaged file.
    pub fn tasks(&self, missed_by: Option<&str>) -> Result<Vec<Task>> {
        tasks(&self.0, missed_by)
    }

    /// Whether there are puzzles whose win was missed in the game.
    ///
    /// # Errors
    /// A damaged file.
    pub fn has_missed(&self) -> Result<bool> {
        has_missed(&self.0)
    }

    /// The puzzle of a position that [`tasks`](PuzzleFile::tasks) lists.
    ///
    /// # Errors
    /// A damaged file.
    pub fn at(&self, position: &str) -> Result<Option<StoredPuzzle>> {
        at(&self.0, position)
    }
}
