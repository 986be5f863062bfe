//! Errors of the program as exceptions of Python, with the program's message.

use std::error::Error;
use std::ffi::CString;
use std::io;

use draughts_td::commands::output::console;
use draughts_td::models::WeightsError;
use pyo3::exceptions::{PyOSError, PyUserWarning, PyValueError};
use pyo3::prelude::*;

/// `OSError` where a file or a folder could not be used, otherwise `ValueError`.
pub fn raised(error: impl Into<anyhow::Error>) -> PyErr {
    let error = error.into();
    let text = console::causes(&error);
    if error.chain().any(is_of_system) {
        PyOSError::new_err(text)
    } else {
        PyValueError::new_err(text)
    }
}

fn is_of_system(cause: &(dyn Error + 'static)) -> bool {
    cause.is::<io::Error>() || matches!(cause.downcast_ref(), Some(WeightsError::Io { .. }))
}

/// Issues a warning of Python.
pub fn warn(py: Python<'_>, text: &str) -> PyResult<()> {
    let text = CString::new(text.replace('\0', " ")).unwrap_or_default();
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)
}
