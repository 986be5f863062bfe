//! `perft`: counts move sequences, or checks a file of known counts.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use super::Answer;
use crate::board::perft::{divide, perft};
use crate::board::{Position, fen};
use crate::files;

/// Flags of `perft`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  draughts-td perft 9
  draughts-td perft 5 --fen W:WK28,31:B12,18
  draughts-td perft --suite positions.epd --max-nodes 1000000")]
pub struct Args {
    /// Plies to count
    #[arg(required_unless_present = "suite", value_parser = clap::value_parser!(u32).range(..=30))]
    depth: Option<u32>,
    /// Position to count from; the start of a game if left out
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// File of lines `FEN ;D1 n ;D2 n …` to check
    #[arg(long, value_name = "FILE", conflicts_with_all = ["depth", "fen"])]
    suite: Option<PathBuf>,
    /// Leave out counts above this
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    max_nodes: u64,
}

/// The largest suite in bytes; the largest known ones have a few hundred thousand.
const LARGEST_SUITE: u64 = 64 << 20;

/// Runs `perft`.
///
/// # Errors
/// A FEN or a suite that cannot be read.
pub fn run(args: &Args) -> Result<Answer> {
    match &args.suite {
        Some(file) => check_suite(file, args.max_nodes),
        None => count(args),
    }
}

fn count(args: &Args) -> Result<Answer> {
    let position = match &args.fen {
        Some(text) => fen::read(text).with_context(|| format!("--fen {text}"))?,
        None => Position::start(),
    };
    let depth = args.depth.unwrap_or_default();
    let started = Instant::now();
    let parts = divide(&position, depth.max(1));
    for (mv, below) in parts.iter().filter(|_| depth > 1) {
        say!("{mv} {below}");
    }
    let total = if depth == 0 { 1 } else { parts.iter().map(|part| part.1).sum::<u64>() };
    let seconds = started.elapsed().as_secs_f64();
    say!(
        "depth {depth} count {total} in {seconds:.3} s, {:.1} million/s",
        total as f64 / seconds / 1e6
    );
    Ok(Answer::Done)
}

fn check_suite(file: &Path, max_nodes: u64) -> Result<Answer> {
    let text = files::read_text_at_most(file, LARGEST_SUITE)
        .with_context(|| format!("cannot read {}", file.display()))?;
    let (mut positions, mut counts, mut mismatches) = (0, 0, 0);
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = || format!("{}:{}", file.display(), index + 1);
        let (position, expected) = read_line(line).with_context(place)?;
        positions += 1;
        for (depth, count) in expected.into_iter().filter(|&(_, count)| count <= max_nodes) {
            counts += 1;
            let found = perft(&position, depth);
            if found != count {
                mismatches += 1;
                say!("{}: depth {depth} counts {found}, not {count}", place());
            }
        }
    }
    ensure!(positions > 0, "{} holds no position; lines are `FEN ;D1 n ;D2 n`", file.display());
    say!("positions {positions} counts {counts} mismatches {mismatches}");
    Ok(if mismatches == 0 { Answer::Done } else { Answer::No })
}

/// Reads `FEN ;D1 n ;D2 n …`.
fn read_line(line: &str) -> Result<(Position, Vec<(u32, u64)>)> {
    let mut parts = line.split(';').map(str::trim);
    let position = fen::read(parts.next().unwrap_or_default())?;
    let expected = parts.filter(|part| !part.is_empty()).map(|part| {
        let count = part.strip_prefix('D').and_then(|rest| rest.split_once(' '));
        let numbers =
            count.and_then(|(depth, n)| Some((depth.parse().ok()?, n.trim().parse().ok()?)));
        let (depth, n): (u32, u64) =
            numbers.with_context(|| format!("'{part}' is not `D<depth> <count>`"))?;
        ensure!(depth <= 30, "depth {depth} is out of reach; at most 30");
        Ok((depth, n))
    });
    Ok((position, expected.collect::<Result<_>>()?))
}
