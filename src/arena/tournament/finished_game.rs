//! A finished game in a few words, for tables and for the state file.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::Color;
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
    /// The names that players which are listed by their address give themselves.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub programs: BTreeMap<String, String>,
    /// The players that moved and sent no score, where scores may end a game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scoreless: Vec<String>,
}

impl FinishedGame {
    fn listed(&self, color: Color) -> &str {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// The name that a player is shown by.
    pub(crate) fn shown(&self, color: Color) -> &str {
        let listed = self.listed(color);
        self.programs.get(listed).map_or(listed, String::as_str)
    }

    /// The side that a reason for an irregular ending is about: it begins with its colour.
    pub(crate) fn at_fault(&self) -> Option<Color> {
        let color = |color: &Color| self.ending.reason.starts_with(&format!("{color:?}"));
        Color::ALL.into_iter().find(color)
    }

    /// The reason for its ending, with the name of the player in place of its colour.
    pub(crate) fn reason(&self) -> String {
        let named = self.at_fault().and_then(|color| {
            let rest = self.ending.reason.strip_prefix(&format!("{color:?}"))?;
            Some(format!("{}{rest}", self.shown(color)))
        });
        named.unwrap_or_else(|| self.ending.reason.clone())
    }
}

/// One line for a log: White, Black, the result and its reason.
impl fmt::Display for FinishedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = [Color::White, Color::Black].map(|color| self.shown(color));
        let FinishedGame { ending, plies, .. } = self;
        let result = ending.verdict.outcome().pdn();
        write!(f, "{white} - {black} {result} after {plies} plies: {}", ending.reason)
    }
}
