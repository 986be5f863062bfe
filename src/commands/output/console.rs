//! Standard output and standard error: a reader that has gone, as `head` does, causes no panic, and no control character reaches
//! the terminal.

use std::fmt::Arguments;
use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

use crate::arena::error::PlayError;
use crate::escape::Escaped;
use crate::files;

/// The first reason for which a line of results could not be written.
static FAILURE: Mutex<Option<io::Error>> = Mutex::new(None);

/// Whether nothing but results and errors is printed.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Whether more than usual is said.
static VERBOSE: AtomicBool = AtomicBool::new(false);

/// How much the next command says on standard error.
pub(crate) fn set_level(quiet: bool, verbose: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
    VERBOSE.store(verbose, Ordering::Relaxed);
}

pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Writes a line that only `--verbose` asks for.
pub(crate) fn detail(line: Arguments) {
    if VERBOSE.load(Ordering::Relaxed) {
        complain(line);
    }
}

/// Forgets what happened to the output of an earlier command of this process.
pub(crate) fn begin() {
    *FAILURE.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = None;
    set_level(false, false);
}

/// Writes a line of results to standard output; [`check`] returns failures at the end.
pub(crate) fn say(line: Arguments) {
    let mut failure = FAILURE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if failure.is_none() {
        let mut out = io::stdout().lock();
        *failure = writeln!(out, "{}", Escaped(line)).and_then(|()| out.flush()).err();
    }
}

/// Writes a line of progress or warning to standard error, unless `--quiet` was given.
pub(crate) fn note(line: Arguments) {
    if !is_quiet() {
        complain(line);
    }
}

/// Writes a line to standard error; failures are ignored. One write keeps the lines of several processes apart.
pub(crate) fn complain(line: Arguments) {
    let _ = io::stderr().write_all(format!("{}\n", Escaped(line)).as_bytes());
}

/// Whether the reader of standard output has gone.
pub(crate) fn is_unread() -> bool {
    let failure = FAILURE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    failure.as_ref().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Turns the error of a reader that has gone into success, for work that writes to standard output itself.
pub(crate) fn unless_unread(outcome: Result<(), PlayError>) -> Result<(), PlayError> {
    match outcome {
        Err(PlayError::Pipe(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Fails if a result could not be written.
pub(crate) fn check() -> Result<()> {
    let failure = FAILURE.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
    written(failure.map_or(Ok(()), Err))
}

/// The end of work that writes to standard output itself: a reader that has gone, as `head` does, is no failure.
pub(crate) fn written(outcome: io::Result<()>) -> Result<()> {
    match outcome {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome.context("cannot write the results to standard output"),
    }
}

/// All causes in one line, without those that the text before quotes.
pub fn causes(error: &anyhow::Error) -> String {
    let text_of = |cause: &(dyn std::error::Error + 'static)| {
        let text = cause.downcast_ref().map_or_else(|| cause.to_string(), files::io_error_text);
        text.trim_end().to_owned()
    };
    error.chain().map(text_of).fold(String::new(), |text, cause| {
        match (text.is_empty(), text.contains(&cause)) {
            (true, _) => cause,
            (false, true) => text,
            (false, false) => format!("{text}: {cause}"),
        }
    })
}
