//! Positions as rows of NumPy arrays.

use draughts_td::board::{Bitboard, ByColor, Color, Position, Setup};
use numpy::ndarray::{ArrayView1, ArrayView2};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// White's men, White's kings, Black's men and Black's kings; bit 0 is square 1.
pub fn words(position: &Position) -> [u64; 4] {
    let [white, black] = Color::each(|color| {
        [position.men(color).square_bits(), position.kings(color).square_bits()]
    });
    [white[0], white[1], black[0], black[1]]
}

/// The arrays `boards` and `turn`.
pub type Arrays<'py> = (Bound<'py, PyArray2<u64>>, Bound<'py, PyArray1<bool>>);

/// Positions as arrays of shape (n, 4) and (n,).
pub fn arrays<'py>(
    py: Python<'py>,
    positions: impl ExactSizeIterator<Item = Position>,
) -> PyResult<Arrays<'py>> {
    let mut boards = Vec::with_capacity(4 * positions.len());
    let mut turn = Vec::with_capacity(positions.len());
    for position in positions {
        boards.extend_from_slice(&words(&position));
        turn.push(position.turn() == Color::White);
    }
    let boards = PyArray1::from_vec(py, boards).reshape([turn.len(), 4])?;
    Ok((boards, PyArray1::from_vec(py, turn)))
}

/// The positions of arrays of shape (n, 4) and (n,).
pub fn read(
    boards: &PyReadonlyArray2<'_, u64>,
    turn: &PyReadonlyArray1<'_, bool>,
) -> PyResult<Vec<Position>> {
    let py = boards.py();
    let (boards, turn) = (boards.as_array(), turn.as_array());
    py.detach(|| positions(boards, turn)).map_err(PyValueError::new_err)
}

fn positions(
    boards: ArrayView2<'_, u64>,
    turn: ArrayView1<'_, bool>,
) -> Result<Vec<Position>, String> {
    if boards.ncols() != 4 || boards.nrows() != turn.len() {
        let (shape, length) = (boards.shape(), turn.len());
        return Err(format!(
            "boards have shape {shape:?} and turn has length {length}; they must be (n, 4) and n"
        ));
    }
    let rows = boards.rows().into_iter().zip(turn).enumerate();
    rows.map(|(row, (board, &turn))| {
        position(board, turn).map_err(|reason| format!("row {row}: {reason}"))
    })
    .collect()
}

fn position(words: ArrayView1<'_, u64>, turn: bool) -> Result<Position, String> {
    let set = |place: usize| {
        Bitboard::from_square_bits(words[place])
            .ok_or_else(|| format!("{:#x} has a bit above 49; bit 0 is square 1", words[place]))
    };
    let men = ByColor { white: set(0)?, black: set(2)? };
    let kings = ByColor { white: set(1)?, black: set(3)? };
    let turn = if turn { Color::White } else { Color::Black };
    Setup { men, kings, turn }.check().map_err(|error| error.to_string())
}
