//! `db check`: a database against its files.

use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::json;

use crate::commands::args::database;
use crate::commands::args::inputs;
use crate::commands::args::threads::{Threads, in_pool};
use crate::commands::output::progress::bar;
use crate::commands::{ExitStatus, signals};
use crate::database::store;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Every game is read from its file again and compared, and the index of positions is made again. Files are known by their \
checksums: those that have moved are given on the command line.

Example:
  draughts-td db check games.db"
)]
pub(super) struct CheckArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    /// The PDN files, where they are no longer where they were read
    #[arg(value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &CheckArgs) -> Result<ExitStatus> {
    let files = if args.files.is_empty() { Vec::new() } else { inputs::seekable(&args.files)? };
    let database = database::open(&args.database)?;
    let threads = Threads::or_cores(args.threads);
    let all = database.last_game().unwrap_or(0);
    let (bar, stop) =
        (bar(all.into(), "{bar:30} {pos} of {len} games {eta} left"), signals::flag());
    // The connection stays on this thread; the pool replays.
    let mut progress = |games| {
        bar.set_position(games);
        if stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let checked = in_pool(threads, || {
        let database = database::open(&args.database)?;
        let checked = store::check(&database, &files, threads, &mut progress);
        checked.with_context(|| args.database.display().to_string())
    })??;
    bar.finish_and_clear();
    if stop.is_stopped() {
        note!("Interrupted: {} games were compared.", checked.games);
        return Ok(ExitStatus::Interrupted);
    }
    if args.json {
        say!(
            "{}",
            json!({
                "games": checked.games, "files": checked.files, "differences": checked.differences,
                "faults": checked.faults,
            })
        );
    } else {
        checked.faults.iter().for_each(|fault| say!("{fault}"));
        say!(
            "{} games of {} files compared, {} differences",
            checked.games,
            checked.files,
            checked.differences
        );
    }
    Ok(if checked.differences == 0 { ExitStatus::Done } else { ExitStatus::No })
}
