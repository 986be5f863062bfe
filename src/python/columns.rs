//! Arrays with values of every row of `boards` and `turn`, worked out on several threads.

use draughts_td::board::Position;
use numpy::{Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::position_array::{PositionRows, position, zeros};
use crate::threads::Threads;

/// The positions that a thread takes at a time.
const STRETCH: usize = 512;

/// Some rows and their values.
struct Stretch<'a, T> {
    first: usize,
    boards: &'a [[u64; 4]],
    turn: &'a [bool],
    values: &'a mut [T],
}

/// Fills `width` values for every row on these threads. An error is that of the first row that has one.
fn fill<T: Send>(
    py: Python<'_>,
    rows: &PositionRows<'_>,
    values: &mut [T],
    width: usize,
    threads: Threads,
    of: impl Fn(usize, &Position, &mut [T]) -> Result<(), String> + Send + Sync,
) -> PyResult<()> {
    if width == 0 {
        return Ok(());
    }
    let error = py.detach(|| {
        let boards = rows.boards().chunks(STRETCH).zip(rows.turn().chunks(STRETCH));
        let stretches = boards.zip(values.chunks_mut(STRETCH * width)).enumerate();
        let mut stretches = stretches.map(|(number, ((boards, turn), values))| Stretch {
            first: STRETCH * number,
            boards,
            turn,
            values,
        });
        let work = |stretch: Stretch<'_, T>| {
            let boards = (stretch.first..).zip(stretch.boards).zip(stretch.turn);
            let mut rows = boards.zip(stretch.values.chunks_exact_mut(width));
            rows.find_map(|(((row, board), &turn), values)| {
                position(row, board, turn).and_then(|position| of(row, &position, values)).err()
            })
        };
        if threads == Threads::ONE {
            return Ok(stretches.find_map(work));
        }
        let stretches: Vec<_> = stretches.collect();
        threads.in_pool(|| stretches.into_par_iter().find_map_first(work))
    })?;
    error.map_or(Ok(()), |error| Err(PyValueError::new_err(error)))
}

/// One value of every position of the arrays `boards` and `turn`.
pub(crate) fn column<'py, T: Element + Send>(
    py: Python<'py>,
    boards: &PyReadonlyArray2<'py, u64>,
    turn: &PyReadonlyArray1<'py, bool>,
    threads: Threads,
    of: impl Fn(&Position) -> T + Send + Sync,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    try_column(py, boards, turn, threads, |_, position| Ok(of(position)))
}

/// One value of every position, or the reason why a row has none.
pub(crate) fn try_column<'py, T: Element + Send>(
    py: Python<'py>,
    boards: &PyReadonlyArray2<'py, u64>,
    turn: &PyReadonlyArray1<'py, bool>,
    threads: Threads,
    of: impl Fn(usize, &Position) -> Result<T, String> + Send + Sync,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let rows = PositionRows::of(boards, turn)?;
    let array: Bound<'py, PyArray1<T>> = zeros(py, rows.len())?;
    let mut values = array.try_readwrite()?;
    fill(py, &rows, values.as_slice_mut()?, 1, threads, |row, position, value| {
        value[0] = of(row, position)?;
        Ok(())
    })?;
    Ok(array)
}

/// `width` values of every position in a row of their own.
pub(crate) fn table<'py, T: Element + Send>(
    py: Python<'py>,
    boards: &PyReadonlyArray2<'py, u64>,
    turn: &PyReadonlyArray1<'py, bool>,
    width: usize,
    threads: Threads,
    of: impl Fn(&Position, &mut [T]) + Send + Sync,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let rows = PositionRows::of(boards, turn)?;
    let array: Bound<'py, PyArray2<T>> = zeros(py, (rows.len(), width))?;
    let mut values = array.try_readwrite()?;
    fill(py, &rows, values.as_slice_mut()?, width, threads, |_, position, values| {
        of(position, values);
        Ok(())
    })?;
    Ok(array)
}
