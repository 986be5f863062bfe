//! Functions in Python that answer over Hub and DXP.

use std::time::Duration;

use draughts_td::arena::dxp::engine::{DxpEngine, Role};
use draughts_td::arena::dxp::game::SessionConfig;
use draughts_td::arena::dxp::listener::Listener;
use draughts_td::arena::hub::engine_loop::{self, HubSettings};
use draughts_td::arena::protocol_log::ProtocolLog;
use draughts_td::player::{Budget, Engine, Evaluation, Options, StopFlag};
use draughts_td::protocol::dxp::{DEFAULT_PORT, Minutes, Name};
use pyo3::prelude::*;

use crate::arguments::Int;
use crate::error::{play_error, value_error};
use crate::interrupt::{Failure, abandonable};
use crate::players;

/// Games without a time of their own.
const FALLBACK_MINUTES: u16 = 5;
const LONGEST_MINUTES: u16 = 60;
const SILENCE: Duration = Duration::from_secs(60);

/// Serves as a Hub engine on standard input and output until `quit` or the end of input.
#[pyfunction]
#[pyo3(signature = (player, *, name=None, version="1"))]
pub(crate) fn serve_hub(
    py: Python<'_>,
    player: &Bound<'_, PyAny>,
    name: Option<String>,
    version: &str,
) -> PyResult<()> {
    let (failure, stop) = (Failure::default(), StopFlag::new());
    let function = players::function(player, name, failure.clone(), stop.clone())?;
    let settings = HubSettings {
        name: function.name().into(),
        version: version.into(),
        author: None,
        country: None,
        net: Evaluation::MATERIAL.into(),
        options: Options { hash_mb: 1, ..Options::default() },
        endgame: String::new(),
        budget: Budget::INFINITE,
        book: String::new(),
        level: None,
        function: Some(function),
        note: |text| eprintln!("{text}"),
    };
    let serve = || engine_loop::run(settings, None, std::io::stdin(), std::io::stdout());
    abandonable(py, &failure, &stop, serve)?.map_err(play_error)
}

/// Listens for DXP programs and plays the games that they ask for, without end or until this number of games is played.
#[pyfunction]
#[pyo3(signature = (player, *, host="127.0.0.1", port=Int(DEFAULT_PORT.into()), name=None, games=None))]
pub(crate) fn serve_dxp(
    py: Python<'_>,
    player: &Bound<'_, PyAny>,
    host: &str,
    port: Int<i64>,
    name: Option<String>,
    games: Option<Int<u32>>,
) -> PyResult<()> {
    let (failure, stop) = (Failure::default(), StopFlag::new());
    let function = players::function(player, name, failure.clone(), stop.clone())?;
    let engine = Engine::choosing(&function).map_err(value_error)?;
    let config = SessionConfig {
        name: Name::new(function.name()),
        budget: Budget::INFINITE,
        level: None,
        silence_timeout: SILENCE,
        strict: false,
        resign: None,
    };
    let port = u16::try_from(port.0);
    let port = port.map_err(|_| value_error("port: give a number from 0 to 65535"))?;
    let listener = Listener::open(host, port).map_err(play_error)?;
    let role = Role::Follower {
        fallback: Minutes::whole(FALLBACK_MINUTES),
        longest: Minutes::whole(LONGEST_MINUTES),
    };
    let serve = move || {
        let mut say = |line: &str| println!("{line}");
        say(&format!("listening on {}", listener.address()));
        let mut engine = DxpEngine::new(engine, config, None, ProtocolLog::default(), &mut say);
        engine.serve(listener, &role, games.map(|games| games.0))
    };
    abandonable(py, &failure, &stop, serve)?.map_err(play_error)
}
