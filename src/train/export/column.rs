//! The columns of an export: names, types and values.

use super::plan::Content;
use super::rows::ExportRow;
use crate::board::{Bitboard, Color};

/// The type of a column, and its value in a row.
#[derive(Clone, Copy, Debug)]
pub enum Cell {
    /// 64 bits.
    Word(fn(&ExportRow) -> u64),
    /// An unsigned number of 32 bits.
    Count(fn(&ExportRow) -> u32),
    /// A signed number of 8 bits.
    Sign(fn(&ExportRow) -> i8),
    /// A boolean.
    Flag(fn(&ExportRow) -> bool),
    /// A number that may be unknown.
    Maybe(fn(&ExportRow) -> Option<f32>),
    /// The index of a file; its name in formats with texts.
    File(fn(&ExportRow) -> u32),
}

/// A column.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// Its values.
    pub cell: Cell,
}

/// The board: 64 bits for each kind of piece, bit 0 for square 1.
pub const BOARDS: [Column; 4] = [
    Column {
        name: "white_men",
        cell: Cell::Word(|row| square_bits(row.position.men(Color::White))),
    },
    Column {
        name: "white_kings",
        cell: Cell::Word(|row| square_bits(row.position.kings(Color::White))),
    },
    Column {
        name: "black_men",
        cell: Cell::Word(|row| square_bits(row.position.men(Color::Black))),
    },
    Column {
        name: "black_kings",
        cell: Cell::Word(|row| square_bits(row.position.kings(Color::Black))),
    },
];

/// The columns of every content.
pub const COMMON: [Column; 7] = [
    Column { name: "white_to_move", cell: Cell::Flag(|row| row.position.turn() == Color::White) },
    Column { name: "ply", cell: Cell::Count(|row| row.ply) },
    Column { name: "result", cell: Cell::Sign(|row| row.result) },
    Column { name: "score", cell: Cell::Maybe(|row| row.score) },
    Column { name: "file", cell: Cell::File(|row| row.file) },
    Column { name: "game", cell: Cell::Word(|row| row.game) },
    Column { name: "line", cell: Cell::Word(|row| row.line) },
];

/// The columns of an export, in order; inputs come after them.
pub(super) fn columns(content: &Content) -> impl Iterator<Item = &'static Column> {
    let boards = match content {
        Content::Boards => &BOARDS[..],
        Content::Sparse(_) | Content::Dense(_) => &[],
    };
    boards.iter().chain(&COMMON)
}

/// A set of squares with bit s − 1 for square s, without the gaps of the internal layout.
#[must_use]
pub fn square_bits(set: Bitboard) -> u64 {
    // Two rows of five squares are ten bits, and a gap.
    let two_rows = |pair: u32| (set.bits() >> (11 * pair) & 0x3ff) << (10 * pair);
    (0..5).map(two_rows).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    #[test]
    fn every_square_has_the_bit_of_its_number() {
        for square in Square::all() {
            assert_eq!(square_bits(Bitboard::from_square(square)), 1 << (square.number() - 1));
        }
        assert_eq!(square_bits(Bitboard::ALL), (1 << 50) - 1);
        assert_eq!(square_bits(Bitboard::EMPTY), 0);
    }
}
