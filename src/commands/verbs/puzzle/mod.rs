//! `puzzle`: positions of games where one move wins, made, listed, checked again, written for others, printed.

mod list;
mod make;

use anyhow::Result;

use crate::commands::ExitStatus;
use crate::commands::deferred::Deferred;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: PuzzleCommand,
}

#[derive(Debug, clap::Subcommand)]
enum PuzzleCommand {
    /// Make puzzles of the games of PDN files or a database; the same command resumes after a kill
    Make(Deferred<make::Args>),
    /// List puzzles
    List(Deferred<list::Args>),
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    match &args.verb {
        PuzzleCommand::Make(args) => make::run(args),
        PuzzleCommand::List(args) => list::run(args),
    }
}
