//! Many games at once, a ply of each in one call.

use std::sync::{Mutex, MutexGuard, TryLockError};

use draughts_td::board::actions::{self, ACTIONS};
use draughts_td::board::{History, Move, MoveList, Position, captures, legal_moves, mixed};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::actions::{Numbers, check_length};
use crate::arguments::{Int, out_of_memory};
use crate::position_array::{Arrays, arrays, zeros};
use crate::threads::{Pool, Threads};

/// Most games of an environment; each takes kilobytes.
const MAX_GAMES: usize = 1_000_000;
/// What a game takes of memory, at least.
const GAME_BYTES: usize = 2048;
/// Most random plies before a game.
const MAX_OPENING_PLIES: u32 = 40;

type Boards<'py> = Bound<'py, PyArray2<u64>>;
type Row<'py, T> = Bound<'py, PyArray1<T>>;

/// A game that begins anew when it is over.
struct Game {
    position: Position,
    history: History,
    /// The legal moves that have actions.
    legal: MoveList,
    rng: Xoshiro256PlusPlus,
}

/// What a step brings: the reward of the side that moved, and whether the game is over.
#[derive(Clone, Copy, Default)]
struct Step {
    reward: f32,
    done: bool,
}

impl Game {
    fn new(seed: u64, opening_plies: u32) -> Game {
        let start = Position::start();
        let mut game = Game {
            position: start,
            history: History::new(&start),
            legal: MoveList::new(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        };
        game.restart(opening_plies);
        game
    }

    fn restart(&mut self, opening_plies: u32) {
        self.position = Position::start();
        self.history = History::new(&self.position);
        self.find_moves();
        // No game is over after so few plies.
        for _ in 0..opening_plies {
            let Some(mv) = self.random_move() else { return };
            self.play(mv);
        }
    }

    fn find_moves(&mut self) {
        legal_moves(&self.position, &mut self.legal);
        let has_action = |index: usize| actions::of_index(&self.legal, index).is_some();
        if !(0..self.legal.len()).all(has_action) {
            let kept: Vec<bool> = (0..self.legal.len()).map(has_action).collect();
            let mut kept = kept.into_iter();
            self.legal.retain(|_| kept.next().unwrap_or_default());
        }
    }

    fn random_move(&mut self) -> Option<Move> {
        self.legal.choose(&mut self.rng).copied()
    }

    fn play(&mut self, mv: Move) {
        let next = self.position.succ(mv);
        self.history.push(&self.position, mv, &next);
        self.position = next;
        self.find_moves();
    }

    fn step(&mut self, mv: Move, opening_plies: u32) -> Step {
        self.play(mv);
        let is_won = self.legal.is_empty();
        let done = is_won || self.history.draw().is_some();
        if done {
            self.restart(opening_plies);
        }
        Step { reward: f32::from(u8::from(is_won)), done }
    }
}

/// Many games of draughts at once; a step is one ply of each, and a game that is over begins anew.
#[pyclass(frozen, module = "draughts_td")]
pub(crate) struct VectorEnv {
    count: usize,
    has_masks: bool,
    games: Mutex<RunningGames>,
}

/// The games, and the threads that play them.
struct RunningGames {
    games: Vec<Game>,
    opening_plies: u32,
    pool: Pool,
}

#[pymethods]
impl VectorEnv {
    #[new]
    #[pyo3(signature = (games, *, opening_plies=Int(0), masks=true, threads=Threads::ONE, seed=Int(0)))]
    fn new(
        py: Python<'_>,
        games: Int<usize>,
        opening_plies: Int<u32>,
        masks: bool,
        threads: Threads,
        seed: Int<u64>,
    ) -> PyResult<VectorEnv> {
        let (Int(count), Int(opening_plies), Int(seed)) = (games, opening_plies, seed);
        if !(1..=MAX_GAMES).contains(&count) {
            let text = format!("{count} games: an environment has 1 to {MAX_GAMES}");
            return Err(PyValueError::new_err(text));
        }
        if opening_plies > MAX_OPENING_PLIES {
            let text = format!("opening_plies is at most {MAX_OPENING_PLIES}");
            return Err(PyValueError::new_err(text));
        }
        // What the games will take is asked for first, where it can be refused.
        Vec::<u8>::new().try_reserve_exact(count * GAME_BYTES).map_err(out_of_memory)?;
        let pool = Pool::new(threads)?;
        let games = py.detach(|| seeded(count, seed, opening_plies));
        let games = Mutex::new(RunningGames { games, opening_plies, pool });
        Ok(VectorEnv { count, has_masks: masks, games })
    }

    /// Begins every game anew, with the random numbers of a seed or, without one, with those that come next; the boards and the sides to
    /// move.
    #[pyo3(signature = (seed=None))]
    fn reset<'py>(&self, py: Python<'py>, seed: Option<Int<u64>>) -> PyResult<Arrays<'py>> {
        let mut games = self.games()?;
        let own = &mut *games;
        py.detach(|| match seed {
            Some(Int(seed)) => own.games = seeded(own.games.len(), seed, own.opening_plies),
            None => own.games.iter_mut().for_each(|game| game.restart(own.opening_plies)),
        });
        games.positions(py)
    }

    /// Plays one action in each game, without actions a random one.
    #[pyo3(signature = (actions=None))]
    #[allow(clippy::type_complexity)]
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: Option<Numbers<'py>>,
    ) -> PyResult<(
        Boards<'py>,
        Row<'py, bool>,
        Row<'py, f32>,
        Row<'py, bool>,
        Option<Bound<'py, PyArray2<bool>>>,
    )> {
        let mut games = self.games()?;
        let steps = match actions {
            None => {
                let own = &mut *games;
                py.detach(|| own.play_random())
            }
            Some(actions) => {
                check_length(actions.len(), self.count)?;
                let (own, actions) = (&mut *games, actions.to_vec());
                py.detach(|| own.play(&actions))
            }
        }?;
        let rewards = steps.iter().map(|step| step.reward).collect::<Vec<_>>();
        let done = steps.iter().map(|step| step.done).collect::<Vec<_>>();
        let (boards, turn) = games.positions(py)?;
        let mask = self.has_masks.then(|| games.masks(py)).transpose()?;
        Ok((boards, turn, rewards.into_pyarray(py), done.into_pyarray(py), mask))
    }

    /// The boards and the sides to move.
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        self.games()?.positions(py)
    }

    /// Which actions are legal.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        self.games()?.masks(py)
    }

    /// The legal actions of all games, one game after the other, and where those of each begin.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<(Row<'py, i64>, Row<'py, i64>)> {
        let games = self.games()?;
        let legal = games.games.iter().flat_map(|game| actions::all(&game.legal));
        let legal: Vec<i64> = legal.map(|action| action as i64).collect();
        Ok((legal.into_pyarray(py), games.offsets(py)))
    }

    /// The positions after each legal action, in the order of `legal_actions`.
    #[pyo3(signature = (quiet=false))]
    fn afterstates<'py>(
        &self,
        py: Python<'py>,
        quiet: bool,
    ) -> PyResult<(Boards<'py>, Row<'py, bool>, Row<'py, i64>)> {
        let after = |game: &'_ Game| -> Vec<Position> {
            let after = game.legal.into_iter().map(|mv| game.position.succ(mv));
            after.map(|position| if quiet { quieted(&position).1 } else { position }).collect()
        };
        let games = self.games()?;
        let own = &games.games;
        let positions: Vec<Position> = py.detach(|| own.iter().flat_map(after).collect());
        let (boards, turn) = arrays(py, positions.into_iter())?;
        Ok((boards, turn, games.offsets(py)))
    }

    /// Whether the side to move must capture.
    fn must_capture<'py>(&self, py: Python<'py>) -> PyResult<Row<'py, bool>> {
        let games = self.games()?;
        let captures = games.games.iter().map(|game| game.position.must_capture());
        Ok(captures.collect::<Vec<bool>>().into_pyarray(py))
    }

    fn __len__(&self) -> usize {
        self.count
    }

    fn __repr__(&self) -> String {
        format!("<VectorEnv of {} games, {ACTIONS} actions>", self.count)
    }
}

impl VectorEnv {
    fn games(&self) -> PyResult<MutexGuard<'_, RunningGames>> {
        match self.games.try_lock() {
            Ok(games) => Ok(games),
            Err(TryLockError::Poisoned(games)) => Ok(games.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "another thread uses this environment now; give each thread its own, or lock it",
            )),
        }
    }
}

impl RunningGames {
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        arrays(py, self.games.iter().map(|game| game.position))
    }

    fn masks<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let mask: Bound<'py, PyArray2<bool>> = zeros(py, (self.games.len(), ACTIONS))?;
        let mut rows = mask.try_readwrite()?;
        let rows = rows.as_slice_mut()?;
        let fill = |(row, game): (&mut [bool], &Game)| {
            actions::all(&game.legal).for_each(|action| row[action] = true);
        };
        let (games, pool) = (&self.games, self.pool.threads()?);
        py.detach(|| match pool {
            None => rows.chunks_exact_mut(ACTIONS).zip(games).for_each(fill),
            Some(pool) => {
                pool.install(|| rows.par_chunks_exact_mut(ACTIONS).zip(games).for_each(fill));
            }
        });
        Ok(mask)
    }

    fn offsets<'py>(&self, py: Python<'py>) -> Row<'py, i64> {
        let ends = self.games.iter().scan(0, |end, game| {
            *end += game.legal.len() as i64;
            Some(*end)
        });
        std::iter::once(0).chain(ends).collect::<Vec<i64>>().into_pyarray(py)
    }

    fn play_random(&mut self) -> PyResult<Vec<Step>> {
        let plies = self.opening_plies;
        let step = |game: &mut Game| {
            game.random_move().map_or_else(Step::default, |mv| game.step(mv, plies))
        };
        let games = &mut self.games;
        Ok(match self.pool.threads()? {
            None => games.iter_mut().map(step).collect(),
            Some(pool) => pool.install(|| games.par_iter_mut().map(step).collect()),
        })
    }

    /// Plays the actions, or none of them if one is illegal.
    fn play(&mut self, actions: &[i64]) -> PyResult<Vec<Step>> {
        let find = |(row, (game, &action)): (usize, (&Game, &i64))| {
            let index = actions::index(&game.legal, action);
            let illegal = || format!("game {row}: {}", actions::refusal(&game.position, action));
            index.map(|index| game.legal[index]).ok_or_else(illegal)
        };
        let moves = self.games.iter().zip(actions).enumerate().map(find);
        let moves = moves.collect::<Result<Vec<Move>, String>>();
        let moves = moves.map_err(PyValueError::new_err)?;
        let plies = self.opening_plies;
        let step = |(game, mv): (&mut Game, Move)| game.step(mv, plies);
        let games = &mut self.games;
        Ok(match self.pool.threads()? {
            None => games.iter_mut().zip(moves).map(step).collect(),
            Some(pool) => pool.install(|| games.par_iter_mut().zip(moves).map(step).collect()),
        })
    }
}

/// The position after all captures, of which each side takes the best by material, with the balance for the side to move before them.
fn quieted(position: &Position) -> (i32, Position) {
    let balance = (position.turn().sign() * position.material(), *position);
    let mut legal = MoveList::new();
    captures(position, &mut legal);
    let after = legal.into_iter().map(|mv| {
        let (balance, quiet) = quieted(&position.succ(mv));
        (-balance, quiet)
    });
    after.max_by_key(|(balance, _)| *balance).unwrap_or(balance)
}

/// RunningGames whose random numbers are independent.
fn seeded(count: usize, seed: u64, opening_plies: u32) -> Vec<Game> {
    let seed_of = |number: usize| mixed(seed.wrapping_add(mixed(number as u64 + 1)));
    (0..count).map(|number| Game::new(seed_of(number), opening_plies)).collect()
}
