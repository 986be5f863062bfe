//! How a game ended, in what way, and why.

use std::fmt;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::board::{Color, DrawRule};
use crate::pdn::Outcome;

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum GameResult {
    /// White.
    White,
    /// Black.
    Black,
    /// Neither side.
    Draw,
    /// The game does not count.
    Void,
}

impl GameResult {
    /// A win for this side.
    #[must_use]
    pub const fn won_by(color: Color) -> GameResult {
        match color {
            Color::White => GameResult::White,
            Color::Black => GameResult::Black,
        }
    }

    /// White's result, +1, 0 or −1; `None` if the game does not count.
    #[must_use]
    pub const fn white_result(self) -> Option<f32> {
        match self {
            GameResult::White => Some(1.0),
            GameResult::Draw => Some(0.0),
            GameResult::Black => Some(-1.0),
            GameResult::Void => None,
        }
    }

    /// As a file of games has it.
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        match self {
            GameResult::White => Outcome::WhiteWins,
            GameResult::Black => Outcome::BlackWins,
            GameResult::Draw => Outcome::Draw,
            GameResult::Void => Outcome::Unknown,
        }
    }
}

/// For people.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::White => "White wins",
            GameResult::Black => "Black wins",
            GameResult::Draw => "Nobody wins",
            GameResult::Void => "No result",
        })
    }
}

/// The kind of an ending, in the words of the `Termination` tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Termination {
    /// On the board, by a draw rule, by resignation.
    Normal,
    /// The referee ended it by the scores or the move limit.
    Adjudication,
    /// A clock ran out.
    TimeForfeit,
    /// An illegal move or a breach of the protocol.
    RulesInfraction,
    /// A player vanished or fell silent.
    Abandoned,
    /// Interrupted.
    Unterminated,
}

impl Termination {
    /// The value of the tag.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Termination::Normal => "Normal",
            Termination::Adjudication => "Adjudication",
            Termination::TimeForfeit => "Time forfeit",
            Termination::RulesInfraction => "Rules infraction",
            Termination::Abandoned => "Abandoned",
            Termination::Unterminated => "Unterminated",
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Ending {
    /// Who won.
    pub verdict: GameResult,
    /// In what way.
    pub termination: Termination,
    /// Why, in a sentence.
    pub reason: String,
}

impl Ending {
    /// A draw by one of the rules.
    #[must_use]
    pub fn by_rule(rule: DrawRule) -> Ending {
        let reason = match rule {
            DrawRule::Repetition => "draw: the position stood for the third time",
            DrawRule::KingMoves => "draw: 25 moves each with kings only and no capture",
            DrawRule::ThreeAgainstOne => "draw: 16 moves each with three pieces against a king",
            DrawRule::TwoAgainstOne => "draw: 5 moves each with one or two pieces against a king",
        };
        Ending::normal(GameResult::Draw, reason)
    }

    /// The side to move has no move.
    #[must_use]
    pub fn no_moves(color: Color) -> Ending {
        Ending::normal(GameResult::won_by(!color), &format!("{color:?} cannot move"))
    }

    /// An ending in the ordinary course of the game.
    #[must_use]
    pub fn normal(verdict: GameResult, reason: &str) -> Ending {
        Ending { verdict, termination: Termination::Normal, reason: reason.into() }
    }

    /// An ending of another kind.
    #[must_use]
    pub fn new(verdict: GameResult, termination: Termination, reason: String) -> Ending {
        Ending { verdict, termination, reason }
    }
}
