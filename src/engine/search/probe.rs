//! A door for exact knowledge of positions with few pieces: asked in the node, where it may save the search below.

use std::fmt;

use crate::board::Position;

/// What is known of a position, for the side to move, when draw rules that count moves are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Won, in this many plies if that is known.
    Win(Option<u32>),
    /// Nobody can win.
    Draw,
    /// Lost, in this many plies if that is known.
    Loss(Option<u32>),
}

/// Somebody who knows how positions with few pieces end. Threads that search together share one.
pub trait Probe: fmt::Debug + Send + Sync {
    /// The most pieces of a position worth asking about.
    fn pieces(&self) -> u32;

    /// How the position ends, if that is known.
    fn probe(&self, position: &Position) -> Option<Known>;
}
