//! Positions as rows of NumPy arrays.

use std::ops::Range;

use draughts_td::board::{Color, Position};
use numpy::ndarray::{ArrayView1, ArrayView2, Dimension, s};
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2,
    PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::arguments::out_of_memory;
use crate::interrupt::Signals;

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
    word_arrays(py, positions.map(|position| (position.words(), position.turn())))
}

/// Words of positions with the sides to move, as arrays of shape (n, 4) and (n,).
pub(crate) fn word_arrays<'py>(
    py: Python<'py>,
    positions: impl ExactSizeIterator<Item = ([u64; 4], Color)>,
) -> PyResult<Arrays<'py>> {
    let boards: Bound<'py, PyArray2<u64>> = zeros(py, (positions.len(), 4))?;
    let turn: Bound<'py, PyArray1<bool>> = zeros(py, positions.len())?;
    {
        let (mut words_of, mut is_white) = (boards.try_readwrite()?, turn.try_readwrite()?);
        let rows = words_of.as_slice_mut()?.as_chunks_mut().0.iter_mut();
        for ((row, turn), (words, side)) in rows.zip(is_white.as_slice_mut()?).zip(positions) {
            *row = words;
            *turn = side == Color::White;
        }
    }
    Ok((boards, turn))
}

/// Where the items of each row begin in one array of all, and the number of all.
pub(crate) fn offsets(
    py: Python<'_>,
    lengths: impl Iterator<Item = usize>,
) -> Bound<'_, PyArray1<i64>> {
    let ends = lengths.scan(0, |end, length| {
        *end += length as i64;
        Some(*end)
    });
    PyArray1::from_vec(py, std::iter::once(0).chain(ends).collect())
}

/// The argument `boards`.
pub(crate) struct Boards<'py>(PyReadonlyArray2<'py, u64>);

impl<'py> FromPyObject<'_, 'py> for Boards<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Boards<'py>> {
        let array = aligned(&given)?;
        let array = array.cast_into::<PyArray2<u64>>();
        let array = array.map_err(|_| wrong(&given, "boards", "dtype uint64 and shape (n, 4)"))?;
        Ok(Boards(array.try_readonly()?))
    }
}

/// The argument `turn`. NumPy takes every byte but 0 for true, and leaves the bytes of an array as they are; Rust knows 0 and 1 and no
/// other. So they are read as bytes.
pub(crate) struct Turn<'py>(PyReadonlyArray1<'py, u8>);

impl<'py> FromPyObject<'_, 'py> for Turn<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Turn<'py>> {
        let refused = |_| wrong(&given, "turn", "dtype bool and shape (n,)");
        given.cast::<PyArray1<bool>>().map_err(|_| refused(()))?;
        let bytes = given.call_method1("view", (u8::get_dtype(given.py()),))?;
        let bytes = bytes.cast_into::<PyArray1<u8>>().map_err(|_| refused(()))?;
        Ok(Turn(bytes.try_readonly()?))
    }
}

impl Turn<'_> {
    pub(crate) fn len(&self) -> usize {
        self.0.as_array().len()
    }

    pub(crate) fn to_vec(&self) -> Vec<bool> {
        self.0.as_array().iter().map(|byte| *byte != 0).collect()
    }
}

/// An array whose numbers lie where the processor reads them; any other object as it is.
pub(crate) fn aligned<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let is_apart = |array: &Bound<'py, PyUntypedArray>| -> PyResult<bool> {
        Ok(!array.getattr("flags")?.getattr("aligned")?.is_truthy()?)
    };
    match given.cast::<PyUntypedArray>() {
        Ok(array) if is_apart(array)? => array.call_method0("copy"),
        _ => Ok(given.clone()),
    }
}

fn wrong(given: &Bound<'_, PyAny>, name: &str, needed: &str) -> PyErr {
    let shown = match given.cast::<PyUntypedArray>() {
        Ok(array) => format!("dtype {} and shape {:?}", array.dtype(), array.shape()),
        Err(_) => given.get_type().to_string(),
    };
    PyTypeError::new_err(format!("{name}: give an array of {needed}, not {shown}"))
}

/// The rows of the arrays `boards` and `turn`, in whatever way they lie in memory.
pub(crate) struct PositionRows<'a> {
    boards: ArrayView2<'a, u64>,
    turn: ArrayView1<'a, u8>,
}

impl<'a> PositionRows<'a> {
    pub(crate) fn of(boards: &'a Boards<'_>, turn: &'a Turn<'_>) -> PyResult<PositionRows<'a>> {
        let (boards, turn) = (boards.0.as_array(), turn.0.as_array());
        if boards.ncols() != 4 || boards.nrows() != turn.len() {
            let (shape, length) = (boards.shape(), turn.len());
            return Err(PyValueError::new_err(format!(
                "boards have shape {shape:?} and turn has length {length}; they must be (n, 4) and n"
            )));
        }
        Ok(PositionRows { boards, turn })
    }

    pub(crate) fn len(&self) -> usize {
        self.turn.len()
    }

    /// A copy of some rows: another thread of Python may write into the arrays while one here reads, and what was checked must stay.
    pub(crate) fn copied(&self, rows: Range<usize>) -> Vec<([u64; 4], Color)> {
        let boards = self.boards.slice(s![rows.clone(), ..]);
        let turn = self.turn.slice(s![rows]);
        let rows = boards.outer_iter().zip(turn);
        rows.map(|(row, &turn)| ([row[0], row[1], row[2], row[3]], color(turn != 0))).collect()
    }
}

/// The side to move.
pub(crate) fn color(turn: bool) -> Color {
    if turn { Color::White } else { Color::Black }
}

/// The rows that are copied at a time.
pub(crate) const STRETCH: usize = 512;

/// The positions of arrays of shape (n, 4) and (n,).
pub(crate) fn read(boards: &Boards<'_>, turn: &Turn<'_>) -> PyResult<Vec<Position>> {
    let (rows, mut signals) = (PositionRows::of(boards, turn)?, Signals::default());
    boards.0.py().detach(|| {
        let mut positions = Vec::new();
        positions.try_reserve_exact(rows.len()).map_err(out_of_memory)?;
        for first in (0..rows.len()).step_by(STRETCH) {
            signals.check()?;
            let stretch = rows.copied(first..rows.len().min(first + STRETCH));
            for (row, (words, turn)) in (first..).zip(stretch) {
                positions.push(position(row, words, turn).map_err(PyValueError::new_err)?);
            }
        }
        Ok(positions)
    })
}

pub(crate) fn position(row: usize, words: [u64; 4], turn: Color) -> Result<Position, String> {
    Position::from_words(words, turn).map_err(|error| format!("row {row}: {error}"))
}
