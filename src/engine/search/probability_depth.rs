//! Depth by likelihood instead of plies: a line is searched as far as its moves are likely to be the best ones (M. Lai, *Giraffe*,
//! 2015, 2.5 and 5: each node has a number of nodes to spend, and gives every move its share of them).
//!
//! A budget is kept as its logarithm, in half bits: a node with the budget 2^(d/2) gives the move with the share p the budget
//! 2^(d/2)·p, which is d + 2·log₂ p in the same units, rounded. It runs out where the plies of other searches do.
//!
//! At 10,000 nodes a move, 158 games each: +33 Elo (−1 to 68) against plies without reductions, both without ProbCut; −11 (−44 to 22) against the
//! whole engine, whose reductions do the same by the place of a move. Weights that are twice or four times as far apart, follow history alone or
//! hardly at all, and margins of ProbCut of 7 and 15 hundredths of a man an iteration lost more, by 20 to 76.

use super::ordering::Rank;

/// From one iteration to the next: four times the nodes, as in Giraffe.
pub(super) const ITERATION: u8 = 4;

/// How likely each kind of move is the best one, before the shares are made to sum up to one: Giraffe's figures for the table's
/// move and the killers; the others by how often they were best, around its 1.
fn weight(rank: Rank) -> f32 {
    match rank {
        Rank::Table => 3.0,
        Rank::Killer => 1.1,
        Rank::Often(share) => 0.5 + share,
    }
}

/// The sum of the weights of a node's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Shares {
    total: f32,
}

impl Shares {
    /// Of the moves with these ranks.
    pub(super) fn of(ranks: impl Iterator<Item = Rank>) -> Shares {
        Shares { total: ranks.map(weight).sum() }
    }

    /// The half bits that a move costs: nothing if it is the only one, else at least one.
    pub(super) fn cost(self, rank: Rank, moves: usize) -> u8 {
        if moves == 1 {
            return 0;
        }
        let bits = (self.total / weight(rank)).log2();
        (2.0 * bits).round().max(1.0) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_the_half_bits_of_a_move_s_share() {
        let unknown = Rank::Often(0.5);
        let nine = || std::iter::repeat_n(unknown, 9);
        // 1/9: 3.17 bits.
        assert_eq!(Shares::of(nine()).cost(unknown, 9), 6);
        // 3/11 and 1/11: 1.87 and 3.46 bits.
        let first = Shares::of(nine().skip(1).chain([Rank::Table]));
        assert_eq!((first.cost(Rank::Table, 9), first.cost(unknown, 9)), (4, 7));
        assert_eq!(first.cost(Rank::Killer, 9), 7);
        assert_eq!(Shares::of(nine().take(1)).cost(unknown, 1), 0);
        let two = Shares::of([Rank::Table, Rank::Often(0.0)].into_iter());
        assert_eq!((two.cost(Rank::Table, 2), two.cost(Rank::Often(0.0), 2)), (1, 6));
    }
}
