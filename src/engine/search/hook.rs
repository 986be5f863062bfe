//! What experiments change in the search: the order of quiet moves, and the depth that a move costs.

use std::fmt::Debug;

use super::depth::Depth;
use super::ranked_move::RankedMove;
use crate::board::Position;

/// Rules of the search that an experiment replaces; the defaults are those of the search. [`Techniques`](super::Techniques) hold the
/// hook. The product has none, which costs a predictable branch a node.
pub trait SearchHook: Debug + Send + Sync {
    /// The name of the technique that is replaced, listed by [`Techniques::off`](super::Techniques::off); equal names are equal hooks.
    fn name(&self) -> &'static str;

    /// Whether [`SearchHook::rank`] is asked at nodes of this depth.
    fn ranks_at(&self, _: Depth) -> bool {
        false
    }

    /// Ranks the moves for which [`RankedMove::is_by_history`] holds, below [`RankedMove::KILLER`].
    fn rank(&self, _: &Position, _: &mut [RankedMove]) {}

    /// The depth between two iterations.
    fn iteration(&self) -> u8 {
        1
    }

    /// The sum of the weights of a node's moves, taken before the first is tried.
    fn total_weight(&self, _: &[RankedMove]) -> f32 {
        0.0
    }

    /// The depth that a move costs at a node of this total weight and number of moves.
    fn cost(&self, _: RankedMove, _total_weight: f32, _moves: usize) -> u8 {
        1
    }
}

impl PartialEq for dyn SearchHook {
    fn eq(&self, other: &dyn SearchHook) -> bool {
        self.name() == other.name()
    }
}

impl Eq for dyn SearchHook {}
