//! The command line of the run, with the name of the program first.

use std::ffi::OsString;
use std::sync::{Mutex, PoisonError};

/// A process may run several commands, one after another, where Python calls them.
static ARGUMENTS: Mutex<Vec<OsString>> = Mutex::new(Vec::new());

/// Sets the command line where it is not that of the process: in Python the interpreter comes first.
pub(crate) fn set(arguments: Vec<OsString>) {
    *ARGUMENTS.lock().unwrap_or_else(PoisonError::into_inner) = arguments;
}

/// The command line.
pub(crate) fn arguments() -> Vec<OsString> {
    let arguments = ARGUMENTS.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if arguments.is_empty() { std::env::args_os().collect() } else { arguments }
}

/// The command line as text, without the name of the program.
pub(crate) fn words() -> Vec<String> {
    let words = arguments().into_iter().skip(1);
    words.map(|word| word.to_string_lossy().into_owned()).collect()
}
