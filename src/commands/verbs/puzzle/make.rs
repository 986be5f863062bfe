//! `puzzle make`: the puzzles of games into a file.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use serde_json::json;

use crate::commands::args::inputs;
use crate::commands::args::tables;
use crate::commands::args::threads::{Threads, in_pool};
use crate::commands::flags::encoding::EncodingFlag;
use crate::commands::output::progress::percent;
use crate::commands::{ExitStatus, signals};
use crate::database::puzzles::{Mined, Mining, MiningEvent, is_sqlite, mine};
use crate::player::{Evaluation, Options};
use crate::puzzle::Proof;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A puzzle is a position after an error of the opponent. At every move of the solver exactly one move wins: every other move is worth 0.7 man less or more. \
The same position is one puzzle, turned or not. Each position of the games is searched with 2,000 nodes; where its value jumps, searches prove that one move wins.

Puzzles are written every 32 games. After an interruption or a kill the same command resumes, and the file is the same as without it, whatever the number of \
threads. Without -o and with one database the puzzles are written into that database. docs/puzzles.md describes the table.

Examples:
  draughts-td puzzle make games.pdn.zst -o puzzles.db
  draughts-td puzzle make games.db --player Wiersma
  draughts-td puzzle make masters.pdn -o masters.db --nodes 2000000
  draughts-td puzzle list puzzles.db --min-level 6"
)]
pub(super) struct Args {
    /// PDN files, plain or packed (.gz .zst .zip), databases, or folders of them
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// A file of puzzles, or a database of games, to which the puzzles are added [default: the database, if there is only one]
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Only the mistakes and the missed wins of this player
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Number from which the tries are drawn that grade a puzzle
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
    /// Nodes of the proof of each move; with more, the first searches have more too and see wins that are harder to find
    #[arg(long, value_name = "N", default_value_t = Proof::default().nodes, value_parser = clap::value_parser!(u64).range(1000..))]
    nodes: u64,
    /// Network file, or `material` for the plain man count [default: reference, the built-in one]
    #[arg(long, value_name = "FILE")]
    net: Option<String>,
    /// Folder of endgame tables, or `auto`.
    #[arg(long, value_name = "DIR", help = tables::HELP)]
    endgame: Option<PathBuf>,
    #[command(flatten)]
    encoding: EncodingFlag,
    /// Print the figures as one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<ExitStatus> {
    args.encoding.apply()?;
    let mut files = inputs::seekable(&args.games)?;
    let out = match (&args.out, &files[..]) {
        (Some(out), _) => out.clone(),
        (None, [database]) if is_sqlite(database) => database.clone(),
        (None, _) => bail!("give -o FILE, into which the puzzles of PDN files are written"),
    };
    // The games of the database itself.
    if files == [out.clone()] {
        files.clear();
    }
    inputs::check_apart(&files, "-o", &out)?;
    inputs::check_unpacked(&out, "-o")?;
    inputs::check_writable(&out, "-o")?;
    let net = args.net.as_deref().unwrap_or(Evaluation::REFERENCE);
    let evaluation = Evaluation::open(net).context("--net")?;
    let endgame = args.endgame.as_deref().map(tables::open).transpose()?;
    let options = Options { endgame, ..Options::default() };
    let proof = Proof { seed: args.seed, ..Proof::of_nodes(args.nodes) };
    let mining = Mining {
        evaluation: &evaluation,
        net,
        options: &options,
        proof,
        player: args.player.as_deref(),
    };
    let (stop, bar) = (signals::flag(), percent(10_000, 30));
    let mut event = |event: MiningEvent<'_>| match event {
        MiningEvent::Progress { done, mined } => {
            bar.set_position((10_000.0 * done) as u64);
            bar.set_message(format!("{} games, {} puzzles", mined.games, mined.puzzles));
        }
        MiningEvent::Fault(fault) => bar.suspend(|| note!("warning: {fault}")),
    };
    let mined = in_pool(Threads::or_cores(args.threads), move || {
        // Closures of the bar stay on this thread.
        mine(&out, &files, &mining, &stop, &mut event).with_context(|| out.display().to_string())
    });
    let mined = mined??;
    print(&mined, args.json);
    if mined.interrupted {
        note!("Interrupted: what was found is saved, and the same command resumes.");
        return Ok(ExitStatus::Interrupted);
    }
    Ok(ExitStatus::Done)
}

fn print(mined: &Mined, as_json: bool) {
    let Mined { games, known, broken, puzzles, doubles, faults, .. } = *mined;
    if as_json {
        say!(
            "{}",
            json!({ "games": games, "known": known, "broken": broken, "puzzles": puzzles, "doubles": doubles, "faults": faults })
        );
        return;
    }
    say!("{games:>12}  games searched");
    if known > 0 {
        say!("{known:>12}  games that were searched before");
    }
    if broken > 0 {
        say!("{broken:>12}  games that cannot be read to their end");
    }
    say!("{puzzles:>12}  puzzles written");
    say!("{doubles:>12}  positions that were there already");
}
