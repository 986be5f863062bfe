//! A file with puzzles, opened to read them.

use std::path::Path;

use super::rows::{PuzzleDeck, PuzzleFilter, StoredPuzzle, at, has_missed, read, tasks};
use crate::error::{DatabaseError, Result};
use crate::practice::Task;
use crate::puzzle::Exercise;
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
    /// A player's name without a word; a damaged file.
    pub fn puzzles(&self, filter: &PuzzleFilter) -> Result<Vec<StoredPuzzle>> {
        read(&self.0, filter)
    }

    /// Removes puzzles of a file by their numbers. The others keep theirs, and a later search of the same games finds none of them again.
    ///
    /// # Errors
    /// As [`PuzzleFile::open`], and a file that cannot be written, or that another process writes.
    pub fn remove(path: &Path, ids: &[u32]) -> Result<()> {
        PuzzleFile::open(path)?;
        let (_lock, database) = Database::begin_puzzles(path).map_err(DatabaseError::of_puzzles)?;
        database.change("puzzle", |connection| {
            let mut delete = connection.prepare("DELETE FROM puzzle WHERE id = ?1")?;
            ids.iter().try_for_each(|id| delete.execute([id]).map(drop))
        })
    }

    /// The puzzles of a deck as tasks.
    ///
    /// # Errors
    /// A name without a word; a damaged file.
    pub fn tasks(&self, deck: PuzzleDeck<'_>) -> Result<Vec<Task>> {
        tasks(&self.0, deck)
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
    pub fn exercise(&self, position: &str) -> Result<Option<Exercise>> {
        Ok(at(&self.0, position)?.map(|stored| stored.exercise()))
    }
}
