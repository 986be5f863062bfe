//! `inspect`: the census of a database, and each game that was skipped, with place and reason.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::Answer;
use super::filter_flags::FilterFlags;
use super::threads::Threads;
use crate::board::Position;
use crate::game::{Batch, Fault, Game, GameError, Outcome, Reading, Replay, fold_games};
use crate::pdn::{GameText, PdnError, Warning};
use crate::samples::{Census, Filter, GameCounts, Removal, fingerprint};

/// The games and faults listed unless all are asked for.
const LISTED: usize = 20;

/// Flags of `inspect`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  draughts-td inspect games.pdn
  draughts-td inspect --all --strict *.pdn.gz archive.zip
  zstdcat games.pdn.zst | draughts-td inspect -
  draughts-td inspect games.pdn --json | jq .skipped_games")]
pub struct Args {
    /// PDN files, plain or packed (.gz, .zst, .zip); - for standard input
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// List every skipped game, not only the first ones
    #[arg(long)]
    all: bool,
    /// Exit with status 1 if a game was skipped
    #[arg(long)]
    strict: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Threads that read; all cores if left out
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
    #[command(flatten)]
    filter: FilterFlags,
}

/// Runs `inspect`.
///
/// # Errors
/// A file that could not be read to its end, after the census of what was read was written.
pub fn run(args: &Args) -> Result<Answer> {
    let mut report = Report::default();
    let faults = report.read(args);
    report.skipped_games.truncate(if args.all { usize::MAX } else { LISTED });
    report.faults = faults.iter().map(ToString::to_string).collect();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let written = if args.json { report.write_json(&mut out) } else { report.write_text(&mut out) };
    match written.and_then(|()| out.flush()) {
        // Whoever reads the first lines only, such as `head`, has what he wanted.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        other => other.context("cannot write the census")?,
    }
    let mut faults = faults.into_iter();
    let last = faults.next_back();
    faults.for_each(|fault| note!("Error: {fault}"));
    if let Some(fault) = last {
        return Err(anyhow!(fault));
    }
    let skipped = report.census.games > report.census.readable;
    Ok(if args.strict && skipped { Answer::No } else { Answer::Done })
}

/// Everything `inspect` tells.
#[derive(Debug, Default, Serialize)]
struct Report {
    #[serde(flatten)]
    census: Census,
    /// Readable games whose moves were met before.
    duplicates: u64,
    /// Oddities that were passed over, by kind.
    warnings: BTreeMap<&'static str, u64>,
    skipped_games: Vec<SkippedGame>,
    /// Files that could not be read to their end.
    faults: Vec<String>,
    #[serde(skip)]
    seen: HashSet<u64>,
}

/// One game that was skipped.
#[derive(Debug, Serialize)]
struct SkippedGame {
    file: String,
    line: u64,
    byte: u64,
    game: u64,
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    written: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    legal: Vec<String>,
    message: String,
}

impl From<GameError> for SkippedGame {
    fn from(error: GameError) -> SkippedGame {
        let (ply, written, legal) = match error.fault.as_ref() {
            Fault::IllegalMove { ply, token, legal, .. } => {
                (Some(*ply), Some(token.clone()), legal.iter().map(ToString::to_string).collect())
            }
            Fault::Notation { ply, token } => (Some(*ply), Some(token.clone()), Vec::new()),
            Fault::Ambiguous { from_ply, token, .. }
            | Fault::TooAmbiguous { from_ply, token, .. } => {
                (Some(*from_ply), Some(token.clone()), Vec::new())
            }
            Fault::UnknownMove { ply } => (Some(*ply), None, Vec::new()),
            Fault::Variant { .. } | Fault::BadFen { .. } | Fault::Empty { .. } => {
                (None, None, Vec::new())
            }
        };
        SkippedGame {
            file: error.place.file.to_string(),
            line: error.place.line,
            byte: error.place.byte,
            game: error.place.game,
            reason: error.fault.name(),
            ply,
            written,
            legal,
            message: error.to_string(),
        }
    }
}

/// What a worker notes of one game.
enum Note {
    Readable { outcome: Outcome, counts: GameCounts, moves: Option<u64> },
    Skipped(GameError),
}

/// What a worker notes of one block.
#[derive(Default)]
struct Notes {
    games: Vec<Note>,
    warnings: Vec<Warning>,
    verdicts: Vec<Option<Removal>>,
}

impl Notes {
    fn take(&mut self, filter: &Filter, text: &GameText<'_>, replay: Replay<'_>) {
        self.warnings.extend(text.warnings().map(|(warning, _)| warning));
        self.warnings.extend(replay.game.warnings().iter().map(|&(warning, _)| warning));
        let note = match replay.whole() {
            Err(error) => Note::Skipped(error),
            Ok(game) => Note::Readable {
                outcome: game.outcome(),
                counts: self.count(filter, game),
                moves: (game.plies() > 0).then(|| moves_and_start(game)),
            },
        };
        self.games.push(note);
    }

    /// The positions of all segments.
    fn count(&mut self, filter: &Filter, game: &Game) -> GameCounts {
        let mut sum = GameCounts::default();
        for segment in game.segments() {
            filter.judge(segment.positions, segment.moves, &mut self.verdicts);
            let counts = GameCounts::of(&self.verdicts);
            sum.plies += counts.plies;
            sum.kept += counts.kept;
            for (all, removed) in sum.removed.iter_mut().zip(counts.removed) {
                *all += removed;
            }
        }
        sum
    }
}

/// A number that equal games share.
fn moves_and_start(game: &Game) -> u64 {
    let start = game.segments().next().map(|segment| segment.positions[0]);
    let moves = fingerprint(game.moves());
    if start == Some(Position::start()) {
        return moves;
    }
    let mut hasher = DefaultHasher::new();
    start.hash(&mut hasher);
    moves ^ hasher.finish()
}

impl Report {
    /// Reads all files and returns what stood in the way.
    fn read(&mut self, args: &Args) -> Vec<PdnError> {
        let threads = Threads::or_cores(args.threads);
        let filter = args.filter.filter();
        let mut faults = Vec::new();
        let mut progress = Progress::over(&args.files);
        let work = |notes: &mut Notes, text: &GameText<'_>, replay: Replay<'_>| {
            notes.take(&filter, text, replay);
        };
        fold_games(&args.files, threads, Notes::default, work, |reading| {
            match reading {
                Reading::Fault(fault) => faults.push(fault),
                Reading::Batch(batch) => {
                    progress.set(&batch.file, batch.packed_bytes);
                    self.take(batch, args.all);
                }
            }
            ControlFlow::Continue(())
        });
        faults
    }

    fn take(&mut self, batch: Batch<Notes>, all: bool) {
        for warning in batch.value.warnings {
            *self.warnings.entry(warning.name()).or_default() += 1;
        }
        for note in batch.value.games {
            match note {
                Note::Readable { outcome, counts, moves } => {
                    self.census.add_game(outcome.name(), &counts);
                    let is_new = moves.is_none_or(|moves| self.seen.insert(moves));
                    self.duplicates += u64::from(!is_new);
                }
                Note::Skipped(error) => {
                    self.census.add_skipped(error.fault.name());
                    if all || self.skipped_games.len() < LISTED {
                        self.skipped_games.push(error.after_games(batch.games_before).into());
                    }
                }
            }
        }
    }

    fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        writeln!(out)
    }

    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let Census { games, readable, plies, positions, kept, .. } = self.census;
        for skipped in &self.skipped_games {
            writeln!(out, "{}", skipped.message)?;
        }
        let hidden = games - readable - self.skipped_games.len() as u64;
        if hidden > 0 {
            writeln!(out, "… and {hidden} more; --all lists them")?;
        }
        writeln!(out, "{games:>12}  games")?;
        writeln!(out, "{readable:>12}  readable, {} of them met before", self.duplicates)?;
        write_counts(out, "skipped", &self.census.skipped)?;
        write_counts(out, "result", &self.census.results)?;
        let share = 100.0 * kept as f64 / positions.max(1) as f64;
        writeln!(out, "{plies:>12}  plies, {positions} positions")?;
        writeln!(out, "{kept:>12}  positions kept, {share:.1} %")?;
        write_counts(out, "removed", &self.census.removed)?;
        write_counts(out, "passed over", &self.warnings)
    }
}

fn write_counts(
    out: &mut impl Write,
    title: &str,
    counts: &BTreeMap<impl AsRef<str>, u64>,
) -> io::Result<()> {
    counts
        .iter()
        .try_for_each(|(name, count)| writeln!(out, "{count:>12}  {title}: {}", name.as_ref()))
}

/// A bar on a terminal, over the bytes of the files as they are packed.
struct Progress {
    bar: ProgressBar,
    file: String,
    before: u64,
    within: u64,
}

impl Progress {
    fn over(files: &[PathBuf]) -> Progress {
        let bytes = files.iter().filter_map(|file| fs::metadata(file).ok()).map(|m| m.len()).sum();
        let bar = ProgressBar::new(bytes);
        let template = "{bar:40} {bytes}/{total_bytes} {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Progress { bar, file: String::new(), before: 0, within: 0 }
    }

    /// Members of an archive count as the archive's bytes.
    fn set(&mut self, file: &str, packed_bytes: u64) {
        if file != self.file && packed_bytes < self.within {
            self.before += self.within;
        }
        file.clone_into(&mut self.file);
        self.within = packed_bytes;
        self.bar.set_position(self.before + packed_bytes);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
