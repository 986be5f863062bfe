//! The result of a match, as the raw figures keep it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::endings::Ending;
use crate::arena::tournament::stats::MatchStats;
use crate::results::FigureRow;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Meeting {
    pub opponent: String,
    /// What it calls itself, with its version if it tells one.
    #[serde(rename = "told")]
    pub program_names: Vec<String>,
    /// Wins, draws, losses and pairs of games of our side.
    #[serde(rename = "tally")]
    pub stats: MatchStats,
    pub endings: Vec<Ending>,
    /// Endings other than by the rules of the game, in full.
    pub irregular: BTreeMap<String, usize>,
    pub plies: u64,
}

impl FigureRow for Meeting {
    fn piece(&self) -> String {
        self.opponent.clone()
    }
}
