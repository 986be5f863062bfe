//! Where rows go: the interface of the formats.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use super::error::ExportError;
use super::rows::Rows;

/// What a game is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// To learn from.
    Train,
    /// To judge by.
    HeldOut,
}

impl Part {
    /// Both.
    pub const ALL: [Part; 2] = [Part::Train, Part::HeldOut];

    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Part::Train => "train",
            Part::HeldOut => "held_out",
        }
    }
}

/// The rows of one game.
#[derive(Clone, Debug)]
pub struct Piece<'a> {
    /// What the game is for.
    pub part: Part,
    /// The rows it is among.
    pub rows: &'a Rows,
    /// Its own.
    pub range: Range<usize>,
    /// The files that were met, by number.
    pub files: &'a [Arc<str>],
}

/// Takes rows game by game, in order. What it writes is in its place once it is finished, and nowhere before.
pub trait Sink {
    /// Takes the rows of a game.
    ///
    /// # Errors
    /// An output that cannot be written.
    fn add(&mut self, piece: Piece<'_>) -> Result<(), ExportError>;

    /// Brings everything to its place, and says where.
    ///
    /// # Errors
    /// An output that cannot be written.
    fn finish(self: Box<Self>, files: &[Arc<str>]) -> Result<Vec<PathBuf>, ExportError>;
}
