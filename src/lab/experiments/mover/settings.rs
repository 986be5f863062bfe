//! The numbers of a run.

use serde::{Deserialize, Serialize};

/// Raised whenever a change of the program changes the figures.
const REVISION: u32 = 1;

/// What the figures depend on, beside the database.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoverSettings {
    revision: u32,
    pub seed: u64,
    pub learning: usize,
    /// Positions of other games, on which orders are compared.
    pub held_out: usize,
    /// Nodes of the search that tells the best move.
    pub nodes: u64,
    /// Times that all positions are learned from.
    pub passes: u32,
    pub match_games: usize,
    pub match_nodes: u64,
    /// Times that speeds are measured; none, and no match at equal time, if 0.
    pub rounds: usize,
}

/// Positions of a piece of work.
pub(super) const BLOCK: usize = 250;

/// The part of the nodes that a search has from which history and the table's move come.
pub(super) const SHORTER: u64 = 8;

impl MoverSettings {
    pub fn full(seed: u64) -> MoverSettings {
        MoverSettings {
            revision: REVISION,
            seed,
            learning: 40_000,
            held_out: 4_000,
            nodes: 10_000,
            passes: 8,
            match_games: 332,
            match_nodes: 5_000,
            rounds: 201,
        }
    }

    /// A small size that gives the same figures every time: speeds are not measured.
    pub fn quick(seed: u64) -> MoverSettings {
        MoverSettings {
            learning: 600,
            held_out: 200,
            nodes: 400,
            match_games: 4,
            match_nodes: 100,
            rounds: 0,
            ..MoverSettings::full(seed)
        }
    }

    /// Pieces of work, if the database has as many positions as are asked for.
    pub fn pieces(&self) -> usize {
        let blocks = self.learning.div_ceil(BLOCK) + self.held_out.div_ceil(BLOCK);
        let matches = if self.rounds > 0 { 2 } else { 1 };
        blocks + usize::from(self.rounds > 0) + matches * self.pairs()
    }

    /// Pairs of games of each match.
    pub fn pairs(&self) -> usize {
        self.match_games.div_ceil(2)
    }
}
