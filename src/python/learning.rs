//! Learning from games and from play: the verbs `learn` and `train`, with their settings as keywords.

use std::path::PathBuf;
use std::sync::mpsc::Sender;

use draughts_td::commands::ExitStatus;
use draughts_td::commands::{learn as learning, train as training};
use draughts_td::engine::StopFlag;
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyTuple};
use serde_json::Value;

use crate::arguments::Paths;
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
    let text = text_of(settings)?;
    let verb = learning::called(paths.listed(), &text, resume, force).map_err(refused)?;
    run(py, progress, verb)
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
    let verb = training::called(&text_of(settings)?, resume, force).map_err(refused)?;
    run(py, progress, verb)
}

/// Runs a verb; its events go to `progress`, its warnings to Python's. Returns the figures of the finished run.
fn run(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    verb: impl FnOnce(StopFlag, Sender<Value>) -> anyhow::Result<ExitStatus> + Send,
) -> PyResult<Py<PyAny>> {
    let (stop, mut figures) = (StopFlag::new(), py.None());
    let done = worker::run(
        py,
        &stop,
        |events| verb(stop.clone(), events),
        |py, event| {
            if event["event"] == "figures" {
                figures = parsed(py, &event["figures"].to_string())?;
                return Ok(());
            }
            let text = event["text"].as_str().unwrap_or_default();
            if let Some(text) = text.strip_prefix("warning: ") {
                warn(py, text)?;
            }
            if let Some(progress) = &progress {
                progress.call1(py, (parsed(py, &event.to_string())?,))?;
            }
            Ok(())
        },
    )?;
    match done.map_err(failed)? {
        ExitStatus::Interrupted => Err(PyKeyboardInterrupt::new_err(())),
        ExitStatus::Done | ExitStatus::No => Ok(figures),
    }
}

fn parsed(py: Python<'_>, json: &str) -> PyResult<Py<PyAny>> {
    Ok(py.import("json")?.call_method1("loads", (json,))?.unbind())
}

/// The exception for settings that are refused, without the line of the text that the caller has not written.
fn refused(error: anyhow::Error) -> PyErr {
    let text = format!("{error:#}");
    let is_place = |text: &str| text.starts_with("line ");
    let reason = text.split_once(": ").filter(|(place, _)| is_place(place));
    let reason = reason.map_or(&*text, |(_, reason)| reason);
    if reason.starts_with("there is no setting") {
        PyTypeError::new_err(reason.to_owned())
    } else {
        PyValueError::new_err(by_keyword(reason).unwrap_or_else(|| reason.to_owned()))
    }
}

/// The exception for a run that has failed.
fn failed(error: anyhow::Error) -> PyErr {
    let text = format!("{error:#}");
    by_keyword(&text).map_or_else(|| raised(error), PyValueError::new_err)
}

/// `beta-lr is -1; it must be 0 or more` with the keyword of the setting, `beta_lr`; `None` for other errors.
fn by_keyword(reason: &str) -> Option<String> {
    let is_name = |name: &str| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    let (name, rest) = reason.split_once(" is ")?;
    let is_setting = is_name(name) && rest.contains("; it must be ");
    is_setting.then(|| format!("{} is {rest}", name.replace('-', "_")))
}

/// The settings as the text of a `--config`, a line each.
fn text_of(settings: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
    let mut text = String::new();
    for (name, value) in settings.into_iter().flatten().filter(|(_, value)| !value.is_none()) {
        let name = name.extract::<String>()?.trim_end_matches('_').replace('_', "-");
        text.push_str(&format!("{name} = {}\n", toml(&value)?));
    }
    Ok(text)
}

/// A value as TOML has it.
fn toml(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(is_on) = value.cast::<PyBool>() {
        return Ok(is_on.is_true().to_string());
    }
    if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>() {
        return Ok(value.repr()?.to_string());
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let items: Vec<String> =
            value.try_iter()?.map(|item| toml(&item?)).collect::<PyResult<_>>()?;
        return Ok(format!("[{}]", items.join(", ")));
    }
    if let Ok(path) = value.extract::<PathBuf>() {
        let text = path.to_str().map(str::to_owned);
        let text = text.ok_or_else(|| PyTypeError::new_err(format!("{value} is no text")))?;
        return Ok(quoted(&text));
    }
    // A number of NumPy.
    if value.hasattr("item")? {
        return toml(&value.call_method0("item")?);
    }
    Err(PyTypeError::new_err(format!("{} is no value of a setting", value.repr()?)))
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
