//! Hub: an engine and the program that drives it, talking in lines of text. Version 2, and version 1 for old engines.
//!
//! [`Command`] goes to the engine, [`Reply`] comes from it; both read and write, so either end can be played.

mod command;
mod info;
mod level;
mod line;
mod reply;
pub mod v1;

pub use command::{Command, GoMode, Pos};
pub use info::Info;
pub use level::Level;
pub use line::{HubLine, Item};
pub use reply::{Param, ParamKind, Reply};

use super::PlacementError;
use super::placement::Alphabet;
use crate::board::{ByColor, Position};

/// `b` is black here, unlike in DXP.
const ALPHABET: Alphabet = Alphabet {
    man: ByColor { white: 'w', black: 'b' },
    king: ByColor { white: 'W', black: 'B' },
    turn: ByColor { white: 'W', black: 'B' },
    pieces: "w W b B e",
    turns: "W or B",
};

/// Writes a position: the side to move, then squares 1–50.
///
/// ```
/// use draughts_td_rules::{board::Position, protocol::hub};
/// assert_eq!(hub::write_position(&Position::start()), "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww");
/// ```
#[must_use]
pub fn write_position(position: &Position) -> String {
    format!("{}{}", ALPHABET.turn_letter(position.turn()), ALPHABET.write_squares(position))
}

/// Reads a position; the side to move may be in lower case, as version 1 has it.
///
/// # Errors
/// The first fault, with its square.
pub fn read_position(text: &str) -> Result<Position, PlacementError> {
    let mut letters = text.chars();
    let turn = letters.next().ok_or(PlacementError::Length(0))?;
    ALPHABET.read_squares(letters.as_str(), ALPHABET.read_turn(turn)?)
}

#[cfg(test)]
mod tests;
