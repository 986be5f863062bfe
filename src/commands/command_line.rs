//! The command line of this process, with the name of the program first.

use std::ffi::OsString;
use std::sync::OnceLock;

static ARGUMENTS: OnceLock<Vec<OsString>> = OnceLock::new();

/// Sets the command line where it is not that of the process: in Python the interpreter stands first.
pub(crate) fn set(arguments: Vec<OsString>) {
    let _ = ARGUMENTS.set(arguments);
}

/// The command line.
pub(crate) fn arguments() -> Vec<OsString> {
    ARGUMENTS.get().cloned().unwrap_or_else(|| std::env::args_os().collect())
}

/// The command line as text, without the name of the program.
pub(crate) fn words() -> Vec<String> {
    let words = arguments().into_iter().skip(1);
    words.map(|word| word.to_string_lossy().into_owned()).collect()
}
