//! `db`: a database of games in one file: built from PDN, searched, explored, counted, written as PDN again.

mod build;
mod check;
mod edit;
mod explore;
mod export;
mod flags;
mod lines;
mod mistakes;
mod names;
mod remove;
mod report;
mod search;
mod stats;
mod unknown;

use anyhow::Result;

use crate::commands::ExitStatus;
use crate::commands::deferred::Deferred;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: DbCommand,
}

#[derive(Debug, clap::Subcommand)]
enum DbCommand {
    /// Build a database of PDN files; the same command resumes after a kill
    Build(Deferred<build::BuildArgs>),
    /// Add PDN files to a database
    Add(Deferred<build::AddArgs>),
    /// Find games: players, dates, results, positions, formations, endings
    Search(Deferred<search::SearchArgs>),
    /// Show the moves of a position with their games, results and values
    Explore(Deferred<explore::ExploreArgs>),
    /// Count results by year, length, opening or event, or those of a player
    Stats(Deferred<stats::StatsArgs>),
    /// Report an event: standings, cross-table, openings, decided games, missed wins
    Report(Deferred<report::ReportArgs>),
    /// Report a player, or compare two
    Compare(Deferred<report::CompareArgs>),
    /// List spellings that may be one person, and merge them
    Names(Deferred<names::NamesArgs>),
    /// Correct a game: its tags, or all of it
    Edit(Deferred<edit::EditArgs>),
    /// Remove games, or bring them back
    Remove(Deferred<remove::RemoveArgs>),
    /// Write games as PDN: all, or those of a search
    Export(Deferred<export::ExportArgs>),
    /// Compare a database with the PDN files it was made of
    Check(Deferred<check::CheckArgs>),
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    match &args.verb {
        DbCommand::Build(args) => build::build(args),
        DbCommand::Add(args) => build::add(args),
        DbCommand::Search(args) => search::run(args),
        DbCommand::Explore(args) => explore::run(args),
        DbCommand::Stats(args) => stats::run(args),
        DbCommand::Report(args) => report::report(args),
        DbCommand::Compare(args) => report::compare(args),
        DbCommand::Names(args) => names::run(args),
        DbCommand::Edit(args) => edit::run(args),
        DbCommand::Remove(args) => remove::run(args),
        DbCommand::Export(args) => export::run(args),
        DbCommand::Check(args) => check::run(args),
    }
}
