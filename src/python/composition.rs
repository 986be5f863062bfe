//! Compositions checked.

use std::path::PathBuf;
use std::sync::mpsc::Sender;

use draughts_td::composition::{Allowed, Checker, Composition};
use draughts_td::player::{Engine, Evaluation, StopFlag};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::arguments::{Int, List};
use crate::error::{raised, value_error};
use crate::limits;
use crate::threads::Threads;
use crate::upkeep::object;
use crate::worker;

/// Checks whether exactly one move wins at every move of the solver.
#[pyfunction]
#[pyo3(signature = (fen, solution="".into(), *, allow_duals=List(Vec::new()), nodes=Int(1_000_000), net=None, tables=None))]
pub(crate) fn check_composition<'py>(
    py: Python<'py>,
    fen: String,
    solution: String,
    allow_duals: List<String>,
    nodes: Int<u64>,
    net: Option<PathBuf>,
    tables: Option<PathBuf>,
) -> PyResult<Bound<'py, PyAny>> {
    let composition = Composition::read(&fen, &solution).map_err(raised)?;
    if nodes.0 == 0 {
        return Err(value_error("nodes: give a number from 1"));
    }
    let mut allowed = Allowed::default();
    for dual in &allow_duals.0 {
        match dual.as_str() {
            "last-move" => allowed.last_move = true,
            "order" => allowed.order = true,
            _ => return Err(value_error("allow_duals: give 'last-move', 'order' or both")),
        }
    }
    let net = net.map_or_else(|| Evaluation::REFERENCE.into(), |net| net.display().to_string());
    let options = limits::options(py, Int(64), Threads::ONE, tables.as_deref())?;
    let stop = StopFlag::new();
    let work = |_: Sender<()>| {
        let evaluation = Evaluation::open(&net).map_err(raised)?;
        let engine = Engine::new(&evaluation, &options).map_err(raised)?;
        let tables = options.endgame.clone();
        let mut checker = Checker { engine, tables, nodes: nodes.0, allowed, stop: stop.clone() };
        let report = checker.check(&composition);
        report.ok_or_else(|| PyKeyboardInterrupt::new_err("interrupted"))
    };
    let report = worker::run(py, &stop, work, |_, ()| Ok(()))??;
    object(py, &report.to_json())
}
