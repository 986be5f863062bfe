//! The columns of an export: names, types, and what stands in them.

use super::plan::Content;
use super::rows::ExportRow;
use crate::board::{Bitboard, Color};

/// What stands in a column, and how it is found in a row.
#[derive(Clone, Copy, Debug)]
pub enum Cell {
    /// A word of 64 bits.
    Word(fn(&ExportRow) -> u64),
    /// A number of 32 bits.
    Count(fn(&ExportRow) -> u32),
    /// A number of 8 bits with a sign.
    Sign(fn(&ExportRow) -> i8),
    /// Yes or no.
    Flag(fn(&ExportRow) -> bool),
    /// A number that may be unknown.
    Maybe(fn(&ExportRow) -> Option<f32>),
    /// The number of a file, told by its name where there is room for names.
    File(fn(&ExportRow) -> u32),
}

/// A column.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What stands in it.
    pub cell: Cell,
}

/// The board: a word for each kind of piece, bit 0 for square 1.
pub const BOARDS: [Column; 4] = [
    Column { name: "white_men", cell: Cell::Word(|row| by_square(row.position.men(Color::White))) },
    Column {
        name: "white_kings",
        cell: Cell::Word(|row| by_square(row.position.kings(Color::White))),
    },
    Column { name: "black_men", cell: Cell::Word(|row| by_square(row.position.men(Color::Black))) },
    Column {
        name: "black_kings",
        cell: Cell::Word(|row| by_square(row.position.kings(Color::Black))),
    },
];

/// What is told of every position.
pub const COMMON: [Column; 7] = [
    Column { name: "white_to_move", cell: Cell::Flag(|row| row.position.turn() == Color::White) },
    Column { name: "ply", cell: Cell::Count(|row| row.ply) },
    Column { name: "result", cell: Cell::Sign(|row| row.result) },
    Column { name: "score", cell: Cell::Maybe(|row| row.score) },
    Column { name: "file", cell: Cell::File(|row| row.file) },
    Column { name: "game", cell: Cell::Word(|row| row.game) },
    Column { name: "line", cell: Cell::Word(|row| row.line) },
];

/// The columns of an export, in order; inputs come behind them.
pub(super) fn columns(content: &Content) -> impl Iterator<Item = &'static Column> {
    let boards = match content {
        Content::Boards => &BOARDS[..],
        Content::Sparse(_) | Content::Dense(_) => &[],
    };
    boards.iter().chain(&COMMON)
}

/// A set of squares with bit s − 1 for square s, without the gaps of the board's own layout.
#[must_use]
pub fn by_square(set: Bitboard) -> u64 {
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
            assert_eq!(by_square(Bitboard::from_square(square)), 1 << (square.number() - 1));
        }
        assert_eq!(by_square(Bitboard::ALL), (1 << 50) - 1);
        assert_eq!(by_square(Bitboard::EMPTY), 0);
    }
}
