//! Moves as numbers of a fixed range, for policies and environments.

use draughts_td::board::{Move, MoveList, Position, legal_moves};
use numpy::{
    AllowTypeChange, IntoPyArray, PyArray1, PyArray2, PyArrayLike1, PyArrayMethods,
    PyReadonlyArray1, PyReadonlyArray2,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::position_array;

/// The legal moves with the same ends that have actions.
const SAME_ENDS: usize = 4;
const ENDS: usize = 2500;
/// The number of actions.
pub const ACTIONS: usize = SAME_ENDS * ENDS;

/// Action numbers as users give them: whole numbers of any type.
pub type ActionArray<'py> = PyArrayLike1<'py, i64, AllowTypeChange>;

fn ends(mv: Move) -> usize {
    50 * (usize::from(mv.from().number()) - 1) + usize::from(mv.to().number()) - 1
}

/// The action of a legal move by its index; `None` for the fifth move with the same ends and those after it.
pub fn of_index(legal: &[Move], index: usize) -> Option<usize> {
    let mv = legal[index];
    // Quiet moves differ in their ends.
    let same = |other: &&Move| mv.is_capture() && ends(**other) == ends(mv);
    let nth = legal[..index].iter().filter(same).count();
    (nth < SAME_ENDS).then(|| ENDS * nth + ends(mv))
}

/// The index of the legal move of an action.
pub fn index(legal: &[Move], action: i64) -> Option<usize> {
    let action = usize::try_from(action).ok()?;
    let same = legal.iter().enumerate().filter(|(_, mv)| ends(**mv) == action % ENDS);
    same.map(|(index, _)| index).nth(action / ENDS)
}

/// The actions of legal moves.
pub fn all(legal: &[Move]) -> impl Iterator<Item = usize> + '_ {
    (0..legal.len()).filter_map(|index| of_index(legal, index))
}

/// The refusal of an action.
pub fn illegal(position: &Position, action: i64) -> String {
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

/// Which actions are legal: an array of shape (n, `ACTIONS`).
pub fn mask_array<'py, 'a>(
    py: Python<'py>,
    moves: impl ExactSizeIterator<Item = &'a [Move]>,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let mask = PyArray2::zeros(py, [moves.len(), ACTIONS], false);
    let mut rows = mask.try_readwrite()?;
    let rows = rows.as_slice_mut()?;
    for (row, legal) in rows.chunks_exact_mut(ACTIONS).zip(moves) {
        all(legal).for_each(|action| row[action] = true);
    }
    Ok(mask)
}

/// Which actions are legal in each position.
#[pyfunction]
pub fn action_masks<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u64>,
    turn: PyReadonlyArray1<'py, bool>,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let positions = position_array::read(&boards, &turn)?;
    let legal: Vec<MoveList> = py.detach(|| positions.iter().map(MoveList::legal).collect());
    mask_array(py, legal.iter().map(|moves| &**moves))
}

/// The actions of moves given by their indices among the legal ones.
#[pyfunction]
pub fn moves_to_actions<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u64>,
    turn: PyReadonlyArray1<'py, bool>,
    moves: ActionArray<'py>,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let convert = |legal: &[Move], index: i64| {
        let index = usize::try_from(index).ok().filter(|&index| index < legal.len());
        index.and_then(|index| of_index(legal, index)).map(|action| action as i64)
    };
    let found =
        each(&boards, &turn, &moves, convert, |_, index| format!("no action of move {index}"));
    Ok(found?.into_pyarray(py))
}

/// The indices among the legal moves of the moves given by their actions.
#[pyfunction]
pub fn actions_to_moves<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u64>,
    turn: PyReadonlyArray1<'py, bool>,
    actions: ActionArray<'py>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let convert = |legal: &[Move], action| index(legal, action).map(|index| index as u8);
    Ok(each(&boards, &turn, &actions, convert, illegal)?.into_pyarray(py))
}

fn each<T>(
    boards: &PyReadonlyArray2<'_, u64>,
    turn: &PyReadonlyArray1<'_, bool>,
    numbers: &ActionArray<'_>,
    convert: impl Fn(&[Move], i64) -> Option<T>,
    refusal: impl Fn(&Position, i64) -> String,
) -> PyResult<Vec<T>> {
    let positions = position_array::read(boards, turn)?;
    let numbers = numbers.as_array();
    check_length(numbers.len(), positions.len())?;
    let mut legal = MoveList::new();
    let rows = positions.iter().zip(numbers).enumerate();
    rows.map(|(row, (position, &number))| {
        legal_moves(position, &mut legal);
        convert(&legal, number).ok_or_else(|| {
            PyValueError::new_err(format!("row {row}: {}", refusal(position, number)))
        })
    })
    .collect()
}

/// Fails unless there is one number for each row.
pub fn check_length(numbers: usize, rows: usize) -> PyResult<()> {
    if numbers == rows {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{numbers} numbers for {rows} positions")))
}
