//! `merge`: the blocks of a folder, joined to what one worker alone would have made.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use clap::{Parser, Subcommand};
use serde_json::json;

use super::{Answer, PROGRAM, bench, generate, interruption, progress};
use crate::blocks::BlockFolder;
use crate::play::contest::shards;
use crate::play::generate as generated;

/// Flags of `merge`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Every block is checked against its seal before anything is written. The blocks of a match become its two files, and
its result is told; those of `generate` become the file that one worker alone would have written. With --replay some of them, spread over the whole, are made
once more by the command that began the folder, run from this folder with the same files, and compared to the bit.

Examples:
  draughts-td merge run -o own.pdn.zst
  draughts-td merge run -o own.pdn.zst --replay 5
  draughts-td merge test -o games.pdn"
)]
pub struct Args {
    /// The folder of the blocks
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Where to write the games
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Make so many blocks once more and compare
    #[arg(long, value_name = "BLOCKS", default_value_t = 0)]
    replay: u64,
    /// Print the figures as one JSON object
    #[arg(long)]
    json: bool,
}

/// A command line that works in blocks.
#[derive(Debug, Parser)]
struct Command {
    #[command(subcommand)]
    verb: Shared,
}

/// The verbs that do.
#[derive(Debug, Subcommand)]
enum Shared {
    Generate(Box<generate::Args>),
}

/// Runs `merge`.
///
/// # Errors
/// Blocks that are missing, damaged or not what they were, and an output that cannot be used.
pub fn run(args: &Args) -> Result<Answer> {
    let folder = BlockFolder::read(&args.folder)?;
    match folder.manifest().work.as_str() {
        generated::WORK => args.games(&folder),
        shards::WORK => args.contest(&folder),
        other => bail!(
            "{} holds blocks of `{other}`, which this program cannot join",
            args.folder.display()
        ),
    }
}

impl Args {
    fn games(&self, folder: &BlockFolder) -> Result<Answer> {
        if self.replay > 0 && !replayed(folder, self.replay)? {
            return Ok(Answer::Interrupted);
        }
        let sum = generated::merge(folder, &self.out)?;
        let (games, blocks, out) = (sum.games, folder.manifest().blocks, &self.out);
        if self.json {
            say!("{}", json!({ "out": out, "blocks": blocks, "games": games }));
        } else {
            say!("{games} games of {blocks} blocks written to {}", out.display());
        }
        Ok(Answer::Done)
    }

    fn contest(&self, folder: &BlockFolder) -> Result<Answer> {
        ensure!(
            self.replay == 0,
            "--replay makes games of `generate` once more, not those of a match"
        );
        let standing = shards::merge(folder, &self.out)?;
        match (standing.names().len(), self.json) {
            (2, true) => say!("{}", standing.match_json()),
            (2, false) => say!("{}", standing.match_text().trim_end()),
            (_, true) => say!("{}", standing.tournament_json()),
            (_, false) => say!("{}", standing.tournament_text().trim_end()),
        }
        Ok(Answer::Done)
    }
}

/// Makes some blocks once more; whether it came to its end.
fn replayed(folder: &BlockFolder, wanted: u64) -> Result<bool> {
    let manifest = folder.manifest();
    let here = bench::signature()?;
    ensure!(
        here == manifest.signature,
        "this program is not the one that made the blocks: bench signature {here}, theirs {} ({}, this is {PROGRAM})",
        manifest.signature,
        manifest.program
    );
    let words = std::iter::once("draughts-td").chain(manifest.command.iter().map(String::as_str));
    let Ok(Command { verb: Shared::Generate(command) }) = Command::try_parse_from(words) else {
        bail!(
            "the command in the manifest is not one of `generate`: {}",
            manifest.command.join(" ")
        );
    };
    let (recipe, games) = command
        .recipe_and_games()
        .with_context(|| format!("the command in the manifest: {}", manifest.command.join(" ")))?;
    let (stop, threads) = (interruption::flag(), super::threads::Threads::or_cores(None));
    let count = wanted.min(manifest.blocks);
    let bar = progress::bar(count, "{bar:20} {pos} of {len} blocks made again  {eta} left");
    for place in 0..count {
        let number = place * manifest.blocks / count;
        match generated::replay(folder, &recipe, games, number, threads, &stop)? {
            None => return Ok(false),
            Some(true) => bar.inc(1),
            Some(false) => bail!(
                "block {number} comes out differently here; delete its files, and ask who made it with which files"
            ),
        }
    }
    bar.finish_and_clear();
    note!("{count} blocks made again, the same to the bit");
    Ok(true)
}
