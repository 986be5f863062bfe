//! What can be wrong with a message, a position or a move that another program sent.

use thiserror::Error;

use crate::board::{Color, SetupError};

/// Why a DXP message cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DxpError {
    /// No character between two NULs.
    #[error("empty message; a message is 1 to 127 characters before its NUL")]
    Empty,
    /// A header letter outside `R A M E C B K`.
    #[error("unknown header letter {0:?}; messages begin with R, A, M, E, C, B or K")]
    Header(char),
    /// A code above 127.
    #[error("byte {byte:#04x} at offset {offset}; a message holds codes 1 to 127 only")]
    NotAscii {
        /// The byte.
        byte: u8,
        /// Its place, from the header.
        offset: usize,
    },
    /// The message ends inside a field.
    #[error("{header} ends after {length} characters, inside the {field}")]
    Short {
        /// The header letter.
        header: char,
        /// The characters received.
        length: usize,
        /// The field that is not whole.
        field: &'static str,
    },
    /// A field that does not hold what it should.
    #[error("{header}: the {field} at offset {offset} is '{text}'; expected {expected}")]
    Field {
        /// The header letter.
        header: char,
        /// The field.
        field: &'static str,
        /// Where it begins, from the header.
        offset: usize,
        /// What was found there.
        text: String,
        /// What should be there.
        expected: &'static str,
    },
    /// A protocol version other than 01.
    #[error("R: protocol version '{0}'; only version 01 exists")]
    Version(String),
    /// The letters of a position are fine, the position is not.
    #[error("R: {0}")]
    Placement(#[from] PlacementError),
}

/// Why letters for 50 squares are not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlacementError {
    /// Not 50 letters.
    #[error("a position needs 50 square letters, not {0}")]
    Length(usize),
    /// A letter that names no piece.
    #[error("square {square} holds the letter {letter:?}; the letters are {alphabet}")]
    Letter {
        /// The square, 1–50.
        square: usize,
        /// The letter.
        letter: char,
        /// The letters of the protocol.
        alphabet: &'static str,
    },
    /// A side to move that is neither.
    #[error("the side to move is {letter:?}; it must be {expected}")]
    Turn {
        /// The letter.
        letter: char,
        /// The letters of the protocol.
        expected: &'static str,
    },
    /// More pieces than a game can have.
    #[error("{color:?} has {count} pieces; a side has at most 20")]
    TooMany {
        /// The side.
        color: Color,
        /// Its pieces.
        count: u32,
    },
    /// A man on its promotion row.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Why a line of the Hub protocol cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HubError {
    /// A quote that is never closed.
    #[error("the quote at byte {0} is never closed")]
    OpenQuote(usize),
    /// A `=` with nothing before it or nothing after it.
    #[error("the '=' at byte {0} is between a name and a value; quote an empty value")]
    Equals(usize),
    /// A required argument that is not there.
    #[error("missing {argument} in '{command}'")]
    Missing {
        /// The command.
        command: &'static str,
        /// The argument's name.
        argument: &'static str,
    },
    /// An argument that is not a number, or out of range.
    #[error("'{text}' is no value for {argument}; expected {expected}")]
    Number {
        /// The argument's name.
        argument: &'static str,
        /// What was found there.
        text: String,
        /// What should be there.
        expected: &'static str,
    },
    /// An invalid position.
    #[error("bad position: {0}")]
    Position(#[from] PlacementError),
    /// An invalid move.
    #[error("bad move: {0}")]
    Move(#[from] MoveError),
}

/// Why a move as written is not a move of a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// Not squares joined by `-` or `x`.
    #[error("'{0}' is not written as 32-28 or 28x19x23")]
    Syntax(String),
    /// No legal move fits.
    #[error("{written} is illegal; legal are {legal}")]
    Illegal {
        /// The move as written.
        written: String,
        /// The legal moves.
        legal: String,
    },
    /// Several legal captures fit the two squares.
    #[error("{written} fits {count} captures; name the captured squares")]
    Ambiguous {
        /// The move as written.
        written: String,
        /// The captures that fit.
        count: usize,
    },
}
