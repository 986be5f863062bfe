//! `db`: a database of games in one file: built from PDN, searched, explored, counted, written as PDN again.

mod build;
mod check;
mod explore;
mod export;
mod flags;
mod lines;
mod mistakes;
mod search;
mod stats;

use anyhow::Result;

use super::ExitStatus;

/// Flags of `db`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    verb: DbCommand,
}

#[derive(Debug, clap::Subcommand)]
enum DbCommand {
    /// Build a database of PDN files; the same command goes on after a kill
    Build(Box<build::BuildArgs>),
    /// Add PDN files to a database
    Add(build::AddArgs),
    /// Find games: players, dates, results, positions, formations, endings
    Search(Box<search::SearchArgs>),
    /// Show the moves of a position with their games, results and values
    Explore(Box<explore::ExploreArgs>),
    /// Count results by year, length, opening or event, or those of a player
    Stats(Box<stats::StatsArgs>),
    /// Write games as PDN: all, or those of a search
    Export(Box<export::ExportArgs>),
    /// Compare a database with the PDN files it was made of
    Check(check::CheckArgs),
}

/// Runs `db`.
pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    match &args.verb {
        DbCommand::Build(args) => build::build(args),
        DbCommand::Add(args) => build::add(args),
        DbCommand::Search(args) => search::run(args),
        DbCommand::Explore(args) => explore::run(args),
        DbCommand::Stats(args) => stats::run(args),
        DbCommand::Export(args) => export::run(args),
        DbCommand::Check(args) => check::run(args),
    }
}
