//! Errors of engines and matches as exceptions of Python.

use std::fmt::Display;

use draughts_td::arena::PlayError;
use pyo3::PyErr;
use pyo3::exceptions::{PyOSError, PyValueError};

pub fn play_error(error: PlayError) -> PyErr {
    let text = error.to_string();
    match error {
        PlayError::File { .. } | PlayError::Network { .. } | PlayError::Pipe(_) => {
            PyOSError::new_err(text)
        }
        _ => PyValueError::new_err(text),
    }
}

/// A value that cannot be used.
pub fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
