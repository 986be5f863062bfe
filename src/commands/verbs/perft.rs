//! `perft`: counts move sequences, or checks a file of known counts.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Error, Result, ensure};
use serde_json::json;

use crate::board::perft::{divide, perft, perft_at_most};
use crate::board::{Move, MoveList, Position, fen};
use crate::commands::ExitStatus;
use crate::commands::args::inputs::LARGEST_SUITE;
use crate::commands::args::positions::{no_position, position_of};
use crate::files;
use crate::pdn::spell;

/// The most plies; the start position has some 10^26 sequences of 30.
const MAX_DEPTH: u8 = 30;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A line of a suite is `FEN ;D1 n ;D2 n …`; lines that begin with # are remarks. The exit status is 1 if a \
count differs.

Examples:
  draughts-td perft 9
  draughts-td perft 5 --fen W:WK28,31:B12,18 --json
  draughts-td perft --suite positions.epd --max-nodes 1000000"
)]
pub(crate) struct Args {
    /// Plies to count
    #[arg(required_unless_present = "suite", value_parser = read_depth)]
    depth: Option<u8>,
    /// Position to count from; the start of a game if left out
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// File of positions with known counts to check
    #[arg(long, value_name = "FILE", conflicts_with_all = ["depth", "fen"])]
    suite: Option<PathBuf>,
    /// Leave out known counts above this, and count no further than this whatever the file says
    #[arg(long, value_name = "N", conflicts_with_all = ["depth", "fen"])]
    max_nodes: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Plies, from 0 on.
fn read_depth(text: &str) -> Result<u8, String> {
    let plies = text.parse().ok().filter(|plies| *plies <= MAX_DEPTH);
    let fault = || {
        no_position(text).unwrap_or_else(|| {
            format!("give plies from 0 to {MAX_DEPTH}, and a position with --fen")
        })
    };
    plies.ok_or_else(fault)
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    match &args.suite {
        Some(file) => check_suite(file, args),
        None => count(args),
    }
}

/// Leaves counted and the time they took.
#[derive(Clone, Copy, Default)]
struct Speed {
    leaves: u64,
    time: Duration,
}

impl Speed {
    fn per_second(self) -> f64 {
        self.leaves as f64 / self.time.as_secs_f64().max(1e-9)
    }

    fn text(self) -> String {
        let seconds = self.time.as_secs_f64();
        format!("in {seconds:.3} s, {:.1} million/s", self.per_second() / 1e6)
    }
}

/// Counts from one position, move by move.
fn count(args: &Args) -> Result<ExitStatus> {
    let position = match &args.fen {
        Some(text) => position_of(text)
            .map_err(|fault| no_position(text).map_or_else(|| fault.into(), Error::msg))
            .with_context(|| format!("--fen {text}"))?,
        None => Position::start(),
    };
    let depth = args.depth.unwrap_or_default();
    let started = Instant::now();
    let parts = if depth == 0 { Vec::new() } else { divide(&position, depth) };
    let leaves = if depth == 0 { 1 } else { parts.iter().map(|part| part.1).sum() };
    let speed = Speed { leaves, time: started.elapsed() };
    if args.json {
        say!("{}", count_json(&position, depth, &parts, speed));
    } else {
        for (name, below) in named(&position, &parts) {
            say!("{name} {below}");
        }
        say!("depth {depth} count {leaves} {}", speed.text());
    }
    Ok(ExitStatus::Done)
}

/// The moves, spelled without ambiguity.
fn named(position: &Position, parts: &[(Move, u64)]) -> impl Iterator<Item = (String, u64)> {
    let mut list = MoveList::new();
    parts.iter().map(move |&(mv, below)| (spell(position, mv, &mut list), below))
}

fn count_json(
    position: &Position,
    depth: u8,
    parts: &[(Move, u64)],
    speed: Speed,
) -> serde_json::Value {
    let moves = named(position, parts).map(|(mv, count)| json!({ "move": mv, "count": count }));
    json!({
        "fen": fen::write(position),
        "depth": depth,
        "count": speed.leaves,
        "seconds": speed.time.as_secs_f64(),
        "per_second": speed.per_second(),
        "moves": moves.collect::<Vec<_>>(),
    })
}

/// A count that differs from the suite.
struct Mismatch {
    line: usize,
    depth: u8,
    expected: u64,
    /// The count; `None` when it stopped at `--max-nodes`.
    found: Option<u64>,
}

#[derive(Default)]
struct SuiteResult {
    positions: usize,
    counts: usize,
    mismatches: Vec<Mismatch>,
    speed: Speed,
}

fn check_suite(file: &Path, args: &Args) -> Result<ExitStatus> {
    let place = file.display();
    let text = files::read_text_at_most(file, LARGEST_SUITE)
        .with_context(|| format!("cannot read {place}"))?;
    let cases = read_suite(&text, file)?;
    let mut result = SuiteResult::default();
    for case in &cases {
        check(case, args.max_nodes, &mut result);
    }
    let SuiteResult { positions, counts, mismatches, speed } = &result;
    if args.json {
        say!("{}", suite_json(&result, file));
    } else {
        for Mismatch { line, depth, expected, found } in mismatches {
            let most = args.max_nodes.unwrap_or_default();
            let found = found.map_or_else(|| format!("more than {most}"), |n| n.to_string());
            say!("{place}:{line}: depth {depth} counts {found}, not {expected}");
        }
        say!("{} leaves {}", speed.leaves, speed.text());
        say!("positions {positions} counts {counts} mismatches {}", mismatches.len());
    }
    Ok(if mismatches.is_empty() { ExitStatus::Done } else { ExitStatus::No })
}

fn check(case: &Case, max_nodes: Option<u64>, result: &mut SuiteResult) {
    result.positions += 1;
    let is_asked = |expected: u64| max_nodes.is_none_or(|most| expected <= most);
    for &(depth, expected) in case.counts.iter().filter(|(_, expected)| is_asked(*expected)) {
        let started = Instant::now();
        let found = match max_nodes {
            Some(most) => perft_at_most(&case.position, depth, most),
            None => Some(perft(&case.position, depth)),
        };
        result.counts += 1;
        result.speed.leaves += found.or(max_nodes).unwrap_or_default();
        result.speed.time += started.elapsed();
        if found != Some(expected) {
            result.mismatches.push(Mismatch { line: case.line, depth, expected, found });
        }
    }
}

fn suite_json(result: &SuiteResult, file: &Path) -> serde_json::Value {
    let mismatches = result.mismatches.iter().map(|Mismatch { line, depth, expected, found }| {
        json!({ "line": line, "depth": depth, "expected": expected, "found": found })
    });
    json!({
        "suite": file,
        "positions": result.positions,
        "counts": result.counts,
        "mismatches": mismatches.collect::<Vec<_>>(),
        "leaves": result.speed.leaves,
        "seconds": result.speed.time.as_secs_f64(),
        "per_second": result.speed.per_second(),
    })
}

/// A position with its known counts.
struct Case {
    line: usize,
    position: Position,
    /// Depth and count.
    counts: Vec<(u8, u64)>,
}

/// Reads the whole suite before any counting, so that a fault is reported at once.
///
/// # Errors
/// The first line that is no position with counts, or that there is none.
fn read_suite(text: &str, file: &Path) -> Result<Vec<Case>> {
    let place = file.display();
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let cases = lines.filter(|(_, text)| !text.is_empty() && !text.starts_with('#'));
    let cases = cases.map(|(line, text)| {
        let (position, counts) = read_case(text).with_context(|| format!("{place}:{line}"))?;
        Ok(Case { line, position, counts })
    });
    let cases: Vec<Case> = cases.collect::<Result<_>>()?;
    ensure!(!cases.is_empty(), "{place} holds no position; lines are `FEN ;D1 n ;D2 n`");
    Ok(cases)
}

/// Reads a suite without counting: for the fuzzer.
///
/// # Errors
/// As for a suite that is counted.
pub fn try_suite(text: &str, file: &Path) -> Result<()> {
    read_suite(text, file).map(drop)
}

/// Reads `FEN ;D1 n ;D2 n …`.
fn read_case(line: &str) -> Result<(Position, Vec<(u8, u64)>)> {
    let mut parts = line.split(';').map(str::trim);
    let position = fen::read(parts.next().unwrap_or_default())?;
    let counts = parts.filter(|part| !part.is_empty()).map(read_count);
    let counts: Vec<(u8, u64)> = counts.collect::<Result<_>>()?;
    ensure!(!counts.is_empty(), "no count after the position; write `FEN ;D1 n ;D2 n`");
    Ok((position, counts))
}

/// Reads `D<depth> <count>`.
fn read_count(part: &str) -> Result<(u8, u64)> {
    let numbers = part.strip_prefix('D').and_then(|rest| rest.split_once(char::is_whitespace));
    let numbers =
        numbers.and_then(|(depth, n)| Some((depth.parse().ok()?, n.trim().parse().ok()?)));
    let (depth, count): (u32, u64) =
        numbers.with_context(|| format!("'{}' is not `D<depth> <count>`", part.escape_debug()))?;
    let plies = u8::try_from(depth).ok().filter(|plies| *plies <= MAX_DEPTH);
    let plies =
        plies.with_context(|| format!("depth {depth} is out of reach; at most {MAX_DEPTH}"))?;
    Ok((plies, count))
}
