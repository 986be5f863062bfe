//! Puzzles of games, in the database of the games or in a file of their own: made, read, filtered, and written for others.

mod export;
mod file;
mod mine;
mod rows;
mod sheet;
#[cfg(test)]
mod tests;

pub use export::CSV_HEAD;
pub use file::PuzzleFile;
pub use mine::{Mined, Mining, MiningEvent, is_sqlite, mine};
pub use rows::{PuzzleDeck, PuzzleFilter, StoredPuzzle};
pub use sheet::Sheet;
