//! The weights of a mover, in 16 bits each, and the rank that they give a move.

use super::slots::{SLOTS, View};
use crate::board::{Move, Position};
use crate::engine::{Depth, RankedMove, SearchHook, Techniques};

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
    pub fn rank_of(&self, position: &Position, mv: Move) -> i32 {
        self.rank_in(&View::of(position), mv)
    }

    #[inline]
    fn rank_in(&self, view: &View, mv: Move) -> i32 {
        view.slots(mv).into_iter().map(|slot| i32::from(self.weights[slot])).sum()
    }
}

/// The whole search, with a mover or without. Techniques are copied everywhere, so that a mover lasts as long as the program.
pub fn techniques(mover: Option<&'static Mover>) -> Techniques {
    Techniques { hook: mover.map(|mover| mover as &dyn SearchHook), ..Techniques::ALL }
}

/// Nearer to the leaves the mover costs a tenth of the speed, and saves no more.
const MIN_DEPTH: Depth = Depth::new(3);

impl SearchHook for Mover {
    fn name(&self) -> &'static str {
        "history"
    }

    fn ranks_at(&self, depth: Depth) -> bool {
        depth >= MIN_DEPTH
    }

    fn rank(&self, position: &Position, moves: &mut [RankedMove]) {
        let view = View::of(position);
        for one in moves.iter_mut().filter(|one| one.is_by_history()) {
            one.rank = with_history(one.rank, self.rank_in(&view, one.mv));
        }
    }
}

/// The rank of a move by history and mover together.
///
/// With half of the mover's rank the best move of 4,000 positions was among the first three in 78.5 %, with all of it in 74.8 %; behind the
/// hash move in 84.3 and 84.0 %. What either is worth in matches could not be told from nothing.
#[inline]
fn with_history(history: u32, rank: i32) -> u32 {
    // In the middle of what is below the killers.
    const MIDDLE: i32 = (RankedMove::KILLER / 2 - RankedMove::MAX_HISTORY / 2) as i32;
    (MIDDLE + history as i32 + rank / 2).clamp(0, RankedMove::KILLER as i32 - 1) as u32
}

/// Thousands of numbers tell nobody anything.
impl std::fmt::Debug for Mover {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let used = self.weights.iter().filter(|weight| **weight != 0).count();
        write!(f, "Mover({used} of {SLOTS} weights)")
    }
}

#[cfg(test)]
mod tests {
    use super::super::MoverLearner;
    use super::*;
    use crate::board::MoveList;

    #[test]
    fn history_and_half_of_the_mover_s_rank_add_up_below_the_killers() {
        let start = Position::start();
        let legal = MoveList::legal(&start);
        let mut learner = MoverLearner::default();
        for _ in 0..20 {
            learner.learn(&start, legal[6], 0.5);
        }
        let mover = learner.mover();
        let ranks = [RankedMove::HASH_MOVE, RankedMove::KILLER, 0, 100, RankedMove::MAX_HISTORY];
        let mut moves = ranks.map(|rank| RankedMove { rank, mv: legal[6] });
        mover.rank(&start, &mut moves);
        let ranked = moves.map(|one| one.rank);
        assert_eq!(ranked[..2], ranks[..2]);
        assert_eq!(ranked[3] - ranked[2], 100);
        let middle = (RankedMove::KILLER - RankedMove::MAX_HISTORY) / 2;
        assert_eq!(ranked[2] as i32, middle as i32 + mover.rank_of(&start, legal[6]) / 2);
        assert!(ranked[4] < RankedMove::KILLER);
        assert_eq!(with_history(0, i32::MIN), 0);
        assert_eq!(with_history(0, i32::MAX), RankedMove::KILLER - 1);
    }
}
