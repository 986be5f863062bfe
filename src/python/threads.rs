//! Threads of batches and of reading.

use draughts_td::commands::args::threads::{self, Threads};
use pyo3::prelude::*;

use crate::error::raised;

/// The number of threads: 0 stands for all cores.
pub fn number(threads: usize) -> usize {
    if threads == 0 { threads::all_cores() } else { threads.min(Threads::MOST) }
}

/// Works in a pool of this many threads.
pub fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    threads::in_pool(threads, work).map_err(raised)
}
