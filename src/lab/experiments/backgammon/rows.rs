//! The raw figures: a line of the file for each piece of work.

use serde::{Deserialize, Serialize};

use super::games::Pairs;
use super::openings::Opening;
use super::unit::{Meeting, PAPER_OPENINGS};
use crate::results::FigureRow;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    pub games: u32,
    pub random: Pairs,
    /// Against pubeval, if it takes part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pubeval: Option<Pairs>,
    /// Against gnubg, if it takes part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gnubg: Option<Pairs>,
    pub openings: Vec<Opening>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learned {
    pub variant: String,
    pub simulation: u32,
    pub plies: u64,
    /// Games learned in the end; those that learn by equal evaluations find out themselves.
    pub games: u32,
    pub evaluations: u64,
    /// Whether the weights ceased to be numbers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub diverged: bool,
    /// The tests, the last at the end.
    pub tests: Vec<Test>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeetingRow {
    #[serde(rename = "bout")]
    pub meeting: Meeting,
    pub pairs: Pairs,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "lowercase")]
pub enum Row {
    Learned(Learned),
    #[serde(rename = "met")]
    Meeting(MeetingRow),
    /// The plays of the paper, appraised here.
    Paper {
        experts: Vec<Opening>,
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
