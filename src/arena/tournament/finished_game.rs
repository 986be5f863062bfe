//! A finished game in a few words, for tables and for the state file.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::Color;
use crate::game::Ending;
use crate::play::move_info::MoveInfo;

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
    /// What players did beside their moves, by their listed names; players that did nothing of it are left out.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub searches: BTreeMap<String, SearchCounts>,
}

/// What the searches of a player in a game, or in all its games, came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchCounts {
    /// Moves before which it pondered.
    #[serde(default)]
    pub pondered: u64,
    /// Those of them where the opponent played the expected move.
    #[serde(default)]
    pub ponder_hits: u64,
    /// Moves with a line in which a move is illegal.
    #[serde(default)]
    pub illegal_lines: u64,
}

impl SearchCounts {
    /// Counts the report on a move.
    pub(super) fn add(&mut self, info: &MoveInfo) {
        self.pondered += u64::from(info.ponder_hit.is_some());
        self.ponder_hits += u64::from(info.ponder_hit == Some(true));
        self.illegal_lines += u64::from(info.has_illegal_line);
    }

    pub(super) fn plus(self, other: SearchCounts) -> SearchCounts {
        SearchCounts {
            pondered: self.pondered + other.pondered,
            ponder_hits: self.ponder_hits + other.ponder_hits,
            illegal_lines: self.illegal_lines + other.illegal_lines,
        }
    }
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
