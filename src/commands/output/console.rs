//! Standard output and standard error: never a panic, for a reader that has gone, as `head` goes, stops no work; and never a
//! character that would command the terminal.

use std::fmt::Arguments;
use std::io::{self, Write};
use std::sync::Mutex;

use anyhow::{Context, Result};

use crate::arena::error::PlayError;
use crate::escape::Escaped;

/// The first reason for which a line of results could not be written.
static FAILURE: Mutex<Option<io::Error>> = Mutex::new(None);

/// Writes a line of results to standard output; [`check`] tells at the end whether that went well.
pub fn say(line: Arguments) {
    let mut failure = FAILURE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if failure.is_none() {
        let mut out = io::stdout().lock();
        *failure = writeln!(out, "{}", Escaped(line)).and_then(|()| out.flush()).err();
    }
}

/// Writes a line of progress or warning to standard error; nobody waits for it. One write keeps the lines of several processes apart.
pub fn note(line: Arguments) {
    let _ = io::stderr().write_all(format!("{}\n", Escaped(line)).as_bytes());
}

/// Whether nobody reads the results any more, so that more of them are of no use.
#[must_use]
pub fn is_unread() -> bool {
    let failure = FAILURE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    failure.as_ref().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Takes a reader that has gone, of who writes to standard output himself, for an ordinary end.
///
/// # Errors
/// Any other failure.
pub fn unless_unread(outcome: Result<(), PlayError>) -> Result<(), PlayError> {
    match outcome {
        Err(PlayError::Pipe(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Whether all results were written, as far as somebody was reading them.
///
/// # Errors
/// A full disk, for instance; not that the reader of a pipe has gone.
pub fn check() -> Result<()> {
    let failure = FAILURE.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
    match failure {
        Some(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot write the results to standard output")
        }
        _ => Ok(()),
    }
}
