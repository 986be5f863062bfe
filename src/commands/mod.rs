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

pub mod analyse;
pub mod annotate;
pub mod args;
pub mod bench;
pub mod board;
pub mod book;
mod book_recorder;
pub mod build;
pub mod command_line;
pub mod completions;
pub mod db;
pub mod dxp;
pub mod endgame;
pub mod eval;
pub mod export;
pub mod features;
pub mod flags;
pub mod generate;
pub mod hub;
pub mod inspect;
pub mod learn;
pub mod man;
pub mod match_;
pub mod merge;
pub mod online_learning;
pub mod output;
pub mod perft;
pub mod play;
mod processes;
pub mod reproduce;
mod review;
mod rewrite;
pub mod run_control;
pub mod run_folder;
pub mod signals;
mod site;
pub mod suite;
pub mod tournament;
pub mod train;
mod train_report;
pub mod validate;

/// The program as network files and games name it.
const PROGRAM: &str = concat!("draughts-td ", env!("CARGO_PKG_VERSION"));

/// The exit status of a verb without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    Done,
    /// 1: a check failed, or input was skipped under `--strict`
    No,
    /// 130: interrupted; finished work is saved
    Interrupted,
}
