//! The compiled half of the Python package `draughts_td`.

mod board;
mod moves;
mod svg;

use std::ffi::OsString;

use draughts_td::commands::signals;
use draughts_td::{cli, processor};
use pyo3::create_exception;
use pyo3::exceptions::{PyImportError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    draughts_td,
    IllegalMoveError,
    PyValueError,
    "A move that the rules do not allow."
);

/// Runs the command `draughts-td` with its arguments, the name of the program first, and returns its exit status.
#[pyfunction]
fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| {
        signals::listen(|| std::process::exit(signals::STATUS.into()));
        cli::run(arguments, None)
    })
}

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    if let Some(missing) = processor::missing() {
        return Err(PyImportError::new_err(format!(
            "this build of draughts-td needs a processor with {missing} (x86-64-v3, built since 2013): \
             install from source, without .cargo/config.toml"
        )));
    }
    module.add_function(wrap_pyfunction!(run, module)?)?;
    module.add_class::<board::Board>()?;
    module.add_class::<board::Outcome>()?;
    module.add_class::<moves::Move>()?;
    module.add("IllegalMoveError", module.py().get_type::<IllegalMoveError>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
