//! Players of matches that choose the moves of many games in one call.

use std::sync::Arc;

use draughts_td::board::{self, MoveList, actions};
use draughts_td::player::{GameState, MoveFunction, StopFlag};
use draughts_td::search::Probe;
use draughts_td::tree_search::{self, TreeSettings};
use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};

use crate::IllegalMoveError;
use crate::actions::{Numbers, check_length};
use crate::board::Board;
use crate::error::value_error;
use crate::evaluator::{check_callable, simulate};
use crate::interrupt::{self, Failure};
use crate::moves::Move;
use crate::position_array::arrays;

/// A player that gets all games of a match that wait for a move together.
#[pyclass(frozen, module = "draughts_td")]
pub(crate) struct BatchPlayer {
    name: String,
    /// A function from positions to actions, or the evaluator of a search.
    function: Py<PyAny>,
    search: Option<Searching>,
}

#[derive(Clone)]
struct Searching {
    simulations: usize,
    settings: TreeSettings,
    tables: Option<Arc<dyn Probe>>,
}

#[pymethods]
impl BatchPlayer {
    #[new]
    fn new(choose: &Bound<'_, PyAny>) -> PyResult<BatchPlayer> {
        check_callable(choose)?;
        let name = name_of(choose)?;
        Ok(BatchPlayer { name, function: choose.clone().unbind(), search: None })
    }

    fn __call__(&self, py: Python<'_>, board: &Bound<'_, Board>) -> PyResult<Move> {
        let board = board.try_borrow()?.clone();
        if board.is_over() {
            return Err(value_error("the game is over: there is no move to choose"));
        }
        let moves = self.moves(py, vec![board.game()], &StopFlag::new())?;
        let mv = moves.first().ok_or_else(|| value_error("the search was interrupted"))?;
        Ok(Move::at(&board.position, *mv))
    }

    #[getter]
    fn __name__(&self) -> &str {
        &self.name
    }

    fn __repr__(&self) -> String {
        match &self.search {
            Some(search) => {
                format!("<BatchPlayer {}: {} simulations>", self.name, search.simulations)
            }
            None => format!("<BatchPlayer {}>", self.name),
        }
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.function)
    }
}

impl BatchPlayer {
    pub(crate) fn searching(
        evaluate: &Bound<'_, PyAny>,
        simulations: usize,
        settings: TreeSettings,
        tables: Option<Arc<dyn Probe>>,
    ) -> PyResult<BatchPlayer> {
        let search = Some(Searching { simulations, settings, tables });
        Ok(BatchPlayer { name: name_of(evaluate)?, function: evaluate.clone().unbind(), search })
    }

    /// The player in a match; its first error is kept, and raises the flag.
    pub(crate) fn function(
        player: Py<BatchPlayer>,
        name: Option<String>,
        failure: Failure,
        stop: StopFlag,
    ) -> MoveFunction {
        let name = name.unwrap_or_else(|| player.get().name.clone());
        MoveFunction::batched(&name, move |games| {
            if stop.is_stopped() {
                return Vec::new();
            }
            let chosen = interrupt::call(|py| player.get().moves(py, games, &stop));
            let moves = chosen.unwrap_or_else(|error| {
                failure.set(error);
                stop.stop();
                Vec::new()
            });
            moves.into_iter().map(Some).collect()
        })
    }

    /// A legal move of each game; none of them if the flag is raised.
    fn moves(
        &self,
        py: Python<'_>,
        games: Vec<GameState>,
        stop: &StopFlag,
    ) -> PyResult<Vec<board::Move>> {
        let function = self.function.bind(py);
        let Some(Searching { simulations, settings, tables }) = self.search.clone() else {
            return called(function, &games);
        };
        let mut search =
            tree_search::TreeSearch::new(settings, games, tables).map_err(value_error)?;
        if !simulate(py, function, &mut search, None, simulations, || !stop.is_stopped())? {
            return Ok(Vec::new());
        }
        let chosen = search.choose(0.0).into_iter().zip(search.games());
        Ok(chosen.filter_map(|(index, game)| Some(game.moves()[index?].mv)).collect())
    }
}

/// The moves whose actions a function returns.
fn called(function: &Bound<'_, PyAny>, games: &[GameState]) -> PyResult<Vec<board::Move>> {
    let positions = games.iter().map(|game| *game.position());
    let chosen = function.call1(arrays(function.py(), positions)?)?.extract::<Numbers<'_>>()?;
    check_length(chosen.len(), games.len())?;
    let find = |(game, action): (&GameState, i64)| {
        let legal = MoveList::legal(game.position());
        let index = actions::index(&legal, action);
        let refused = || IllegalMoveError::new_err(actions::refusal(game.position(), action));
        index.map(|index| legal[index]).ok_or_else(refused)
    };
    games.iter().zip(chosen.to_vec()).map(find).collect()
}

pub(crate) fn name_of(player: &Bound<'_, PyAny>) -> PyResult<String> {
    match player.getattr("__name__") {
        Ok(name) => name.extract(),
        Err(_) => Ok(player.get_type().name()?.to_string()),
    }
}
