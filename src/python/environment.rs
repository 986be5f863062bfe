//! Many games at once, a ply of each in one call.

use std::sync::{Arc, Mutex, MutexGuard};

use draughts_td::board::{Move, Position};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyTuple};
use rayon::prelude::*;

use crate::actions::{Numbers, check_length};
use crate::arguments::{Int, out_of_memory};
use crate::environment_state::EnvironmentState;
use crate::error::value_error;
use crate::numbering::{Numbering, Space};
use crate::outcome::draw_counts;
use crate::position_array::{Arrays, offsets, word_arrays, zeros};
use crate::rows::{Rows, Starts};
use crate::running_games::{RunningGame, Step, Terms, each, quieted, random_numbers};
use crate::threads::{Pool, Threads, try_lock};

/// Most games of an environment; each takes kilobytes.
const MAX_GAMES: usize = 1_000_000;
/// What a game takes of memory, at least.
const GAME_BYTES: usize = 2048;
/// Most random plies before a game.
const MAX_OPENING_PLIES: u32 = 40;

type Boards<'py> = Bound<'py, PyArray2<u64>>;
type Row<'py, T> = Bound<'py, PyArray1<T>>;

/// Many games of draughts at once; a step is one ply of each, and a game that is over begins anew.
#[pyclass(frozen, module = "draughts_td")]
pub(crate) struct VectorEnv {
    count: usize,
    has_masks: bool,
    threads: Threads,
    numbering: Numbering,
    running: Mutex<Running>,
}

/// The games, and the threads that play them.
struct Running {
    games: Vec<RunningGame>,
    terms: Terms,
    pool: Pool,
}

#[pymethods]
impl VectorEnv {
    #[new]
    #[pyo3(signature = (games, *, start=None, opening_plies=Int(0), max_plies=None, space=Space::SQUARE, turned=false, masks=true,
        threads=Threads::ONE, seed=Int(0)))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword")]
    fn new(
        py: Python<'_>,
        games: Int<usize>,
        start: Option<Starts>,
        opening_plies: Int<u32>,
        max_plies: Option<Int<u32>>,
        space: Space,
        turned: bool,
        masks: bool,
        threads: Threads,
        seed: Int<u64>,
    ) -> PyResult<VectorEnv> {
        let (Int(count), Int(opening_plies), Int(seed)) = (games, opening_plies, seed);
        let terms = Terms {
            starts: Arc::new(start.map_or_else(|| vec![Position::start()], |start| start.0)),
            opening_plies,
            max_plies: max_plies.map(|most| most.0),
            numbering: Numbering { space, turned },
        };
        check(count, &terms)?;
        // What the games will take is asked for first, where it can be refused.
        Vec::<u8>::new().try_reserve_exact(count * GAME_BYTES).map_err(out_of_memory)?;
        let games = py.detach(|| seeded(count, seed, &terms))?;
        VectorEnv::of(games, terms, masks, threads)
    }

    /// Begins games anew, with the random numbers of a seed or, without one, with those that come next; the boards and the sides to move.
    #[pyo3(signature = (seed=None, games=None, *, start=None))]
    fn reset<'py>(
        &self,
        py: Python<'py>,
        seed: Option<Int<u64>>,
        games: Option<Rows<'py>>,
        start: Option<Starts>,
    ) -> PyResult<Arrays<'py>> {
        let rows = games.map(|games| games.among(self.count)).transpose()?;
        let mut running = self.running()?;
        if let Some(Starts(starts)) = start {
            running.terms.starts = Arc::new(starts);
        }
        let (own, seed) = (&mut *running, seed.map(|seed| seed.0));
        py.detach(|| own.reset(seed, rows.as_deref()))?;
        running.positions(py)
    }

    /// Plays one action in each game, without actions a random one.
    #[pyo3(signature = (actions=None))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: Option<Numbers<'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut running = self.running()?;
        let steps = match actions {
            None => {
                let own = &mut *running;
                py.detach(|| own.play_random())
            }
            Some(actions) => {
                check_length(actions.len(), self.count)?;
                let (own, actions) = (&mut *running, actions.to_vec());
                py.detach(|| own.play(&actions))
            }
        }?;
        let (boards, turn) = running.positions(py)?;
        let mask = self.has_masks.then(|| running.masks(py)).transpose()?;
        self.step_of(py, &steps, boards, turn, mask)
    }

    /// The boards and the sides to move.
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        self.running()?.positions(py)
    }

    /// Which actions are legal.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        self.running()?.masks(py)
    }

    /// The legal actions of all games, one game after the other, and where those of each begin.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<(Row<'py, i64>, Row<'py, i64>)> {
        let running = self.running()?;
        let space = self.numbering.space.0;
        let legal = running.games.iter().flat_map(|game| space.all(&game.legal));
        let legal: Vec<i64> = legal.map(|action| action as i64).collect();
        Ok((legal.into_pyarray(py), running.offsets(py)))
    }

    /// The positions after each legal action, in the order of `legal_actions`.
    #[pyo3(signature = (quiet=false))]
    fn afterstates<'py>(
        &self,
        py: Python<'py>,
        quiet: bool,
    ) -> PyResult<(Boards<'py>, Row<'py, bool>, Row<'py, i64>)> {
        let running = self.running()?;
        let (games, terms) = (&running.games, &running.terms);
        let after = |game: &'_ RunningGame| -> Vec<Position> {
            let after = game.legal.into_iter().map(|mv| game.after(mv, terms));
            after.map(|position| if quiet { quieted(&position).1 } else { position }).collect()
        };
        let positions: Vec<Position> = py.detach(|| games.iter().flat_map(after).collect());
        let (boards, turn) = self.shown(py, positions.iter())?;
        Ok((boards, turn, running.offsets(py)))
    }

    /// Whether the side to move must capture.
    fn must_capture<'py>(&self, py: Python<'py>) -> PyResult<Row<'py, bool>> {
        let running = self.running()?;
        let captures = running.games.iter().map(|game| game.position.must_capture());
        Ok(captures.collect::<Vec<bool>>().into_pyarray(py))
    }

    /// What the draw rules have counted in each game.
    fn draw_counters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let running = self.running()?;
        let counters: Bound<'py, PyArray2<u8>> = zeros(py, (self.count, 4))?;
        let mut rows = counters.try_readwrite()?;
        for (row, game) in rows.as_slice_mut()?.as_chunks_mut().0.iter_mut().zip(&running.games) {
            *row = draw_counts(&game.history).map(|count| u8::try_from(count).unwrap_or(u8::MAX));
        }
        Ok(counters)
    }

    /// An environment with the same games.
    fn copy(&self, py: Python<'_>) -> PyResult<VectorEnv> {
        let running = self.running()?;
        let own = &running.games;
        let games = py.detach(|| own.clone());
        VectorEnv::of(games, running.terms.clone(), self.has_masks, self.threads)
    }

    /// An environment with some of the games.
    #[pyo3(signature = (rows, *, seed=None))]
    fn take(&self, rows: Rows<'_>, seed: Option<Int<u64>>) -> PyResult<VectorEnv> {
        let running = self.running()?;
        let rows = rows.among(self.count)?;
        check(rows.len(), &running.terms)?;
        let mut games: Vec<_> = rows.iter().map(|&row| running.games[row].clone()).collect();
        if let Some(Int(seed)) = seed {
            let numbered = games.iter_mut().enumerate();
            numbered.for_each(|(number, game)| game.rng = random_numbers(number, seed));
        }
        VectorEnv::of(games, running.terms.clone(), self.has_masks, self.threads)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<VectorEnv> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<VectorEnv> {
        self.copy(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, restore) = (slf.py(), slf.get_type().getattr("_restore")?);
        let own = slf.get();
        let running = own.running()?;
        let (terms, threads) = (&running.terms, own.threads.number());
        let state = EnvironmentState::of(terms, &running.games, own.has_masks, threads);
        let bytes = serde_json::to_vec(&state).map_err(value_error)?;
        (restore, (PyBytes::new(py, &bytes),)).into_pyobject(py)
    }

    /// The environment of [`VectorEnv::__reduce__`].
    #[staticmethod]
    fn _restore(state: &[u8]) -> PyResult<VectorEnv> {
        let state: EnvironmentState = serde_json::from_slice(state).map_err(damaged)?;
        let terms = state.terms().map_err(damaged)?;
        let (has_masks, threads) = (state.has_masks, Threads::counted(state.threads));
        let threads = threads.ok_or_else(|| damaged("a number of threads"))?;
        let games = state.games(&terms).map_err(damaged)?;
        check(games.len(), &terms)?;
        VectorEnv::of(games, terms, has_masks, threads)
    }

    /// The number of actions.
    #[getter]
    fn actions(&self) -> usize {
        self.numbering.space.0.count()
    }

    fn __len__(&self) -> usize {
        self.count
    }

    fn __repr__(&self) -> String {
        format!("<VectorEnv of {} games, {} actions>", self.count, self.actions())
    }
}

fn damaged(what: impl std::fmt::Display) -> PyErr {
    value_error(format!("this is no pickled VectorEnv of this version: {what}"))
}

/// Refuses numbers that an environment cannot have.
fn check(games: usize, terms: &Terms) -> PyResult<()> {
    if !(1..=MAX_GAMES).contains(&games) {
        let text = format!("{games} games: an environment has 1 to {MAX_GAMES}");
        return Err(PyValueError::new_err(text));
    }
    if terms.opening_plies > MAX_OPENING_PLIES {
        return Err(value_error(format!("opening_plies is at most {MAX_OPENING_PLIES}")));
    }
    if terms.max_plies == Some(0) {
        return Err(value_error("max_plies: give a number from 1"));
    }
    if terms.starts.is_empty() {
        return Err(value_error("start: give a position at least"));
    }
    Ok(())
}

impl VectorEnv {
    fn of(
        games: Vec<RunningGame>,
        terms: Terms,
        has_masks: bool,
        threads: Threads,
    ) -> PyResult<VectorEnv> {
        let (count, numbering) = (games.len(), terms.numbering);
        let running = Mutex::new(Running { games, terms, pool: Pool::new(threads)? });
        Ok(VectorEnv { count, has_masks, threads, numbering, running })
    }

    fn running(&self) -> PyResult<MutexGuard<'_, Running>> {
        let busy = "another thread uses this environment now; give each thread its own, or lock it";
        try_lock(&self.running, busy)
    }

    fn shown<'py, 'a>(
        &self,
        py: Python<'py>,
        positions: impl ExactSizeIterator<Item = &'a Position>,
    ) -> PyResult<Arrays<'py>> {
        shown(py, self.numbering, positions)
    }

    /// The class `Step` of the package, filled.
    fn step_of<'py>(
        &self,
        py: Python<'py>,
        steps: &[Step],
        boards: Boards<'py>,
        turn: Row<'py, bool>,
        mask: Option<Bound<'py, PyArray2<bool>>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        static STEP: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let rewards: Vec<f32> = steps.iter().map(|step| step.reward).collect();
        let reasons: Vec<u8> = steps.iter().map(|step| step.reason).collect();
        let row = |of: fn(&Step) -> bool| steps.iter().map(of).collect::<Vec<_>>().into_pyarray(py);
        let done = row(|step| step.is_terminated() || step.is_truncated());
        let class = STEP.import(py, "draughts_td.step", "Step")?;
        let step = class.call1((boards, turn, rewards.into_pyarray(py), done, mask))?;
        let (reached, on_turn) = self.shown(py, steps.iter().map(|step| &step.reached))?;
        step.setattr("terminated", row(Step::is_terminated))?;
        step.setattr("truncated", row(Step::is_truncated))?;
        step.setattr("reason", reasons.into_pyarray(py))?;
        step.setattr("final_boards", reached)?;
        step.setattr("final_turn", on_turn)?;
        Ok(step)
    }
}

/// Positions as arrays, in the view of their actions.
fn shown<'py, 'a>(
    py: Python<'py>,
    numbering: Numbering,
    positions: impl ExactSizeIterator<Item = &'a Position>,
) -> PyResult<Arrays<'py>> {
    let words = |position: &Position| (numbering.view(position).words(), position.turn());
    word_arrays(py, positions.map(words))
}

impl Running {
    fn reset(&mut self, seed: Option<u64>, rows: Option<&[usize]>) -> PyResult<()> {
        let (games, terms) = (&mut self.games, &self.terms);
        match (seed, rows) {
            (Some(seed), None) => *games = seeded(games.len(), seed, terms)?,
            (Some(seed), Some(rows)) => {
                each(rows, |&row| games[row] = RunningGame::first(row, seed, terms))?;
            }
            (None, None) => {
                each(games.iter_mut().enumerate(), |(row, game)| game.begin_first(row, terms))?;
            }
            (None, Some(rows)) => each(rows, |&row| games[row].begin_anew(terms))?,
        }
        Ok(())
    }

    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        shown(py, self.terms.numbering, self.games.iter().map(|game| &game.position))
    }

    fn masks<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let space = self.terms.numbering.space.0;
        let mask: Bound<'py, PyArray2<bool>> = zeros(py, (self.games.len(), space.count()))?;
        let mut rows = mask.try_readwrite()?;
        let rows = rows.as_slice_mut()?;
        let fill = |(row, game): (&mut [bool], &RunningGame)| {
            space.all(&game.legal).for_each(|action| row[action] = true);
        };
        let (games, pool, width) = (&self.games, self.pool.threads()?, space.count());
        py.detach(|| match pool {
            None => rows.chunks_exact_mut(width).zip(games).for_each(fill),
            Some(pool) => {
                pool.install(|| rows.par_chunks_exact_mut(width).zip(games).for_each(fill));
            }
        });
        Ok(mask)
    }

    fn offsets<'py>(&self, py: Python<'py>) -> Row<'py, i64> {
        offsets(py, self.games.iter().map(|game| game.legal.len()))
    }

    fn play_random(&mut self) -> PyResult<Vec<Step>> {
        let (games, terms) = (&mut self.games, &self.terms);
        // A game that has begun has a move.
        let step = |game: &mut RunningGame| {
            let mv = game.random_move().unwrap_or_else(|| game.legal[0]);
            game.step(mv, terms)
        };
        Ok(match self.pool.threads()? {
            None => games.iter_mut().map(step).collect(),
            Some(pool) => pool.install(|| games.par_iter_mut().map(step).collect()),
        })
    }

    /// Plays the actions, or none of them if one is illegal.
    fn play(&mut self, actions: &[i64]) -> PyResult<Vec<Step>> {
        let (games, terms) = (&mut self.games, &self.terms);
        let space = terms.numbering.space.0;
        let find = |(row, (game, &action)): (usize, (&RunningGame, &i64))| {
            let refusal = || space.refusal(&terms.numbering.view(&game.position), action);
            let index = space.index(&game.legal, action);
            index.map(|index| game.legal[index]).ok_or_else(|| format!("game {row}: {}", refusal()))
        };
        let moves = games.iter().zip(actions).enumerate().map(find);
        let moves = moves.collect::<Result<Vec<Move>, String>>();
        let moves = moves.map_err(PyValueError::new_err)?;
        let step = |(game, mv): (&mut RunningGame, Move)| game.step(mv, terms);
        Ok(match self.pool.threads()? {
            None => games.iter_mut().zip(moves).map(step).collect(),
            Some(pool) => pool.install(|| games.par_iter_mut().zip(moves).map(step).collect()),
        })
    }
}

/// The first games with the random numbers of a seed.
fn seeded(count: usize, seed: u64, terms: &Terms) -> PyResult<Vec<RunningGame>> {
    let mut games = Vec::with_capacity(count);
    each(0..count, |number| games.push(RunningGame::first(number, seed, terms)))?;
    Ok(games)
}
