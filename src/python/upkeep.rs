//! Upkeep and reports of a database of games.

use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use draughts_td::board::{Position, fen};
use draughts_td::database::DatabaseError;
use draughts_td::database::query::{GameFilter, names_json};
use draughts_td::database::report::{
    CompareQuestion, analysed_games, comparison, event_report as report, search_choices,
};
use draughts_td::database::store::{
    self, Build, Database, checked_tag, merge_names as merge, split_name as split,
};
use draughts_td::player::{Budget, Engine, Evaluation, Options, StopFlag};
use pyo3::exceptions::PyFileNotFoundError;
use pyo3::prelude::*;
use serde_json::Value;

use crate::arguments::{Int, List};
use crate::error::{raised, value_error};
use crate::threads::Threads;
use crate::worker;

/// A database that is there.
pub(crate) fn opened(path: &Path) -> PyResult<Database> {
    Database::open(path).map_err(|error| fault(path, error))
}

fn fault(path: &Path, error: DatabaseError) -> PyErr {
    match error {
        DatabaseError::Missing => {
            PyFileNotFoundError::new_err(format!("{}: {error}", path.display()))
        }
        error => raised(error),
    }
}

/// An object of Python.
pub(crate) fn object<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}

/// Lists names that were merged, and names that may be one person.
#[pyfunction]
#[pyo3(signature = (database, *, limit=None))]
pub(crate) fn names(
    py: Python<'_>,
    database: PathBuf,
    limit: Option<Int<usize>>,
) -> PyResult<Bound<'_, PyAny>> {
    let most = limit.map_or(usize::MAX, |limit| limit.0);
    let found = py.detach(|| names_json(&opened(&database)?, most).map_err(raised))?;
    object(py, &found)
}

/// Says that names are one person.
#[pyfunction]
pub(crate) fn merge_names(py: Python<'_>, database: PathBuf, names: List<String>) -> PyResult<()> {
    let merged = py.detach(|| merge(&database, &names.0));
    merged.map(|_| ()).map_err(|error| fault(&database, error))
}

/// Takes back what was said of a name.
#[pyfunction]
pub(crate) fn split_name(py: Python<'_>, database: PathBuf, name: &str) -> PyResult<()> {
    py.detach(|| split(&database, name)).map_err(|error| fault(&database, error))
}

/// Corrects tags of a game, or all of it.
#[pyfunction]
#[pyo3(signature = (database, game, *, tags=None, pdn=None))]
pub(crate) fn edit_game(
    py: Python<'_>,
    database: PathBuf,
    game: Int<u32>,
    tags: Option<Vec<(String, String)>>,
    pdn: Option<&str>,
) -> PyResult<u32> {
    let saved = match (tags, pdn) {
        (Some(tags), None) => {
            let tags = tags.iter().map(|(name, value)| checked_tag(name, value.trim()));
            let tags = tags.collect::<Result<Vec<_>, _>>().map_err(raised)?;
            py.detach(|| Build::default().retag(&database, game.0, &tags))
        }
        (None, Some(pdn)) => py.detach(|| Build::default().correct(&database, game.0, pdn)),
        _ => return Err(value_error("give tags, or the whole game as pdn")),
    };
    saved.map(|saved| saved.game).map_err(|error| fault(&database, error))
}

fn numbers(games: List<Int<u32>>) -> Vec<u32> {
    games.0.into_iter().map(|game| game.0).collect()
}

/// Removes games with their versions.
#[pyfunction]
pub(crate) fn remove_games(
    py: Python<'_>,
    database: PathBuf,
    games: List<Int<u32>>,
) -> PyResult<Vec<u32>> {
    let games = numbers(games);
    py.detach(|| store::remove_games(&database, &games)).map_err(|error| fault(&database, error))
}

/// Brings removed games back, or takes corrections back.
#[pyfunction]
pub(crate) fn restore_games(
    py: Python<'_>,
    database: PathBuf,
    games: List<Int<u32>>,
) -> PyResult<Vec<u32>> {
    let games = numbers(games);
    py.detach(|| store::restore_games(&database, &games)).map_err(|error| fault(&database, error))
}

/// One engine of the built-in evaluation, or of a file.
fn engine(net: Option<&Path>) -> PyResult<Engine> {
    let net = net.map_or_else(|| Evaluation::REFERENCE.into(), |net| net.display().to_string());
    let options = Options { hash_mb: 64, ..Options::default() };
    Engine::new(&Evaluation::open(&net).map_err(raised)?, &options).map_err(raised)
}

fn nodes_of(nodes: Option<Int<u64>>) -> PyResult<Option<Budget>> {
    match nodes.map(|nodes| nodes.0) {
        Some(0) => Err(value_error("nodes: give a number from 1")),
        nodes => Ok(nodes.map(Budget::of_nodes)),
    }
}

/// Reports an event.
#[pyfunction]
#[pyo3(signature = (database, event, *, plies=Int(2), nodes=None, net=None, threads=Threads::ONE))]
pub(crate) fn event_report<'py>(
    py: Python<'py>,
    database: PathBuf,
    event: String,
    plies: Int<usize>,
    nodes: Option<Int<u64>>,
    net: Option<PathBuf>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    let (budget, stop) = (nodes_of(nodes)?, StopFlag::new());
    let work = |_: Sender<()>| {
        let opened = opened(&database)?.until(&stop);
        let filter = GameFilter { event: Some(event), ..GameFilter::default() };
        let mut found = report(&opened, &filter, plies.0).map_err(raised)?;
        if let Some(budget) = &budget {
            let engines = (0..threads.number()).map(|_| engine(net.as_deref()));
            let mut engines = engines.collect::<PyResult<Vec<_>>>()?;
            let games = &found.games;
            found.analysed =
                threads.in_pool(|| analysed_games(games, &mut engines, budget, &stop, &|| {}))?;
        }
        Ok(found.to_json())
    };
    let found: PyResult<Value> = worker::run(py, &stop, work, |_, ()| Ok(()))?;
    object(py, &found?)
}

/// Reports a player, or compares two.
#[pyfunction]
#[pyo3(signature = (database, player, other=None, *, plies=Int(2), position=None, nodes=None, net=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn compare_players<'py>(
    py: Python<'py>,
    database: PathBuf,
    player: String,
    other: Option<String>,
    plies: Int<usize>,
    position: Option<&str>,
    nodes: Option<Int<u64>>,
    net: Option<PathBuf>,
) -> PyResult<Bound<'py, PyAny>> {
    let (budget, stop) = (nodes_of(nodes)?, StopFlag::new());
    if budget.is_some() && position.is_none() {
        return Err(value_error("nodes: give a position too"));
    }
    let position = position.map(read_position).transpose()?;
    let work = |_: Sender<()>| {
        let opened = opened(&database)?.until(&stop);
        let names: Vec<&str> =
            [Some(player.as_str()), other.as_deref()].into_iter().flatten().collect();
        let question = CompareQuestion { names: &names, plies: plies.0, position };
        let mut found = comparison(&opened, &GameFilter::default(), &question).map_err(raised)?;
        if let (Some(budget), Some(position)) = (&budget, &position) {
            let mut engine = engine(net.as_deref())?;
            let choices =
                found.players.iter_mut().flat_map(|player| player.choices.iter_mut().flatten());
            search_choices(position, choices, &mut engine, budget, &stop, &|| {});
        }
        Ok(found.to_json())
    };
    let found: PyResult<Value> = worker::run(py, &stop, work, |_, ()| Ok(()))?;
    object(py, &found?)
}

fn read_position(text: &str) -> PyResult<Position> {
    match text {
        "start" => Ok(Position::start()),
        text => fen::read(text).map_err(value_error),
    }
}
