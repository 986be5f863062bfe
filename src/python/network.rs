//! Networks that were trained elsewhere: their inputs as arrays, their layers as a file that plays.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use draughts_td::board::Color;
use draughts_td::features::Catalogue;
use draughts_td::models::dense::{Dense, DenseActivation, DenseInputs, DenseLayer, Sides};
use draughts_td::models::{WeightsFile, file};
use draughts_td::run::{PROGRAM, read_catalogue};
use numpy::{AllowTypeChange, PyArray2, PyArrayLike1, PyArrayLike2};
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde_json::{Value, json};

use crate::arguments::List;
use crate::columns::table;
use crate::error::{raised, value_error};
use crate::position_array::{Boards, Turn};
use crate::threads::Threads;

/// The inputs of a network: `squares`, a network of the paper, or names.
pub(crate) enum Inputs {
    Word(String),
    Names(Vec<String>),
}

impl<'py> FromPyObject<'_, 'py> for Inputs {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Inputs> {
        if given.is_instance_of::<PyString>() {
            return Ok(Inputs::Word(given.extract()?));
        }
        Ok(Inputs::Names(given.extract::<List<String>>()?.0))
    }
}

impl Inputs {
    /// The inputs of the built-in catalogue, or of one's own.
    fn of(self, features: Option<&Path>) -> PyResult<DenseInputs> {
        let catalogue = match features {
            None => Arc::clone(Catalogue::embedded()),
            Some(folder) => read_catalogue(folder).map_err(raised)?,
        };
        let names = match self {
            Inputs::Names(names) => names,
            Inputs::Word(word) if word == "squares" => return Ok(DenseInputs::Squares),
            Inputs::Word(word) => {
                let subset = word.parse::<draughts_td::features::Subset>();
                let subset = subset.map_err(|_| {
                    value_error(format!(
                        "inputs is '{word}'; give 'squares', 'nn1', 'nn2', 'nn3', 'nn4', or a list of names"
                    ))
                })?;
                catalogue.names_of(subset).map(String::from).collect()
            }
        };
        DenseInputs::named(catalogue, &names).map_err(value_error)
    }
}

/// Whose view a network has.
pub(crate) struct View(Sides);

impl<'py> FromPyObject<'_, 'py> for View {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<View> {
        match given.extract::<&str>()? {
            "white" => Ok(View(Sides::White)),
            "mover" => Ok(View(Sides::Mover)),
            "both" => Ok(View(Sides::Both)),
            other => Err(value_error(format!(
                "sides is '{other}'; it must be 'white', 'mover' or 'both'"
            ))),
        }
    }
}

/// The inputs of every position.
#[pyfunction]
#[pyo3(signature = (boards, turn, *, inputs=Inputs::Word("squares".into()), features=None, sides=View(Sides::White), threads=Threads::ONE))]
pub(crate) fn network_inputs<'py>(
    py: Python<'py>,
    boards: Boards<'py>,
    turn: Turn<'py>,
    inputs: Inputs,
    features: Option<PathBuf>,
    sides: View,
    threads: Threads,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let inputs = inputs.of(features.as_deref())?;
    let count = inputs.count();
    let views = sides.0.views(Color::White).len();
    table(py, &boards, &turn, views * count, threads, |position, row: &mut [f32]| {
        let views = sides.0.views(position.turn());
        for (&side, row) in views.iter().zip(row.chunks_exact_mut(count)) {
            inputs.write(position, side, row);
        }
    })
}

/// One layer as Python gives it.
type GivenLayer<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, String);

/// Writes a network to a file.
#[pyfunction]
#[pyo3(signature = (path, layers, *, inputs=Inputs::Word("squares".into()), features=None, sides=View(Sides::White), note=None))]
pub(crate) fn save_network(
    path: PathBuf,
    layers: List<GivenLayer<'_>>,
    inputs: Inputs,
    features: Option<PathBuf>,
    sides: View,
    note: Option<String>,
) -> PyResult<()> {
    let inputs = inputs.of(features.as_deref())?;
    let layers = layers.0.iter().enumerate().map(|(number, given)| layer(number, given));
    let layers = layers.collect::<PyResult<Vec<DenseLayer>>>()?;
    let dense = Dense::new(inputs, sides.0, layers).map_err(value_error)?;
    if path.exists() && WeightsFile::read(&path).is_err() {
        return Err(value_error(format!(
            "{} exists and is not a network; give another path",
            path.display()
        )));
    }
    let training = note.map_or(Value::Null, |note| json!({ "note": note }));
    file::write(&path, &dense, PROGRAM, training).map_err(raised)
}

fn layer(number: usize, (weights, bias, activation): &GivenLayer<'_>) -> PyResult<DenseLayer> {
    let failed = |what: &str, error: PyErr| {
        value_error(format!("layer {number}: {what} of numbers are needed: {error}"))
    };
    let weights: PyArrayLike2<'_, f32, AllowTypeChange> =
        weights.extract().map_err(|error| failed("weights (units, inputs)", error))?;
    let bias: PyArrayLike1<'_, f32, AllowTypeChange> =
        bias.extract().map_err(|error| failed("biases (units,)", error))?;
    let named = DenseActivation::ALL.into_iter().find(|known| known.name() == activation);
    let activation = named.ok_or_else(|| {
        let names = DenseActivation::ALL.map(|known| known.name()).join(", ");
        value_error(format!("layer {number}: there is no activation '{activation}'; give {names}"))
    })?;
    let weights = weights.as_array();
    if weights.nrows() != bias.as_array().len() {
        return Err(value_error(format!(
            "layer {number}: weights of {} units and biases of {}; the weights have the shape (units, inputs)",
            weights.nrows(),
            bias.as_array().len()
        )));
    }
    Ok(DenseLayer {
        weights: weights.iter().copied().collect(),
        bias: bias.as_array().to_vec(),
        activation,
    })
}
