//! Arrays of positions: legal moves and features.

use std::path::PathBuf;
use std::sync::Arc;

use draughts_td::board::{Color, Move, Position, Square, legal_moves as generate};
use draughts_td::features::{Catalogue, Inputs};
use draughts_td::run::read_catalogue;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::arguments::List;
use crate::board::Board;
use crate::columns::{column, table, try_table};
use crate::error::raised;
use crate::moves::with_list;
use crate::position_array::{self, Arrays, Boards, Turn};
use crate::threads::Threads;

/// The side whose value is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Perspective {
    SideToMove,
    White,
}

impl<'py> FromPyObject<'_, 'py> for Perspective {
    type Error = PyErr;

    fn extract(name: Borrowed<'_, 'py, PyAny>) -> PyResult<Perspective> {
        match name.extract::<&str>()? {
            "side_to_move" => Ok(Perspective::SideToMove),
            "white" => Ok(Perspective::White),
            other => Err(PyValueError::new_err(format!(
                "perspective is '{other}'; it must be 'side_to_move' or 'white'"
            ))),
        }
    }
}

impl Perspective {
    /// A value from the view of `given`, from this one.
    pub(crate) fn of(self, given: Perspective, position: &Position, value: f32) -> f32 {
        if self != given && position.turn() == Color::Black { 0.0 - value } else { value }
    }
}

/// The arrays of some boards.
#[pyfunction]
pub(crate) fn boards_to_arrays<'py>(
    py: Python<'py>,
    boards: List<PyRef<'py, Board>>,
) -> PyResult<Arrays<'py>> {
    position_array::arrays(py, boards.0.iter().map(|board| board.position))
}

/// The boards of the arrays `boards` and `turn`.
#[pyfunction]
pub(crate) fn arrays_to_boards<'py>(
    py: Python<'py>,
    boards: Boards<'py>,
    turn: Turn<'py>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for position in position_array::read(&boards, &turn)? {
        list.append(Board::at(position))?;
    }
    Ok(list)
}

/// The number of legal moves of every position.
#[pyfunction]
#[pyo3(signature = (boards, turn, *, threads=Threads::ONE))]
pub(crate) fn count_legal_moves<'py>(
    py: Python<'py>,
    boards: Boards<'py>,
    turn: Turn<'py>,
    threads: Threads,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    column(py, &boards, &turn, threads, moves_of)
}

fn moves_of(position: &Position) -> u16 {
    with_list(|list| position.count_moves(list)) as u16
}

/// The legal moves of every position as padded arrays.
#[pyfunction]
#[pyo3(signature = (boards, turn, *, threads=Threads::ONE))]
pub(crate) fn legal_moves<'py>(
    py: Python<'py>,
    boards: Boards<'py>,
    turn: Turn<'py>,
    threads: Threads,
) -> PyResult<Bound<'py, PyDict>> {
    let counts = column(py, &boards, &turn, threads, moves_of)?;
    let width = counts.try_readonly()?.as_slice()?.iter().copied().max().unwrap_or(0).into();
    // Another thread of Python may have changed the boards since they were counted.
    let each = |row: usize, position: &Position, of: &mut dyn FnMut(usize, Move)| {
        with_list(|list| {
            generate(position, list);
            if list.len() > width {
                return Err(format!("row {row}: the boards were changed while they were read"));
            }
            list.into_iter().enumerate().for_each(|(place, mv)| of(place, mv));
            Ok(())
        })
    };
    let ends = |end: fn(Move) -> Square| {
        try_table(py, &boards, &turn, width, threads, move |row, position, values: &mut [u8]| {
            each(row, position, &mut |place, mv| values[place] = end(mv).number())
        })
    };
    let captured =
        try_table(py, &boards, &turn, width, threads, |row, position, values: &mut [u64]| {
            each(row, position, &mut |place, mv| values[place] = mv.captured().square_bits())
        })?;
    let arrays = PyDict::new(py);
    arrays.set_item("count", counts)?;
    arrays.set_item("from_square", ends(Move::from)?)?;
    arrays.set_item("to_square", ends(Move::to)?)?;
    arrays.set_item("captured", captured)?;
    Ok(arrays)
}

/// The catalogue of a folder; without one, that of the program.
fn catalogue_of(folder: Option<PathBuf>) -> PyResult<Arc<Catalogue>> {
    folder.map_or_else(
        || Ok(Catalogue::embedded().clone()),
        |folder| read_catalogue(&folder).map_err(raised),
    )
}

/// The names of the inputs of the network, in index order.
#[pyfunction]
#[pyo3(signature = (*, catalogue=None))]
pub(crate) fn feature_names(catalogue: Option<PathBuf>) -> PyResult<Vec<String>> {
    Ok(catalogue_of(catalogue)?.names().map(str::to_owned).collect())
}

/// The inputs of the network for every position.
#[pyfunction]
#[pyo3(signature = (boards, turn, *, names=None, catalogue=None, threads=Threads::ONE))]
pub(crate) fn features<'py>(
    py: Python<'py>,
    boards: Boards<'py>,
    turn: Turn<'py>,
    names: Option<List<String>>,
    catalogue: Option<PathBuf>,
    threads: Threads,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let catalogue = catalogue_of(catalogue)?;
    let chosen = names.map(|List(names)| indexes(&catalogue, &names)).transpose()?;
    let width = chosen.as_ref().map_or(catalogue.layout().count(), Vec::len);
    table(py, &boards, &turn, width, threads, |position, row: &mut [f32]| {
        let inputs = Inputs::by(&catalogue, position);
        match &chosen {
            None => inputs.for_each_in(catalogue.layout(), |index, value| row[index] = value),
            Some(chosen) => {
                let all = inputs.dense_in(catalogue.layout());
                row.iter_mut().zip(chosen).for_each(|(value, &index)| *value = all[index]);
            }
        }
    })
}

fn indexes(catalogue: &Catalogue, names: &[String]) -> PyResult<Vec<usize>> {
    let index = |name: &String| {
        let place = catalogue.names().position(|own| own == name);
        let unknown = || format!("there is no input '{name}'; feature_names() lists them");
        place.ok_or_else(|| PyValueError::new_err(unknown()))
    };
    names.iter().map(index).collect()
}
