//! Learning from games and from play: whole runs, with their settings as keywords.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::Sender;

use draughts_td::player::StopFlag;
use draughts_td::run::{
    LearnRun, LearnSettings, Replace, RunError, RunEvent, Settings, SettingsError, TrainRun,
    TrainSettings, set,
};
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Number, Value, json};

use crate::arguments::{Int, Paths};
use crate::error::{raised, warn};
use crate::worker;

/// Learns an evaluation from games.
#[pyfunction]
#[pyo3(signature = (paths, *, resume=false, force=false, progress=None, **settings))]
pub(crate) fn learn(
    py: Python<'_>,
    paths: Paths,
    resume: bool,
    force: bool,
    progress: Option<Py<PyAny>>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let settings: LearnSettings = settings_of(settings)?;
    if settings.mpi {
        let text = "mpi: mpirun starts the command `draughts-td learn --mpi`, not Python";
        return Err(PyValueError::new_err(text));
    }
    let (files, replace) = (paths.listed(), Replace { force, ..Replace::default() });
    run(py, progress, |stop, events| {
        let run = LearnRun { files, settings, resume, replace, stop, ..LearnRun::default() };
        let result = run.run(&mut |event| sent(&events, &event))?;
        Ok(result.map(|result| result.figures()))
    })
}

/// Learns an evaluation by playing.
#[pyfunction]
#[pyo3(signature = (*, resume=false, force=false, progress=None, **settings))]
pub(crate) fn train(
    py: Python<'_>,
    resume: bool,
    force: bool,
    progress: Option<Py<PyAny>>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let settings: TrainSettings = settings_of(settings)?;
    let replace = Replace { force, ..Replace::default() };
    run(py, progress, |stop, events| {
        let run = TrainRun { settings, resume, replace, stop, ..TrainRun::default() };
        let result = run.run(&mut |event| sent(&events, &event))?;
        Ok(result.map(|result| result.figures()))
    })
}

/// An event as Python hears of it.
struct Heard {
    /// A warning of Python.
    warning: Option<String>,
    /// The dicts for `progress`.
    dicts: Vec<Value>,
}

/// Sends an event to the thread of Python.
fn sent(events: &Sender<Heard>, event: &RunEvent<'_>) -> ControlFlow<()> {
    let warning = match event {
        RunEvent::Notice(notice) if notice.is_warning() => Some(notice.to_string()),
        _ => None,
    };
    let note = event.text().map(|text| json!({ "event": "note", "text": text }));
    let dicts: Vec<Value> = event.record().into_iter().chain(note).collect();
    if warning.is_some() || !dicts.is_empty() {
        // Python stops listening once its function has failed.
        let _ = events.send(Heard { warning, dicts });
    }
    ControlFlow::Continue(())
}

/// Does a run on another thread; its events go to `progress`, its warnings to Python's. Returns the figures of the finished run.
fn run(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    run: impl FnOnce(StopFlag, Sender<Heard>) -> Result<Option<Value>, RunError> + Send,
) -> PyResult<Py<PyAny>> {
    let stop = StopFlag::new();
    let done = worker::run(
        py,
        &stop,
        |events| run(stop.clone(), events),
        |py, Heard { warning, dicts }| {
            if let Some(text) = warning {
                warn(py, &text)?;
            }
            let Some(progress) = &progress else { return Ok(()) };
            dicts.iter().try_for_each(|dict| progress.call1(py, (object(py, dict)?,)).map(drop))
        },
    )?;
    match done.map_err(failed)? {
        Some(figures) => Ok(object(py, &figures)?.unbind()),
        None => Err(PyKeyboardInterrupt::new_err(())),
    }
}

/// The exception for a run that has failed; a setting out of its range goes by its keyword.
fn failed(error: RunError) -> PyErr {
    match error.setting() {
        Some(setting) => {
            let (keyword, value) = (setting.name.replace('-', "_"), &setting.value);
            PyValueError::new_err(format!("{keyword} is {value}; it must be {}", setting.range))
        }
        None => raised(error),
    }
}

/// Settings from keywords: the long names of flags with `_`, and one at the end where Python has the word for itself.
fn settings_of<S: Settings>(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<S> {
    let mut settings = S::default();
    for (keyword, given) in keywords.into_iter().flatten().filter(|(_, given)| !given.is_none()) {
        let name = keyword.extract::<String>()?.trim_end_matches('_').replace('_', "-");
        set(&mut settings, &name, value(&given)?).map_err(refused)?;
    }
    Ok(settings)
}

fn refused(error: SettingsError) -> PyErr {
    match &error {
        SettingsError::Unknown { .. } => PyTypeError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// A value of Python as a setting takes it.
fn value(given: &Bound<'_, PyAny>) -> PyResult<Value> {
    nested(given, 0)
}

/// Lists in lists have an end here: one of Python may hold itself.
fn nested(given: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    const DEEPEST: usize = 4;
    if let Ok(is_on) = given.cast::<PyBool>() {
        return Ok(is_on.is_true().into());
    }
    if given.is_instance_of::<PyInt>() {
        return match given.extract::<i64>() {
            Ok(number) => Ok(number.into()),
            Err(_) => given.extract::<Int<u64>>().map(|Int(number)| number.into()),
        };
    }
    if given.is_instance_of::<PyFloat>() {
        let number = Number::from_f64(given.extract()?);
        let number = number.ok_or_else(|| PyValueError::new_err(format!("{given} is not finite")));
        return number.map(Value::Number);
    }
    let is_list = given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>();
    if is_list && depth < DEEPEST {
        let items = given.try_iter()?.map(|item| nested(&item?, depth + 1));
        return items.collect::<PyResult<Vec<Value>>>().map(Value::Array);
    }
    if let Ok(path) = given.extract::<PathBuf>() {
        let text = path.to_str().map(str::to_owned);
        let text = text.ok_or_else(|| PyTypeError::new_err(format!("{given} is not text")))?;
        return Ok(Value::String(text));
    }
    // A number of NumPy. Of a type that Python does not have, as `longdouble`, it is its own item.
    if given.hasattr("item")? && depth < DEEPEST {
        let item = given.call_method0("item")?;
        let is_own = item.get_type().is(given.get_type());
        let item = if is_own { given.py().get_type::<PyFloat>().call1((item,))? } else { item };
        return nested(&item, depth + 1);
    }
    Err(PyTypeError::new_err(format!("{} is no value of a setting", given.repr()?)))
}

/// A value as an object of Python.
fn object<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(is_on) => PyBool::new(py, *is_on).to_owned().into_any(),
        Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(whole), ..) => whole.into_pyobject(py)?.into_any(),
            (None, Some(whole), _) => whole.into_pyobject(py)?.into_any(),
            (None, None, number) => PyFloat::new(py, number.unwrap_or(f64::NAN)).into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(items) => {
            let items: PyResult<Vec<_>> = items.iter().map(|item| object(py, item)).collect();
            PyList::new(py, items?)?.into_any()
        }
        Value::Object(map) => {
            let dict = PyDict::new(py);
            map.iter().try_for_each(|(name, value)| dict.set_item(name, object(py, value)?))?;
            dict.into_any()
        }
    })
}
