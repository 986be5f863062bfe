//! `db names`: spellings that may be one person, merged and split again.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::commands::ExitStatus;
use crate::commands::args::database;
use crate::database::query::{names_json, similar_names};
use crate::database::store::{MergedName, merge_names, split_name};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Lists names that were merged, then names that may be one person: transliterations, initials beside the same surname, missing spaces. \
A merged person is found, counted and explored by each of the names, and statistics show the first one. Games keep their names as they are written.

Examples:
  draughts-td db names games.db
  draughts-td db names games.db --merge 'Jansen, Gerard' 'Jansen,G.' GJansen
  draughts-td db names games.db --split 'Jansen, Gerard'"
)]
pub(super) struct NamesArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    /// Names of one person, written as games have them; the first is the name of all
    #[arg(long, value_name = "NAME", num_args = 2..)]
    merge: Vec<String>,
    /// Take back what was merged: this name is a person of its own again; if it is the name of all, all are
    #[arg(long, alias = "undo", value_name = "NAME", conflicts_with = "merge")]
    split: Option<String>,
    /// The most groups that are shown; 0 for all
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &NamesArgs) -> Result<ExitStatus> {
    let context = || args.database.display().to_string();
    if !args.merge.is_empty() {
        let person = merge_names(&args.database, &args.merge).with_context(context)?;
        say!("{}", if args.json { person.to_json().to_string() } else { line(&person) });
        return Ok(ExitStatus::Done);
    }
    if let Some(name) = &args.split {
        split_name(&args.database, name).with_context(context)?;
        if !args.json {
            say!("{name} is a person of its own again");
        }
        return Ok(ExitStatus::Done);
    }
    let database = database::open(&args.database)?;
    let most = if args.limit == 0 { usize::MAX } else { args.limit };
    if args.json {
        say!("{}", names_json(&database, most).with_context(context)?);
        return Ok(ExitStatus::Done);
    }
    let merged = database.merged_names().with_context(context)?;
    let similar = similar_names(&database).with_context(context)?;
    let shown = most.min(similar.len());
    merged.iter().for_each(|person| say!("merged: {}", line(person)));
    for (index, group) in similar[..shown].iter().enumerate() {
        if index > 0 || !merged.is_empty() {
            say!("");
        }
        group.iter().for_each(|one| say!("{:>8} {}  {}", one.games, word(one.games), one.name));
    }
    if shown < similar.len() {
        note!("{shown} of {} groups are shown; --limit 0 shows all", similar.len());
    }
    if similar.is_empty() {
        note!("no names that may be one person");
    }
    Ok(ExitStatus::Done)
}

fn word(games: u32) -> &'static str {
    if games == 1 { "game " } else { "games" }
}

fn line(person: &MergedName) -> String {
    format!("{} = {}", person.name, person.others.join(" = "))
}
