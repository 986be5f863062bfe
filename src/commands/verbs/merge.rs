//! `merge`: the blocks of a folder, joined to what one worker would have made.

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::{Parser, Subcommand};
use serde_json::json;

use super::{bench, generate, match_};
use crate::arena::PlayError;
use crate::arena::datagen as generated;
use crate::arena::jobs::folder::BlockFolder;
use crate::arena::tournament::Tournament;
use crate::arena::tournament::{replay, shards};
use crate::commands::args::inputs::check_unpacked;
use crate::commands::args::overwrite::Overwrite;
use crate::commands::args::threads::Threads;
use crate::commands::output::progress;
use crate::commands::run_folder::shell_word;
use crate::commands::{ExitStatus, build, signals};
use crate::run::WRITTEN;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Every block is checked against its seal before anything is written, and the program must be the one that made them. The blocks of a \
match become its game file and its state file, and its result is printed; those of `generate` become the file that a single worker would have written. With \
--replay some of them, spread over the whole, are made once more by the command that began the folder, run from this folder with the same files, and \
compared: games of `generate` to the bit, those of our own players by --nodes or --depth but for their times. Networks, books, openings and \
tables that the command names are opened only if --allow names them too, and no tables are made.

Examples:
  draughts-td merge run -o own.pdn.zst
  draughts-td merge run -o own.pdn.zst --replay 5 --allow new.safetensors
  draughts-td merge test -o games.pdn --replay 2"
)]
pub(crate) struct Args {
    /// The folder of the blocks
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Where to write the games
    #[arg(long, short, value_name = "FILE", value_hint = WRITTEN)]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Make N blocks once more and compare
    #[arg(long, value_name = "BLOCKS", default_value_t = 0)]
    replay: u64,
    /// A file or folder that --replay may open, named as in the command that began the folder; may be repeated
    #[arg(long, value_name = "FILE")]
    allow: Vec<PathBuf>,
    /// Print the figures as one JSON object
    #[arg(long)]
    json: bool,
}

/// A command line that works in blocks.
#[derive(Debug, Parser)]
struct FolderCommand {
    #[command(subcommand)]
    verb: Shared,
}

/// The verbs that do.
#[derive(Debug, Subcommand)]
enum Shared {
    Generate(Box<generate::Args>),
    #[command(alias = "tournament")]
    Match(Box<match_::Args>),
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    let folder = BlockFolder::read(&args.folder)?;
    is_ours(&folder)?;
    match folder.manifest().work.as_str() {
        generated::WORK => args.games(&folder),
        shards::WORK => args.tournament(&folder),
        other => bail!(
            "{} holds blocks of `{other}`, which this program cannot join",
            args.folder.display()
        ),
    }
}

impl Args {
    fn games(&self, folder: &BlockFolder) -> Result<ExitStatus> {
        generated::check_name(&self.out)?;
        if self.replay > 0 && !self.replayed(folder)? {
            return Ok(ExitStatus::Interrupted);
        }
        let games = self
            .overwrite
            .or_anew(&self.out, |replace| generated::merge(folder, &self.out, replace))?;
        let (blocks, out) = (folder.manifest().blocks, &self.out);
        if self.json {
            say!("{}", json!({ "out": out, "blocks": blocks, "games": games }));
        } else {
            say!("{games} games of {blocks} blocks written to {}", out.display());
        }
        Ok(ExitStatus::Done)
    }

    fn tournament(&self, folder: &BlockFolder) -> Result<ExitStatus> {
        check_unpacked(&self.out, "-o")?;
        if self.replay > 0 && !self.replayed(folder)? {
            return Ok(ExitStatus::Interrupted);
        }
        let scoreboard = self
            .overwrite
            .or_anew(&self.out, |replace| shards::merge(folder, &self.out, replace))?;
        match (scoreboard.names().len(), self.json) {
            (2, true) => say!("{}", scoreboard.match_json()),
            (2, false) => say!("{}", scoreboard.match_text().trim_end()),
            (_, true) => say!("{}", scoreboard.tournament_json()),
            (_, false) => say!("{}", scoreboard.tournament_text().trim_end()),
        }
        Ok(ExitStatus::Done)
    }

    /// Makes some blocks once more; whether it came to its end.
    fn replayed(&self, folder: &BlockFolder) -> Result<bool> {
        let manifest = folder.manifest();
        let context = || format!("the command in the manifest: {}", manifest.command.join(" "));
        let words =
            std::iter::once("draughts-td").chain(manifest.command.iter().map(String::as_str));
        let foreign =
            |_| anyhow!("it is not a `generate` or `match` command that this program has");
        let command =
            FolderCommand::try_parse_from(words).map_err(foreign).with_context(context)?;
        self.check_allowed(command.verb.files()).with_context(context)?;
        let wanted = self.replay;
        match command.verb {
            Shared::Generate(command) => {
                let (config, games) = command.for_replay().with_context(context)?;
                let (stop, threads) = (signals::flag(), Threads::or_cores(None));
                again(manifest.blocks, wanted, "to the bit", &|number| {
                    generated::replay(folder, &config, games, number, threads, &stop)
                })
            }
            Shared::Match(command) => {
                games_again(folder, wanted, command.for_replay().with_context(context)?)
            }
        }
    }

    /// Fails if files are needed that --allow does not name: the maker of the folder may have named any.
    fn check_allowed(&self, mut files: Vec<PathBuf>) -> Result<()> {
        files.retain(|file| !self.allow.contains(file));
        files.sort();
        files.dedup();
        let flags: Vec<String> = files
            .iter()
            .map(|file| format!("--allow {}", shell_word(&file.to_string_lossy())))
            .collect();
        ensure!(
            flags.is_empty(),
            "--replay opens no file that you have not named; if these are yours, add {}",
            flags.join(" ")
        );
        Ok(())
    }
}

impl Shared {
    /// The files and folders that the command names.
    fn files(&self) -> Vec<PathBuf> {
        match self {
            Shared::Generate(command) => command.files(),
            Shared::Match(command) => command.files(),
        }
    }
}

/// Fails if another program than this one made the blocks.
fn is_ours(folder: &BlockFolder) -> Result<()> {
    let manifest = folder.manifest();
    let (program, signature) = (build::program(), bench::signature()?);
    ensure!(
        (&manifest.program, &manifest.signature) == (&program, &signature),
        "the blocks were made by {}, bench signature {}, and this is {program}, {signature}; merge them with the program that made them",
        manifest.program,
        manifest.signature
    );
    Ok(())
}

/// The same for games of a tournament.
fn games_again(folder: &BlockFolder, wanted: u64, tournament: Tournament) -> Result<bool> {
    let tournament = Tournament { concurrency: Threads::or_cores(None), ..tournament };
    let (stop, blocks) = (signals::flag(), shards::blocks_that_count(folder)?);
    again(blocks, wanted, "but for their times", &|number| {
        replay::replay(folder, &tournament, number, &stop)
    })
}

/// Makes some of the blocks once more, spread over the whole.
fn again(
    blocks: u64,
    wanted: u64,
    how: &str,
    is_same: &dyn Fn(u64) -> Result<Option<bool>, PlayError>,
) -> Result<bool> {
    let count = wanted.min(blocks);
    let bar = progress::bar(count, "{bar:20} {pos} of {len} blocks made again  {eta} left");
    for place in 0..count {
        let number = place * blocks / count;
        match is_same(number)? {
            None => return Ok(false),
            Some(true) => bar.inc(1),
            Some(false) => bail!(
                "block {number} comes out differently here; delete its files, and ask who made it with which files"
            ),
        }
    }
    bar.finish_and_clear();
    note!("{count} blocks made again, the same {how}");
    Ok(true)
}
