//! The build of the program, by which processes recognise the same one.

use std::sync::OnceLock;

use super::PROGRAM;

static COMMIT: OnceLock<String> = OnceLock::new();

/// Sets the commit of the sources, if they are a git clone.
pub(crate) fn of_commit(commit: String) {
    let _ = COMMIT.set(commit);
}

/// Name, version and, if it is known, commit of the program.
pub(crate) fn program() -> String {
    COMMIT.get().map_or_else(|| PROGRAM.into(), |commit| format!("{PROGRAM} ({commit})"))
}
