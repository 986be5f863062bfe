//! `puzzle verify`: the proof of some puzzles again, with more nodes and every move searched on its own.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result};
use serde_json::json;

use super::list::ChosenFlags;
use crate::board::{MoveList, mixed};
use crate::commands::args::tables;
use crate::commands::args::threads::{Threads, in_pool};
use crate::commands::output::progress;
use crate::commands::{ExitStatus, signals};
use crate::database::puzzles::{PuzzleFile, StoredPuzzle};
use crate::pdn::spell;
use crate::player::{Engine, Evaluation, Options};
use crate::puzzle::{Proof, PuzzleFault, verify};
use crate::review::with_engines;

/// MiB of the table of each thread.
const TABLE: usize = 64;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Every move of the solver is searched on its own with the nodes of --nodes, and so is every other move. A puzzle is still unique if each other move \
is worth 0.7 man less or more. With 2,000,000 nodes a puzzle takes 5 to 15 seconds of one core. A fault is printed when it is found; an interruption (Ctrl-C) prints the share of those \
that were searched.

Examples:
  draughts-td puzzle verify puzzles.db --draw 50 --seed 7
  draughts-td puzzle verify puzzles.db --min-level 7 --remove"
)]
pub(super) struct Args {
    #[command(flatten)]
    chosen: ChosenFlags,
    /// How many of the puzzles are drawn at random [default: all]
    #[arg(long, value_name = "N")]
    draw: Option<usize>,
    /// Number from which they are drawn
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Nodes of the search of each move
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
    /// Network file, or `material` for the plain man count [default: reference, the built-in one]
    #[arg(long, value_name = "FILE")]
    net: Option<String>,
    /// Folder of endgame tables, or `auto`.
    #[arg(long, value_name = "DIR", help = tables::HELP)]
    endgame: Option<PathBuf>,
    /// Remove the puzzles that are not unique from the file
    #[arg(long)]
    remove: bool,
    /// Print the figures as one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs `puzzle verify`. Exit status 1 when a puzzle is not unique.
pub(super) fn run(args: &Args) -> Result<ExitStatus> {
    let mut puzzles = args.chosen.puzzles()?;
    if let Some(draw) = args.draw {
        puzzles.sort_by_key(|stored| mixed(mixed(args.seed) ^ u64::from(stored.id)));
        puzzles.truncate(draw);
        puzzles.sort_by_key(|stored| stored.id);
    }
    let evaluation =
        Evaluation::open(args.net.as_deref().unwrap_or(Evaluation::REFERENCE)).context("--net")?;
    let endgame = args.endgame.as_deref().map(tables::open).transpose()?;
    let options = Options { hash_mb: TABLE, endgame, ..Options::default() };
    let threads = Threads::or_cores(args.threads).min(puzzles.len().max(1));
    let mut engines =
        (0..threads).map(|_| Engine::new(&evaluation, &options)).collect::<Result<Vec<_>, _>>()?;
    let (stop, bar) = (signals::flag(), progress::counter(puzzles.len(), "puzzles"));
    let (proof, faulty) = (Proof::default(), AtomicUsize::new(0));
    let work = |stored: &StoredPuzzle, engine: &mut Engine| {
        let fault = verify(engine, &stored.puzzle, &proof, args.nodes, &stop)?;
        let faults = faulty.fetch_add(usize::from(fault.is_some()), Ordering::Relaxed)
            + usize::from(fault.is_some());
        bar.set_message(format!("{faults} not unique"));
        bar.inc(1);
        let fault = fault.map(|fault| text(stored, fault));
        // Hours may pass before the last puzzle.
        if let Some(fault) = fault.as_ref().filter(|_| !args.json) {
            bar.suspend(|| say!("puzzle {}: {fault}", stored.id));
        }
        Some((stored.id, fault))
    };
    let found = in_pool(threads, || with_engines(&puzzles, &mut engines, &stop, work))?;
    bar.finish_and_clear();
    let faults: Vec<(u32, &String)> =
        found.iter().filter_map(|(id, fault)| Some((*id, fault.as_ref()?))).collect();
    let unique = found.len() - faults.len();
    if args.remove && !faults.is_empty() {
        let ids: Vec<u32> = faults.iter().map(|(id, _)| *id).collect();
        PuzzleFile::remove(args.chosen.file(), &ids)?;
        note!("{} puzzles removed from {}", ids.len(), args.chosen.file().display());
    }
    if args.json {
        let listed: Vec<_> =
            faults.iter().map(|(id, fault)| json!({ "id": id, "fault": fault })).collect();
        say!(
            "{}",
            json!({ "puzzles": found.len(), "unique": unique, "nodes": args.nodes, "faults": listed })
        );
    } else {
        let share = 100.0 * unique as f64 / found.len().max(1) as f64;
        say!(
            "{unique} of {} puzzles are unique ({share:.1} %), {} nodes a move",
            found.len(),
            args.nodes
        );
    }
    if stop.is_stopped() {
        note!("Interrupted: {} of {} puzzles were searched.", found.len(), puzzles.len());
        return Ok(ExitStatus::Interrupted);
    }
    Ok(if faults.is_empty() { ExitStatus::Done } else { ExitStatus::No })
}

/// What is wrong with a puzzle.
fn text(stored: &StoredPuzzle, fault: PuzzleFault) -> String {
    let puzzle = &stored.puzzle;
    let positions = puzzle.position.along(&puzzle.moves[..fault.ply]);
    let position = positions.last().unwrap_or(&puzzle.position);
    let spelled = |mv| spell(position, mv, &mut MoveList::new());
    let men = |points: i32| f64::from(points) / 100.0;
    let (solution, number) = (puzzle.moves[fault.ply], fault.ply / 2 + 1);
    match fault.mv == solution {
        true => format!(
            "move {number}, {}, is worth only {:+.2} men",
            spelled(solution),
            men(fault.value)
        ),
        false => format!(
            "move {number}, {}, is worth {:+.2} men, and {} is worth {:+.2}",
            spelled(solution),
            men(fault.value),
            spelled(fault.mv),
            men(fault.other)
        ),
    }
}
