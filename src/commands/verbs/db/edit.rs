//! `db edit`: a corrected game in the place of one that is there.

use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, ensure};

use crate::commands::ExitStatus;
use crate::commands::args::database;
use crate::database::DatabaseError;
use crate::database::store::{Build, checked_tag};
use crate::game::nth_game;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The corrected game gets a number of its own, and no question finds the earlier versions any more. Nothing is lost: `db remove` with --undo and the new number takes \
the correction back. An empty value takes a tag away.

Examples:
  draughts-td db edit games.db 17 --tag 'White=Jansen, Gerard' --tag Result=1-1
  draughts-td db edit games.db 17 --tag Date=2003.05.23
  draughts-td db edit games.db 17 --pdn corrected.pdn"
)]
pub(super) struct EditArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    /// The number of the game, as a search shows it
    #[arg(value_name = "GAME")]
    game: u32,
    /// A tag with its value
    #[arg(long = "tag", value_name = "NAME=VALUE", value_parser = read_tag, required_unless_present = "pdn")]
    tags: Vec<(String, String)>,
    /// A PDN file with the corrected game
    #[arg(long, value_name = "FILE", conflicts_with = "tags")]
    pdn: Option<PathBuf>,
}

fn read_tag(text: &str) -> Result<(String, String)> {
    let tag = text.split_once('=').with_context(|| "write NAME=VALUE, as in Round=3")?;
    Ok(checked_tag(tag.0.trim(), tag.1.trim())?)
}

pub(super) fn run(args: &EditArgs) -> Result<ExitStatus> {
    let build = Build::default();
    // A database of the earlier layout is brought to this one.
    drop(database::open(&args.database)?);
    let saved = match &args.pdn {
        Some(file) => build.correct(&args.database, args.game, &only_game(file)?),
        None => build.retag(&args.database, args.game, &args.tags),
    };
    let context = |error: &DatabaseError| match (error, &args.pdn) {
        (DatabaseError::Text(_), Some(file)) => file.display().to_string(),
        _ => args.database.display().to_string(),
    };
    let saved = saved.map_err(|error| {
        let context = context(&error);
        Error::new(error).context(context)
    })?;
    let (new, shown) = (saved.game, args.database.display());
    say!(
        "game {new} replaces game {}; `draughts-td db remove {shown} {new} --undo` takes it back",
        args.game
    );
    Ok(ExitStatus::Done)
}

fn only_game(file: &Path) -> Result<String> {
    let shown = file.display();
    ensure!(nth_game(file, 2)?.is_none(), "{shown} has several games; keep the corrected one");
    nth_game(file, 1)?.with_context(|| format!("{shown} has no game"))
}
