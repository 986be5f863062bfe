//! Errors of the program as exceptions of Python, with the program's message.

use std::error::Error;
use std::ffi::CString;
use std::fmt::Display;
use std::io;

use draughts_td::arena::PlayError;
use draughts_td::commands::output::console;
use draughts_td::database::DatabaseError;
use draughts_td::models::WeightsError;
use draughts_td::pdn::PdnError;
use draughts_td::tablebase::TablesError;
use pyo3::exceptions::{PyOSError, PyUserWarning, PyValueError};
use pyo3::prelude::*;

/// `OSError` where a file or a folder could not be used, otherwise `ValueError`.
pub(crate) fn raised(error: impl Into<anyhow::Error>) -> PyErr {
    let error = error.into();
    let text = in_keywords(&console::causes(&error));
    if error.chain().any(is_of_system) {
        PyOSError::new_err(text)
    } else {
        PyValueError::new_err(text)
    }
}

fn is_of_system(cause: &(dyn Error + 'static)) -> bool {
    cause.is::<io::Error>()
        || matches!(cause.downcast_ref(), Some(WeightsError::Io { .. }))
        || matches!(cause.downcast_ref(), Some(TablesError::Io { .. }))
        || matches!(
            cause.downcast_ref(),
            Some(PdnError::Missing { .. } | PdnError::Directory { .. })
        )
        || matches!(cause.downcast_ref(), Some(DatabaseError::Missing | DatabaseError::NoPuzzles))
}

/// Issues a warning of Python.
pub(crate) fn warn(py: Python<'_>, text: &str) -> PyResult<()> {
    let text = CString::new(in_keywords(text).replace('\0', " ")).unwrap_or_default();
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)
}

/// Errors of engines and matches.
pub(crate) fn play_error(error: PlayError) -> PyErr {
    if let PlayError::Games(error) = error {
        return raised(error);
    }
    let text = in_keywords(&error.to_string());
    if anyhow::Error::from(error).chain().any(is_of_system) {
        PyOSError::new_err(text)
    } else {
        PyValueError::new_err(text)
    }
}

/// A value that cannot be used.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(in_keywords(&error.to_string()))
}

/// A message about flags in the words of Python: `--min-games` is `min_games`. Commands in backquotes stay as they are.
fn in_keywords(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(place, part)| match place % 2 {
        0 => part.split(' ').map(keyword).collect::<Vec<_>>().join(" "),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("`")
}

/// A word of a message, if it is a flag as its keyword.
fn keyword(word: &str) -> String {
    let is_of_name = |letter: char| letter.is_ascii_lowercase() || letter == '-';
    let flag = word.trim_end_matches(|letter| !is_of_name(letter));
    let end = &word[flag.len()..];
    let name = match flag.strip_prefix("--") {
        Some("force") => "force=True".to_owned(),
        Some(name) if !name.is_empty() && name.chars().all(is_of_name) => name.replace('-', "_"),
        _ if flag == "-o" => "out".to_owned(),
        _ => return word.to_owned(),
    };
    name + end
}
