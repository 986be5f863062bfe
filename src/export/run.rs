//! Games in, rows out: the same games and positions that a run of learning takes, in the same order.

use std::collections::HashSet;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::sync::Arc;

use super::error::ExportError;
use super::plan::ExportPlan;
use super::rows::{ExportRow, Rows};
use super::sink::{Part, Piece, Sink};
use crate::dataset::{Census, Episode, GameCounts, LeftOut, Sampler, Selection, Split};
use crate::game::{Batch, Reading};
use crate::learning::{Played, Source};
use crate::pdn::PdnError;

/// What an export tells on the way.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A block of games is read.
    Progress {
        /// Bytes of the (packed) files that are behind.
        bytes: u64,
        /// Rows so far.
        rows: u64,
    },
    /// A file, or the rest of it, cannot be read.
    Fault(&'a PdnError),
}

/// What an export came to.
#[derive(Clone, Debug, Default)]
pub struct Exported {
    /// What was read.
    pub census: Census,
    /// Games to learn from, and games held out.
    pub games: [u64; 2],
    /// Their positions.
    pub rows: [u64; 2],
    /// The files that were written.
    pub written: Vec<PathBuf>,
}

/// Exports the positions of a source; `None` if `watch` broke it off, when nothing is written. What is written depends on games
/// and plan alone.
///
/// # Errors
/// No position to export, or an output that cannot be written.
pub fn export<S: Source + ?Sized>(
    source: &S,
    plan: &ExportPlan,
    mut sink: Box<dyn Sink>,
    watch: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
) -> Result<Option<Exported>, ExportError> {
    plan.check()?;
    let mut run = ExportRun::new(plan, &mut *sink);
    let mut is_broken_off = false;
    let consume = |reading: Reading<BlockExporter>| {
        let told = match &reading {
            Reading::Fault(fault) => watch(Event::Fault(fault)),
            Reading::Batch(batch) => watch(run.progress(batch)),
        };
        is_broken_off |= told.is_break();
        match reading {
            Reading::Batch(batch) if !is_broken_off => run.block(batch),
            Reading::Batch(_) | Reading::Fault(_) => told,
        }
    };
    source.fold(|| BlockExporter::new(plan), BlockExporter::add, consume);
    let ExportRun { mut sum, files, failure, .. } = run;
    failure.map_or(Ok(()), Err)?;
    if is_broken_off {
        return Ok(None);
    }
    if sum.rows == [0, 0] {
        let Census { games, readable, .. } = sum.census;
        return Err(ExportError::Nothing { games, readable });
    }
    sum.written = sink.finish(&files)?;
    Ok(Some(sum))
}

/// What a worker holds while it goes through a block: the tools, and what they have made.
struct BlockExporter {
    sampler: Sampler,
    selection: Selection,
    split: Split,
    episode: Episode,
    rows: Rows,
    games: Vec<Result<ExportedGame, &'static str>>,
}

/// A readable game.
struct ExportedGame {
    result: &'static str,
    counts: GameCounts,
    used: Result<Part, LeftOut>,
    rows: Range<usize>,
    /// The same number for games of the same start and moves, where that matters.
    fingerprint: u64,
}

impl BlockExporter {
    fn new(plan: &ExportPlan) -> BlockExporter {
        BlockExporter {
            sampler: Sampler::new(plan.sieve.filter.clone()),
            selection: plan.sieve.selection.clone(),
            split: Split::new(plan.seed, plan.holdout),
            episode: Episode::default(),
            rows: Rows::new(&plan.content),
            games: Vec::new(),
        }
    }

    fn add(&mut self, game: Result<Played<'_>, &'static str>) {
        let met = game.map(|game| self.met(&game));
        self.games.push(met);
    }

    fn met(&mut self, game: &Played<'_>) -> ExportedGame {
        let counts = game.sample(&mut self.sampler, &mut self.episode);
        let used = match self.selection.check(&game.candidate(&counts)) {
            Some(reason) => Err(reason),
            None if self.split.holds_out(game.identity) => Ok(Part::HeldOut),
            None => Ok(Part::Train),
        };
        let first = self.rows.len();
        if used.is_ok() {
            self.push(game);
        }
        let is_told = self.selection.unique;
        let fingerprint = if is_told { game.fingerprint() } else { 0 };
        ExportedGame {
            result: game.result,
            counts,
            used,
            rows: first..self.rows.len(),
            fingerprint,
        }
    }

    /// Makes rows of the kept positions. File and game are counted from the block on.
    fn push(&mut self, game: &Played<'_>) {
        let Episode { positions, plies, outcome } = &self.episode;
        for (&position, &ply) in positions.iter().zip(plies) {
            self.rows.push(ExportRow {
                position,
                ply,
                // A result is a whole number by what a game can come to.
                result: *outcome as i8,
                score: game.notes.get(ply as usize).and_then(|note| note.result),
                file: 0,
                game: self.games.len() as u64 + 1,
                line: game.line.unwrap_or(0),
            });
        }
    }
}

/// An export under way.
struct ExportRun<'a> {
    plan: &'a ExportPlan,
    sink: &'a mut dyn Sink,
    sum: Exported,
    files: Vec<Arc<str>>,
    /// The games by start and moves, where each may stand only once.
    met: HashSet<u64>,
    failure: Option<ExportError>,
}

impl<'a> ExportRun<'a> {
    fn new(plan: &'a ExportPlan, sink: &'a mut dyn Sink) -> ExportRun<'a> {
        let (sum, files, met) = (Exported::default(), Vec::new(), HashSet::new());
        ExportRun { plan, sink, sum, files, met, failure: None }
    }

    fn progress(&self, batch: &Batch<BlockExporter>) -> Event<'static> {
        Event::Progress { bytes: batch.packed_bytes, rows: self.sum.rows.iter().sum() }
    }

    fn block(&mut self, batch: Batch<BlockExporter>) -> ControlFlow<()> {
        if self.files.last() != Some(&batch.file) {
            self.files.push(batch.file);
        }
        let BlockExporter { mut rows, games, .. } = batch.value;
        rows.place(self.files.len() as u32 - 1, batch.games_before);
        for game in games {
            let is_enough = self.plan.games > 0 && self.sum.census.readable >= self.plan.games;
            if is_enough {
                return ControlFlow::Break(());
            }
            if let Err(failure) = self.game(game, &rows) {
                self.failure = Some(failure);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    fn game(
        &mut self,
        game: Result<ExportedGame, &'static str>,
        rows: &Rows,
    ) -> Result<(), ExportError> {
        let met = match game {
            Ok(met) => met,
            Err(fault) => {
                self.sum.census.add_skipped(fault);
                return Ok(());
            }
        };
        self.sum.census.add_game(met.result, &met.counts);
        match met.used.and_then(|part| self.if_new(part, met.fingerprint)) {
            Err(reason) => self.sum.census.add_left_out(reason),
            Ok(part) => {
                self.sum.games[part as usize] += 1;
                self.sum.rows[part as usize] += met.rows.len() as u64;
                let piece = Piece { part, rows, range: met.rows, files: &self.files };
                self.sink.add(piece)?;
            }
        }
        Ok(())
    }

    /// A game that was met before teaches nothing, where that is asked for.
    fn if_new(&mut self, part: Part, fingerprint: u64) -> Result<Part, LeftOut> {
        let is_new = !self.plan.sieve.selection.unique || self.met.insert(fingerprint);
        if is_new { Ok(part) } else { Err(LeftOut::Duplicate) }
    }
}
