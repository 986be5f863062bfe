//! Depth by likelihood instead of plies: a line is searched as far as its moves are likely to be the best ones (M. Lai, *Giraffe*,
//! 2015, 2.5 and 5: each node has a number of nodes to spend, and gives every move its share of them).
//!
//! A budget is kept as its logarithm, in half bits: a node with the budget 2^(d/2) gives the move with the share p the budget
//! 2^(d/2)·p, which is d + 2·log₂ p in the same units, rounded. It runs out where the plies of other searches do.
//!
//! At 10,000 nodes a move, 158 games each: +33 Elo (−1 to 68) against plies without reductions, both without ProbCut; −11 (−44 to 22) against the
//! whole engine, whose reductions do the same by the place of a move. Weights that are twice or four times as far apart, follow history alone or
//! hardly at all, and margins of ProbCut of 7 and 15 hundredths of a man an iteration lost more, by 20 to 76.

use crate::engine::{RankedMove, SearchHook, Techniques};

/// The hook that counts depth so. A player has it as `without plies`.
#[derive(Debug)]
pub(crate) struct ProbabilityDepth;

impl ProbabilityDepth {
    /// What a player's name has behind `without`.
    const NAME: &str = "plies";

    /// These techniques with depth by likelihood, which takes the place of reductions and of the extension for single replies.
    pub(crate) fn of(techniques: Techniques) -> Techniques {
        let hook: Option<&'static dyn SearchHook> = Some(&ProbabilityDepth);
        Techniques { hook, late_moves: false, single_replies: false, ..techniques }
    }
}

/// How likely each kind of move is the best one, before the shares are made to sum up to one: Giraffe's figures for the hash move and
/// the killers; the others by how often they were best, around its 1.
fn weight(mv: RankedMove) -> f32 {
    if mv.is_hash_move() {
        3.0
    } else if mv.is_by_history() {
        0.5 + (mv.rank as f32 / RankedMove::MAX_HISTORY as f32).min(1.0)
    } else {
        1.1
    }
}

impl SearchHook for ProbabilityDepth {
    fn name(&self) -> &'static str {
        ProbabilityDepth::NAME
    }

    /// Four times the nodes, as in Giraffe.
    fn iteration(&self) -> u8 {
        4
    }

    fn total_weight(&self, moves: &[RankedMove]) -> f32 {
        moves.iter().copied().map(weight).sum()
    }

    /// The half bits of the move's share: nothing if it is the only move, else at least one.
    fn cost(&self, mv: RankedMove, total_weight: f32, moves: usize) -> u8 {
        if moves == 1 {
            return 0;
        }
        let bits = (total_weight / weight(mv)).log2();
        (2.0 * bits).round().max(1.0) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{MoveList, Position};
    use crate::engine::{Budget, Engine, Evaluation, GameState, Options, StopFlag};

    fn moves<const N: usize>(ranks: [u32; N]) -> [RankedMove; N] {
        let mv = MoveList::legal(&Position::start())[0];
        ranks.map(|rank| RankedMove { rank, mv })
    }

    fn costs<const N: usize>(ranks: [u32; N]) -> [u8; N] {
        let moves = moves(ranks);
        let total = ProbabilityDepth.total_weight(&moves);
        moves.map(|mv| ProbabilityDepth.cost(mv, total, N))
    }

    #[test]
    fn costs_are_the_half_bits_of_a_move_s_share() {
        let unknown = RankedMove::MAX_HISTORY / 2;
        let (hash_move, killer) = (RankedMove::HASH_MOVE, RankedMove::KILLER);
        // 1/9: 3.17 bits.
        assert_eq!(costs([unknown; 9]), [6; 9]);
        // 3/11 and 1/11: 1.87 and 3.46 bits.
        let first =
            [hash_move, unknown, unknown, unknown, unknown, unknown, unknown, unknown, unknown];
        assert_eq!(costs(first)[..2], [4, 7]);
        let total = ProbabilityDepth.total_weight(&moves(first));
        assert_eq!(ProbabilityDepth.cost(moves([killer])[0], total, 9), 7);
        assert_eq!(costs([unknown]), [0]);
        assert_eq!(costs([hash_move, 0]), [1, 6]);
    }

    #[test]
    fn a_search_by_likelihood_visits_other_nodes_and_the_same_ones_twice() {
        let game = GameState::new(Position::start());
        let nodes = |techniques| {
            let options = Options { hash_mb: 1, techniques, ..Options::default() };
            let mut engine = Engine::new(&Evaluation::material(), &options).expect("1 MiB");
            let budget = Budget::of_depth(crate::engine::Depth::new(6));
            engine.think(&game, &budget, &StopFlag::new(), &mut |_| {}).expect("moves").nodes
        };
        let by_likelihood = ProbabilityDepth::of(Techniques::ALL);
        assert_eq!(nodes(by_likelihood), nodes(by_likelihood));
        assert_ne!(nodes(by_likelihood), nodes(Techniques::ALL));
    }
}
