//! Endgame tables for arrays of positions.

use std::path::PathBuf;

use draughts_td::engine::Endgame;
use draughts_td::tablebase::Wdl;
use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;

use crate::batch::{Perspective, column};
use crate::error::{raised, warn};
use crate::threads;

/// Endgame tables in memory.
#[pyclass(frozen, module = "draughts_td")]
pub struct Tablebase(Endgame);

impl Tablebase {
    pub fn endgame(&self) -> &Endgame {
        &self.0
    }
}

#[pymethods]
impl Tablebase {
    #[new]
    #[pyo3(signature = (folder="auto".into(), *, threads=0))]
    fn new(py: Python<'_>, folder: PathBuf, threads: usize) -> PyResult<Tablebase> {
        let threads = threads::number(threads);
        let opened = py.detach(|| Endgame::open_or_make(&folder, threads, &mut |_| {}));
        let (endgame, notes) = opened.map_err(raised)?;
        notes.iter().try_for_each(|note| warn(py, note))?;
        Ok(Tablebase(endgame))
    }

    /// The most pieces of a position that can have a value.
    #[getter]
    fn pieces(&self) -> u32 {
        self.0.pieces()
    }

    #[pyo3(signature = (boards, turn, *, perspective=Perspective::SideToMove, threads=1))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        boards: PyReadonlyArray2<'py, u64>,
        turn: PyReadonlyArray1<'py, bool>,
        perspective: Perspective,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        column(py, &boards, &turn, threads, |position| {
            let own = self.0.outcome(position).map(|outcome| match outcome.verdict {
                Wdl::Win => 1.0,
                Wdl::Draw => 0.0,
                Wdl::Loss => -1.0,
            });
            own.map_or(f32::NAN, |own| perspective.of(Perspective::SideToMove, position, own))
        })
    }

    #[pyo3(signature = (boards, turn, *, threads=1))]
    fn distances<'py>(
        &self,
        py: Python<'py>,
        boards: PyReadonlyArray2<'py, u64>,
        turn: PyReadonlyArray1<'py, bool>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        column(py, &boards, &turn, threads, |position| {
            let distance = self.0.outcome(position).and_then(|outcome| outcome.distance);
            distance.map_or(-1, |distance| distance.plies() as i16)
        })
    }

    fn __repr__(&self) -> String {
        format!("<Tablebase of up to {} pieces>", self.0.pieces())
    }
}
