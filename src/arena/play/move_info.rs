//! The report of a player on its search.

use std::time::Duration;

/// The report of a player on the search for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveInfo {
    /// The score for the player in men, on the scale of Hub: beyond ±90 the game is decided.
    pub score: Option<f64>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// The time that the player reports.
    pub seconds: Option<f64>,
    /// Whether the opponent played the move that the player pondered on; `None` if it did not ponder.
    pub ponder_hit: Option<bool>,
    /// Whether the line that the player reports has an illegal move.
    pub has_illegal_line: bool,
    /// What the clock of the player shows after the move; `None` without a clock for the game.
    pub clock_left: Option<Duration>,
}

impl MoveInfo {
    /// Whether the player's score concedes a loss.
    pub(crate) fn concedes(&self) -> bool {
        self.score.is_some_and(|score| score <= -CONCEDED_MEN)
    }

    /// Score and depth as in the comments of engine matches: `+0.35/12`; `None` without a score.
    pub(crate) fn score_text(&self) -> Option<String> {
        let depth = self.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
        self.score.map(|score| format!("{score:+.2}{depth}"))
    }
}

/// A score below minus this many men concedes a loss: Scan ends games by the same difference.
const CONCEDED_MEN: f64 = 3.0;
