//! `db edit`: a corrected game in the place of one that is there.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};

use crate::commands::ExitStatus;
use crate::commands::args::database;
use crate::database::store::Build;
use crate::game::nth_game;
use crate::pdn::{Outcome, date, decode, with_tag};

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
    let tag = text.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
    let (name, value) = tag.with_context(|| "write NAME=VALUE, as in Round=3")?;
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    ensure!(is_name(name), "'{name}': a tag begins with a capital and has letters, digits and _");
    match name {
        "Date" if !value.is_empty() => {
            let date = date(value).with_context(|| {
                format!("'{value}' is not a date; write 2003.05.23, with ? for what is not known")
            })?;
            return Ok((name.into(), date));
        }
        "Result" => {
            let outcome = Outcome::ALL.into_iter().find(|one| one.pdn() == value);
            outcome.with_context(|| format!("'{value}': a result is 2-0, 1-1, 0-2, 0-0 or *"))?;
        }
        _ => {}
    }
    Ok((name.into(), value.into()))
}

pub(super) fn run(args: &EditArgs) -> Result<ExitStatus> {
    let context = || args.database.display().to_string();
    let before = database::open(&args.database)?.pdn(args.game).with_context(context)?;
    let before =
        before.with_context(|| format!("{}: there is no game {}", context(), args.game))?;
    let before = decode(&before).into_owned();
    let after = match &args.pdn {
        Some(file) => {
            let shown = file.display();
            ensure!(
                nth_game(file, 2)?.is_none(),
                "{shown} has several games; keep the corrected one"
            );
            nth_game(file, 1)?.with_context(|| format!("{shown} has no game"))?
        }
        None => {
            let retag =
                |text: String, (name, value): &(String, String)| with_tag(&text, name, value);
            args.tags.iter().try_fold(before.clone(), retag).context(
                "the tags of the game are in a form that cannot be edited; use --pdn FILE",
            )?
        }
    };
    if after.trim() == before.trim() {
        bail!("nothing changes: game {} says that already", args.game);
    }
    let saved =
        Build::default().correct(&args.database, args.game, &after).with_context(context)?;
    let (new, shown) = (saved.game, args.database.display());
    say!(
        "game {new} replaces game {}; `draughts-td db remove {shown} {new} --undo` takes it back",
        args.game
    );
    Ok(ExitStatus::Done)
}
