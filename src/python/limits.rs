//! Numbers of a caller, checked.

use std::path::Path;
use std::time::Duration;

use draughts_td::engine::{Budget, Depth, Endgame, Options};
use pyo3::prelude::*;

use crate::error::{raised, value_error, warn};
use crate::threads::Threads;

pub(crate) fn seconds(time: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(time)
        .map_err(|_| value_error(format!("{time} is no time in seconds")))
}

/// What a search may cost; infinite without limits.
pub(crate) fn budget(time: Option<f64>, nodes: Option<u64>, depth: Option<u8>) -> PyResult<Budget> {
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

/// The options of an engine, with the tables of a folder, whose warnings are issued.
pub(crate) fn options(
    py: Python<'_>,
    hash_mb: usize,
    threads: Threads,
    tables: Option<&Path>,
) -> PyResult<Options> {
    if hash_mb == 0 {
        return Err(value_error("hash_mb: give a number from 1"));
    }
    let tables = tables.map(|folder| open_tables(py, folder, threads)).transpose()?;
    Ok(Options { hash_mb, threads: threads.get(), endgame: tables, ..Options::default() })
}

/// Endgame tables of a folder, made if it is `auto` and there are none yet; what is wrong with some of them are warnings.
pub(crate) fn open_tables(py: Python<'_>, folder: &Path, threads: Threads) -> PyResult<Endgame> {
    let opened = py.detach(|| Endgame::open_or_make(folder, threads.number(), &mut |_| {}));
    let (endgame, warnings) = opened.map_err(raised)?;
    warnings.iter().try_for_each(|warning| warn(py, warning))?;
    Ok(endgame)
}
