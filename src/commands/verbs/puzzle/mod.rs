//! `puzzle`: positions of games where one move wins, made, listed, played, checked again, written for others, printed.

mod check;
mod export;
mod list;
mod make;
mod play;
mod sheet;
mod verify;

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
    /// Solve puzzles at the terminal; each comes back before you forget it
    Play(Deferred<play::Args>),
    /// Check a composition: exactly one move wins at every move of the solver
    Check(Deferred<check::CheckArgs>),
    /// Search every move of some puzzles again, and count those that are still unique
    Verify(Deferred<verify::Args>),
    /// Write puzzles as PDN, CSV or JSON
    Export(Deferred<export::Args>),
    /// Make a sheet to print, with the solutions apart
    Sheet(Deferred<sheet::Args>),
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    match &args.verb {
        PuzzleCommand::Make(args) => make::run(args),
        PuzzleCommand::List(args) => list::run(args),
        PuzzleCommand::Play(args) => play::run(args),
        PuzzleCommand::Check(args) => check::run(args),
        PuzzleCommand::Verify(args) => verify::run(args),
        PuzzleCommand::Export(args) => export::run(args),
        PuzzleCommand::Sheet(args) => sheet::run(args),
    }
}
