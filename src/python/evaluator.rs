//! An evaluator in Python, and the runs of a tree search that ask it.

use draughts_td::tree_search::{Leaves, TreeSearch};
use numpy::{IntoPyArray, PyArray1, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::arguments::Int;
use crate::error::value_error;
use crate::position_array::{aligned, arrays};
use crate::threads::Pool;

/// Most simulations of a run.
const MAX_SIMULATIONS: usize = 1_000_000;

pub(crate) fn check_callable(function: &Bound<'_, PyAny>) -> PyResult<()> {
    if function.is_callable() {
        return Ok(());
    }
    Err(PyTypeError::new_err("give a function, or an object that can be called"))
}

pub(crate) fn checked_simulations(simulations: Int<usize>) -> PyResult<usize> {
    match simulations.0 {
        0..=MAX_SIMULATIONS => Ok(simulations.0),
        more => Err(value_error(format!("{more} simulations: give 0 to {MAX_SIMULATIONS}"))),
    }
}

/// Runs simulations while `may_continue`, and calls the evaluator once a round; whether they came to their end. Ctrl-C and exceptions of the
/// evaluator end the run between rounds, and what was found is kept.
pub(crate) fn simulate(
    py: Python<'_>,
    evaluate: &Bound<'_, PyAny>,
    search: &mut TreeSearch,
    mut pool: Option<&mut Pool>,
    simulations: usize,
    may_continue: impl Fn() -> bool,
) -> PyResult<bool> {
    search.start(simulations);
    let mut round = || -> PyResult<bool> {
        py.check_signals()?;
        let threads = pool.as_mut().map(|pool| pool.threads()).transpose()?.flatten();
        let leaves = py.detach(|| match threads {
            None => search.collect(),
            Some(threads) => threads.install(|| search.collect()),
        });
        let Some(leaves) = leaves else { return Ok(false) };
        if !leaves.positions.is_empty() {
            let (logits, values) = ask(evaluate, leaves)?;
            let answered = py.detach(|| match threads {
                None => search.answer(&logits, &values),
                Some(threads) => threads.install(|| search.answer(&logits, &values)),
            });
            answered.map_err(|error| value_error(format!("evaluate: {error}")))?;
        }
        Ok(true)
    };
    let ended = loop {
        if !may_continue() {
            break Ok(false);
        }
        match round() {
            Ok(true) => {}
            Ok(false) => break Ok(true),
            Err(error) => break Err(error),
        }
    };
    search.cancel();
    ended
}

/// The evaluator's logits and values of leaves.
fn ask(evaluate: &Bound<'_, PyAny>, leaves: Leaves) -> PyResult<(Vec<f32>, Vec<f32>)> {
    let py = evaluate.py();
    let (boards, turn) = arrays(py, leaves.positions.into_iter())?;
    let (actions, offsets) = (leaves.actions.into_pyarray(py), leaves.offsets.into_pyarray(py));
    let answer = evaluate.call1((boards, turn, actions, offsets))?;
    let pair = answer.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2);
    let pair = pair.ok_or_else(|| {
        let given = answer.get_type();
        value_error(format!("evaluate: return a tuple (logits, values), not {given}"))
    })?;
    Ok((floats("logits", &pair.get_item(0)?)?, floats("values", &pair.get_item(1)?)?))
}

/// Numbers of an array, of any width; what NumPy takes for an array is one.
fn floats(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<f32>> {
    let py = given.py();
    let array = py.import("numpy")?.call_method1("asarray", (given,))?;
    let array = array.cast_into::<PyUntypedArray>()?;
    let dtype = array.getattr("dtype")?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    if kind != "f" || array.ndim() != 1 {
        let shape = array.shape();
        return Err(value_error(format!(
            "evaluate: {name} have dtype {dtype} and shape {shape:?}; give float32 of one dimension"
        )));
    }
    let options = PyDict::new(py);
    options.set_item("copy", false)?;
    let array = array.call_method("astype", ("float32",), Some(&options))?;
    let array = aligned(&array)?.cast_into::<PyArray1<f32>>()?;
    Ok(array.try_readonly()?.as_array().to_vec())
}
