//! Moves as numbers of a fixed range, for policies and environments.

use draughts_td::board::{Move, MoveList, Position, legal_moves};
use numpy::{
    AllowTypeChange, Element, PyArray1, PyArray2, PyArrayLike1, PyReadonlyArray1, PyReadonlyArray2,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::columns::{table, try_column};
use crate::moves::with_list;
use crate::threads::Threads;

/// The legal moves with the same ends that have actions.
const SAME_ENDS: usize = 4;
const ENDS: usize = 2500;
/// The number of actions.
pub(crate) const ACTIONS: usize = SAME_ENDS * ENDS;

/// Action numbers as users give them: whole numbers of any type.
pub(crate) type ActionArray<'py> = PyArrayLike1<'py, i64, AllowTypeChange>;

fn ends(mv: Move) -> usize {
    50 * (usize::from(mv.from().number()) - 1) + usize::from(mv.to().number()) - 1
}

/// The action of a legal move by its index; `None` for the fifth move with the same ends and those after it.
pub(crate) fn of_index(legal: &[Move], index: usize) -> Option<usize> {
    let mv = legal[index];
    // Quiet moves differ in their ends.
    let same = |other: &&Move| mv.is_capture() && ends(**other) == ends(mv);
    let nth = legal[..index].iter().filter(same).count();
    (nth < SAME_ENDS).then(|| ENDS * nth + ends(mv))
}

pub(crate) fn index(legal: &[Move], action: i64) -> Option<usize> {
    let action = usize::try_from(action).ok()?;
    let same = legal.iter().enumerate().filter(|(_, mv)| ends(**mv) == action % ENDS);
    same.map(|(index, _)| index).nth(action / ENDS)
}

/// The actions of legal moves.
pub(crate) fn all(legal: &[Move]) -> impl Iterator<Item = usize> + '_ {
    (0..legal.len()).filter_map(|index| of_index(legal, index))
}

/// The refusal of an action.
pub(crate) fn illegal(position: &Position, action: i64) -> String {
    if !(0..ACTIONS as i64).contains(&action) {
        return format!("{action} is no action; they are 0 to {}", ACTIONS - 1);
    }
    let ends = action % ENDS as i64;
    let text = format!("action {action} ({} to {})", ends / 50 + 1, ends % 50 + 1);
    match MoveList::legal(position).is_empty() {
        true => format!("{text}: the game is over"),
        false => format!("{text} is no legal move here"),
    }
}

/// Which actions are legal in each position.
#[pyfunction]
#[pyo3(signature = (boards, turn, *, threads=Threads::ONE))]
pub(crate) fn action_masks<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u64>,
    turn: PyReadonlyArray1<'py, bool>,
    threads: Threads,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    table(py, &boards, &turn, ACTIONS, threads, |position, row: &mut [bool]| {
        with_list(|legal| {
            legal_moves(position, legal);
            all(legal).for_each(|action| row[action] = true);
        });
    })
}

/// The actions of moves given by their indices among the legal ones.
#[pyfunction]
#[pyo3(signature = (boards, turn, moves, *, threads=Threads::ONE))]
pub(crate) fn moves_to_actions<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u64>,
    turn: PyReadonlyArray1<'py, bool>,
    moves: ActionArray<'py>,
    threads: Threads,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let convert = |legal: &[Move], index: i64| {
        let index = usize::try_from(index).ok().filter(|&index| index < legal.len());
        index.and_then(|index| of_index(legal, index)).map(|action| action as i64)
    };
    let refusal = |_: &Position, index| format!("no action of move {index}");
    each(py, &boards, &turn, &moves, threads, convert, refusal)
}

/// The indices among the legal moves of the moves given by their actions.
#[pyfunction]
#[pyo3(signature = (boards, turn, actions, *, threads=Threads::ONE))]
pub(crate) fn actions_to_moves<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u64>,
    turn: PyReadonlyArray1<'py, bool>,
    actions: ActionArray<'py>,
    threads: Threads,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let convert = |legal: &[Move], action| index(legal, action).map(|index| index as u8);
    each(py, &boards, &turn, &actions, threads, convert, illegal)
}

fn each<'py, T: Element + Send>(
    py: Python<'py>,
    boards: &PyReadonlyArray2<'py, u64>,
    turn: &PyReadonlyArray1<'py, bool>,
    numbers: &ActionArray<'py>,
    threads: Threads,
    convert: impl Fn(&[Move], i64) -> Option<T> + Send + Sync,
    refusal: impl Fn(&Position, i64) -> String + Send + Sync,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let numbers = numbers.as_array();
    check_length(numbers.len(), turn.len()?)?;
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
