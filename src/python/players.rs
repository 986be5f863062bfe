//! Functions in Python as players.

use draughts_td::board;
use draughts_td::player::{GameState, MoveFunction, StopFlag};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::batch_player::{BatchPlayer, name_of};
use crate::board::Board;
use crate::interrupt::{self, Failure};

/// A player that calls a function from a `Board` to a move, or one for many games; its first error is kept, and raises the flag.
pub(crate) fn function(
    player: &Bound<'_, PyAny>,
    name: Option<String>,
    failure: Failure,
    stop: StopFlag,
) -> PyResult<MoveFunction> {
    if let Ok(player) = player.cast::<BatchPlayer>() {
        return Ok(BatchPlayer::function(player.clone().unbind(), name, failure, stop));
    }
    if !player.is_callable() {
        return Err(PyTypeError::new_err(
            "a player is a function from a Board to a move, or a BatchPlayer; match takes a text, an Engine and a Program too",
        ));
    }
    let name = name.map_or_else(|| name_of(player), Ok)?;
    let function = player.clone().unbind();
    Ok(MoveFunction::new(&name, move |game| {
        let chosen = interrupt::call(|py| choose(function.bind(py), game));
        let failed = |error| {
            failure.set(error);
            stop.stop();
        };
        chosen.map_err(failed).ok()
    }))
}

fn choose(function: &Bound<'_, PyAny>, game: &GameState) -> PyResult<board::Move> {
    let chosen = function.call1((Board::of_game(game),))?;
    // The function may have played on the board that it was given.
    Board::at(*game.position()).legal(&chosen)
}
