//! The raw figures: a line of the file for each arm and each match.

use serde::{Deserialize, Serialize};

use crate::arena::tournament::stats::MatchStats;
use crate::results::FigureRow;
use crate::selfplay::Measurement;

/// What an arm came to with a seed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Learned {
    /// The arm.
    pub arm: String,
    /// The seed.
    pub seed: u64,
    /// Games played or read.
    pub games: u64,
    /// Positions that taught, each as often as it did.
    pub positions: u64,
    /// Nodes searched to learn.
    pub nodes: u64,
    /// Half-moves of the games played.
    pub plies: u64,
    /// Games with a result of their own: no other of the run has the same moves.
    pub distinct: Option<u64>,
    /// How far the learner is above the mean of its opponents by the games of the run.
    pub rating: Option<f64>,
    /// The mean value as the learner saw it.
    pub mean_value: Option<f64>,
    /// The share of the points of a suite that the last weights win, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suite: Option<f64>,
    /// Measured on the way, with frozen weights.
    pub curve: Vec<Measurement>,
    /// Whether the weights ceased to be numbers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub diverged: bool,
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchRow {
    /// Whose results are counted.
    pub a: String,
    /// The opponent.
    pub b: String,
    /// The seed of both.
    pub seed: u64,
    /// Wins, draws, losses and pairs of games.
    pub tally: MatchStats,
}

/// A line of raw figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "lowercase")]
pub enum Row {
    /// An arm.
    Learned(Learned),
    /// A match.
    Met(MatchRow),
}

/// The name of an arm's work in its run.
pub(super) fn arm_piece(arm: &str, seed: u64) -> String {
    format!("{arm} with seed {seed}")
}

/// The name of a match in its run.
pub(super) fn match_piece(a: &str, b: &str, seed: u64) -> String {
    format!("{a} against {b} with seed {seed}")
}

impl FigureRow for Row {
    fn piece(&self) -> String {
        match self {
            Row::Learned(learned) => arm_piece(&learned.arm, learned.seed),
            Row::Met(met) => match_piece(&met.a, &met.b, met.seed),
        }
    }
}
