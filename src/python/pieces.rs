//! The pieces of a board, one by one.

use draughts_td::board::{Bitboard, Color, Piece, Position, Setup, Square, playable};
use pyo3::prelude::*;

use crate::error::value_error;

/// `w` or `b` for a man, `W` or `B` for a king.
pub(crate) fn at(position: &Position, square: Square) -> Option<char> {
    position.at(square).map(|(color, piece)| match (color, piece) {
        (Color::White, Piece::Man) => 'w',
        (Color::White, Piece::King) => 'W',
        (Color::Black, Piece::Man) => 'b',
        (Color::Black, Piece::King) => 'B',
    })
}

/// The position without pieces, White to move.
pub(crate) fn none() -> PyResult<Position> {
    Position::from_words([0; 4], Color::White).map_err(value_error)
}

pub(crate) fn with_turn(position: &Position, turn: Color) -> PyResult<Position> {
    Setup { turn, ..position.setup() }.check().map_err(value_error)
}

/// The position with a piece in place of what is on a square.
pub(crate) fn with_piece(
    position: &Position,
    square: Square,
    piece: Option<char>,
) -> PyResult<Position> {
    let (mut setup, only) = (position.setup(), Bitboard::from_square(square));
    for color in Color::ALL {
        setup.men[color] = setup.men[color] - only;
        setup.kings[color] = setup.kings[color] - only;
    }
    match piece {
        None => {}
        Some('w') => setup.men[Color::White] |= only,
        Some('W') => setup.kings[Color::White] |= only,
        Some('b') => setup.men[Color::Black] |= only,
        Some('B') => setup.kings[Color::Black] |= only,
        Some(other) => {
            let text = format!("{other:?} is no piece; they are 'w', 'W', 'b' and 'B'");
            return Err(value_error(text));
        }
    }
    setup.check().map_err(value_error)
}

/// Why no game can be played from a position.
pub(crate) fn fault(position: &Position) -> Option<String> {
    const MOST: u32 = 20;
    let crowded = Color::ALL.into_iter().find(|&side| position.pieces(side).len() > MOST);
    let crowded = crowded.map(|side| format!("{side:?} has more than {MOST} pieces"));
    crowded.or_else(|| playable(position).err())
}
