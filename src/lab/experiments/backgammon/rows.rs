//! The raw figures: a line of the file for each piece of work.

use serde::{Deserialize, Serialize};

use super::games::Pairs;
use super::openings::Opening;
use super::unit::{Meeting, PAPER_OPENINGS};
use crate::results::FigureRow;

/// A network tested.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    /// Games learned before.
    pub games: u32,
    /// Against random play.
    pub random: Pairs,
    /// Against pubeval, if it takes part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pubeval: Option<Pairs>,
    /// Against gnubg, if it takes part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gnubg: Option<Pairs>,
    /// The openings.
    pub openings: Vec<Opening>,
}

/// What a network learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learned {
    /// How.
    pub variant: String,
    /// Which of the first weights.
    pub simulation: u32,
    /// Moves in the games learned.
    pub plies: u64,
    /// Games learned in the end; those that learn by equal evaluations find out themselves.
    pub games: u32,
    /// Positions evaluated to choose moves.
    pub evaluations: u64,
    /// Whether the weights ceased to be numbers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub diverged: bool,
    /// The tests, the last at the end.
    pub tests: Vec<Test>,
}

/// A meeting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeetingRow {
    /// The players.
    #[serde(rename = "bout")]
    pub meeting: Meeting,
    /// The first's results.
    pub pairs: Pairs,
}

/// A line of raw figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "lowercase")]
pub enum Row {
    /// A network.
    Learned(Learned),
    /// A meeting.
    #[serde(rename = "met")]
    Meeting(MeetingRow),
    /// The plays of the paper, appraised here.
    Paper {
        /// The experts'.
        experts: Vec<Opening>,
        /// Its network's.
        network: Vec<Opening>,
    },
}

impl FigureRow for Row {
    fn piece(&self) -> String {
        match self {
            Row::Learned(learned) => format!("{} {}", learned.variant, learned.simulation),
            Row::Meeting(row) => row.meeting.piece(),
            Row::Paper { .. } => PAPER_OPENINGS.into(),
        }
    }
}
