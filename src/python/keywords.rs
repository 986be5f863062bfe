//! Keywords of functions with many settings: each is taken by its name, and what is left over is refused.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The keywords of a call that were not taken yet.
pub(crate) struct Keywords<'py> {
    function: &'static str,
    left: Bound<'py, PyDict>,
}

impl<'py> Keywords<'py> {
    pub(crate) fn new(
        py: Python<'py>,
        function: &'static str,
        given: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Keywords<'py>> {
        let left = given.map_or_else(|| Ok(PyDict::new(py)), |given| given.copy())?;
        Ok(Keywords { function, left })
    }

    /// Takes a keyword; `None` where it is not given, or is `None`.
    pub(crate) fn take<T>(&self, name: &str) -> PyResult<Option<T>>
    where
        T: for<'a> FromPyObject<'a, 'py, Error: Into<PyErr>>,
    {
        let Some(value) = self.left.get_item(name)? else { return Ok(None) };
        self.left.del_item(name)?;
        if value.is_none() {
            return Ok(None);
        }
        let extracted = value.extract::<T>().map_err(|error| {
            let error: PyErr = error.into();
            if !error.is_instance_of::<PyTypeError>(value.py()) {
                return error;
            }
            PyTypeError::new_err(format!("argument '{name}': {}", error.value(value.py())))
        });
        extracted.map(Some)
    }

    /// The same with a value for where it is not given.
    pub(crate) fn take_or<T>(&self, name: &str, otherwise: T) -> PyResult<T>
    where
        T: for<'a> FromPyObject<'a, 'py, Error: Into<PyErr>>,
    {
        Ok(self.take(name)?.unwrap_or(otherwise))
    }

    /// Fails if keywords are left.
    pub(crate) fn end(self) -> PyResult<()> {
        let Some((name, _)) = self.left.iter().next() else { return Ok(()) };
        let function = self.function;
        Err(PyTypeError::new_err(format!(
            "{function} has no keyword '{name}'; the stub draughts_td/_core.pyi lists them"
        )))
    }
}
