//! Which build of the program this is, for those who must all be the same one.

use std::sync::OnceLock;

use super::PROGRAM;

/// The commit of its sources.
static COMMIT: OnceLock<String> = OnceLock::new();

/// Notes the commit of the sources; they have none where they are no clone.
pub fn of_commit(commit: &str) {
    let _ = COMMIT.set(commit.into());
}

/// Name, version and, if it is known, commit of the program.
#[must_use]
pub fn program() -> String {
    COMMIT.get().map_or_else(|| PROGRAM.into(), |commit| format!("{PROGRAM} ({commit})"))
}
