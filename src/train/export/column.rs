//! The columns of an export: names, types and values.

use super::plan::Content;
use super::rows::ExportRow;
use crate::board::Color;

/// The type of a column, and its value in a row.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cell {
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
pub(crate) struct Column {
    /// Its name.
    pub name: &'static str,
    /// Its values.
    pub cell: Cell,
}

/// The board: 64 bits for each kind of piece, bit 0 for square 1.
pub(crate) const BOARDS: [Column; 4] = [
    Column {
        name: "white_men",
        cell: Cell::Word(|row| row.position.men(Color::White).square_bits()),
    },
    Column {
        name: "white_kings",
        cell: Cell::Word(|row| row.position.kings(Color::White).square_bits()),
    },
    Column {
        name: "black_men",
        cell: Cell::Word(|row| row.position.men(Color::Black).square_bits()),
    },
    Column {
        name: "black_kings",
        cell: Cell::Word(|row| row.position.kings(Color::Black).square_bits()),
    },
];

/// The columns of every content.
pub(crate) const COMMON: [Column; 7] = [
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
