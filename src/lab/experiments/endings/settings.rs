//! The numbers of a run.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::engine::Budget;

/// Raised whenever a change of the program changes the figures.
const REVISION: u32 = 1;

/// What the engine knows of each position in the tables. The defence always knows the distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Knowledge {
    /// Who wins, and in how many plies.
    Distances,
    Verdicts,
}

impl Knowledge {
    pub const ALL: [Knowledge; 2] = [Knowledge::Distances, Knowledge::Verdicts];

    /// A word for rows and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Knowledge::Distances => "distances",
            Knowledge::Verdicts => "verdicts",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndingsSettings {
    revision: u32,
    pub seed: u64,
    pub positions: usize,
    pub pieces: u32,
    /// The fewest plies in which they are won, or more.
    pub least_plies: u32,
    /// Seconds a move of the engine.
    pub seconds: Option<f64>,
    /// Nodes a move of the engine.
    pub nodes: Option<u64>,
    pub net: String,
}

impl EndingsSettings {
    /// The full size: 1,000 positions, 50 ms a move.
    pub fn full(seed: u64, pieces: u32, net: &str) -> EndingsSettings {
        EndingsSettings {
            revision: REVISION,
            seed,
            positions: 1000,
            pieces,
            least_plies: 1,
            seconds: Some(0.05),
            nodes: None,
            net: net.into(),
        }
    }

    /// A small size that gives the same figures every time: 50 positions, 2,000 nodes a move.
    pub fn quick(seed: u64, pieces: u32, net: &str) -> EndingsSettings {
        let (positions, seconds, nodes) = (50, None, Some(2000));
        EndingsSettings { positions, seconds, nodes, ..EndingsSettings::full(seed, pieces, net) }
    }

    pub fn budget(&self) -> Budget {
        let time = self.seconds.map(Duration::from_secs_f64);
        Budget { time, nodes: self.nodes, ..Budget::INFINITE }
    }

    /// What a move may cost, in words.
    pub fn pace(&self) -> String {
        match (self.seconds, self.nodes) {
            (Some(seconds), _) => format!("{:.0} ms a move", 1000.0 * seconds),
            (None, Some(nodes)) => format!("{nodes} nodes a move"),
            (None, None) => "no limit".into(),
        }
    }
}
