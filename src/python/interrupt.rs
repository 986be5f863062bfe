//! Long work in a thread of its own, while the thread of Python looks for Ctrl-C and for errors of functions in Python.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often signals are looked for.
const POLL: Duration = Duration::from_millis(20);

/// The first error of a function in Python that a thread of Rust called.
#[derive(Clone, Default)]
pub(crate) struct Failure(Arc<Mutex<Option<PyErr>>>);

impl Failure {
    pub(crate) fn set(&self, error: PyErr) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    pub(crate) fn check(&self) -> PyResult<()> {
        let error = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        error.map_or(Ok(()), Err)
    }
}

/// Runs work that cannot be stopped; after Ctrl-C or a failure it goes on without notice.
pub(crate) fn abandonable<T: Send + 'static>(
    py: Python<'_>,
    failure: &Failure,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, result) = channel();
    thread::spawn(move || sender.send(work()));
    py.detach(move || wait(&result, failure))
}

/// Waits for a result without holding the interpreter.
pub(crate) fn wait<T>(result: &Receiver<T>, failure: &Failure) -> PyResult<T> {
    loop {
        match result.recv_timeout(POLL) {
            Ok(value) => return failure.check().map(|()| value),
            Err(RecvTimeoutError::Timeout) => {
                failure.check()?;
                Python::attach(|py| py.check_signals())?;
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("this has failed inside; see standard error"));
            }
        }
    }
}
