//! One process's part of a run: the games of its passes, what is gathered from them, and events at their intervals.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use super::baseline::Baseline;
use super::communicator::CommunicatorError;
use super::events::{Event, Intervals, Observer, Progress};
use super::game_batch::{EncodedGame, GameBatch, HeldOut, TrainingSlot, Use};
use super::hyperparams::Checked;
use super::report::{Report, report};
use super::resume_point::{ResumePoint, Snapshot};
use super::running_stats::RunningStats;
use super::sample_encoder::{BatchBuilder, read_batches};
use super::source::Source;
use super::trained::{LearnError, Trained};
use super::update_rule::{Steps, UpdateRule};
use crate::dataset::{Census, LeftOut};
use crate::models::{Model, ModelSettings};
use crate::parallel::{Batch, BufferPool, Reading};

/// A mean squared error above this, over one block of games, can only be divergence: results lie in −1 to 1.
const DIVERGED: f64 = 100.0;

fn is_sane(mse: f64) -> bool {
    mse <= DIVERGED
}

/// A run under way.
pub(super) struct Run<'a, F: Model> {
    checked: &'a Checked<F::Settings>,
    learner: Box<dyn UpdateRule<F> + 'a>,
    data_position: DataPosition,
    stats: RunStats,
    reporter: Reporter<'a, F>,
    failure: Option<LearnError>,
}

/// The place of the run in the games.
struct DataPosition {
    place: ResumePoint,
    /// Readable games of this pass up to here are in the weights, as far as they teach.
    committed: u64,
    /// Games of this pass up to here were learned before the run was interrupted.
    resume_at: u64,
    is_first_pass: bool,
    /// The bytes of a pass, if known.
    size: Option<u64>,
    /// The games of this pass by start and moves, where duplicates are left out.
    seen: HashSet<u64>,
}

impl DataPosition {
    fn begin(from: ResumePoint) -> DataPosition {
        DataPosition {
            place: ResumePoint { games: 0, ..from },
            committed: 0,
            resume_at: from.games,
            is_first_pass: true,
            size: None,
            seen: HashSet::new(),
        }
    }

    /// As far as a checkpoint written now has come.
    fn saved(&self) -> ResumePoint {
        ResumePoint { games: self.committed.max(self.resume_at), ..self.place }
    }
}

/// What is gathered from the games in the first pass, and the figures of the last.
#[derive(Default)]
struct RunStats {
    census: Census,
    baseline: Baseline,
    held_out: HeldOut,
    /// The places of the held-out games in their source, where they come in another order.
    places: Vec<u64>,
    report: Report,
}

/// Passes events to the observer, at the intervals asked for.
struct Reporter<'a, F> {
    observe: Observer<'a, F>,
    intervals: Intervals,
    started: Instant,
    saved: Instant,
    next_curve: u64,
    learned: u64,
    positions: u64,
    online: RunningStats,
    /// Bytes of the (packed) files read in this pass.
    bytes: u64,
    is_interrupted: bool,
}

impl<'a, F> Reporter<'a, F> {
    fn new(observe: Observer<'a, F>, intervals: Intervals) -> Reporter<'a, F> {
        Reporter {
            observe,
            intervals,
            started: Instant::now(),
            saved: Instant::now(),
            next_curve: intervals.curve,
            learned: 0,
            positions: 0,
            online: RunningStats::default(),
            bytes: 0,
            is_interrupted: false,
        }
    }

    /// Passes an event on; remembers when the observer breaks off.
    fn report_event(&mut self, event: Event<F>) -> ControlFlow<()> {
        let flow = (self.observe)(event);
        self.is_interrupted |= flow.is_break();
        flow
    }

    fn progress(&mut self, place: ResumePoint) -> Progress {
        Progress {
            epoch: place.epoch + 1,
            games: place.games,
            learned: self.learned,
            positions: self.positions,
            bytes: self.bytes,
            seconds: self.started.elapsed().as_secs_f64(),
            online_mse: self.online.take_means(),
        }
    }
}

impl<'a, F: Model> Run<'a, F> {
    pub(super) fn new(
        checked: &'a Checked<F::Settings>,
        learner: Box<dyn UpdateRule<F> + 'a>,
        from: ResumePoint,
        intervals: Intervals,
        observe: Observer<'a, F>,
    ) -> Run<'a, F> {
        Run {
            checked,
            learner,
            data_position: DataPosition::begin(from),
            stats: RunStats::default(),
            reporter: Reporter::new(observe, intervals),
            failure: None,
        }
    }

    /// Whether all passes are made.
    pub(super) fn is_done(&self) -> bool {
        self.data_position.place.epoch >= self.checked.epochs
    }

    /// Whether the run has failed or was interrupted.
    pub(super) fn is_broken_off(&self) -> bool {
        self.failure.is_some() || self.reporter.is_interrupted
    }

    /// One pass over the games.
    pub(super) fn pass<S: Source + ?Sized>(&mut self, source: &S) {
        let place = self.data_position.place;
        if !self.read(source) {
            return;
        }
        if let Err(error) = self.learner.flush(&mut self.reporter.online) {
            let _ = self.fail(error);
            return;
        }
        self.data_position.place =
            ResumePoint { epoch: place.epoch + 1, games: 0, ..self.data_position.place };
        self.data_position.committed = 0;
        self.stats.report = self.evaluate();
        let all = &self.stats.report.all;
        if all.positions > 0 && !is_sane(all.mse) {
            self.failure = Some(LearnError::Diverged { place: self.data_position.place });
            return;
        }
        let _ = self.reporter.report_event(Event::Epoch(place.epoch + 1, &self.stats.report));
        let _ = self.save();
    }

    /// Reads everything and learns nothing: for the figures of a run whose passes are all done.
    pub(super) fn survey<S: Source + ?Sized>(&mut self, source: &S) {
        self.data_position.resume_at = u64::MAX;
        let epoch = self.data_position.place.epoch;
        let is_whole = self.read(source);
        (self.data_position.resume_at, self.data_position.committed) = (0, 0);
        self.data_position.place = ResumePoint { epoch, games: 0, ..self.data_position.place };
        if is_whole {
            self.stats.report = self.evaluate();
        }
    }

    /// One reading of the games; whether it came to its end.
    fn read<S: Source + ?Sized>(&mut self, source: &S) -> bool {
        self.reporter.bytes = 0;
        self.data_position.seen.clear();
        let checked = self.checked;
        self.data_position.size = source.size();
        let idle = BufferPool::new();
        let (pass, holdout) = (self.data_position.place.epoch, checked.holdout);
        read_batches::<F, S>(source, pass, checked, holdout, &idle, |reading| match reading {
            Reading::Batch(block) => self.block(block, &idle),
            Reading::Fault(fault) => self.reporter.report_event(Event::Fault(&fault)),
        });
        if self.is_broken_off() {
            return false;
        }
        if !self.stats.places.is_empty() {
            // Figures do not depend on the pass in which a run resumes: sums of floats depend on their order.
            self.stats.held_out =
                self.stats.held_out.sorted(&std::mem::take(&mut self.stats.places));
        }
        self.data_position.is_first_pass = false;
        self.data_position.resume_at = 0;
        true
    }

    fn block(
        &mut self,
        block: Batch<BatchBuilder<F>>,
        idle: &BufferPool<GameBatch<Steps<F>>>,
    ) -> ControlFlow<()> {
        let share = self.share_of_pass();
        let factor = self.checked.factor(self.data_position.place.epoch, share);
        self.learner.set_rates(self.checked.model.rates(factor));
        self.reporter.bytes = block.packed_bytes;
        let batch = Arc::new(block.value.batch);
        let limit = self.checked.games;
        let mut flow = ControlFlow::Continue(());
        for game in &batch.games {
            if limit > 0 && self.data_position.place.games >= limit {
                flow = ControlFlow::Break(());
                break;
            }
            if let Err(error) = self.game(game, &batch) {
                return self.fail(error);
            }
            self.reporter.report_event(Event::Game)?;
        }
        // The learner may still hold it.
        if let Some(mut batch) = Arc::into_inner(batch) {
            batch.clear::<F>();
            idle.put(batch);
        }
        self.report_block()?;
        flow
    }

    /// The share of this pass that is done, by the limit of games or else by bytes.
    fn share_of_pass(&self) -> f64 {
        let bytes = |size: u64| self.reporter.bytes as f64 / size.max(1) as f64;
        match (self.checked.games, self.data_position.size) {
            (0, Some(size)) => bytes(size),
            (0, None) => 0.0,
            (games, size) => {
                let games = self.data_position.place.games as f64 / games as f64;
                games.max(size.map_or(0.0, bytes))
            }
        }
    }

    /// Reports a finished block, at the intervals asked for with figures and a checkpoint.
    fn report_block(&mut self) -> ControlFlow<()> {
        let progress = self.reporter.progress(self.data_position.place);
        if progress.online_mse.first().is_some_and(|&mse| !is_sane(mse)) {
            self.failure = Some(LearnError::Diverged { place: self.data_position.place });
            return ControlFlow::Break(());
        }
        self.reporter.report_event(Event::Progress(&progress))?;
        let Intervals { curve, checkpoint } = self.reporter.intervals;
        if curve > 0 && self.reporter.learned >= self.reporter.next_curve {
            self.reporter.next_curve = self.reporter.learned + curve;
            let report = self.evaluate();
            self.reporter.report_event(Event::Curve(&progress, &report))?;
        }
        let is_ahead = self.data_position.committed > self.data_position.resume_at;
        if self.reporter.saved.elapsed() >= checkpoint && is_ahead {
            self.save()?;
        }
        ControlFlow::Continue(())
    }

    /// Saves the weights and stops, as another process is lost.
    fn fail(&mut self, error: CommunicatorError) -> ControlFlow<()> {
        let _ = self.save();
        self.failure.get_or_insert(error.into());
        ControlFlow::Break(())
    }

    fn game(
        &mut self,
        game: &Result<EncodedGame, &'static str>,
        batch: &Arc<GameBatch<Steps<F>>>,
    ) -> Result<(), CommunicatorError> {
        let is_first_pass = self.data_position.is_first_pass;
        let encoded = match game {
            Ok(encoded) => encoded,
            Err(fault) => {
                if is_first_pass {
                    self.stats.census.add_skipped(fault);
                }
                return Ok(());
            }
        };
        if is_first_pass {
            self.stats.census.add_game(encoded.result, &encoded.counts);
        }
        match (self.reason_to_leave_out(encoded), &encoded.used) {
            (Some(reason), _) if is_first_pass => self.stats.census.add_left_out(reason),
            (Some(_), _) | (None, Use::LeftOut(_)) => {}
            (None, Use::HeldOut(index)) if is_first_pass => {
                let (positions, outcome) = batch.held_out.game(*index);
                self.stats.held_out.push(positions, outcome);
                self.stats.places.extend(encoded.place);
            }
            (None, Use::HeldOut(_)) => {}
            (None, Use::Train(training)) => self.train(training, batch)?,
        }
        self.data_position.place.games += 1;
        if !self.learner.is_waiting() {
            self.data_position.committed = self.data_position.place.games;
        }
        Ok(())
    }

    /// Why a readable game teaches nothing.
    fn reason_to_leave_out(&mut self, encoded: &EncodedGame) -> Option<LeftOut> {
        if let Use::LeftOut(reason) = encoded.used {
            return Some(reason);
        }
        let is_new =
            !self.checked.selection.unique || self.data_position.seen.insert(encoded.fingerprint);
        (!is_new).then_some(LeftOut::Duplicate)
    }

    fn train(
        &mut self,
        game: &TrainingSlot,
        batch: &Arc<GameBatch<Steps<F>>>,
    ) -> Result<(), CommunicatorError> {
        let material = &batch.material[game.material.clone()];
        if self.data_position.is_first_pass {
            material.iter().for_each(|&m| self.stats.baseline.add(m, game.outcome));
            let targets = &batch.targets[game.targets.clone()];
            self.stats.census.scored +=
                targets.iter().filter(|target| target.result.is_some()).count() as u64;
        }
        if self.data_position.place.games < self.data_position.resume_at {
            return Ok(());
        }
        self.learner.take(batch, game, &mut self.reporter.online)?;
        self.reporter.learned += 1;
        self.reporter.positions += material.len() as u64;
        Ok(())
    }

    fn evaluate(&self) -> Report {
        let encoder = F::encoder(&self.checked.model);
        report(self.learner.model(), &encoder, &self.stats.held_out, &self.stats.baseline)
    }

    fn snapshot(&self) -> Snapshot<F> {
        let (model, place) = (self.learner.model().clone(), self.data_position.saved());
        match self.learner.optimiser() {
            None => Snapshot::at(model, place),
            Some(optimiser) => Snapshot {
                moments: optimiser.memory().map(<[f32]>::to_vec),
                ..Snapshot::at(model, ResumePoint { updates: optimiser.updates(), ..place })
            },
        }
    }

    fn save(&mut self) -> ControlFlow<()> {
        self.reporter.saved = Instant::now();
        // The last good checkpoint must not be replaced by unsound weights.
        if !self.learner.model().is_sound() {
            self.failure = Some(LearnError::Diverged { place: self.data_position.place });
            return ControlFlow::Break(());
        }
        let snapshot = self.snapshot();
        self.reporter.report_event(Event::Checkpoint(&snapshot))
    }

    /// The weights and all figures.
    pub(super) fn finish(self) -> Result<Trained<F>, LearnError> {
        if !self.learner.model().is_sound() && self.failure.is_none() {
            return Err(LearnError::Diverged { place: self.data_position.place });
        }
        let (snapshot, is_done) = (self.snapshot(), self.is_done());
        let Run {
            data_position,
            stats: RunStats { census, baseline, report, .. },
            reporter,
            failure,
            ..
        } = self;
        if let Some(failure) = failure {
            return Err(failure);
        }
        if baseline.positions() == 0 && !reporter.is_interrupted && !data_position.is_first_pass {
            return Err(LearnError::NoGames { why: census.why_nothing_is_left() });
        }
        Ok(Trained {
            snapshot,
            report,
            // A run broken off after its last pass has nothing left to do.
            interrupted: reporter.is_interrupted && (data_position.is_first_pass || !is_done),
            census,
            baseline,
        })
    }
}
