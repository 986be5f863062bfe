//! Rows on their way from the workers to an output.

use std::ops::Range;
use std::sync::Arc;

use super::plan::Content;
use crate::dataset::Episode;
use crate::learning::Played;

/// The subset of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subset {
    /// Training games.
    Train,
    /// Held-out games.
    HeldOut,
}

impl Subset {
    /// Both subsets.
    pub const ALL: [Subset; 2] = [Subset::Train, Subset::HeldOut];

    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Subset::Train => "train",
            Subset::HeldOut => "held_out",
        }
    }
}

/// The rows of one game.
#[derive(Clone, Debug)]
pub struct GameRows<'a, R> {
    /// The subset of the game.
    pub subset: Subset,
    /// The game in its file, from 1.
    pub number: u64,
    /// Rows of several games.
    pub rows: &'a R,
    /// The rows of this game among them.
    pub range: Range<usize>,
    /// The files so far, by index; the last one is that of the game.
    pub files: &'a [Arc<str>],
}

impl<R> GameRows<'_, R> {
    /// The index of the file of the game.
    #[must_use]
    pub fn file(&self) -> u32 {
        self.files.len().saturating_sub(1) as u32
    }
}

/// Rows of sampled positions as an output wants them. Workers fill one for each block of games.
pub trait RowBuffer: Send + 'static {
    /// No row yet.
    fn new(content: &Content) -> Self;

    /// The number of rows.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds the sampled positions of a game. Its file and its number are known only when the rows are handed on.
    fn push_game(&mut self, game: &Played<'_>, episode: &Episode);

    /// Drops the rows and keeps the memory.
    fn clear(&mut self);
}
