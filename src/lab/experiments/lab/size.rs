//! How large an experiment is: full size for results, small to see that everything works.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExperimentSize {
    /// Seeds of first weights and held-out games; every recipe is trained once with each.
    pub seeds: Vec<u64>,
    /// At most this many games are learned in a pass; 0 for all.
    pub games: u64,
    pub hidden: usize,
    pub match_games: usize,
    /// Nodes a move in these matches.
    pub nodes: u64,
    /// Borders of phases that the user wants compared, beside those of the experiment.
    pub borders: Vec<Vec<u32>>,
    /// A program outside, to be met at equal time: as a player of `match`.
    pub against: Option<String>,
    /// What it is called in reports; it decides nothing.
    #[serde(skip)]
    pub against_name: Option<String>,
    pub seconds: f64,
    /// Whether it is the small size, for which arms may have settings of their own.
    #[serde(skip)]
    pub is_quick: bool,
}

impl ExperimentSize {
    /// Full size: five seeds, all games, 158 games a match.
    pub(crate) fn full(seed: u64, seeds: u64, nodes: u64) -> ExperimentSize {
        ExperimentSize {
            seeds: (seed..seed + seeds).collect(),
            games: 0,
            hidden: 80,
            match_games: 158,
            nodes,
            borders: Vec::new(),
            against: None,
            against_name: None,
            seconds: 0.1,
            is_quick: false,
        }
    }

    /// Two seeds, a few games, tiny networks.
    pub fn quick(seed: u64) -> ExperimentSize {
        ExperimentSize {
            games: 120,
            hidden: 8,
            match_games: 2,
            is_quick: true,
            ..ExperimentSize::full(seed, 2, 50)
        }
    }
}
