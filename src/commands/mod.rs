//! Wiring: one file per verb, flags at the top, the pipeline below; experiments in `reproduce`. What verbs share: their flags, what
//! they read (`args`), what they print (`output`). The only room that knows all others.

/// `println!` for results: notes a failure instead of panicking.
macro_rules! say {
    ($($line:tt)*) => { $crate::commands::output::console::say(format_args!($($line)*)) };
}

/// `eprintln!` for progress and warnings; ignores a failure.
macro_rules! note {
    ($($line:tt)*) => { $crate::commands::output::console::note(format_args!($($line)*)) };
}

use crate::run::PROGRAM;

pub(crate) mod apart;
pub mod args;
mod book_recorder;
pub(crate) mod build;
pub(crate) mod command_line;
pub(crate) mod deferred;
pub mod flags;
pub(crate) mod online_learning;
pub mod output;
mod processes;
mod review;
mod rewrite;
pub(crate) mod run_folder;
pub mod signals;
mod site;
mod train_report;
pub(crate) mod user_settings;
pub mod verbs;

/// Forgets what an earlier command of this process has set.
pub(crate) fn forget_the_last_run() {
    output::console::begin();
    signals::begin();
    args::threads::begin();
}

/// The exit status of a verb without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    Done,
    /// 1: a check failed, or input was skipped under `--strict`
    No,
    /// 130: interrupted; finished work is saved
    Interrupted,
}
