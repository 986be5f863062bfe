//! The command line: parse, run, exit code.

use std::process::ExitCode;

use clap::Parser;
use draughts_td::cli::Cli;
use draughts_td::commands::{Answer, output};

fn main() -> ExitCode {
    match Cli::parse().verb.run() {
        Ok(Answer::Done) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(error) => {
            output::note(format_args!("Error: {error:#}"));
            ExitCode::from(2)
        }
    }
}
