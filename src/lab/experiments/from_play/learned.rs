//! The raw figures of an arm that learns from play.

use serde::{Deserialize, Serialize};

use crate::selfplay::Measurement;

/// What an arm came to with a seed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Learned {
    pub arm: String,
    pub seed: u64,
    pub games: u64,
    /// Positions learned from, each as often as it was.
    pub positions: u64,
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
    /// Mean squared error against the scores of deep searches, if there are some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deep: Option<f64>,
    /// Measured on the way, with frozen weights.
    pub curve: Vec<Measurement>,
    /// Whether the weights ceased to be numbers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub diverged: bool,
}
