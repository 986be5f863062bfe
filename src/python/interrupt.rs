//! Long work in a thread of its own, while the thread of Python looks for Ctrl-C and for errors of functions in Python.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use draughts_td::player::StopFlag;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often signals are looked for.
const POLL: Duration = Duration::from_millis(20);

/// The time for an orderly end after Ctrl-C.
const GRACE: Duration = Duration::from_secs(1);

/// Looks for signals on the thread of Python, between pieces of work without the interpreter.
pub(crate) struct Signals {
    next: Instant,
    asked: u32,
    raised: Option<PyErr>,
}

impl Default for Signals {
    fn default() -> Signals {
        Signals { next: Instant::now() + POLL, asked: 0, raised: None }
    }
}

impl Signals {
    /// The exception of a signal, such as Ctrl-C, if there is one.
    pub(crate) fn check(&mut self) -> PyResult<()> {
        let now = Instant::now();
        if now < self.next {
            return Ok(());
        }
        self.next = now + POLL;
        Python::attach(|py| py.check_signals())
    }

    /// Whether small pieces of work may continue; if not, [`Signals::raised`] says why.
    pub(crate) fn may_continue(&mut self) -> bool {
        const EVERY: u32 = 64;
        self.asked = self.asked.wrapping_add(1);
        if self.raised.is_none() && self.asked.is_multiple_of(EVERY) {
            self.raised = self.check().err();
        }
        self.raised.is_none()
    }

    pub(crate) fn raised(self) -> Option<PyErr> {
        self.raised
    }
}

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

/// Runs work that `stop` ends. After Ctrl-C or a failure it has a moment for that; work that waits for a function in Python may take
/// longer, and ends without notice.
pub(crate) fn abandonable<T: Send + 'static>(
    py: Python<'_>,
    failure: &Failure,
    stop: &StopFlag,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, result) = channel();
    thread::spawn(move || sender.send(work()));
    py.detach(move || {
        wait(&result, failure).inspect_err(|_| {
            stop.stop();
            let _ = result.recv_timeout(GRACE);
        })
    })
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
