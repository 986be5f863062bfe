//! The command line: parse, run, exit code.

use std::process::ExitCode;

use clap::Parser;
use draughts_td::cli::Cli;
use draughts_td::commands::{Answer, interruption, output};

fn main() -> ExitCode {
    interruption::listen(|| std::process::exit(interruption::STATUS.into()));
    match Cli::parse().verb.run() {
        Ok(Answer::Done) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Ok(Answer::Interrupted) => ExitCode::from(interruption::STATUS),
        Err(error) => {
            output::note(format_args!("Error: {}", causes(&error)));
            ExitCode::from(2)
        }
    }
}

/// All causes in one line; one that is quoted already is not said twice.
fn causes(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |text, cause| {
        match (text.is_empty(), text.contains(&cause)) {
            (true, _) => cause,
            (false, true) => text,
            (false, false) => format!("{text}: {cause}"),
        }
    })
}
