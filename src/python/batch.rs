//! Arrays of positions: legal moves and features.

use draughts_td::board::{Color, MoveList, Position, legal_moves as generate};
use draughts_td::features::{COUNT, Catalogue, Inputs};
use numpy::{Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use crate::board::Board;
use crate::position_array::{self, Arrays};
use crate::threads;

/// The side whose value is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Perspective {
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
    pub fn of(self, given: Perspective, position: &Position, value: f32) -> f32 {
        if self != given && position.turn() == Color::Black { 0.0 - value } else { value }
    }
}

/// The least number of positions that a thread takes at a time.
const STRETCH: usize = 512;

/// `width` values of every position in turn, worked out on these threads.
pub fn filled<T: Clone + Default + Send>(
    py: Python<'_>,
    positions: &[Position],
    width: usize,
    threads: usize,
    fill: impl Fn(&Position, &mut [T]) + Send + Sync,
) -> PyResult<Vec<T>> {
    py.detach(|| {
        let mut values = vec![T::default(); width * positions.len()];
        if width == 0 {
            return Ok(values);
        }
        if threads == 1 {
            let rows = values.chunks_exact_mut(width);
            positions.iter().zip(rows).for_each(|(position, row)| fill(position, row));
            return Ok(values);
        }
        threads::in_pool(threads::number(threads), || {
            let rows = values.par_chunks_exact_mut(width).with_min_len(STRETCH);
            positions.par_iter().zip(rows).for_each(|(position, row)| fill(position, row));
        })?;
        Ok(values)
    })
}

/// One value of every position of the arrays `boards` and `turn`.
pub fn column<'py, T: Element + Clone + Default>(
    py: Python<'py>,
    boards: &PyReadonlyArray2<'py, u64>,
    turn: &PyReadonlyArray1<'py, bool>,
    threads: usize,
    of: impl Fn(&Position) -> T + Send + Sync,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let positions = position_array::read(boards, turn)?;
    let values = filled(py, &positions, 1, threads, |position, value: &mut [T]| {
        value[0] = of(position);
    })?;
    Ok(PyArray1::from_vec(py, values))
}

/// The arrays of some boards.
#[pyfunction]
pub fn boards_to_arrays<'py>(
    py: Python<'py>,
    boards: Vec<PyRef<'py, Board>>,
) -> PyResult<Arrays<'py>> {
    position_array::arrays(py, boards.iter().map(|board| board.position))
}

/// The boards of the arrays `boards` and `turn`.
#[pyfunction]
pub fn arrays_to_boards(
    boards: PyReadonlyArray2<'_, u64>,
    turn: PyReadonlyArray1<'_, bool>,
) -> PyResult<Vec<Board>> {
    Ok(position_array::read(&boards, &turn)?.into_iter().map(Board::at).collect())
}

/// The number of legal moves of every position.
#[pyfunction]
#[pyo3(signature = (boards, turn, *, threads=1))]
pub fn count_legal_moves<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u64>,
    turn: PyReadonlyArray1<'py, bool>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    column(py, &boards, &turn, threads, moves_of)
}

fn moves_of(position: &Position) -> u16 {
    with_list(|list| position.count_moves(list)) as u16
}

/// Lends a list of moves that is used again.
fn with_list<T>(work: impl FnOnce(&mut MoveList) -> T) -> T {
    thread_local! {
        static LIST: std::cell::RefCell<MoveList> = std::cell::RefCell::new(MoveList::new());
    }
    LIST.with_borrow_mut(work)
}

/// The legal moves of every position as padded arrays.
#[pyfunction]
#[pyo3(signature = (boards, turn, *, threads=1))]
pub fn legal_moves<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u64>,
    turn: PyReadonlyArray1<'py, bool>,
    threads: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let positions = position_array::read(&boards, &turn)?;
    let counts = filled(py, &positions, 1, threads, |position, count: &mut [u16]| {
        count[0] = moves_of(position);
    })?;
    let width = counts.iter().copied().max().unwrap_or(0).into();
    let moves = filled(py, &positions, width, threads, |position, moves: &mut [(u8, u8, u64)]| {
        with_list(|list| {
            generate(position, list);
            for (slot, mv) in moves.iter_mut().zip(&*list) {
                *slot = (mv.from().number(), mv.to().number(), mv.captured().square_bits());
            }
        });
    })?;
    let shape = [positions.len(), width];
    let ends = |of: fn(&(u8, u8, u64)) -> u8| {
        PyArray1::from_vec(py, moves.iter().map(of).collect()).reshape(shape)
    };
    let captured: Vec<u64> = moves.iter().map(|(_, _, captured)| *captured).collect();
    let arrays = PyDict::new(py);
    arrays.set_item("count", PyArray1::from_vec(py, counts))?;
    arrays.set_item("from_square", ends(|(from, _, _)| *from)?)?;
    arrays.set_item("to_square", ends(|(_, to, _)| *to)?)?;
    arrays.set_item("captured", PyArray1::from_vec(py, captured).reshape(shape)?)?;
    Ok(arrays)
}

/// The names of the inputs of the network, in index order.
#[pyfunction]
pub fn feature_names() -> Vec<&'static str> {
    Catalogue::embedded().names().collect()
}

/// The inputs of the network for every position.
#[pyfunction]
#[pyo3(signature = (boards, turn, *, names=None, threads=1))]
pub fn features<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u64>,
    turn: PyReadonlyArray1<'py, bool>,
    names: Option<Vec<String>>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let positions = position_array::read(&boards, &turn)?;
    let chosen = names.map(|names| indexes(&names)).transpose()?;
    let width = chosen.as_ref().map_or(COUNT, Vec::len);
    let values = filled(py, &positions, width, threads, |position, row: &mut [f32]| {
        let inputs = Inputs::of(position);
        match (&chosen, <&mut [f32; COUNT]>::try_from(&mut *row)) {
            (None, Ok(row)) => inputs.write_dense(row),
            _ => {
                let all = inputs.dense();
                let chosen = chosen.iter().flatten();
                row.iter_mut().zip(chosen).for_each(|(value, &index)| *value = all[index]);
            }
        }
    })?;
    PyArray1::from_vec(py, values).reshape([positions.len(), width])
}

fn indexes(names: &[String]) -> PyResult<Vec<usize>> {
    let catalogue = Catalogue::embedded();
    let index = |name: &String| {
        let place = catalogue.names().position(|own| own == name);
        let unknown = || format!("there is no input '{name}'; feature_names() lists them");
        place.ok_or_else(|| PyValueError::new_err(unknown()))
    };
    names.iter().map(index).collect()
}
