//! `db build` and `db add`: PDN files into a database.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use serde_json::json;

use crate::commands::args::database;
use crate::commands::args::inputs;
use crate::commands::args::overwrite::{Overwrite, has_content};
use crate::commands::args::threads::{Threads, in_pool};
use crate::commands::flags::encoding::EncodingFlag;
use crate::commands::flags::strict::StrictFlag;
use crate::commands::output::progress::percent;
use crate::commands::{ExitStatus, signals};
use crate::database::store::{Build, BuildEvent, Built, Database};
use crate::run::WRITTEN;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The database is one SQLite file that any SQLite tool opens; its tables are described in docs/database-file.md. Games are saved in \
runs. After an interruption, a kill or a full disk the same command resumes after the last one, and no game is there twice. With --force the new database \
is made in a hidden file beside the old one, which stays until the new one is whole.

A game is there already if start and moves are the same, and players, event, date and result agree or are missing in one of the two. If it has other tags, comments, \
glyphs or variations, it is a new version, which searches show in place of the earlier one; else it is a duplicate, which they leave out. All are kept, and so are games \
that cannot be read, with the reason.

Examples:
  draughts-td db build *.pdn.zst -o games.db
  draughts-td db search games.db --player Roozenburg"
)]
pub(super) struct BuildArgs {
    /// PDN files, plain or packed (.gz .zst .zip), or folders of them
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// The database
    #[arg(long, short, value_name = "FILE", value_hint = WRITTEN, default_value = "games.db")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
    #[command(flatten)]
    encoding: EncodingFlag,
    #[command(flatten)]
    reading: ReadingFlags,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Files that are in the database, by their checksums, are passed over. A file that has grown or changed may be added again: of its games only \
new ones and new versions show in searches.

Example:
  draughts-td db add games.db pdn/classics.pdn"
)]
pub(super) struct AddArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    /// PDN files, plain or packed (.gz .zst .zip), or folders of them
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    encoding: EncodingFlag,
    #[command(flatten)]
    reading: ReadingFlags,
}

#[derive(Clone, Copy, Debug, clap::Args)]
struct ReadingFlags {
    /// Threads that read [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
    #[command(flatten)]
    strict: StrictFlag,
    /// Print the figures as one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn build(args: &BuildArgs) -> Result<ExitStatus> {
    args.encoding.apply()?;
    let files = inputs::seekable(&args.files)?;
    let out = &args.out;
    inputs::check_apart(&files, "-o", out)?;
    inputs::check_unpacked(out, "-o")?;
    inputs::check_writable(out, "-o")?;
    let replaces = args.overwrite.force || has_content(out) && !resumes(args, &files)?;
    read(out, &files, args.reading, replaces)
}

pub(super) fn add(args: &AddArgs) -> Result<ExitStatus> {
    args.encoding.apply()?;
    let files = inputs::seekable(&args.files)?;
    inputs::check_apart(&files, "the database", &args.database)?;
    // `add` needs an existing database: a typo must not create one.
    database::open(&args.database)?;
    read(&args.database, &files, args.reading, false)
}

/// Whether the output is a database of these files or some of them; false if it may be replaced.
fn resumes(args: &BuildArgs, files: &[PathBuf]) -> Result<bool> {
    let out = &args.out;
    if !Database::is_own(out) {
        args.overwrite.check("-o", out, || false)?;
        return Ok(false);
    }
    let Ok(database) = Database::open(out) else { return Ok(true) };
    let other = database.other_source(files).with_context(|| out.display().to_string())?;
    let Some(other) = other else { return Ok(true) };
    if args.overwrite.check("-o", out, || false).is_ok() {
        return Ok(false);
    }
    let (shown, file) = (out.display(), &other.file);
    let is_changed = |path: &&PathBuf| path.as_path() == Path::new(file);
    match files.iter().find(is_changed) {
        Some(_) => bail!(
            "-o {shown}: {file} has changed since its games were read; `draughts-td db add {shown} {file}` adds what is new in it, --force builds the database anew"
        ),
        None => bail!(
            "-o {shown}: the database has games of {file} too; `draughts-td db add {shown} FILES` adds to it, --force replaces it"
        ),
    }
}

/// Adds the games of files to a database, or replaces it by a new one of them.
fn read(path: &Path, files: &[PathBuf], flags: ReadingFlags, replaces: bool) -> Result<ExitStatus> {
    let threads = Threads::or_cores(flags.threads);
    let bar = percent(inputs::total_bytes(files), 30);
    let stop = signals::flag();
    let mut event = |event: BuildEvent<'_>| {
        show(&event, &bar);
        if stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let build = Build { threads, ..Build::default() };
    let built = in_pool(threads, || match replaces {
        true => build.replace(path, files, &mut event),
        false => build.run(path, files, &mut event),
    })?;
    bar.finish_and_clear();
    let built = built.with_context(|| path.display().to_string())?;
    print(path, &built, flags.json);
    if built.interrupted {
        note!("Interrupted: what was read is saved, and the same command resumes.");
        return Ok(ExitStatus::Interrupted);
    }
    Ok(flags.strict.exit_status(built.broken > 0 || built.faults > 0))
}

fn show(event: &BuildEvent<'_>, bar: &ProgressBar) {
    match event {
        BuildEvent::Progress { bytes, games } => {
            bar.set_position(*bytes);
            bar.set_message(format!("{games} games"));
        }
        BuildEvent::Fault(fault) => bar.suspend(|| note!("warning: {fault}")),
        BuildEvent::Known(path) => {
            bar.suspend(|| note!("{}: its games are in the database", path.display()));
        }
    }
}

fn print(path: &Path, built: &Built, as_json: bool) {
    let bytes = std::fs::metadata(path).map_or(0, |data| data.len());
    let Built { games, versions, duplicates, broken, plies, .. } = *built;
    if as_json {
        say!(
            "{}",
            json!({
                "database": path, "bytes": bytes, "games": games, "versions": versions, "duplicates": duplicates,
                "broken": broken, "plies": plies, "faults": built.faults,
            })
        );
        return;
    }
    let new = games - versions - duplicates - broken;
    say!("{games:>12}  games read into {}", path.display());
    say!("{new:>12}  new");
    say!("{versions:>12}  new versions of games that were there");
    say!("{duplicates:>12}  duplicates that say nothing new, kept and left out of searches");
    say!("{broken:>12}  that cannot be read, kept with the reason");
    say!("{plies:>12}  plies");
    say!("{bytes:>12}  bytes");
}
