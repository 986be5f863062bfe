//! The mistakes of a player of a database.

use std::path::PathBuf;
use std::sync::mpsc::Sender;

use draughts_td::database::mistakes::{played_games, player_mistakes as search};
use draughts_td::database::query::GameFilter;
use draughts_td::player::{Engine, Evaluation, StopFlag};
use pyo3::prelude::*;

use crate::arguments::Int;
use crate::error::{raised, value_error};
use crate::limits;
use crate::threads::Threads;
use crate::upkeep::{object, opened};
use crate::worker;

/// Searches the latest games of a player and lists the player's mistakes.
#[pyfunction]
#[pyo3(signature = (database, player, *, games=Int(20), net=None, time=None, nodes=None, depth=None, threads=Threads::ONE))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn player_mistakes<'py>(
    py: Python<'py>,
    database: PathBuf,
    player: String,
    games: Int<usize>,
    net: Option<PathBuf>,
    time: Option<f64>,
    nodes: Option<Int<u64>>,
    depth: Option<Int<i64>>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    const NODES: Int<u64> = Int(50_000);
    if games.0 == 0 {
        return Err(value_error("games: give a number from 1"));
    }
    let is_unlimited = time.is_none() && nodes.is_none() && depth.is_none();
    let budget = limits::budget(time, if is_unlimited { Some(NODES) } else { nodes }, depth, None)?;
    let net = net.map_or_else(|| Evaluation::REFERENCE.into(), |net| net.display().to_string());
    let one_thread = limits::options(py, Int(64), Threads::ONE, None)?;
    let stop = StopFlag::new();
    let work = |_: Sender<()>| {
        let opened = opened(&database)?;
        let filter = GameFilter { player: Some(player), ..GameFilter::default() };
        let games = played_games(&opened, &filter, games.0).map_err(raised)?;
        let evaluation = Evaluation::open(&net).map_err(raised)?;
        let engines = (0..threads.number().min(games.len()))
            .map(|_| Engine::new(&evaluation, &one_thread).map_err(raised));
        let mut engines = engines.collect::<PyResult<Vec<Engine>>>()?;
        threads.in_pool(|| search(&games, &mut engines, &budget, &stop, &|| {}))
    };
    let found = worker::run(py, &stop, work, |_, ()| Ok(()))??;
    object(py, &found.to_json())
}
