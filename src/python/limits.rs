//! Numbers of a caller, checked.

use std::path::Path;
use std::sync::mpsc::Sender;
use std::time::Duration;

use draughts_td::player::{Budget, Clock, Depth, Endgame, Options, StopFlag};
use draughts_td::protocol::dxp::Minutes;
use draughts_td::tablebase::AUTO;
use pyo3::exceptions::PyFileNotFoundError;
use pyo3::prelude::*;

use crate::arguments::Int;
use crate::error::{raised, value_error, warn};
use crate::threads::Threads;
use crate::worker;

pub(crate) fn seconds(time: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(time)
        .map_err(|_| value_error(format!("{time} is invalid; give a time in seconds")))
}

/// The clock of the side to move.
fn clock((remaining, increment): (f64, f64)) -> PyResult<Clock> {
    let (remaining, increment) = (seconds(remaining)?, seconds(increment)?);
    Ok(Clock { remaining, increment, moves_to_go: None })
}

/// The minutes of a game over DXP, 0.01 to 999.
pub(crate) fn minutes(minutes: f64) -> PyResult<Minutes> {
    if (0.01..=999.0).contains(&minutes) {
        return Ok(Minutes::nearest(minutes));
    }
    Err(value_error(format!("dxp_minutes: {minutes} is not from 0.01 to 999")))
}

/// What a search may cost; infinite without limits. The clock has the seconds that are left, and those gained with every move.
pub(crate) fn budget(
    time: Option<f64>,
    nodes: Option<Int<u64>>,
    depth: Option<Int<i64>>,
    clock: Option<(f64, f64)>,
) -> PyResult<Budget> {
    let nodes = nodes.map(|nodes| nodes.0);
    if nodes == Some(0) {
        return Err(value_error("nodes: give a number from 1"));
    }
    let time = time.map(seconds).transpose()?;
    let depth = depth.map(|depth| plies(depth.0)).transpose()?;
    let clock = clock.map(self::clock).transpose()?;
    Ok(Budget { time, nodes, depth, clock, ..Budget::INFINITE })
}

fn plies(depth: i64) -> PyResult<Depth> {
    let plies = u8::try_from(depth).ok().filter(|plies| (1..=Depth::MAX.plies()).contains(plies));
    let refusal = || value_error(format!("depth: give plies from 1 to {}", Depth::MAX));
    plies.map(Depth::new).ok_or_else(refusal)
}

/// The options of an engine, with the tables of a folder, whose warnings are issued.
pub(crate) fn options(
    py: Python<'_>,
    hash_mb: Int<i64>,
    threads: Threads,
    tables: Option<&Path>,
) -> PyResult<Options> {
    let hash_mb = usize::try_from(hash_mb.0).ok().filter(|&hash_mb| hash_mb > 0);
    let hash_mb = hash_mb.ok_or_else(|| value_error("hash_mb: give a number from 1"))?;
    let tables = tables.map(|folder| open_tables(py, folder, threads)).transpose()?;
    Ok(Options { hash_mb, threads: threads.get(), endgame: tables, ..Options::default() })
}

/// Endgame tables of a folder, made there if it is empty; what is wrong with some of them are warnings. Of all folders that are missing
/// only that of `auto` is made: a name that is misspelt costs no seconds, and leaves no files.
pub(crate) fn open_tables(py: Python<'_>, folder: &Path, threads: Threads) -> PyResult<Endgame> {
    if folder != AUTO && !folder.exists() {
        return Err(PyFileNotFoundError::new_err(format!(
            "there is no folder '{}' of endgame tables; make it, and tables of up to 4 pieces are made in it, or give 'auto'",
            folder.display()
        )));
    }
    let stop = StopFlag::new();
    let open = |_: Sender<()>| {
        Endgame::open_or_make(folder, threads.number(), &mut |_| {}, &|| stop.is_stopped())
    };
    let opened = worker::run(py, &stop, open, |_, ()| Ok(()))?;
    let (endgame, warnings) = opened.map_err(raised)?;
    warnings.iter().try_for_each(|warning| warn(py, warning))?;
    Ok(endgame)
}
