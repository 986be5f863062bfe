//! Work without the interpreter's lock, which Ctrl-C ends.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use draughts_td::player::StopFlag;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The time between two looks for a signal.
const PAUSE: Duration = Duration::from_millis(50);

/// Works on another thread while this one hands on what the work sends, and looks for signals. An exception of a signal handler or of
/// `receive` raises `stop`; it comes back once the work has ended.
pub(crate) fn run<T: Send, E: Send>(
    py: Python<'_>,
    stop: &StopFlag,
    work: impl FnOnce(Sender<E>) -> T + Send,
    mut receive: impl FnMut(Python<'_>, E) -> PyResult<()> + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let worker = scope.spawn(move || work(sender));
            let mut failure = None;
            loop {
                let event = match receiver.recv_timeout(PAUSE) {
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => None,
                    Ok(event) => Some(event),
                };
                if failure.is_some() {
                    continue;
                }
                failure = Python::attach(|py| {
                    py.check_signals()?;
                    event.map_or(Ok(()), |event| receive(py, event))
                })
                .err();
                if failure.is_some() {
                    stop.stop();
                }
            }
            let done = worker.join();
            match failure {
                Some(failure) => Err(failure),
                None => done.map_err(|_| PyRuntimeError::new_err("a fault of the program")),
            }
        })
    })
}
