//! How large an experiment is: full size for results, small to see that everything works.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExperimentSize {
    /// Seeds of first weights and held-out games; every recipe is trained once with each.
    pub seeds: Vec<u64>,
    /// At most this many games are learned in a pass; 0 for all. In a study with play, the games of an arm that plays.
    pub games: u64,
    #[serde(default)]
    pub hidden: usize,
    pub match_games: usize,
    /// Nodes a move in these matches; in a study with play, while an arm learns and is measured.
    pub nodes: u64,
    /// Borders of phases that the user wants compared, beside those of the experiment.
    #[serde(default)]
    pub borders: Vec<Vec<u32>>,
    /// A program outside, to be played at equal time: as a player of `match`.
    #[serde(default)]
    pub against: Option<String>,
    /// What it is called in reports; it decides nothing.
    #[serde(skip)]
    pub against_name: Option<String>,
    #[serde(default)]
    pub seconds: f64,
    /// The numbers of arms that learn from play.
    #[serde(flatten, skip_serializing_if = "PlaySize::is_none")]
    pub play: PlaySize,
    /// Whether it is the small size, for which arms may have settings of their own.
    #[serde(skip)]
    pub is_quick: bool,
}

/// The numbers of a study whose arms learn from play; all 0 in others.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlaySize {
    /// Games of an arm as on a server.
    pub server_games: u64,
    /// Games of the database that the readers have read, the weaker one first.
    pub read: [u64; 2],
    /// Passes over the database where it is learned whole.
    pub passes: u32,
    /// Nodes a move in matches.
    pub match_nodes: u64,
    /// Games against each anchor in a measurement.
    pub measure_games: usize,
}

impl PlaySize {
    /// Whether no arm learns from play.
    pub(crate) fn is_none(&self) -> bool {
        *self == PlaySize::default()
    }
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
            play: PlaySize::default(),
            is_quick: false,
        }
    }

    /// Whether arms learn from play.
    pub fn has_play(&self) -> bool {
        !self.play.is_none()
    }

    /// Games of a match, and nodes a move in it.
    pub(crate) fn match_size(&self) -> (usize, u64) {
        let nodes = if self.has_play() { self.play.match_nodes } else { self.nodes };
        (self.match_games, nodes)
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
