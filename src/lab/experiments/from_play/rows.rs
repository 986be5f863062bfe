//! The raw figures: a line of the file for each arm and each match.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use super::super::lab::{MatchResult, Row, Trained};
use crate::results::FigureRow;
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
    /// Measured on the way, with frozen weights.
    pub curve: Vec<Measurement>,
    /// Whether the weights ceased to be numbers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub diverged: bool,
}

impl Trained for Learned {
    fn arm(&self) -> &str {
        &self.arm
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn has_diverged(&self) -> bool {
        self.diverged
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "lowercase")]
pub(crate) enum Line {
    Learned(Learned),
    Met(#[serde(serialize_with = "without_a_time")] MatchResult),
}

/// A match as it stands in these figures: none has a time for each move, and irregular endings are left out.
fn without_a_time<S: Serializer>(met: &MatchResult, serializer: S) -> Result<S::Ok, S::Error> {
    let mut row = serializer.serialize_struct("MatchResult", 4)?;
    row.serialize_field("a", &met.a)?;
    row.serialize_field("b", &met.b)?;
    row.serialize_field("seed", &met.seed)?;
    row.serialize_field("tally", &met.stats)?;
    row.end()
}

impl From<Row<Learned>> for Line {
    fn from(row: Row<Learned>) -> Line {
        match row {
            Row::Trained(learned) => Line::Learned(learned),
            Row::Match(result) => Line::Met(result),
        }
    }
}

impl From<Line> for Row<Learned> {
    fn from(line: Line) -> Row<Learned> {
        match line {
            Line::Learned(learned) => Row::Trained(learned),
            Line::Met(result) => Row::Match(result),
        }
    }
}

impl FigureRow for Line {
    fn piece(&self) -> String {
        Row::from(self.clone()).piece()
    }
}
