//! The engine: searches in threads of their own, for which the caller waits, or which run in the background.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use draughts_td::arena::tournament::spec::PlayerSpec;
use draughts_td::board::Position;
use draughts_td::book::Book;
use draughts_td::player::level::{self, LEVELS, Level};
use draughts_td::player::{
    self, BookConfig, Budget, Choice, Evaluation, GameState, MultiPvLine, Options, StopFlag,
    Techniques, to_hub_score,
};
use draughts_td::search::Iteration;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::arguments::Int;
use crate::board::Board;
use crate::error::{raised, value_error};
use crate::fork::Home;
use crate::interrupt::{self, Failure};
use crate::limits;
use crate::moves::Move;
use crate::threads::Threads;

/// One of the best moves: its score in men for the side to move, the depth, and what is expected to follow.
#[pyclass(frozen, module = "draughts_td", get_all)]
#[derive(Clone)]
pub(crate) struct Line {
    pub score: f64,
    pub depth: u8,
    pub pv: Vec<Move>,
}

#[pymethods]
impl Line {
    #[getter]
    fn r#move(&self) -> Option<Move> {
        self.pv.first().copied()
    }

    fn __repr__(&self) -> String {
        let pv: Vec<String> = self.pv.iter().map(Move::to_string).collect();
        format!("Line({:+.2}, depth {}, '{}')", self.score, self.depth, pv.join(" "))
    }
}

/// What a search found.
#[pyclass(frozen, module = "draughts_td", get_all)]
#[derive(Clone)]
pub(crate) struct SearchResult {
    /// `None` where there is no legal move.
    pub r#move: Option<Move>,
    /// In men for the side to move; a win is near 100, a loss near -100. `None` for a move that was not searched.
    pub score: Option<f64>,
    pub depth: u8,
    pub nodes: u64,
    /// Seconds.
    pub time: f64,
    pub pv: Vec<Move>,
    /// The best first.
    pub lines: Vec<Line>,
}

#[pymethods]
impl SearchResult {
    fn __repr__(&self) -> String {
        let mv = self.r#move.map_or_else(|| "None".into(), |mv| mv.to_string());
        let score = self.score.map_or_else(|| "None".into(), |score| format!("{score:+.2}"));
        format!("SearchResult({mv}, {score}, depth {}, {} nodes)", self.depth, self.nodes)
    }
}

impl SearchResult {
    fn of(position: &Position, choice: &Choice) -> SearchResult {
        let line = Line {
            score: to_hub_score(choice.score),
            depth: choice.depth.plies(),
            pv: Move::line(position, &choice.line),
        };
        SearchResult {
            r#move: Some(Move::at(position, choice.mv)),
            score: Some(line.score),
            depth: line.depth,
            nodes: choice.nodes,
            time: choice.time.as_secs_f64(),
            pv: line.pv.clone(),
            lines: vec![line],
        }
    }

    /// What a search has found so far.
    fn of_iteration(position: &Position, iteration: &Iteration<'_>) -> SearchResult {
        let line = Line {
            score: to_hub_score(iteration.score),
            depth: iteration.depth.plies(),
            pv: Move::line(position, iteration.line),
        };
        SearchResult {
            r#move: line.r#move(),
            score: Some(line.score),
            depth: line.depth,
            nodes: iteration.nodes,
            time: iteration.time.as_secs_f64(),
            pv: line.pv.clone(),
            lines: vec![line],
        }
    }

    /// A move without a search, or none.
    pub(crate) fn unsearched(mv: Option<Move>) -> SearchResult {
        let pv = mv.into_iter().collect();
        SearchResult { r#move: mv, score: None, depth: 0, nodes: 0, time: 0.0, pv, lines: vec![] }
    }
}

impl Line {
    fn of(position: &Position, line: &MultiPvLine) -> Line {
        let pv = Move::line(position, &line.moves);
        Line { score: to_hub_score(line.score), depth: line.depth.plies(), pv }
    }
}

/// What a search needs.
struct Searcher {
    engine: player::Engine,
    level: Option<Level>,
    rng: Xoshiro256PlusPlus,
}

impl Searcher {
    fn search(
        &mut self,
        game: &GameState,
        budget: Budget,
        count: usize,
        stop: &StopFlag,
        report: &mut dyn FnMut(SearchResult),
    ) -> SearchResult {
        let mut budget = budget;
        if let Some(level) = self.level {
            if let Some(mv) = level.slip(game, &mut self.rng) {
                return SearchResult::unsearched(Some(Move::at(game.position(), mv)));
            }
            budget = Budget { nodes: Some(level.nodes), depth: None, ..budget };
        }
        if count > 1 {
            return self.lines(game, &budget, count, stop);
        }
        self.best(game, &budget, stop, report)
    }

    fn best(
        &mut self,
        game: &GameState,
        budget: &Budget,
        stop: &StopFlag,
        report: &mut dyn FnMut(SearchResult),
    ) -> SearchResult {
        let choice = self.engine.think(game, budget, stop, &mut |iteration| {
            report(SearchResult::of_iteration(game.position(), iteration));
        });
        let found = |choice: Choice| SearchResult::of(game.position(), &choice);
        choice.map_or_else(|| SearchResult::unsearched(None), found)
    }

    fn lines(
        &mut self,
        game: &GameState,
        budget: &Budget,
        count: usize,
        stop: &StopFlag,
    ) -> SearchResult {
        let began = std::time::Instant::now();
        let mut nodes = 0;
        let lines = self.engine.lines(game, count, budget, stop, &mut |_, sum| nodes = sum);
        let lines: Vec<Line> = lines.iter().map(|line| Line::of(game.position(), line)).collect();
        let Some(best) = lines.first() else {
            // The limit is too low for a value of every line: a search of one node has a move if there is one.
            return self.best(game, &Budget { nodes: Some(1), ..*budget }, stop, &mut |_| {});
        };
        SearchResult {
            r#move: best.r#move(),
            score: Some(best.score),
            depth: best.depth,
            nodes,
            time: began.elapsed().as_secs_f64(),
            pv: best.pv.clone(),
            lines,
        }
    }
}

/// The place of the searcher, empty while a search runs.
type SearcherSlot = Arc<Mutex<Option<Box<Searcher>>>>;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An alpha-beta engine with an evaluation, a transposition table, endgame tables and a book.
#[pyclass(frozen, module = "draughts_td")]
pub(crate) struct Engine {
    net: String,
    settings: EngineSettings,
    searcher: SearcherSlot,
}

/// MiB of the transposition table by default.
const HASH_MB: i64 = 64;

/// What an engine is made of, besides its evaluation.
struct EngineSettings {
    hash_mb: i64,
    threads: Threads,
    tables: Option<PathBuf>,
    book: Option<PathBuf>,
    level: Option<u8>,
    seed: u64,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (net=None, *, hash_mb=Int(HASH_MB), threads=Threads::ONE, tables=None, book=None, level=None, seed=Int(0)))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        net: Option<PathBuf>,
        hash_mb: Int<i64>,
        threads: Threads,
        tables: Option<PathBuf>,
        book: Option<PathBuf>,
        level: Option<Int<i64>>,
        seed: Int<u64>,
    ) -> PyResult<Engine> {
        let net = net.map_or_else(|| Evaluation::REFERENCE.into(), |net| net.display().to_string());
        let (level, Int(seed)) = (level.map(known_level).transpose()?, seed);
        let options = limits::options(py, hash_mb, threads, tables.as_deref())?;
        let hash_mb = hash_mb.0;
        py.detach(|| {
            let settings =
                EngineSettings { hash_mb, threads, tables, book: book.clone(), level, seed };
            let book = book.map(|file| Book::open(&file)).transpose().map_err(raised)?;
            let book = book.map(|book| BookConfig { book, seed });
            let evaluation = Evaluation::open(&net).map_err(raised)?;
            let options = Options { book, ..options };
            let engine = player::Engine::new(&evaluation, &options).map_err(raised)?;
            let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let searcher = Searcher { engine, level: level.map(level::of), rng };
            Ok(Engine { net, settings, searcher: Arc::new(Mutex::new(Some(Box::new(searcher)))) })
        })
    }

    /// Searches a position and waits for the result.
    #[pyo3(signature = (board, *, time=None, nodes=None, depth=None, lines=Int(1), clock=None, info=None))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword")]
    fn search(
        &self,
        py: Python<'_>,
        board: &Bound<'_, Board>,
        time: Option<f64>,
        nodes: Option<Int<u64>>,
        depth: Option<Int<i64>>,
        lines: Int<usize>,
        clock: Option<(f64, f64)>,
        info: Option<Py<PyAny>>,
    ) -> PyResult<SearchResult> {
        let budget = limits::budget(time, nodes, depth, clock)?;
        let has_level =
            lock(&self.searcher).as_ref().is_some_and(|searcher| searcher.level.is_some());
        if budget == Budget::INFINITE && !has_level {
            self.check_free()?;
            return Err(value_error("give a limit: time, nodes, depth or clock"));
        }
        // Other threads may play on the board during the search.
        let game = board.try_borrow()?.game();
        self.begin(game, budget, lines.0, StopFlag::new(), info)?.result(py)
    }

    /// Begins a search in the background; its time does not run before `Search.hit`.
    #[pyo3(signature = (board, *, time=None, nodes=None, depth=None, lines=Int(1)))]
    fn ponder(
        &self,
        board: &Board,
        time: Option<f64>,
        nodes: Option<Int<u64>>,
        depth: Option<Int<i64>>,
        lines: Int<usize>,
    ) -> PyResult<Search> {
        let stop = StopFlag::new();
        stop.start_pondering();
        self.begin(board.game(), limits::budget(time, nodes, depth, None)?, lines.0, stop, None)
    }

    /// Forgets what earlier searches found.
    fn new_game(&self) -> PyResult<()> {
        self.check_free()?;
        if let Some(searcher) = lock(&self.searcher).as_mut() {
            searcher.engine.new_game();
        }
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<Engine {}>", self.net)
    }

    /// Copies and pickles are engines of the same settings.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        let settings = &self.settings;
        let keywords = PyDict::new(py);
        keywords.set_item("hash_mb", settings.hash_mb)?;
        keywords.set_item("threads", settings.threads.number())?;
        keywords.set_item("tables", settings.tables.as_deref())?;
        keywords.set_item("book", settings.book.as_deref())?;
        keywords.set_item("level", settings.level)?;
        keywords.set_item("seed", settings.seed)?;
        Ok(((self.net.clone(),), keywords))
    }
}

impl Engine {
    /// The player of a match with its evaluation, level and book.
    pub(crate) fn player(&self) -> PyResult<PlayerSpec> {
        let EngineSettings { hash_mb, threads, tables, book, level, .. } = &self.settings;
        if *hash_mb != HASH_MB || threads.number() != 1 || tables.is_some() {
            return Err(value_error(
                "hash_mb, threads and tables are words of match; make the Engine without them",
            ));
        }
        let book = book.as_ref().map(|file| file.display().to_string());
        match (level, book) {
            (None, book) => {
                Ok(PlayerSpec::Own { net: self.net.clone(), techniques: Techniques::ALL, book })
            }
            (Some(level), None) if self.net == Evaluation::REFERENCE => {
                Ok(PlayerSpec::Level(*level))
            }
            (Some(_), _) => Err(value_error(
                "in a match a level plays with the built-in evaluation and without a book",
            )),
        }
    }

    fn check_free(&self) -> PyResult<()> {
        if lock(&self.searcher).is_some() { Ok(()) } else { Err(busy()) }
    }

    fn begin(
        &self,
        game: GameState,
        budget: Budget,
        lines: usize,
        stop: StopFlag,
        info: Option<Py<PyAny>>,
    ) -> PyResult<Search> {
        let mut searcher = lock(&self.searcher).take().ok_or_else(busy)?;
        let (sender, found) = channel();
        let (slot, flag) = (Arc::clone(&self.searcher), stop.clone());
        let failure = Failure::default();
        let fault = failure.clone();
        thread::spawn(move || {
            let mut report = |found: SearchResult| {
                let Some(info) = &info else { return };
                if let Err(error) = interrupt::call(|py| info.call1(py, (found,))) {
                    fault.set(error);
                    flag.stop();
                }
            };
            let result = searcher.search(&game, budget, lines, &flag, &mut report);
            *lock(&slot) = Some(searcher);
            // The handle may be gone already.
            let _ = sender.send(result);
        });
        let state = Mutex::new(SearchState { found, result: None });
        Ok(Search { home: Home::here(), stop, failure, state })
    }
}

fn busy() -> PyErr {
    PyRuntimeError::new_err(
        "this engine searches already; stop that search first (after a fork: make an engine of this process)",
    )
}

fn known_level(Int(level): Int<i64>) -> PyResult<u8> {
    let known = u8::try_from(level).ok().filter(|level| LEVELS.contains(level));
    let (first, last) = (LEVELS.start(), LEVELS.end());
    known.ok_or_else(|| value_error(format!("level: give a number from {first} to {last}")))
}

/// A search in the background; it is stopped when this is dropped.
#[pyclass(frozen, module = "draughts_td")]
pub(crate) struct Search {
    home: Home,
    stop: StopFlag,
    /// The error of the function that was told of the search.
    failure: Failure,
    state: Mutex<SearchState>,
}

/// What has begun in a thread of its own.
const SEARCH: &str = "this search";

struct SearchState {
    found: Receiver<SearchResult>,
    result: Option<SearchResult>,
}

#[pymethods]
impl Search {
    /// Whether the result is there.
    #[getter]
    fn is_done(&self) -> PyResult<bool> {
        self.home.check(SEARCH)?;
        // A thread that waits for the result holds the lock.
        let Ok(mut state) = self.state.try_lock() else { return Ok(false) };
        if state.result.is_none() {
            state.result = state.found.try_recv().ok();
        }
        Ok(state.result.is_some())
    }

    /// The move that was pondered on was played: the time runs from now on.
    fn hit(&self) {
        self.stop.ponder_hit();
    }

    /// Stops the search; its result so far.
    fn stop(&self, py: Python<'_>) -> PyResult<SearchResult> {
        self.stop.stop();
        self.result(py)
    }

    /// Waits for the result.
    fn result(&self, py: Python<'_>) -> PyResult<SearchResult> {
        self.home.check(SEARCH)?;
        py.detach(|| {
            let mut state = lock(&self.state);
            if state.result.is_none() {
                let found = interrupt::wait(&state.found, &self.failure);
                state.result = Some(found.inspect_err(|_| self.stop.stop())?);
            }
            state.result.clone().ok_or_else(busy)
        })
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
