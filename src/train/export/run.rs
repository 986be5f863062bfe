//! Exports games as rows: the games and positions of a training run, in the same order.

use std::collections::HashSet;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::sync::Arc;

use super::buffer::{GameRows, RowBuffer, Subset};
use super::error::ExportError;
use super::plan::ExportPlan;
use super::sink::Sink;
use crate::dataset::{Census, Episode, GameCounts, LeftOut, Sampler, Selection, Split};
use crate::learning::{Played, Source};
use crate::parallel::{Batch, BufferPool, Reading};
use crate::pdn::PdnError;

/// An event of an export.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A block of games is read.
    Progress {
        /// Bytes read of the (packed) files.
        bytes: u64,
        /// Rows so far.
        rows: u64,
    },
    /// A file, or the rest of it, cannot be read.
    Fault(&'a PdnError),
}

/// The result of an export.
#[derive(Clone, Debug, Default)]
pub struct Exported {
    /// The census of the games.
    pub census: Census,
    /// Games to learn from, and games held out.
    pub games: [u64; 2],
    /// Their positions.
    pub rows: [u64; 2],
    /// The files that were written.
    pub written: Vec<PathBuf>,
}

/// Exports the positions of a source; `None` if `watch` broke the export off, and nothing is written. The output depends only on games
/// and plan.
///
/// # Errors
/// No position to export, or an output that cannot be written.
pub fn export<S: Source + ?Sized, R: RowBuffer>(
    source: &S,
    plan: &ExportPlan,
    mut sink: Box<dyn Sink<R> + '_>,
    watch: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
) -> Result<Option<Exported>, ExportError> {
    plan.check()?;
    let mut run = ExportRun::new(plan, &mut *sink);
    let mut is_broken_off = false;
    // Blocks that are done lend their memory to later ones: megabytes each, which the system would have to clear again.
    let idle = BufferPool::new();
    let begin = || idle.take().unwrap_or_else(|| BlockExporter::new(plan));
    let consume = |reading: Reading<BlockExporter<R>>| {
        let flow = match &reading {
            Reading::Fault(fault) => watch(Event::Fault(fault)),
            Reading::Batch(batch) => watch(run.progress(batch)),
        };
        is_broken_off |= flow.is_break();
        match reading {
            Reading::Batch(mut batch) if !is_broken_off => {
                let flow = run.block(&mut batch);
                idle.put(batch.value.cleared());
                flow
            }
            Reading::Batch(_) | Reading::Fault(_) => flow,
        }
    };
    source.fold(0, begin, BlockExporter::add, consume);
    let ExportRun { mut sum, files, failure, .. } = run;
    failure.map_or(Ok(()), Err)?;
    if is_broken_off {
        return Ok(None);
    }
    if sum.rows == [0, 0] {
        return Err(ExportError::Nothing { why: sum.census.why_nothing_is_left() });
    }
    sum.written = sink.finish(&files)?;
    Ok(Some(sum))
}

/// A worker on a block of games: its tools, and their rows.
struct BlockExporter<R> {
    sampler: Sampler,
    selection: Selection,
    split: Split,
    episode: Episode,
    rows: R,
    games: Vec<Result<ExportedGame, &'static str>>,
}

struct ExportedGame {
    /// The game in its block, from 1.
    number: u64,
    result: &'static str,
    counts: GameCounts,
    used: Result<Subset, LeftOut>,
    rows: Range<usize>,
    /// A hash of start and moves where duplicates are left out, otherwise 0.
    fingerprint: u64,
}

impl<R: RowBuffer> BlockExporter<R> {
    fn new(plan: &ExportPlan) -> BlockExporter<R> {
        BlockExporter {
            sampler: Sampler::new(plan.samples.filter.clone()),
            selection: plan.samples.selection.clone(),
            split: Split::new(plan.seed, plan.holdout),
            episode: Episode::default(),
            rows: R::new(&plan.content),
            games: Vec::new(),
        }
    }

    fn add(&mut self, game: Result<Played<'_>, &'static str>) {
        let game = game.map(|game| self.export(&game));
        self.games.push(game);
    }

    fn export(&mut self, game: &Played<'_>) -> ExportedGame {
        let counts = game.sample(&mut self.sampler, &mut self.episode);
        let used = match self.selection.check(&game.candidate(&counts)) {
            Some(reason) => Err(reason),
            None if self.split.holds_out(game.identity) => Ok(Subset::HeldOut),
            None => Ok(Subset::Train),
        };
        let first = self.rows.len();
        if used.is_ok() {
            self.rows.push_game(game, &self.episode);
        }
        let is_unique = self.selection.unique;
        let fingerprint = if is_unique { game.fingerprint() } else { 0 };
        ExportedGame {
            number: self.games.len() as u64 + 1,
            result: game.result,
            counts,
            used,
            rows: first..self.rows.len(),
            fingerprint,
        }
    }

    /// Without its games.
    fn cleared(mut self) -> BlockExporter<R> {
        self.rows.clear();
        self.games.clear();
        self
    }
}

struct ExportRun<'a, R> {
    plan: &'a ExportPlan,
    sink: &'a mut dyn Sink<R>,
    sum: Exported,
    files: Vec<Arc<str>>,
    /// Hashes of the games so far, where duplicates are left out.
    seen: HashSet<u64>,
    failure: Option<ExportError>,
}

impl<'a, R: RowBuffer> ExportRun<'a, R> {
    fn new(plan: &'a ExportPlan, sink: &'a mut dyn Sink<R>) -> ExportRun<'a, R> {
        let (sum, files, seen) = (Exported::default(), Vec::new(), HashSet::new());
        ExportRun { plan, sink, sum, files, seen, failure: None }
    }

    fn progress(&self, batch: &Batch<BlockExporter<R>>) -> Event<'static> {
        Event::Progress { bytes: batch.packed_bytes, rows: self.sum.rows.iter().sum() }
    }

    fn block(&mut self, batch: &mut Batch<BlockExporter<R>>) -> ControlFlow<()> {
        if self.files.last() != Some(&batch.file) {
            self.files.push(Arc::clone(&batch.file));
        }
        let BlockExporter { rows, games, .. } = &mut batch.value;
        for game in games.drain(..) {
            let is_enough = self.plan.games > 0 && self.sum.census.readable >= self.plan.games;
            if is_enough {
                return ControlFlow::Break(());
            }
            if let Err(failure) = self.game(game, batch.games_before, rows) {
                self.failure = Some(failure);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    fn game(
        &mut self,
        game: Result<ExportedGame, &'static str>,
        games_before: u64,
        rows: &R,
    ) -> Result<(), ExportError> {
        let game = match game {
            Ok(game) => game,
            Err(fault) => {
                self.sum.census.add_skipped(fault);
                return Ok(());
            }
        };
        self.sum.census.add_game(game.result, &game.counts);
        match game.used.and_then(|subset| self.deduplicate(subset, game.fingerprint)) {
            Err(reason) => self.sum.census.add_left_out(reason),
            Ok(subset) => {
                self.sum.games[subset as usize] += 1;
                self.sum.rows[subset as usize] += game.rows.len() as u64;
                let number = games_before + game.number;
                let (range, files) = (game.rows, &self.files);
                self.sink.add(GameRows { subset, number, rows, range, files })?;
            }
        }
        Ok(())
    }

    /// Leaves duplicates out, where that is asked for.
    fn deduplicate(&mut self, subset: Subset, fingerprint: u64) -> Result<Subset, LeftOut> {
        let is_new = !self.plan.samples.selection.unique || self.seen.insert(fingerprint);
        if is_new { Ok(subset) } else { Err(LeftOut::Duplicate) }
    }
}
