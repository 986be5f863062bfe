//! Evaluations of positions: values, and scores of searches.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use draughts_td::board::{MoveList, Position};
use draughts_td::player::{
    self, Budget, Choice, Depth, Endgame, Engine, GameState, Options, StopFlag, to_hub_score,
};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use crate::arguments::Int;
use crate::batch::Perspective;
use crate::board::Board;
use crate::columns::column;
use crate::error::raised;
use crate::position_array::{self, Boards, Turn};
use crate::samples::{NO_MOVE, move_index};
use crate::tablebase::Tablebase;
use crate::threads::Threads;
use crate::worker;

/// An evaluation, by its name or from a file.
#[pyclass(frozen, module = "draughts_td")]
pub(crate) struct Evaluation {
    inner: player::Evaluation,
    name: PathBuf,
}

impl Evaluation {
    fn value_of(&self, position: &Position, perspective: Perspective) -> f32 {
        perspective.of(Perspective::White, position, self.inner.value(position))
    }
}

#[pymethods]
impl Evaluation {
    #[new]
    #[pyo3(signature = (net="reference".into()))]
    fn new(py: Python<'_>, net: PathBuf) -> PyResult<Evaluation> {
        let name = net.to_str().ok_or_else(|| {
            PyValueError::new_err(format!("{}: the name is no text", net.display()))
        })?;
        let inner = py.detach(|| player::Evaluation::open(name)).map_err(raised)?;
        Ok(Evaluation { inner, name: net })
    }

    /// The value of one board.
    #[pyo3(signature = (board, *, perspective=Perspective::SideToMove))]
    fn value(&self, board: &Board, perspective: Perspective) -> f32 {
        self.value_of(&board.position, perspective)
    }

    #[pyo3(signature = (boards, turn, *, perspective=Perspective::SideToMove, threads=Threads::ONE))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        boards: Boards<'py>,
        turn: Turn<'py>,
        perspective: Perspective,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        column(py, &boards, &turn, threads, |position| self.value_of(position, perspective))
    }

    #[pyo3(signature = (boards, turn, *, nodes=None, depth=None, endgame=None, hash=Int(1), threads=Threads::ONE))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword")]
    fn search<'py>(
        &self,
        py: Python<'py>,
        boards: Boards<'py>,
        turn: Turn<'py>,
        nodes: Option<Int<u64>>,
        depth: Option<Int<u8>>,
        endgame: Option<&Tablebase>,
        hash: Int<usize>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (nodes, depth) = (nodes.map(|nodes| nodes.0), depth.map(|depth| depth.0));
        let limits = [nodes, depth.map(u64::from)];
        if limits == [None; 2] || limits.contains(&Some(0)) {
            return Err(PyValueError::new_err("a search needs nodes or depth, 1 or more"));
        }
        let positions = position_array::read(&boards, &turn)?;
        let budget = Budget { nodes, depth: depth.map(Depth::new), ..Budget::INFINITE };
        let endgame = endgame.map(Tablebase::endgame).cloned();
        let searches = Searches::new(&self.inner, budget, endgame, hash.0)?;
        let stop = &searches.stop;
        let found = worker::run(
            py,
            stop,
            |_: std::sync::mpsc::Sender<()>| searches.run(&positions, threads),
            |_, ()| Ok(()),
        )??;
        let column = |of: fn(&Found) -> f32| PyArray1::from_vec(py, found.iter().map(of).collect());
        let arrays = PyDict::new(py);
        arrays.set_item("score", column(|found| found.score))?;
        let moves = found.iter().map(|found| found.index).collect();
        arrays.set_item("move", PyArray1::from_vec(py, moves))?;
        let depths = found.iter().map(|found| found.depth).collect();
        arrays.set_item("depth", PyArray1::from_vec(py, depths))?;
        let nodes = found.iter().map(|found| found.nodes).collect();
        arrays.set_item("nodes", PyArray1::<u64>::from_vec(py, nodes))?;
        Ok(arrays)
    }

    fn __repr__(&self) -> String {
        format!("Evaluation('{}')", self.name.display())
    }
}

/// What the search of a position found.
struct Found {
    score: f32,
    index: u8,
    depth: u8,
    nodes: u64,
}

/// A game that is lost on the spot, in men on the scale of Hub.
const LOST: f32 = -100.0;

impl Found {
    fn of(position: &Position, choice: Option<&Choice>) -> Found {
        choice.map_or(Found { score: LOST, index: NO_MOVE, depth: 0, nodes: 0 }, |choice| Found {
            score: to_hub_score(choice.score) as f32,
            index: move_index(position, choice.mv, &mut MoveList::new()),
            depth: choice.depth.plies(),
            nodes: choice.nodes,
        })
    }
}

/// Searches of positions that know nothing of each other.
struct Searches<'a> {
    evaluation: &'a player::Evaluation,
    budget: Budget,
    options: Options,
    stop: StopFlag,
    /// Engines that no thread uses now.
    idle: Mutex<Vec<Engine>>,
}

impl<'a> Searches<'a> {
    fn new(
        evaluation: &'a player::Evaluation,
        budget: Budget,
        endgame: Option<Endgame>,
        table: usize,
    ) -> PyResult<Searches<'a>> {
        let options = Options { hash_mb: table, endgame, ..Options::default() };
        let first = Engine::new(evaluation, &options).map_err(raised)?;
        let (stop, idle) = (StopFlag::new(), Mutex::new(vec![first]));
        Ok(Searches { evaluation, budget, options, stop, idle })
    }

    fn run(&self, positions: &[Position], threads: Threads) -> PyResult<Vec<Found>> {
        threads.in_pool(|| positions.par_iter().map(|one| self.search(one)).collect())?
    }

    fn search(&self, position: &Position) -> PyResult<Found> {
        let mut engine = self.engine()?;
        engine.new_game();
        let game = GameState::new(*position);
        let choice = engine.analyse(&game, &self.budget, &self.stop, &mut |_| {});
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
        Ok(Found::of(position, choice.as_ref()))
    }

    fn engine(&self) -> PyResult<Engine> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| Engine::new(self.evaluation, &self.options).map_err(raised), Ok)
    }
}
