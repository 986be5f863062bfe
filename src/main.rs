//! The command line: parse, run, exit code.

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use draughts_td::cli::Cli;
use draughts_td::commands::{Answer, output};
use draughts_td::files;

fn main() -> ExitCode {
    match Cli::parse().verb.run() {
        Ok(Answer::Done) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(error) => {
            output::note(format_args!("Error: {}", causes(&error)));
            ExitCode::from(2)
        }
    }
}

/// All causes in one line; one that is quoted already is not said twice.
fn causes(error: &anyhow::Error) -> String {
    let words = |cause: &(dyn Error + 'static)| {
        cause.downcast_ref().map_or_else(|| cause.to_string(), files::told)
    };
    error.chain().map(words).fold(String::new(), |text, cause| {
        match (text.is_empty(), text.contains(&cause)) {
            (true, _) => cause,
            (false, true) => text,
            (false, false) => format!("{text}: {cause}"),
        }
    })
}
