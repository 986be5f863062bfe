//! Arguments of Python: whole numbers, lists and paths, refused in words of their own.

use std::path::PathBuf;

use draughts_td::commands::args::inputs;
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PySequence, PyString};

use crate::error::{raised, value_error};

/// A whole number in the range of its type: any object that Python takes for an index.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Int<T>(pub(crate) T);

macro_rules! whole_numbers {
    ($($number:ty)*) => { $(
        impl<'py> FromPyObject<'_, 'py> for Int<$number> {
            type Error = PyErr;

            fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Int<$number>> {
                given.extract().map(Int).map_err(|error: PyErr| {
                    if !error.is_instance_of::<PyOverflowError>(given.py()) {
                        return error;
                    }
                    let (least, most) = (<$number>::MIN, <$number>::MAX);
                    value_error(format!("{}: give a whole number from {least} to {most}", &*given))
                })
            }
        }
    )* };
}

whole_numbers! { u8 u16 u32 u64 usize i32 i64 }

/// The items of a sequence. Its length is only what it says of itself: room is made for what comes.
pub(crate) struct List<T>(pub(crate) Vec<T>);

impl<'py, T> FromPyObject<'_, 'py> for List<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error: Into<PyErr>> + 'py,
{
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<List<T>> {
        if given.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("a text where a list is needed"));
        }
        let mut items = Vec::new();
        for item in given.cast::<PySequence>()?.try_iter()? {
            let item = item?.extract::<T>().map_err(Into::into)?;
            items.try_reserve(1).map_err(out_of_memory)?;
            items.push(item);
        }
        Ok(List(items))
    }
}

/// The exception for a length that there is no memory for.
pub(crate) fn out_of_memory(error: std::collections::TryReserveError) -> PyErr {
    PyMemoryError::new_err(error.to_string())
}

/// One path or several.
pub(crate) struct Paths(Vec<PathBuf>);

impl<'py> FromPyObject<'_, 'py> for Paths {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Paths> {
        if let Ok(path) = given.extract::<PathBuf>() {
            return Ok(Paths(vec![path]));
        }
        let List(paths) = given.extract::<List<PathBuf>>().map_err(|_| {
            let name = given.get_type().name();
            let name = name.map_or_else(|_| "object".into(), |name| name.to_string());
            PyTypeError::new_err(format!("give a path or a list of paths, not this {name}"))
        })?;
        if paths.is_empty() {
            return Err(value_error(
                "there is no file: the list of paths is empty; give files or folders of PDN",
            ));
        }
        Ok(Paths(paths))
    }
}

impl Paths {
    /// The files, with folders resolved to the PDN files in them; all of them exist.
    pub(crate) fn files(self) -> PyResult<Vec<PathBuf>> {
        let files = inputs::listed(&self.0).map_err(raised)?;
        inputs::check(&files).map_err(raised)?;
        Ok(files)
    }

    pub(crate) fn listed(self) -> Vec<PathBuf> {
        self.0
    }
}
