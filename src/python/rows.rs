//! Arguments of environments: which games, and where they begin.

use draughts_td::board::{Position, fen};
use numpy::{Element, PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::actions::Numbers;
use crate::arguments::List;
use crate::error::value_error;
use crate::position_array::{Boards, Turn, read};

/// Some rows: an array or a list of truth values with one for each row, or the numbers of rows.
pub(crate) enum Rows<'py> {
    /// Read as bytes, of which every one but 0 is true.
    Mask(PyReadonlyArray1<'py, u8>),
    Numbers(Numbers<'py>),
}

impl<'py> FromPyObject<'_, 'py> for Rows<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Rows<'py>> {
        let array = match given.cast::<PyList>() {
            Ok(list) => given.py().import("numpy")?.call_method1("asarray", (list,))?,
            Err(_) => given.to_owned(),
        };
        if array.cast::<PyArray1<bool>>().is_ok() {
            let bytes = array.call_method1("view", (u8::get_dtype(given.py()),))?;
            return Ok(Rows::Mask(bytes.cast_into::<PyArray1<u8>>()?.try_readonly()?));
        }
        given.extract().map(Rows::Numbers)
    }
}

impl Rows<'_> {
    /// The rows among `count`; a negative number counts from the end.
    pub(crate) fn among(&self, count: usize) -> PyResult<Vec<usize>> {
        match self {
            Rows::Mask(mask) => {
                let mask = mask.as_array();
                if mask.len() != count {
                    let text = format!("{} truth values for {count} games", mask.len());
                    return Err(value_error(text));
                }
                Ok((0..count).filter(|&row| mask[row] != 0).collect())
            }
            Rows::Numbers(numbers) => {
                let most = count as i64;
                let row = |number: i64| {
                    let row = if number < 0 { number + most } else { number };
                    let is_row = (0..most).contains(&row);
                    let absent = || value_error(format!("there is no game {number} of {count}"));
                    is_row.then_some(row as usize).ok_or_else(absent)
                };
                numbers.to_vec().into_iter().map(row).collect()
            }
        }
    }
}

/// The positions in which games begin: arrays `(boards, turn)`, a FEN or a list of them. In each the side to move has a move.
pub(crate) struct Starts(pub(crate) Vec<Position>);

impl<'py> FromPyObject<'_, 'py> for Starts {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Starts> {
        let positions = match arrays(&given)? {
            Some((boards, turn)) => read(&boards, &turn)?,
            None => texts(&given)?,
        };
        if positions.is_empty() {
            return Err(value_error("start: give a position at least"));
        }
        if let Some(row) = positions.iter().position(|position| !position.has_moves()) {
            let text = fen::write(&positions[row]);
            return Err(value_error(format!("start: the game is over in row {row}, {text}")));
        }
        Ok(Starts(positions))
    }
}

/// A pair of arrays; `None` for texts.
fn arrays<'py>(given: &Bound<'py, PyAny>) -> PyResult<Option<(Boards<'py>, Turn<'py>)>> {
    match given.cast::<PyTuple>() {
        Ok(pair) if pair.len() == 2 && !pair.get_item(0)?.is_instance_of::<PyString>() => {
            pair.extract().map(Some)
        }
        _ => Ok(None),
    }
}

fn texts(given: &Bound<'_, PyAny>) -> PyResult<Vec<Position>> {
    let texts = match given.extract::<String>() {
        Ok(text) => vec![text],
        Err(_) => given.extract::<List<String>>()?.0,
    };
    let position = |text: &String| {
        fen::read(text).map_err(|error| value_error(format!("start: {text}: {error}")))
    };
    texts.iter().map(position).collect()
}
