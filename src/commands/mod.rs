//! Wiring: one file per verb, flags at the top, the pipeline below. The only room that knows all others.

/// `println!` for results: notes a failure instead of panicking.
macro_rules! say {
    ($($line:tt)*) => { $crate::commands::output::say(format_args!($($line)*)) };
}

/// `eprintln!` for progress and warnings: goes on when nobody listens.
macro_rules! note {
    ($($line:tt)*) => { $crate::commands::output::note(format_args!($($line)*)) };
}

pub mod analyse;
pub mod bench;
mod check_report;
pub mod contest;
pub mod dxp;
pub mod engine_flags;
pub mod eval;
pub mod features;
pub mod filter_flags;
pub mod hub;
mod inputs;
pub mod inspect;
mod interrupt;
pub mod learn;
mod learn_flags;
pub mod matches;
pub mod output;
pub mod perft;
pub mod play;
pub mod reproduce;
pub mod suite;
pub mod tournament;
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
}
