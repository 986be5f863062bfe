//! Moves with the ranks by which they are ordered.

use crate::board::Move;

/// A move with its rank; the higher rank is tried first, among equals the generator's order.
#[derive(Clone, Copy, Debug)]
pub struct RankedMove {
    /// The rank.
    pub rank: u32,
    /// The move.
    pub mv: Move,
}

impl RankedMove {
    /// The rank of the best move of the table's entry.
    pub const HASH_MOVE: u32 = 1 << 20;

    /// The lowest rank of a killer; moves below are ordered by history.
    pub const KILLER: u32 = 1 << 17;

    /// The rank by history of a move that was always best.
    pub const MAX_HISTORY: u32 = 1 << 15;

    /// Whether the move is the best one of the table's entry.
    #[must_use]
    pub const fn is_hash_move(self) -> bool {
        self.rank == RankedMove::HASH_MOVE
    }

    /// Whether the move is neither the hash move nor a killer.
    #[must_use]
    pub const fn is_by_history(self) -> bool {
        self.rank < RankedMove::KILLER
    }
}
