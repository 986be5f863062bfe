//! `db export`: games as PDN.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::flags::{HeaderFlags, PositionFlags};
use super::search::found;
use crate::commands::ExitStatus;
use crate::commands::args::database;
use crate::commands::args::inputs;
use crate::commands::args::overwrite::Overwrite;
use crate::commands::args::threads::Threads;
use crate::commands::output::console::written;
use crate::commands::output::progress;
use crate::database::DatabaseError;
use crate::database::store::{Database, Selected};
use crate::files::NewFile;
use crate::pdn::decode;
use crate::run::WRITTEN;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without a question every game is written, in the order of the files, all versions, copies and games that cannot be read included. Tags are written as they \
were. A game with comments, glyphs or variations has its moves as in its file, any other the moves in the spelling of PDN 3.0. Everything is written in UTF-8.

Examples:
  draughts-td db export games.db -o games.pdn
  draughts-td db export games.db --player Roozenburg -o roozenburg.pdn
  draughts-td db export games.db --result 1-1 | draughts-td inspect -"
)]
pub(super) struct ExportArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    /// Where to write the games [default: standard output]
    #[arg(long, short, value_name = "FILE", value_hint = WRITTEN)]
    out: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Leave out games that cannot be read, and all but the newest version of each game
    #[arg(long, conflicts_with = "versions")]
    unique: bool,
    /// Threads that search [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
    #[command(flatten)]
    header: HeaderFlags,
    #[command(flatten)]
    position: PositionFlags,
}

pub(super) fn run(args: &ExportArgs) -> Result<ExitStatus> {
    if let Some(out) = &args.out {
        inputs::check_unpacked(out, "-o")?;
        inputs::check_writable(out, "-o")?;
        args.overwrite.check("-o", out, || false)?;
    }
    let (database, selected) = args.selected(database::open(&args.database)?)?;
    let games = match &args.out {
        // No control character of a file reaches the terminal.
        None if io::stdout().is_terminal() => {
            database.export(&selected, |text| {
                say!("{}\n", decode(&text).trim_end());
                Ok(())
            })?;
            return Ok(ExitStatus::Done);
        }
        None => {
            let out = &mut BufWriter::new(io::stdout().lock());
            let done = write(&database, &selected, out).map(drop);
            return done.or_else(failed).map(|()| ExitStatus::Done);
        }
        Some(out) => write_file(&database, &selected, out)?,
    };
    say!("{games} games written to {}", args.out.as_deref().unwrap_or(Path::new("-")).display());
    Ok(ExitStatus::Done)
}

impl ExportArgs {
    fn selected(&self, database: Database) -> Result<(Database, Selected)> {
        let (filter, query) = (self.header.filter(), self.position.query()?);
        let is_all = filter.is_all() && query.pattern.is_none() && query.ending.is_none();
        if is_all && !self.unique {
            return Ok((database, Selected::All));
        }
        let (database, found) = found(database, &filter, &query, self.threads)?;
        Ok((database, Selected::These(found.hits.iter().map(|hit| hit.game).collect())))
    }
}

fn write_file(database: &Database, selected: &Selected, out: &Path) -> Result<u64> {
    let context = || format!("cannot write {}", out.display());
    let mut file = BufWriter::new(NewFile::at(out).with_context(context)?);
    let games = write(database, selected, &mut file).with_context(context)?;
    let file = file.into_inner().map_err(io::IntoInnerError::into_error).with_context(context)?;
    file.finish().with_context(context)?;
    Ok(games)
}

fn write(database: &Database, selected: &Selected, out: &mut impl Write) -> Result<u64> {
    let mut games = 0;
    let bar = progress::count("games written");
    let exported = database.export(selected, |text| {
        games += 1;
        bar.set_position(games);
        Ok(out.write_all(&text)?)
    });
    bar.finish_and_clear();
    exported?;
    out.flush()?;
    Ok(games)
}

/// What a failed export to standard output ends with.
fn failed(error: anyhow::Error) -> Result<()> {
    match error.downcast() {
        Ok(DatabaseError::Io(failure)) => written(Err(failure)),
        Ok(other) => Err(other.into()),
        Err(error) => written(Err(error.downcast()?)),
    }
}
