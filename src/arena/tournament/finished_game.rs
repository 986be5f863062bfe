//! A finished game in a few words, for tables and for the state file.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::game::Ending;

/// A finished game in the state file and in tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedGame {
    pub game: usize,
    pub white: String,
    pub black: String,
    #[serde(flatten)]
    pub ending: Ending,
    pub plies: usize,
    pub millis: u64,
}

/// One line for a log: White, Black, the result and its reason.
impl fmt::Display for FinishedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FinishedGame { white, black, ending, plies, .. } = self;
        let result = ending.verdict.outcome().pdn();
        write!(f, "{white} - {black} {result} after {plies} plies: {}", ending.reason)
    }
}
