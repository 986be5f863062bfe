//! Numbers of threads, by one rule for whatever works on several.

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, TryLockError};

use draughts_td::commands::args::threads;
use draughts_td::player::Options;
use pyo3::exceptions::{PyOverflowError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::raised;
use crate::fork::Home;

/// A number of threads, 1 to 256; 0 means one for each core.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Threads(NonZeroUsize);

impl Threads {
    pub(crate) const ONE: Threads = Threads(NonZeroUsize::MIN);
    const MOST: usize = Options::MAX_THREADS;

    pub(crate) fn all_cores() -> Threads {
        let cores = threads::all_cores().min(Threads::MOST);
        NonZeroUsize::new(cores).map_or(Threads::ONE, Threads)
    }

    /// `count` threads; `None` where nobody may have them.
    pub(crate) fn counted(count: usize) -> Option<Threads> {
        let count = Some(count).filter(|&count| count <= Threads::MOST);
        count.and_then(NonZeroUsize::new).map(Threads)
    }

    pub(crate) fn get(self) -> NonZeroUsize {
        self.0
    }

    pub(crate) fn number(self) -> usize {
        self.0.get()
    }

    /// Works in a pool of this number of threads.
    pub(crate) fn in_pool<T: Send>(self, work: impl FnOnce() -> T + Send) -> PyResult<T> {
        threads::in_pool(self.number(), work).map_err(raised)
    }
}

/// What one thread uses at a time; an error with this text while another uses it.
pub(crate) fn try_lock<'a, T>(
    mutex: &'a Mutex<T>,
    busy: &'static str,
) -> PyResult<MutexGuard<'a, T>> {
    match mutex.try_lock() {
        Ok(own) => Ok(own),
        Err(TryLockError::Poisoned(own)) => Ok(own.into_inner()),
        Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(busy)),
    }
}

/// Threads that an object keeps. A forked process has the object without its threads, and starts its own.
pub(crate) struct Pool {
    count: Threads,
    home: Home,
    pool: Option<ThreadPool>,
}

impl Pool {
    pub(crate) fn new(count: Threads) -> PyResult<Pool> {
        let pool = ThreadPoolBuilder::new().num_threads(count.number());
        let pool = (count != Threads::ONE).then(|| pool.build()).transpose().map_err(raised)?;
        Ok(Pool { count, home: Home::here(), pool })
    }

    /// The threads; `None` if the caller's own is the only one.
    pub(crate) fn threads(&mut self) -> PyResult<Option<&ThreadPool>> {
        if !self.home.is_here() {
            *self = Pool::new(self.count)?;
        }
        Ok(self.pool.as_ref())
    }
}

impl Drop for Pool {
    /// In a forked process nobody may be told to end, and the locks of the pool may be held for ever.
    fn drop(&mut self) {
        if !self.home.is_here() {
            std::mem::forget(self.pool.take());
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Threads {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, 'py, PyAny>) -> PyResult<Threads> {
        let given = match number.extract::<i64>() {
            Ok(given) => usize::try_from(given).ok().filter(|&given| given <= Threads::MOST),
            Err(error) if error.is_instance_of::<PyOverflowError>(number.py()) => None,
            Err(error) => return Err(error),
        };
        let given = given.ok_or_else(|| {
            let most = Threads::MOST;
            let text = format!("{} threads: give 1 to {most}, or 0 for one on each core", &*number);
            PyValueError::new_err(text)
        })?;
        Ok(NonZeroUsize::new(given).map_or_else(Threads::all_cores, Threads))
    }
}
