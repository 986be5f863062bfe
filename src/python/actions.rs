//! Moves as numbers of a fixed range, for arrays.

use draughts_td::board::{Color, Move, Position, legal_moves};
use numpy::{
    Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyTuple};

use crate::arguments::{Int, List};
use crate::columns::{column, table, try_column, try_table};
use crate::moves::with_list;
use crate::numbering::Space;
use crate::position_array::{Arrays, Boards, Turn, aligned};
use crate::threads::Threads;

/// Whole numbers of users, actions or indices: an array of integers of any width, or a list of them. Numbers with fractions, complex
/// numbers, truth values and texts are not rounded or read, but refused; so is what is not a number (NaN).
pub(crate) struct Numbers<'py>(PyReadonlyArray1<'py, i64>);

impl<'py> FromPyObject<'_, 'py> for Numbers<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Numbers<'py>> {
        if given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>() {
            return Numbers::listed(&given);
        }
        let numpy = given.py().import("numpy")?;
        let array = numpy.call_method1("asarray", (given,))?.cast_into::<PyUntypedArray>()?;
        let array = aligned(&whole(&array)?)?.cast_into::<PyUntypedArray>()?;
        let shape = format!("shape {:?}", array.shape());
        let array = array.into_any().cast_into::<PyArray1<i64>>().map_err(|_| refused(&shape))?;
        Ok(Numbers(array.try_readonly()?))
    }
}

impl<'py> Numbers<'py> {
    /// The numbers of a list, which NumPy would make fractions of where one is beyond 63 bits.
    fn listed(given: &Bound<'py, PyAny>) -> PyResult<Numbers<'py>> {
        if given.try_iter()?.any(|item| item.is_ok_and(|item| item.is_instance_of::<PyBool>())) {
            return Err(refused("truth values"));
        }
        let List(numbers) = given.extract::<List<Int<i64>>>()?;
        let numbers = numbers.into_iter().map(|Int(number)| number).collect();
        Ok(Numbers(PyArray1::from_vec(given.py(), numbers).try_readonly()?))
    }

    pub(crate) fn len(&self) -> usize {
        self.0.as_array().len()
    }

    pub(crate) fn to_vec(&self) -> Vec<i64> {
        self.0.as_array().to_vec()
    }
}

/// The array with numbers of 64 bits.
fn whole<'py>(array: &Bound<'py, PyUntypedArray>) -> PyResult<Bound<'py, PyAny>> {
    let py = array.py();
    let dtype = array.getattr("dtype")?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    let as_i64 = |array: &Bound<'py, PyAny>| {
        let options = PyDict::new(py);
        options.set_item("copy", false)?;
        array.call_method("astype", (i64::get_dtype(py),), Some(&options))
    };
    match kind.as_str() {
        "i" => as_i64(array),
        // Numbers beyond those of 63 bits are refused as what they are cut to: all are too large.
        "u" => as_i64(&array.call_method1("clip", (0, i64::MAX.cast_unsigned()))?),
        // Objects, all of which are to count as whole numbers.
        "O" => Ok(Numbers::listed(&array.call_method0("tolist")?)?.0.as_any().clone()),
        _ => Err(refused(&format!("dtype {dtype}"))),
    }
}

fn refused(given: &str) -> PyErr {
    PyTypeError::new_err(format!("give an array or a list of whole numbers, not {given}"))
}

/// Which actions are legal in each position.
#[pyfunction]
#[pyo3(signature = (boards, turn, *, space=Space::SQUARE, threads=Threads::ONE))]
pub(crate) fn action_masks<'py>(
    py: Python<'py>,
    boards: Boards<'py>,
    turn: Turn<'py>,
    space: Space,
    threads: Threads,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let Space(space) = space;
    table(py, &boards, &turn, space.count(), threads, |position, row: &mut [bool]| {
        with_list(|legal| {
            legal_moves(position, legal);
            space.all(legal).for_each(|action| row[action] = true);
        });
    })
}

/// The actions of moves given by their indices among the legal ones.
#[pyfunction]
#[pyo3(signature = (boards, turn, moves, *, space=Space::SQUARE, threads=Threads::ONE))]
pub(crate) fn moves_to_actions<'py>(
    py: Python<'py>,
    boards: Boards<'py>,
    turn: Turn<'py>,
    moves: Numbers<'py>,
    space: Space,
    threads: Threads,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let convert = |legal: &[Move], index: i64| {
        let index = place(legal, index)?;
        space.0.of_index(legal, index).map(|action| action as i64)
    };
    let refusal = |_: &Position, index| format!("no action of move {index}");
    each(py, &boards, &turn, &moves, threads, convert, refusal)
}

/// The indices among the legal moves of the moves given by their actions.
#[pyfunction]
#[pyo3(signature = (boards, turn, actions, *, space=Space::SQUARE, threads=Threads::ONE))]
pub(crate) fn actions_to_moves<'py>(
    py: Python<'py>,
    boards: Boards<'py>,
    turn: Turn<'py>,
    actions: Numbers<'py>,
    space: Space,
    threads: Threads,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let Space(space) = space;
    let convert = |legal: &[Move], action| space.index(legal, action).map(|index| index as u8);
    let refusal = |position: &Position, action| space.refusal(position, action);
    each(py, &boards, &turn, &actions, threads, convert, refusal)
}

/// The positions after moves given by their indices among the legal ones.
#[pyfunction]
#[pyo3(signature = (boards, turn, moves, *, threads=Threads::ONE))]
pub(crate) fn play<'py>(
    py: Python<'py>,
    boards: Boards<'py>,
    turn: Turn<'py>,
    moves: Numbers<'py>,
    threads: Threads,
) -> PyResult<Arrays<'py>> {
    let numbers = moves.0.as_array();
    check_length(numbers.len(), turn.len())?;
    let after = try_table(py, &boards, &turn, 4, threads, |row, position, words: &mut [u64]| {
        let number = numbers[row];
        let chosen = with_list(|legal| {
            legal_moves(position, legal);
            place(legal, number).map(|place| legal[place]).ok_or(legal.len())
        });
        let mv = chosen.map_err(|count| match count {
            0 => format!("row {row}: the game is over"),
            _ => format!("row {row}: move {number} of {count}; give one from 0 to {}", count - 1),
        })?;
        words.copy_from_slice(&position.succ(mv).words());
        Ok(())
    })?;
    let turn = column(py, &boards, &turn, threads, |position| position.turn() == Color::Black)?;
    Ok((after, turn))
}

/// The boards as the side to move sees them; for boards that were turned, the boards before.
#[pyfunction]
#[pyo3(signature = (boards, turn, *, threads=Threads::ONE))]
pub(crate) fn turn_boards<'py>(
    py: Python<'py>,
    boards: Boards<'py>,
    turn: Turn<'py>,
    threads: Threads,
) -> PyResult<Bound<'py, PyArray2<u64>>> {
    table(py, &boards, &turn, 4, threads, |position, words: &mut [u64]| {
        let seen = match position.turn() {
            Color::White => *position,
            Color::Black => position.mirrored(),
        };
        words.copy_from_slice(&seen.words());
    })
}

fn place(legal: &[Move], index: i64) -> Option<usize> {
    usize::try_from(index).ok().filter(|&index| index < legal.len())
}

fn each<'py, T: Element + Send>(
    py: Python<'py>,
    boards: &Boards<'py>,
    turn: &Turn<'py>,
    numbers: &Numbers<'py>,
    threads: Threads,
    convert: impl Fn(&[Move], i64) -> Option<T> + Send + Sync,
    refusal: impl Fn(&Position, i64) -> String + Send + Sync,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let numbers = numbers.0.as_array();
    check_length(numbers.len(), turn.len())?;
    try_column(py, boards, turn, threads, |row, position| {
        let number = numbers[row];
        let converted = with_list(|legal| {
            legal_moves(position, legal);
            convert(legal, number)
        });
        converted.ok_or_else(|| format!("row {row}: {}", refusal(position, number)))
    })
}

/// Fails unless there is one number for each row.
pub(crate) fn check_length(numbers: usize, rows: usize) -> PyResult<()> {
    if numbers == rows {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{numbers} numbers for {rows} positions")))
}
