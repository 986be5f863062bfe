//! The interface of the output formats.

use std::path::PathBuf;
use std::sync::Arc;

use super::buffer::GameRows;
use super::error::ExportError;
use super::rows::Rows;

/// Takes rows game by game, in order. Its output appears when it is finished, and not before.
pub trait Sink<R = Rows> {
    /// Takes the rows of a game.
    ///
    /// # Errors
    /// An output that cannot be written.
    fn add(&mut self, game_rows: GameRows<'_, R>) -> Result<(), ExportError>;

    /// Finishes the output and returns its paths.
    ///
    /// # Errors
    /// An output that cannot be written.
    fn finish(self: Box<Self>, files: &[Arc<str>]) -> Result<Vec<PathBuf>, ExportError>;
}
