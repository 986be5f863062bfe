//! The compiled half of the Python package `draughts_td`.

mod board;
mod moves;
mod svg;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(draughts_td, IllegalMoveError, PyValueError, "A move that the rules do not allow.");

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<board::Board>()?;
    module.add_class::<board::Outcome>()?;
    module.add_class::<moves::Move>()?;
    module.add("IllegalMoveError", module.py().get_type::<IllegalMoveError>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
