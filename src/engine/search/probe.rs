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

/// Plies that the draw counts must leave for a win of unknown length to be believed: half of article 6.2, and twice article 6.4.
pub(super) const MIN_DRAW_RULE_PLIES: u32 = 25;

impl TablebaseValue {
    /// Whether a value holds where a count of the draw rules, which the tables do not know, ends the game after `left` plies.
    #[inline]
    #[must_use]
    pub fn is_in_time(self, left: u32) -> bool {
        match self {
            TablebaseValue::Draw => true,
            TablebaseValue::Win(distance) | TablebaseValue::Loss(distance) => {
                distance.unwrap_or(MIN_DRAW_RULE_PLIES) <= left
            }
        }
    }
}

/// A tablebase; threads that search together share one.
pub trait Probe: fmt::Debug + Send + Sync {
    /// The largest number of pieces that is covered.
    fn pieces(&self) -> u32;

    /// The value of a position, if it is covered.
    fn probe(&self, position: &Position) -> Option<TablebaseValue>;
}
