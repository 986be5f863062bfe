//! `inspect`: the census of a database, and each game that was skipped, with place and reason.

use std::collections::{BTreeMap, HashSet};
use std::fmt::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use serde::Serialize;

use crate::commands::ExitStatus;
use crate::commands::args::inputs;
use crate::commands::args::threads::Threads;
use crate::commands::flags::encoding::EncodingFlag;
use crate::commands::flags::strict::StrictFlag;
use crate::commands::output::progress::bar;
use crate::dataset::{Census, Filter, GameCounts, Removal, fingerprint};
use crate::game::{Fault, Game, GameError, Outcome, Replay};
use crate::parallel::{Batch, Reading, fold_games};
use crate::pdn::{GameText, PdnError, SourceLocation, Warning};
use crate::run::FilterOptions;

/// The games and faults listed unless all are asked for.
const LISTED: usize = 20;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  draughts-td inspect games.pdn
  draughts-td inspect --all --strict *.pdn.gz archive.zip
  zstdcat games.pdn.zst | draughts-td inspect -
  draughts-td inspect games.pdn --json | jq .skipped_games")]
pub(crate) struct Args {
    /// PDN files, plain or packed (.gz .zst .zip), or folders of them; - is standard input
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// List every skipped game, not only the first ones
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    encoding: EncodingFlag,
    #[command(flatten)]
    strict: StrictFlag,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Threads that read; all cores if left out
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
    #[command(flatten)]
    filter: FilterOptions,
}

pub(crate) fn run(args: &Args) -> Result<ExitStatus> {
    args.encoding.apply()?;
    let files = inputs::listed(&args.files)?;
    let mut report = Report::default();
    let faults = report.read(&files, args);
    report.faults = faults.iter().map(ToString::to_string).collect();
    if args.json {
        say!("{}", serde_json::to_string(&report).context("the census as JSON")?);
    } else if report.census.games > 0 || report.faults.is_empty() {
        say!("{}", report.text()?.trim_end());
    }
    let mut faults = faults.into_iter();
    let last = faults.next_back();
    faults.for_each(|fault| note!("Error: {fault}"));
    if let Some(fault) = last {
        return Err(anyhow!(fault));
    }
    let skipped = report.census.games > report.census.readable;
    Ok(args.strict.exit_status(skipped))
}

/// The census that `inspect` prints.
#[derive(Debug, Default, Serialize)]
struct Report {
    #[serde(flatten)]
    census: Census,
    /// Readable games whose start and moves repeat an earlier game.
    duplicates: u64,
    /// Oddities that were passed over, by kind.
    warnings: BTreeMap<&'static str, u64>,
    skipped_games: Vec<SkippedGame>,
    /// Comments that may hide moves or games, each with the place where it begins.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    open_comments: Vec<String>,
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
            Fault::Variant { .. }
            | Fault::BadFen { .. }
            | Fault::TooLong { .. }
            | Fault::Empty { .. } => (None, None, Vec::new()),
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

/// The census of one game.
enum Note {
    Readable { outcome: Outcome, counts: GameCounts, moves: Option<u64> },
    Skipped(&'static str),
}

/// The census of one block of text.
#[derive(Default)]
struct Notes {
    games: Vec<Note>,
    /// The first skipped games, at most as many as are listed.
    skipped: Vec<GameError>,
    warnings: BTreeMap<&'static str, u64>,
    /// Comments that may hide moves, as many as may be listed.
    open_comments: Vec<(SourceLocation, Warning)>,
    /// Whether any of the games has a mark of PDN.
    has_mark: bool,
    verdicts: Vec<Option<Removal>>,
}

/// A game that has one of these tags is PDN, and so is one with a legal move.
const USUAL_TAGS: [&str; 9] =
    ["Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType", "FEN"];

impl Notes {
    fn take(&mut self, rules: &Rules, text: &GameText<'_>, replay: Replay<'_>) {
        let of_text = text.warnings().map(|(warning, _)| warning);
        let of_game = replay.game.warnings().iter().map(|&(warning, _)| warning);
        for warning in of_text.chain(of_game) {
            *self.warnings.entry(warning.name()).or_default() += 1;
        }
        let hiding = text.warnings().filter(|(warning, _)| warning.may_hide_moves());
        let room = rules.listed.saturating_sub(self.open_comments.len());
        self.open_comments.extend(hiding.take(room).map(|(warning, place)| (place, warning)));
        self.has_mark = self.has_mark
            || replay.game.plies() > 0
            || USUAL_TAGS.iter().any(|name| text.tag(name).is_some());
        let note = match replay.whole() {
            Err(error) => {
                let reason = error.fault.name();
                if self.skipped.len() < rules.listed {
                    self.skipped.push(error);
                }
                Note::Skipped(reason)
            }
            Ok(game) => Note::Readable {
                outcome: game.outcome(),
                counts: self.count(&rules.filter, game),
                moves: (game.plies() > 0).then(|| fingerprint(&game.start(), game.moves())),
            },
        };
        self.games.push(note);
    }

    /// The positions of all segments.
    fn count(&mut self, filter: &Filter, game: &Game) -> GameCounts {
        let mut sum = GameCounts::default();
        for segment in game.segments() {
            filter.check(segment.positions, segment.moves, &mut self.verdicts);
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

/// Whether the present file has any mark of PDN; prose without one may still look like games.
#[derive(Default)]
struct Marks {
    file: Option<Arc<str>>,
    games: u64,
    has_mark: bool,
}

impl Marks {
    /// Adds a block; returns the fault of the file before if this is the first block of another one.
    fn take(&mut self, batch: &Batch<Notes>) -> Option<PdnError> {
        let is_next = self.file.as_ref() != Some(&batch.file);
        let fault = is_next.then(|| self.close()).flatten();
        self.file = Some(Arc::clone(&batch.file));
        self.games += batch.games;
        self.has_mark |= batch.value.has_mark;
        fault
    }

    fn close(&mut self) -> Option<PdnError> {
        let Marks { file, games, has_mark } = std::mem::take(self);
        file.filter(|_| games > 0 && !has_mark).map(|file| PdnError::NotPdn { file, games })
    }
}

/// The settings of the workers.
struct Rules {
    filter: Filter,
    /// The most skipped games to list.
    listed: usize,
}

impl Report {
    /// Reads all files and returns the faults.
    fn read(&mut self, files: &[PathBuf], args: &Args) -> Vec<PdnError> {
        let threads = Threads::or_cores(args.threads);
        let listed = if args.all { usize::MAX } else { LISTED };
        let rules = Rules { filter: args.filter.filter(), listed };
        let mut faults = Vec::new();
        let bar = bar(inputs::total_bytes(files), "{bar:40} {bytes}/{total_bytes} {eta} left");
        let work = |notes: &mut Notes, text: &GameText<'_>, replay: Replay<'_>| {
            notes.take(&rules, text, replay);
        };
        let mut marks = Marks::default();
        fold_games(files, threads, Notes::default, work, |reading| {
            match reading {
                Reading::Fault(fault) => faults.push(fault),
                Reading::Batch(batch) => {
                    bar.set_position(batch.packed_bytes);
                    faults.extend(marks.take(&batch));
                    self.take(batch, listed);
                }
            }
            ControlFlow::Continue(())
        });
        bar.finish_and_clear();
        faults.extend(marks.close());
        faults
    }

    fn take(&mut self, batch: Batch<Notes>, listed: usize) {
        for (warning, count) in batch.value.warnings {
            *self.warnings.entry(warning).or_default() += count;
        }
        let room = listed - self.skipped_games.len();
        let skipped = batch.value.skipped.into_iter().take(room);
        self.skipped_games
            .extend(skipped.map(|error| error.after_games(batch.games_before).into()));
        let room = listed - self.open_comments.len();
        for (mut place, warning) in batch.value.open_comments.into_iter().take(room) {
            place.game += batch.games_before;
            self.open_comments.push(format!("{place}: {warning}"));
        }
        for note in batch.value.games {
            match note {
                Note::Readable { outcome, counts, moves } => {
                    self.census.add_game(outcome.name(), &counts);
                    let is_new = moves.is_none_or(|moves| self.seen.insert(moves));
                    self.duplicates += u64::from(!is_new);
                }
                Note::Skipped(reason) => self.census.add_skipped(reason),
            }
        }
    }

    fn text(&self) -> Result<String, fmt::Error> {
        let mut out = String::new();
        let Census { games, readable, plies, positions, kept, .. } = self.census;
        for skipped in &self.skipped_games {
            writeln!(out, "{}", skipped.message)?;
        }
        let hidden = games - readable - self.skipped_games.len() as u64;
        if hidden > 0 {
            writeln!(out, "… and {hidden} more; --all lists them")?;
        }
        for comment in &self.open_comments {
            writeln!(out, "{comment}")?;
        }
        writeln!(out, "{games:>12}  games")?;
        writeln!(out, "{readable:>12}  readable, {} of them duplicates", self.duplicates)?;
        write_counts(&mut out, "skipped", &self.census.skipped)?;
        write_counts(&mut out, "result", &self.census.results)?;
        let share = 100.0 * kept as f64 / positions.max(1) as f64;
        writeln!(out, "{plies:>12}  plies, {positions} positions")?;
        writeln!(out, "{kept:>12}  positions kept, {share:.1} %")?;
        write_counts(&mut out, "removed", &self.census.removed)?;
        write_counts(&mut out, "passed over", &self.warnings)?;
        Ok(out)
    }
}

fn write_counts(
    out: &mut String,
    title: &str,
    counts: &BTreeMap<impl AsRef<str>, u64>,
) -> fmt::Result {
    counts
        .iter()
        .try_for_each(|(name, count)| writeln!(out, "{count:>12}  {title}: {}", name.as_ref()))
}
