//! Processes that `os.fork` made: they have the objects of their parent, but not its threads.

use std::process;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The process in which an object began its threads.
#[derive(Clone, Copy)]
pub(crate) struct Home(u32);

impl Home {
    pub(crate) fn here() -> Home {
        Home(process::id())
    }

    /// Whether this process is the one with the threads.
    pub(crate) fn is_here(self) -> bool {
        self.0 == process::id()
    }

    /// Fails in a forked process, where waiting for the threads has no end.
    pub(crate) fn check(self, what: &str) -> PyResult<()> {
        if self.is_here() {
            return Ok(());
        }
        Err(PyRuntimeError::new_err(format!(
            "{what} began in another process, and a fork has no threads of it: begin it here, or start processes with \
             multiprocessing.get_context(\"spawn\")"
        )))
    }
}
