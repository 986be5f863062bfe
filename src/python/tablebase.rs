//! Endgame tables for arrays of positions.

use std::path::PathBuf;

use draughts_td::player::Endgame;
use draughts_td::tablebase::{TableMove, Wdl};
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::batch::Perspective;
use crate::board::Board;
use crate::columns::column;
use crate::limits;
use crate::moves::Move;
use crate::position_array::{Boards, Turn};
use crate::threads::Threads;

/// Endgame tables in memory.
#[pyclass(frozen, module = "draughts_td")]
pub(crate) struct Tablebase(Endgame);

impl Tablebase {
    pub(crate) fn endgame(&self) -> &Endgame {
        &self.0
    }
}

fn number(verdict: Wdl) -> f32 {
    match verdict {
        Wdl::Win => 1.0,
        Wdl::Draw => 0.0,
        Wdl::Loss => -1.0,
    }
}

#[pymethods]
impl Tablebase {
    #[new]
    #[pyo3(signature = (folder="auto".into(), *, threads=Threads::all_cores()))]
    fn new(py: Python<'_>, folder: PathBuf, threads: Threads) -> PyResult<Tablebase> {
        limits::open_tables(py, &folder, threads).map(Tablebase)
    }

    /// The most pieces of a position that can have a value.
    #[getter]
    fn pieces(&self) -> u32 {
        self.0.pieces()
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
        column(py, &boards, &turn, threads, |position| {
            let own = self.0.outcome(position).map(|outcome| number(outcome.verdict));
            own.map_or(f32::NAN, |own| perspective.of(Perspective::SideToMove, position, own))
        })
    }

    #[pyo3(signature = (boards, turn, *, threads=Threads::ONE))]
    fn distances<'py>(
        &self,
        py: Python<'py>,
        boards: Boards<'py>,
        turn: Turn<'py>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        column(py, &boards, &turn, threads, |position| {
            let distance = self.0.outcome(position).and_then(|outcome| outcome.distance);
            distance.map_or(-1, |distance| distance.plies() as i16)
        })
    }

    /// The legal moves of a board, the best first: each with its value and the plies to the end.
    fn moves(&self, board: &Board) -> Vec<(Move, Option<f32>, Option<u32>)> {
        let position = &board.position;
        let moves = self.0.tables().moves(position).into_iter().map(|TableMove { mv, value }| {
            let plies = value.and_then(|value| value.distance).map(|distance| distance.plies());
            (Move::at(position, mv), value.map(|value| number(value.verdict)), plies)
        });
        moves.collect()
    }

    /// The moves to the end of a won or lost game.
    fn best_line(&self, board: &Board) -> Vec<Move> {
        Move::line(&board.position, &self.0.tables().best_line(&board.position))
    }

    fn __repr__(&self) -> String {
        format!("<Tablebase of up to {} pieces>", self.0.pieces())
    }
}
