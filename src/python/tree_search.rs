//! Monte Carlo tree search with an evaluator in Python.

use std::sync::{Mutex, MutexGuard};

use draughts_td::board::Position;
use draughts_td::board::actions::ACTIONS;
use draughts_td::player::GameState;
use draughts_td::tree_search::{self, Algorithm, GameSearch, RootMove, RootNoise, TreeSettings};
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use pyo3::{PyTraverseError, PyVisit};

use crate::actions::{Numbers, check_length};
use crate::arguments::{Int, List, out_of_memory};
use crate::batch_player::BatchPlayer;
use crate::board::Board;
use crate::error::value_error;
use crate::evaluator::{check_callable, checked_simulations, simulate};
use crate::position_array::{self, Arrays, Boards, Turn, arrays, offsets};
use crate::tablebase::Tablebase;
use crate::threads::{Pool, Threads, try_lock};

/// Most games of a search; each takes kilobytes, and half a kilobyte more for each simulation.
const MAX_GAMES: usize = 100_000;
/// What a game takes of memory, at least.
const GAME_BYTES: usize = 4096;
type Row<'py, T> = Bound<'py, PyArray1<T>>;

impl<'py> FromPyObject<'_, 'py> for AlgorithmName {
    type Error = PyErr;

    fn extract(name: Borrowed<'_, 'py, PyAny>) -> PyResult<AlgorithmName> {
        match name.extract::<&str>()? {
            "puct" => Ok(AlgorithmName(Algorithm::Puct)),
            "gumbel" => Ok(AlgorithmName(Algorithm::Gumbel)),
            other => Err(PyValueError::new_err(format!(
                "algorithm is '{other}'; it must be 'puct' or 'gumbel'"
            ))),
        }
    }
}

/// The argument `algorithm`.
#[derive(Clone, Copy)]
pub(crate) struct AlgorithmName(pub(crate) Algorithm);

/// The argument `games`: a number of games, arrays of positions, or boards with the moves that led to them.
struct Starts(Vec<GameState>);

impl<'py> FromPyObject<'_, 'py> for Starts {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Starts> {
        let games: Vec<GameState> = if given.is_instance_of::<PyTuple>() {
            let (boards, turn) = given.extract::<(Boards<'py>, Turn<'py>)>()?;
            position_array::read(&boards, &turn)?.into_iter().map(GameState::new).collect()
        } else if given.is_instance_of::<PyList>() {
            let List(boards) = given.extract::<List<PyRef<'py, Board>>>()?;
            boards.iter().map(|board| board.game()).collect()
        } else {
            let refused = || {
                PyTypeError::new_err(
                    "games: give a number, a tuple (boards, turn) of arrays, or a list of boards",
                )
            };
            // An exception of an object that gives its number by itself is not ours to change.
            if !given.hasattr("__index__")? {
                return Err(refused());
            }
            let Int(count) = given.extract::<Int<usize>>()?;
            check_games(count)?;
            Vec::<u8>::new().try_reserve_exact(count * GAME_BYTES).map_err(out_of_memory)?;
            vec![GameState::new(Position::start()); count]
        };
        check_games(games.len())?;
        Ok(Starts(games))
    }
}

fn check_games(count: usize) -> PyResult<()> {
    if (1..=MAX_GAMES).contains(&count) {
        return Ok(());
    }
    Err(value_error(format!("{count} games: a search has 1 to {MAX_GAMES}")))
}

/// A batched tree search of many games, whose leaves go to a function in Python together.
#[pyclass(frozen, module = "draughts_td")]
pub(crate) struct TreeSearch {
    evaluate: Py<PyAny>,
    starts: Vec<GameState>,
    settings: TreeSettings,
    running: Mutex<Running>,
}

struct Running {
    search: tree_search::TreeSearch,
    pool: Pool,
}

#[pymethods]
impl TreeSearch {
    #[new]
    #[pyo3(signature = (
        evaluate, games, *, algorithm=AlgorithmName(Algorithm::Puct), c=1.5, noise=None, considered=Int(16), gumbel_scale=1.0,
        leaves=Int(1), seed=Int(0), threads=Threads::ONE, tables=None
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        evaluate: Bound<'_, PyAny>,
        games: Starts,
        algorithm: AlgorithmName,
        c: f32,
        noise: Option<(f32, f32)>,
        considered: Int<usize>,
        gumbel_scale: f32,
        leaves: Int<usize>,
        seed: Int<u64>,
        threads: Threads,
        tables: Option<&Tablebase>,
    ) -> PyResult<TreeSearch> {
        check_callable(&evaluate)?;
        let settings = TreeSettings {
            algorithm: algorithm.0,
            c,
            noise: noise.map(|(alpha, share)| RootNoise { alpha, share }),
            considered: considered.0,
            gumbel_scale,
            leaves: leaves.0,
            seed: seed.0,
        };
        let Starts(starts) = games;
        let tables = tables.map(|tables| tables.endgame().probe());
        let search = tree_search::TreeSearch::new(settings, starts.clone(), tables);
        let search = search.map_err(value_error)?;
        let running = Mutex::new(Running { search, pool: Pool::new(threads)? });
        Ok(TreeSearch { evaluate: evaluate.unbind(), starts, settings, running })
    }

    /// A player of matches that searches the games of a match together.
    #[staticmethod]
    #[pyo3(signature = (
        evaluate, simulations, *, algorithm=AlgorithmName(Algorithm::Puct), c=1.5, considered=Int(16), leaves=Int(1), tables=None
    ))]
    fn player(
        evaluate: Bound<'_, PyAny>,
        simulations: Int<usize>,
        algorithm: AlgorithmName,
        c: f32,
        considered: Int<usize>,
        leaves: Int<usize>,
        tables: Option<&Tablebase>,
    ) -> PyResult<BatchPlayer> {
        check_callable(&evaluate)?;
        let settings = TreeSettings {
            algorithm: algorithm.0,
            c,
            considered: considered.0,
            leaves: leaves.0,
            // A match has its openings: there the best move is played.
            gumbel_scale: 0.0,
            ..TreeSettings::default()
        };
        settings.check().map_err(value_error)?;
        let tables = tables.map(|tables| tables.endgame().probe());
        BatchPlayer::searching(&evaluate, checked_simulations(simulations)?, settings, tables)
    }

    /// Runs simulations in all games that are not over: legal actions, where those of each game begin, their visits and values.
    #[allow(clippy::type_complexity)]
    fn run<'py>(
        &self,
        py: Python<'py>,
        simulations: Int<usize>,
    ) -> PyResult<(Row<'py, i64>, Row<'py, i64>, Row<'py, u32>, Row<'py, f32>)> {
        let simulations = checked_simulations(simulations)?;
        let mut running = self.running()?;
        let Running { search, pool } = &mut *running;
        simulate(py, self.evaluate.bind(py), search, Some(pool), simulations, || true)?;
        let games = running.search.games();
        let visits: Vec<u32> = games.iter().flat_map(GameSearch::visits).collect();
        let values = games.iter().flat_map(GameSearch::values);
        let values: Vec<f32> = values.map(|value| value.unwrap_or(f32::NAN)).collect();
        let (actions, offsets) = legal(py, games);
        Ok((actions, offsets, visits.into_pyarray(py), values.into_pyarray(py)))
    }

    /// The legal actions of all games, one game after the other, and where those of each begin.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<(Row<'py, i64>, Row<'py, i64>)> {
        Ok(legal(py, self.running()?.search.games()))
    }

    /// The policy to learn, a number for each legal action.
    fn policy<'py>(&self, py: Python<'py>) -> PyResult<Row<'py, f32>> {
        let running = self.running()?;
        let games = running.search.games();
        (0..).zip(games).try_for_each(|(number, game)| check_evaluated(number, game))?;
        let policy: Vec<f32> = running.search.policies().flatten().collect();
        Ok(policy.into_pyarray(py))
    }

    /// The value of each position for the side to move; NaN before the first search.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Row<'py, f32>> {
        let running = self.running()?;
        let values = running.search.games().iter().map(|game| game.value().unwrap_or(f32::NAN));
        Ok(values.collect::<Vec<f32>>().into_pyarray(py))
    }

    /// The action to play in each game; -1 in one that is over.
    #[pyo3(signature = (temperature=0.0))]
    fn choose<'py>(&self, py: Python<'py>, temperature: f32) -> PyResult<Row<'py, i64>> {
        if !temperature.is_finite() || temperature < 0.0 {
            return Err(value_error(format!("temperature is {temperature}; give a number from 0")));
        }
        if temperature > 0.0 && self.settings.algorithm == Algorithm::Gumbel {
            return Err(value_error(
                "temperature: 'gumbel' draws its moves by gumbel_scale; leave the temperature at 0",
            ));
        }
        let mut running = self.running()?;
        let games = running.search.games();
        (0..).zip(games).try_for_each(|(number, game)| check_evaluated(number, game))?;
        let chosen = running.search.choose(temperature);
        let action = |(game, index): (&GameSearch, Option<usize>)| {
            index.map_or(-1, |index| i64::from(game.moves()[index].action))
        };
        let actions = running.search.games().iter().zip(chosen).map(action);
        Ok(actions.collect::<Vec<i64>>().into_pyarray(py))
    }

    /// Plays an action in each game, and keeps its subtree; which games are over.
    fn play<'py>(&self, py: Python<'py>, actions: Numbers<'py>) -> PyResult<Row<'py, bool>> {
        let mut running = self.running()?;
        check_length(actions.len(), self.starts.len())?;
        let actions = actions.to_vec();
        let Running { search, pool } = &mut *running;
        let threads = pool.threads()?;
        let played = py.detach(|| match threads {
            None => search.play(&actions),
            Some(threads) => threads.install(|| search.play(&actions)),
        });
        played.map_err(value_error)?;
        let over = running.search.games().iter().map(|game| game.result().is_some());
        Ok(over.collect::<Vec<bool>>().into_pyarray(py))
    }

    /// The results for White: 1, 0, -1, and NaN for a game that is not over.
    fn results<'py>(&self, py: Python<'py>) -> PyResult<Row<'py, f32>> {
        let running = self.running()?;
        let result = |game: &GameSearch| game.result().map_or(f32::NAN, f32::from);
        let results = running.search.games().iter().map(result);
        Ok(results.collect::<Vec<f32>>().into_pyarray(py))
    }

    /// Begins games anew, all of them or those of a mask.
    #[pyo3(signature = (games=None))]
    fn reset(&self, games: Option<Bound<'_, PyAny>>) -> PyResult<()> {
        let mask = games.map(|games| mask(&games)).transpose()?;
        if let Some(mask) = &mask {
            check_length(mask.len(), self.starts.len())?;
        }
        let mut running = self.running()?;
        for (place, start) in self.starts.iter().enumerate() {
            if mask.as_ref().is_none_or(|mask| mask[place]) {
                running.search.restart(place, start.clone());
            }
        }
        Ok(())
    }

    /// The boards and the sides to move.
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        let running = self.running()?;
        arrays(py, running.search.games().iter().map(|game| *game.game().position()))
    }

    /// The board of a game, with its moves.
    fn board(&self, game: Int<usize>) -> PyResult<Board> {
        let running = self.running()?;
        let games = running.search.games();
        let found = games.get(game.0).ok_or_else(|| {
            value_error(format!("game {}: there are 0 to {}", game.0, games.len() - 1))
        })?;
        Ok(Board::of_game(found.game()))
    }

    fn __len__(&self) -> usize {
        self.starts.len()
    }

    fn __repr__(&self) -> String {
        format!("<TreeSearch of {} games, {ACTIONS} actions>", self.starts.len())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.evaluate)
    }
}

impl TreeSearch {
    fn running(&self) -> PyResult<MutexGuard<'_, Running>> {
        let busy =
            "this search runs now, in another thread or around its evaluator; make another one";
        try_lock(&self.running, busy)
    }
}

fn check_evaluated(number: usize, game: &GameSearch) -> PyResult<()> {
    if game.is_evaluated() || game.result().is_some() {
        return Ok(());
    }
    Err(value_error(format!("game {number}: the position has not been searched; call run first")))
}

fn legal<'py>(py: Python<'py>, games: &[GameSearch]) -> (Row<'py, i64>, Row<'py, i64>) {
    let moves = games.iter().flat_map(GameSearch::moves);
    let actions: Vec<i64> = moves.map(|RootMove { action, .. }| i64::from(*action)).collect();
    (actions.into_pyarray(py), offsets(py, games.iter().map(|game| game.moves().len())))
}

fn mask(given: &Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
    let refused = |_| PyTypeError::new_err("games: give an array of dtype bool and shape (n,)");
    Ok(given.extract::<Turn<'_>>().map_err(refused)?.to_vec())
}
