//! Long work in a thread of its own, while the thread of Python looks for Ctrl-C and for errors of functions in Python.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use draughts_td::player::StopFlag;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::fork::Home;

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

/// The calls of functions in Python that other threads make now.
struct Calls {
    running: usize,
    /// Python ends: no further one begins.
    is_ending: bool,
    home: Option<Home>,
}

static CALLS: Mutex<Calls> = Mutex::new(Calls { running: 0, is_ending: false, home: None });

/// A call has returned.
static RETURNED: Condvar = Condvar::new();

fn calls() -> MutexGuard<'static, Calls> {
    CALLS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A call that runs, also to its end by a panic.
struct Running;

impl Running {
    fn begin() -> Running {
        let mut calls = calls();
        if calls.is_ending && calls.running == 0 {
            drop(calls);
            // As in later versions of Python: the thread is there until the process is not.
            loop {
                thread::park();
            }
        }
        if !calls.home.is_some_and(Home::is_here) {
            // A forked process has none of the threads.
            (calls.home, calls.running) = (Some(Home::here()), 0);
        }
        calls.running += 1;
        Running
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut calls = calls();
        calls.running = calls.running.saturating_sub(1);
        RETURNED.notify_all();
    }
}

/// Calls a function in Python from a thread that is not one of Python's.
pub(crate) fn call<T>(function: impl FnOnce(Python<'_>) -> T) -> T {
    let _running = Running::begin();
    Python::attach(function)
}

/// Waits at exit for functions in Python that other threads have called. Python would end the threads inside them, through the frames of
/// Rust, and the process would abort. A second Ctrl-C ends it at once.
#[pyfunction]
pub(crate) fn await_calls(py: Python<'_>) {
    py.detach(|| {
        let mut running = calls();
        running.is_ending = true;
        while running.running > 0 && running.home.is_some_and(Home::is_here) {
            drop(running);
            if Python::attach(|py| py.check_signals()).is_err() {
                crate::end();
            }
            let waited = RETURNED.wait_timeout(calls(), POLL);
            running = waited.map_or_else(|error| error.into_inner().0, |(running, _)| running);
        }
    });
}
