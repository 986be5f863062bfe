//! Games of the engine against itself, written to a file.

use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use draughts_td::arena::datagen::{
    DatagenConfig, DatagenPlayer, ENDING_SCORES, Event, Exploration, Summary, clear, run,
};
use draughts_td::arena::play::adjudication::Adjudication;
use draughts_td::arena::play::opening_file;
use draughts_td::arena::play::openings::BallotLength;
use draughts_td::arena::tournament::spec::PlayerSpec;
use draughts_td::files::drop_replaced;
use draughts_td::player::{Evaluation, StopFlag};
use draughts_td::run::identity;
use draughts_td::run::inputs::check_apart;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::Int;
use crate::error::{play_error, raised, value_error};
use crate::keywords::Keywords;
use crate::limits;
use crate::match_settings;
use crate::threads::Threads;
use crate::upkeep::object;
use crate::worker;

/// Plays games to be learned from, and writes them to a file.
#[pyfunction]
#[pyo3(signature = (out, *, games=Int(1000), threads=Threads::ONE, force=false, progress=None, **settings))]
pub(crate) fn generate<'py>(
    py: Python<'py>,
    out: PathBuf,
    games: Int<u64>,
    threads: Threads,
    force: bool,
    progress: Option<Py<PyAny>>,
    settings: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let config = config(py, &out, Keywords::new(py, "generate", settings)?)?;
    let stop = StopFlag::new();
    let work = |events: Sender<Summary>| {
        let mut watch = |event: Event<'_>| {
            if let Event::Progress(summary) = event {
                let _ = events.send(*summary);
            }
        };
        if force {
            clear(&out)?;
        }
        run(&config, games.0, threads.number(), &out, &stop, &mut watch)
    };
    let done = worker::run(py, &stop, work, |py, summary| {
        let Some(progress) = &progress else { return Ok(()) };
        progress.call1(py, (object(py, &summary.to_json())?,)).map(drop)
    })?;
    let summary = done.map_err(play_error)?;
    if stop.is_stopped() {
        return Err(PyKeyboardInterrupt::new_err(()));
    }
    drop_replaced(&out)?;
    object(py, &summary.to_json())
}

fn config(py: Python<'_>, out: &Path, keywords: Keywords<'_>) -> PyResult<DatagenConfig> {
    let net = keywords.take::<PathBuf>("net")?;
    let other = keywords.take::<PathBuf>("against")?;
    let openings = keywords.take::<PathBuf>("openings")?;
    let read: Vec<PathBuf> = [&net, &other, &openings].into_iter().flatten().cloned().collect();
    check_apart(&read, "out", out).map_err(raised)?;
    let net = net.map_or_else(|| Evaluation::REFERENCE.into(), |net| net.display().to_string());
    let other = other.map_or_else(|| net.clone(), |net| net.display().to_string());
    let ballots = keywords.take_or("ballots", Int(3_u8))?.0;
    let ballots = BallotLength::try_from(ballots).map_err(value_error)?;
    let openings = opening_file::read_or_ballots(openings.as_deref(), ballots);
    let scores = match keywords.take_or("no_adjudication", false)? {
        true => Adjudication::default(),
        false => ENDING_SCORES,
    };
    let hash_mb = keywords.take_or("hash_mb", Int(DatagenConfig::HASH_MB as i64))?;
    let tables = keywords.take::<PathBuf>("tables")?;
    let options = limits::options(py, hash_mb, Threads::ONE, tables.as_deref())?;
    let config = DatagenConfig {
        players: [player(&net)?, player(&other)?],
        nodes: keywords.take_or("nodes", Int(5000_u64))?.0,
        openings: openings.map_err(play_error)?,
        random_plies: keywords.take_or("random_plies", Int(6_u32))?.0,
        balance: keywords.take_or("balance", Int(50_i32))?.0,
        exploration: Exploration {
            random: keywords.take_or("random_moves", 0.0)?,
            second: keywords.take_or("second_best", 0.0)?,
        },
        adjudication: match_settings::adjudication(&keywords)?.or_scores_of(scores),
        endgame: options.endgame,
        table: options.hash_mb,
        seed: keywords.take_or("seed", Int(1_u64))?.0,
    };
    keywords.end()?;
    Ok(config)
}

fn player(net: &str) -> PyResult<DatagenPlayer> {
    let spec = PlayerSpec::own(net);
    let evaluation = Evaluation::open(net).map_err(raised)?;
    Ok(DatagenPlayer { name: spec.short(), identity: identity(&spec).map_err(raised)?, evaluation })
}
