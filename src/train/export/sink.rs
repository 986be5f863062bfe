//! The interface of the output formats.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use super::error::ExportError;
use super::rows::Rows;

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
pub struct GameRows<'a> {
    /// The subset of the game.
    pub subset: Subset,
    /// Rows of several games.
    pub rows: &'a Rows,
    /// The rows of this game among them.
    pub range: Range<usize>,
    /// The files so far, by index.
    pub files: &'a [Arc<str>],
}

/// Takes rows game by game, in order. Its output appears when it is finished, and not before.
pub trait Sink {
    /// Takes the rows of a game.
    ///
    /// # Errors
    /// An output that cannot be written.
    fn add(&mut self, game_rows: GameRows<'_>) -> Result<(), ExportError>;

    /// Finishes the output and returns its paths.
    ///
    /// # Errors
    /// An output that cannot be written.
    fn finish(self: Box<Self>, files: &[Arc<str>]) -> Result<Vec<PathBuf>, ExportError>;
}
