//! The build of the program, by which processes recognise the same one.

use std::sync::{Mutex, PoisonError};

use super::PROGRAM;

static COMMIT: Mutex<Option<String>> = Mutex::new(None);

/// Sets the commit of the sources, if they are a git clone.
pub(crate) fn of_commit(commit: Option<String>) {
    *COMMIT.lock().unwrap_or_else(PoisonError::into_inner) = commit;
}

/// The commit of the sources, if it is known.
pub(crate) fn commit() -> Option<String> {
    COMMIT.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Name, version and, if it is known, commit of the program.
pub(crate) fn program() -> String {
    commit().map_or_else(|| PROGRAM.into(), |commit| format!("{PROGRAM} ({commit})"))
}
