//! Positions as rows of NumPy arrays.

use std::borrow::Cow;

use draughts_td::board::{Bitboard, ByColor, Color, Position, Setup};
use numpy::ndarray::{ArrayView, Dimension};
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// White's men, White's kings, Black's men and Black's kings; bit 0 is square 1.
pub(crate) fn words(position: &Position) -> [u64; 4] {
    let [white, black] = Color::each(|color| {
        [position.men(color).square_bits(), position.kings(color).square_bits()]
    });
    [white[0], white[1], black[0], black[1]]
}

/// The arrays `boards` and `turn`.
pub(crate) type Arrays<'py> = (Bound<'py, PyArray2<u64>>, Bound<'py, PyArray1<bool>>);

/// An array of zeros, of NumPy's own memory: it takes large pages, of which a system clears more in a second, and raises `MemoryError`
/// where there are too few.
pub(crate) fn zeros<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    shape: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyArray<T, D>>> {
    static ZEROS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let zeros = ZEROS.import(py, "numpy", "zeros")?.call1((shape, T::get_dtype(py)))?;
    Ok(zeros.cast_into()?)
}

/// Positions as arrays of shape (n, 4) and (n,).
pub(crate) fn arrays<'py>(
    py: Python<'py>,
    positions: impl ExactSizeIterator<Item = Position>,
) -> PyResult<Arrays<'py>> {
    let boards: Bound<'py, PyArray2<u64>> = zeros(py, (positions.len(), 4))?;
    let turn: Bound<'py, PyArray1<bool>> = zeros(py, positions.len())?;
    {
        let (mut words_of, mut is_white) = (boards.try_readwrite()?, turn.try_readwrite()?);
        let rows = words_of.as_slice_mut()?.as_chunks_mut().0.iter_mut();
        for ((row, turn), position) in rows.zip(is_white.as_slice_mut()?).zip(positions) {
            *row = words(&position);
            *turn = position.turn() == Color::White;
        }
    }
    Ok((boards, turn))
}

/// The rows of the arrays `boards` and `turn` as they lie in memory, copied where they do not lie one after another.
pub(crate) struct PositionRows<'a> {
    boards: Cow<'a, [u64]>,
    turn: Cow<'a, [bool]>,
}

impl<'a> PositionRows<'a> {
    pub(crate) fn of(
        boards: &'a PyReadonlyArray2<'_, u64>,
        turn: &'a PyReadonlyArray1<'_, bool>,
    ) -> PyResult<PositionRows<'a>> {
        let (boards, turn) = (boards.as_array(), turn.as_array());
        if boards.ncols() != 4 || boards.nrows() != turn.len() {
            let (shape, length) = (boards.shape(), turn.len());
            return Err(PyValueError::new_err(format!(
                "boards have shape {shape:?} and turn has length {length}; they must be (n, 4) and n"
            )));
        }
        Ok(PositionRows { boards: contiguous(boards), turn: contiguous(turn) })
    }

    pub(crate) fn len(&self) -> usize {
        self.turn.len()
    }

    pub(crate) fn boards(&self) -> &[[u64; 4]] {
        self.boards.as_chunks().0
    }

    pub(crate) fn turn(&self) -> &[bool] {
        &self.turn
    }
}

fn contiguous<T: Copy, D: Dimension>(array: ArrayView<'_, T, D>) -> Cow<'_, [T]> {
    match array.to_slice() {
        Some(values) => Cow::Borrowed(values),
        None => Cow::Owned(array.iter().copied().collect()),
    }
}

/// The positions of arrays of shape (n, 4) and (n,).
pub(crate) fn read(
    boards: &PyReadonlyArray2<'_, u64>,
    turn: &PyReadonlyArray1<'_, bool>,
) -> PyResult<Vec<Position>> {
    let rows = PositionRows::of(boards, turn)?;
    let positions: Result<_, _> = boards.py().detach(|| {
        let rows = rows.boards().iter().zip(rows.turn()).enumerate();
        rows.map(|(row, (board, &turn))| position(row, board, turn)).collect()
    });
    positions.map_err(PyValueError::new_err)
}

pub(crate) fn position(row: usize, words: &[u64; 4], turn: bool) -> Result<Position, String> {
    let set = |words: u64| {
        Bitboard::from_square_bits(words)
            .ok_or_else(|| format!("row {row}: {words:#x} has a bit above 49; bit 0 is square 1"))
    };
    let [white_men, white_kings, black_men, black_kings] = *words;
    let men = ByColor { white: set(white_men)?, black: set(black_men)? };
    let kings = ByColor { white: set(white_kings)?, black: set(black_kings)? };
    let turn = if turn { Color::White } else { Color::Black };
    Setup { men, kings, turn }.check().map_err(|error| format!("row {row}: {error}"))
}
