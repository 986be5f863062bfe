//! The settings of an engine: memory, threads, techniques.

use std::num::NonZeroUsize;

use super::tablebase_probe::Endgame;
use crate::book::Book;
use crate::search::{Techniques, TranspositionTable};

/// Settings of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Size of the transposition table in MiB.
    pub hash_mb: usize,
    /// Threads that search together; only one gives the same answer every time.
    pub threads: NonZeroUsize,
    /// The techniques of the search.
    pub techniques: Techniques,
    /// Tables of positions with few pieces.
    pub endgame: Option<Endgame>,
    /// Openings that are played without a search.
    pub book: Option<BookConfig>,
}

/// A book and the seed of its choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookConfig {
    /// The book.
    pub book: Book,
    /// The same seed chooses the same move in the same position.
    pub seed: u64,
}

impl Options {
    /// The largest transposition table, in MiB.
    pub const MAX_TABLE: usize = TranspositionTable::MAX_MEBIBYTES;

    /// The entries of a MiB of transposition table.
    pub const ENTRIES_PER_MEBIBYTE: usize = TranspositionTable::ENTRIES_PER_MEBIBYTE;

    /// The most threads; beyond any gain, and before the system runs out of them.
    pub const MAX_THREADS: usize = 256;
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash_mb: 64,
            threads: NonZeroUsize::MIN,
            techniques: Techniques::ALL,
            endgame: None,
            book: None,
        }
    }
}
