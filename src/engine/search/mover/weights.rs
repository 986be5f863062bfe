//! The weights of a mover, in 16 bits each, and the rank that they give a move.

use super::slots::{SLOTS, View};
use crate::board::{Move, Position};

/// Weights that rank the legal moves of a position.
#[derive(Clone, PartialEq, Eq)]
pub struct Mover {
    weights: Vec<i16>,
}

/// The rank of a move that is e times as likely as another lies so much above the other's.
const UNIT: f32 = 4096.0;

impl Mover {
    /// The mover with these weights, rounded.
    pub(super) fn of(weights: &[f32]) -> Mover {
        // What does not fit, which is eight times the unit, is the most that does.
        Mover { weights: weights.iter().map(|weight| (weight * UNIT).round() as i16).collect() }
    }

    /// The rank of a legal move among those of the same position: the higher, the likelier it is the best one.
    #[must_use]
    pub fn rank(&self, position: &Position, mv: Move) -> i32 {
        self.rank_in(&View::of(position), mv)
    }

    #[inline]
    pub(in super::super) fn rank_in(&self, view: &View, mv: Move) -> i32 {
        view.slots(mv).into_iter().map(|slot| i32::from(self.weights[slot])).sum()
    }
}

/// Thousands of numbers tell nobody anything.
impl std::fmt::Debug for Mover {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let used = self.weights.iter().filter(|weight| **weight != 0).count();
        write!(f, "Mover({used} of {SLOTS} weights)")
    }
}
