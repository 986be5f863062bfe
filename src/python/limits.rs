//! Numbers of a caller, checked.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use draughts_td::engine::{Budget, Depth, Endgame, Options};
use pyo3::prelude::*;

use crate::error::value_error;

/// A time in seconds.
pub fn seconds(time: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(time)
        .map_err(|_| value_error(format!("{time} is no time in seconds")))
}

/// What a search may cost; infinite without limits.
pub fn budget(time: Option<f64>, nodes: Option<u64>, depth: Option<u8>) -> PyResult<Budget> {
    if nodes == Some(0) {
        return Err(value_error("nodes: give a number from 1"));
    }
    let time = time.map(seconds).transpose()?;
    let depth = depth.map(plies).transpose()?;
    Ok(Budget { time, clock: None, nodes, depth })
}

fn plies(depth: u8) -> PyResult<Depth> {
    if (1..=Depth::MAX.plies()).contains(&depth) {
        return Ok(Depth::new(depth));
    }
    Err(value_error(format!("depth: give plies from 1 to {}", Depth::MAX)))
}

/// A number of threads; 0 is one for each core.
pub fn threads(number: usize) -> PyResult<NonZeroUsize> {
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let number = NonZeroUsize::new(number).unwrap_or(cores);
    if number.get() > Options::MAX_THREADS {
        return Err(value_error(format!("threads: give at most {}", Options::MAX_THREADS)));
    }
    Ok(number)
}

/// The options of an engine, with the tables of a folder.
pub fn options(hash_mb: usize, threads: NonZeroUsize, tables: Option<&Path>) -> PyResult<Options> {
    if hash_mb == 0 {
        return Err(value_error("hash_mb: give a number from 1"));
    }
    let open = |folder| Endgame::open_or_make(folder, threads.get(), &mut |_| {});
    let tables = tables.map(open).transpose().map_err(value_error)?;
    let endgame = tables.map(|(endgame, _)| endgame);
    Ok(Options { table: hash_mb, threads, endgame, ..Options::default() })
}
