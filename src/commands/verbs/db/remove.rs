//! `db remove`: games that no question finds any more, until they are brought back.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use super::lines;
use crate::commands::ExitStatus;
use crate::commands::args::database;
use crate::commands::args::overwrite::agreed;
use crate::database::query::{GameFilter, Listing, PositionQuery, search};
use crate::database::store::{remove_games, restore_games};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A game goes with all its versions and duplicates. No search, statistic, explorer or export finds it, and adding its file again does not bring it back. \
Nothing is lost: --undo brings games back, and takes back a correction by `db edit`.

Examples:
  draughts-td db remove games.db 17 18
  draughts-td db remove games.db 17 --undo
  draughts-td db remove games.db --list"
)]
pub(super) struct RemoveArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    /// Numbers of games, as a search shows them
    #[arg(value_name = "GAME", required_unless_present = "list")]
    games: Vec<u32>,
    /// Bring these games back
    #[arg(long)]
    undo: bool,
    /// List the games that were removed
    #[arg(long, conflicts_with_all = ["games", "undo"])]
    list: bool,
    /// Do not ask
    #[arg(long, short = 'y')]
    yes: bool,
}

pub(super) fn run(args: &RemoveArgs) -> Result<ExitStatus> {
    let context = || args.database.display().to_string();
    let database = database::open(&args.database)?;
    if args.list {
        let removed = database.removed_originals().with_context(context)?;
        let listings = Listing::select(&database, removed).with_context(context)?;
        listings.iter().for_each(|listing| say!("{}", lines::line(listing)));
        return Ok(ExitStatus::Done);
    }
    if args.undo {
        drop(database);
        let back = restore_games(&args.database, &args.games).with_context(context)?;
        say!("{} can be found again", numbers(&back));
        return Ok(ExitStatus::Done);
    }
    if !args.yes {
        let filter =
            GameFilter { numbers: args.games.clone(), versions: true, ..GameFilter::default() };
        let found = search(&database, &filter, &PositionQuery::default()).with_context(context)?;
        let found = found.hits.iter().map(|hit| hit.game);
        let listings = Listing::select(&database, found).with_context(context)?;
        listings.iter().for_each(|listing| note!("{}", lines::line(listing)));
        let question = format!("Remove {} from {}?", numbers(&args.games), args.database.display());
        ensure!(agreed(&question), "nothing is removed; add --yes to remove without a question");
    }
    drop(database);
    let gone = remove_games(&args.database, &args.games).with_context(context)?;
    let words: Vec<String> = args.games.iter().map(ToString::to_string).collect();
    say!(
        "{} removed; `draughts-td db remove {} {} --undo` takes it back",
        numbers(&gone),
        args.database.display(),
        words.join(" ")
    );
    Ok(ExitStatus::Done)
}

/// `game 3`, or `games 3, 4`.
fn numbers(games: &[u32]) -> String {
    let words: Vec<String> = games.iter().map(ToString::to_string).collect();
    format!("game{} {}", if words.len() == 1 { "" } else { "s" }, words.join(", "))
}
