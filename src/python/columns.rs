//! Arrays with values of every row of `boards` and `turn`, worked out on several threads.

use std::sync::mpsc::Sender;

use draughts_td::board::Position;
use draughts_td::player::StopFlag;
use numpy::{Element, PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::interrupt::Signals;
use crate::position_array::{Boards, PositionRows, STRETCH, Turn, position, zeros};
use crate::threads::Threads;
use crate::worker;

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
    let work = |(number, values): (usize, &mut [T])| -> PyResult<()> {
        let first = STRETCH * number;
        let stretch = rows.copied(first..first + values.len() / width);
        let rows = (first..).zip(stretch).zip(values.chunks_exact_mut(width));
        let done = rows
            .map(|((row, (words, turn)), values)| of(row, &position(row, words, turn)?, values));
        done.collect::<Result<(), String>>().map_err(PyValueError::new_err)
    };
    if threads == Threads::ONE {
        let mut signals = Signals::default();
        let mut stretches = values.chunks_mut(STRETCH * width).enumerate();
        return py.detach(|| {
            stretches.try_for_each(|stretch| signals.check().and_then(|()| work(stretch)))
        });
    }
    let stop = StopFlag::new();
    let work = |stretch| if stop.is_stopped() { None } else { work(stretch).err() };
    let stretches = values.par_chunks_mut(STRETCH * width).enumerate();
    let work = |_: Sender<()>| threads.in_pool(|| stretches.find_map_first(work));
    worker::run(py, &stop, work, |_, ()| Ok(()))??.map_or(Ok(()), Err)
}

/// One value of every position of the arrays `boards` and `turn`.
pub(crate) fn column<'py, T: Element + Send>(
    py: Python<'py>,
    boards: &Boards<'py>,
    turn: &Turn<'py>,
    threads: Threads,
    of: impl Fn(&Position) -> T + Send + Sync,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    try_column(py, boards, turn, threads, |_, position| Ok(of(position)))
}

/// One value of every position, or the reason why a row has none.
pub(crate) fn try_column<'py, T: Element + Send>(
    py: Python<'py>,
    boards: &Boards<'py>,
    turn: &Turn<'py>,
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
    boards: &Boards<'py>,
    turn: &Turn<'py>,
    width: usize,
    threads: Threads,
    of: impl Fn(&Position, &mut [T]) + Send + Sync,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    try_table(py, boards, turn, width, threads, |_, position, values| {
        of(position, values);
        Ok(())
    })
}

/// `width` values of every position in a row of their own, or the reason why a row has none.
pub(crate) fn try_table<'py, T: Element + Send>(
    py: Python<'py>,
    boards: &Boards<'py>,
    turn: &Turn<'py>,
    width: usize,
    threads: Threads,
    of: impl Fn(usize, &Position, &mut [T]) -> Result<(), String> + Send + Sync,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let rows = PositionRows::of(boards, turn)?;
    let array: Bound<'py, PyArray2<T>> = zeros(py, (rows.len(), width))?;
    let mut values = array.try_readwrite()?;
    fill(py, &rows, values.as_slice_mut()?, width, threads, of)?;
    Ok(array)
}
