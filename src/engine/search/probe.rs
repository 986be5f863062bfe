//! The tablebase as the search sees it: probed in a node, where its value may end the node.

use std::fmt;

use crate::board::Position;

/// The exact value of a position for the side to move, without the draw rules that count moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablebaseValue {
    /// Won, in this many plies if that is known.
    Win(Option<u32>),
    /// Drawn.
    Draw,
    /// Lost, in this many plies if that is known.
    Loss(Option<u32>),
}

/// A tablebase; threads that search together share one.
pub trait Probe: fmt::Debug + Send + Sync {
    /// The largest number of pieces that is covered.
    fn pieces(&self) -> u32;

    /// The value of a position, if it is covered.
    fn probe(&self, position: &Position) -> Option<TablebaseValue>;
}
