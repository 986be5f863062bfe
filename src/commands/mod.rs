//! Wiring: one file per verb, flags at the top, the pipeline below. The only room that knows all others.

/// `println!` for results: notes a failure instead of panicking.
macro_rules! say {
    ($($line:tt)*) => { $crate::commands::output::say(format_args!($($line)*)) };
}

/// `eprintln!` for progress and warnings: goes on when nobody listens.
macro_rules! note {
    ($($line:tt)*) => { $crate::commands::output::note(format_args!($($line)*)) };
}

mod adjudication_flags;
pub mod analyse;
pub mod annotate;
pub mod backgammon;
pub mod bench;
pub mod board;
pub mod book;
pub mod build;
mod catalogue;
mod census;
mod check_report;
pub mod completions;
pub mod contest;
mod diagrams;
pub mod dxp;
pub mod endgame;
pub mod engine_flags;
pub mod eval;
pub mod export;
pub mod features;
mod figures;
pub mod filter_flags;
mod from_play;
pub mod generate;
pub mod hub;
mod inputs;
pub mod inspect;
pub mod interruption;
pub mod layout;
pub mod learn;
pub mod learn_flags;
pub mod man;
pub mod matches;
pub mod merge;
pub mod mover;
pub mod output;
mod outputs;
pub mod pattern_flags;
pub mod perft;
pub mod play;
mod positions;
mod press_flags;
mod progress;
mod repeated;
pub mod reproduce;
mod review;
pub mod run_folder;
mod scribe;
pub mod separated_flags;
mod settings_file;
mod share_flags;
mod site;
pub mod strength;
pub mod student;
pub mod suite;
pub mod switch;
mod tables;
mod team;
pub mod threads;
pub mod tournament;
pub mod train;
pub mod train_flags;
mod train_report;
pub mod train_words;
pub mod tuning;
pub mod validate;

/// The program as network files and games name it.
const PROGRAM: &str = concat!("draughts-td ", env!("CARGO_PKG_VERSION"));

/// How a verb ended when nothing failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Done: exit status 0.
    Done,
    /// The answer is no, or input was skipped under `--strict`: exit status 1.
    No,
    /// Interrupted before the end; what was finished is saved: exit status 130.
    Interrupted,
}
