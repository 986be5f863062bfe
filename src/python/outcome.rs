//! How a game ended.

use draughts_td::board::{DrawRule, History};
use pyo3::prelude::*;

/// How a game ended: `winner` is `WHITE`, `BLACK`, or `None` for a draw.
#[pyclass(frozen, module = "draughts_td", get_all, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    pub(crate) winner: Option<bool>,
    /// `no_moves`, `repetition`, `king_moves`, `three_against_one` or `two_against_one`.
    pub(crate) reason: &'static str,
}

#[pymethods]
impl Outcome {
    /// `2-0`, `0-2` or `1-1`, as PDN of draughts has it.
    pub(crate) fn result(&self) -> &'static str {
        match self.winner {
            Some(true) => "2-0",
            Some(false) => "0-2",
            None => "1-1",
        }
    }

    fn __repr__(&self) -> String {
        format!(
            "Outcome(winner={}, reason='{}')",
            self.winner.map_or("None", python_bool),
            self.reason
        )
    }
}

const fn python_bool(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}

pub(crate) const fn rule_name(rule: DrawRule) -> &'static str {
    match rule {
        DrawRule::Repetition => "repetition",
        DrawRule::KingMoves => "king_moves",
        DrawRule::ThreeAgainstOne => "three_against_one",
        DrawRule::TwoAgainstOne => "two_against_one",
    }
}

/// How often the position has stood on the board, and the plies that are counted by articles 6.2, 6.3 and 6.4; a count that has not begun
/// is 0. With the position they say how the game may end.
pub(crate) fn draw_counts(history: &History) -> [u32; 4] {
    let mut counts = [history.occurrences() as u32, 0, 0, 0];
    for (rule, left) in history.running() {
        let place = match rule {
            DrawRule::Repetition => continue,
            DrawRule::KingMoves => 1,
            DrawRule::ThreeAgainstOne => 2,
            DrawRule::TwoAgainstOne => 3,
        };
        counts[place] = rule.plies() - left.min(rule.plies());
    }
    counts
}
