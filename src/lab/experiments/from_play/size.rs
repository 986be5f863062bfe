//! How large an experiment with learning from play is.

use serde::{Deserialize, Serialize};

pub(super) const SEEDS: u64 = 3;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FromPlaySize {
    /// Every arm is trained once with each.
    pub seeds: Vec<u64>,
    /// Games of an arm that plays.
    pub games: u64,
    /// Games of KnightCap's way on its server.
    pub server_games: u64,
    /// Games of the arms that the players of the pool and the anchor have read, at most.
    pub read: [u64; 2],
    /// Passes over the database where it is learned whole.
    pub passes: u32,
    /// Nodes a move while learning, and in measurements on the way.
    pub nodes: u64,
    /// Nodes a move in matches between arms.
    pub match_nodes: u64,
    pub match_games: usize,
    /// Games against each anchor in a measurement, of which there are three on the way, and eleven on a server.
    pub measure_games: usize,
}

impl FromPlaySize {
    pub fn full(seed: u64, seeds: u64) -> FromPlaySize {
        FromPlaySize {
            seeds: (seed..seed + seeds).collect(),
            games: 3000,
            server_games: 308,
            read: [200, 2000],
            passes: 4,
            nodes: 500,
            match_nodes: 2000,
            match_games: 158,
            measure_games: 158,
        }
    }

    /// Two seeds and a few games: it shows that everything works.
    pub fn quick(seed: u64) -> FromPlaySize {
        FromPlaySize {
            games: 16,
            server_games: 6,
            read: [20, 60],
            passes: 1,
            nodes: 30,
            match_nodes: 30,
            match_games: 2,
            measure_games: 2,
            ..FromPlaySize::full(seed, 2)
        }
    }
}
