//! Puzzles of games, in the database of the games or in a file of their own: made, read, filtered, and written for others.

mod file;
mod mine;
mod rows;

pub use file::PuzzleFile;
pub use mine::{Mined, Mining, MiningEvent, is_sqlite, mine};
pub use rows::{PuzzleFilter, StoredPuzzle};
