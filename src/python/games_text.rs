//! Games of texts and streams, held in memory.

use std::ops::ControlFlow;

use draughts_td::game::{Replay, Replayer, each_game};
use draughts_td::pdn::{GameText, PdnError, Scan, TextBlock, read_bytes};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::game::Game;
use crate::interrupt::Signals;
use crate::skipped::SkippedGame;

/// The games of the bytes of a file, packed or not, in order.
pub(crate) fn read(
    py: Python<'_>,
    name: &str,
    bytes: &[u8],
) -> PyResult<Vec<Result<Game, SkippedGame>>> {
    let (mut games, mut before, mut signals) = (Vec::new(), 0, Signals::default());
    let (mut scan, mut replayer) = (Scan::default(), Replayer::default());
    let mut raised = None;
    let mut take = |block: Result<TextBlock, PdnError>| {
        raised = signals.check().err();
        if raised.is_some() {
            return ControlFlow::Break(());
        }
        match block {
            Err(fault) => games.push(Err((&fault).into())),
            Ok(block) => {
                let visit = |text: &GameText<'_>, replay: Replay<'_>| {
                    let game = replay.whole().map(|game| Game::of(text, game).after_games(before));
                    games.push(game.map_err(|error| (&error.after_games(before)).into()));
                };
                before += each_game(&block, &mut scan, &mut replayer, visit);
            }
        }
        ControlFlow::Continue(())
    };
    py.detach(|| {
        let _ = read_bytes(name, bytes, &mut take);
    });
    raised.map_or(Ok(games), Err)
}

/// The bytes that are left of a stream, and its name; `None` for what is no stream.
pub(crate) fn stream(given: &Bound<'_, PyAny>) -> PyResult<Option<(String, Vec<u8>)>> {
    let Some(read) = given.getattr_opt("read")? else { return Ok(None) };
    let content = read.call0()?;
    let bytes = match content.cast::<PyString>() {
        // What is no Unicode, as by `errors="surrogateescape"`, is a ValueError of Python.
        Ok(text) => text.to_str()?.as_bytes().to_vec(),
        Err(_) => content.extract::<Vec<u8>>().map_err(|_| {
            PyTypeError::new_err("read() of the stream gives neither text nor bytes")
        })?,
    };
    let name = given.getattr_opt("name")?.and_then(|name| name.extract::<String>().ok());
    Ok(Some((name.unwrap_or_else(|| "text".into()), bytes)))
}
