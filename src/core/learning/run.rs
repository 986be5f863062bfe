//! One process's part of a run: which games are behind, what was gathered on the way, and when to tell of it.

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
use super::sample_encoder::{BatchBuilder, read_lessons};
use super::source::Source;
use super::trained::{LearnError, Trained};
use super::update_rule::{Steps, UpdateRule};
use crate::dataset::{Census, LeftOut};
use crate::game::{Batch, Reading};
use crate::models::{Model, ModelSettings};

/// A mean squared error above this, over one block of games, can only be divergence: results lie in −1 to 1.
const DIVERGED: f64 = 100.0;

fn is_sane(mse: f64) -> bool {
    mse <= DIVERGED
}

/// A run under way.
pub(super) struct Run<'a, F: Model> {
    checked: &'a Checked<F::Settings>,
    learner: Box<dyn UpdateRule<F> + 'a>,
    course: DataPosition,
    ledger: RunStats,
    watch: Reporter<'a, F>,
    failure: Option<LearnError>,
}

/// Where the run stands in the games.
struct DataPosition {
    place: ResumePoint,
    /// Readable games of this pass up to here are in the weights, as far as they teach.
    settled: u64,
    /// Games of this pass up to here were learned before the run was interrupted.
    behind: u64,
    is_first_pass: bool,
    /// What a pass comes to in bytes, if anybody knows.
    size: Option<u64>,
    /// The games of this pass by start and moves, where each may teach only once.
    met: HashSet<u64>,
}

impl DataPosition {
    fn begin(from: ResumePoint) -> DataPosition {
        DataPosition {
            place: ResumePoint { games: 0, ..from },
            settled: 0,
            behind: from.games,
            is_first_pass: true,
            size: None,
            met: HashSet::new(),
        }
    }

    /// As far as a checkpoint written now has come.
    fn saved(&self) -> ResumePoint {
        ResumePoint { games: self.settled.max(self.behind), ..self.place }
    }
}

/// What is gathered from the games in the first pass, and the figures of the last.
#[derive(Default)]
struct RunStats {
    census: Census,
    baseline: Baseline,
    held_out: HeldOut,
    report: Report,
}

/// When to tell whom, and of what.
struct Reporter<'a, F> {
    observe: Observer<'a, F>,
    intervals: Intervals,
    started: Instant,
    saved: Instant,
    next_curve: u64,
    learned: u64,
    positions: u64,
    online: RunningStats,
    /// Bytes of the (packed) files behind in this pass.
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

    /// Passes an event on; remembers when the caller breaks off.
    fn tell(&mut self, event: Event<F>) -> ControlFlow<()> {
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
            course: DataPosition::begin(from),
            ledger: RunStats::default(),
            watch: Reporter::new(observe, intervals),
            failure: None,
        }
    }

    /// Whether all passes are made.
    pub(super) fn is_done(&self) -> bool {
        self.course.place.epoch >= self.checked.epochs
    }

    /// Whether it cannot or shall not go on.
    pub(super) fn is_broken_off(&self) -> bool {
        self.failure.is_some() || self.watch.is_interrupted
    }

    /// One pass over the games.
    pub(super) fn pass<S: Source + ?Sized>(&mut self, source: &S) {
        let place = self.course.place;
        if !self.read(source) {
            return;
        }
        if let Err(error) = self.learner.flush(&mut self.watch.online) {
            let _ = self.give_up(error);
            return;
        }
        self.course.place = ResumePoint { epoch: place.epoch + 1, games: 0 };
        self.course.settled = 0;
        self.ledger.report = self.judge();
        let all = &self.ledger.report.all;
        if all.positions > 0 && !is_sane(all.mse) {
            self.failure = Some(LearnError::Diverged { place: self.course.place });
            return;
        }
        let _ = self.watch.tell(Event::Epoch(place.epoch + 1, &self.ledger.report));
        let _ = self.save();
    }

    /// Reads everything and learns nothing: for the figures of a run whose passes are all done.
    pub(super) fn survey<S: Source + ?Sized>(&mut self, source: &S) {
        self.course.behind = u64::MAX;
        let epoch = self.course.place.epoch;
        let is_whole = self.read(source);
        (self.course.behind, self.course.settled) = (0, 0);
        self.course.place = ResumePoint { epoch, games: 0 };
        if is_whole {
            self.ledger.report = self.judge();
        }
    }

    /// One reading of the games; whether it came to its end.
    fn read<S: Source + ?Sized>(&mut self, source: &S) -> bool {
        self.watch.bytes = 0;
        self.course.met.clear();
        let checked = self.checked;
        self.course.size = source.size();
        read_lessons::<F, S>(source, checked, checked.holdout, |reading| match reading {
            Reading::Batch(batch) => self.block(batch),
            Reading::Fault(fault) => self.watch.tell(Event::Fault(&fault)),
        });
        if self.is_broken_off() {
            return false;
        }
        self.course.is_first_pass = false;
        self.course.behind = 0;
        true
    }

    fn block(&mut self, batch: Batch<BatchBuilder<F::Encoder>>) -> ControlFlow<()> {
        let share = self.share_of_pass();
        let factor = self.checked.factor(self.course.place.epoch, share);
        self.learner.set_rates(self.checked.form.rates(factor));
        self.watch.bytes = batch.packed_bytes;
        let lessons = Arc::new(batch.value.lessons);
        let limit = self.checked.games;
        let mut flow = ControlFlow::Continue(());
        for game in &lessons.games {
            if limit > 0 && self.course.place.games >= limit {
                flow = ControlFlow::Break(());
                break;
            }
            if let Err(error) = self.game(game, &lessons) {
                return self.give_up(error);
            }
            self.watch.tell(Event::Game)?;
        }
        self.report_block()?;
        flow
    }

    /// How much of this pass is behind, by the games there may be or else the bytes there are.
    fn share_of_pass(&self) -> f64 {
        let bytes = |size: u64| self.watch.bytes as f64 / size.max(1) as f64;
        match (self.checked.games, self.course.size) {
            (0, Some(size)) => bytes(size),
            (0, None) => 0.0,
            (games, size) => {
                let games = self.course.place.games as f64 / games as f64;
                games.max(size.map_or(0.0, bytes))
            }
        }
    }

    /// Tells of a finished block, as often as asked for with figures and a checkpoint.
    fn report_block(&mut self) -> ControlFlow<()> {
        let progress = self.watch.progress(self.course.place);
        if progress.online_mse.first().is_some_and(|&mse| !is_sane(mse)) {
            self.failure = Some(LearnError::Diverged { place: self.course.place });
            return ControlFlow::Break(());
        }
        self.watch.tell(Event::Progress(&progress))?;
        let Intervals { curve, checkpoint } = self.watch.intervals;
        if curve > 0 && self.watch.learned >= self.watch.next_curve {
            self.watch.next_curve = self.watch.learned + curve;
            let report = self.judge();
            self.watch.tell(Event::Curve(&progress, &report))?;
        }
        let is_ahead = self.course.settled > self.course.behind;
        if self.watch.saved.elapsed() >= checkpoint && is_ahead {
            self.save()?;
        }
        ControlFlow::Continue(())
    }

    /// Saves what the weights hold, for others with whom they are learned are gone.
    fn give_up(&mut self, error: CommunicatorError) -> ControlFlow<()> {
        let _ = self.save();
        self.failure.get_or_insert(error.into());
        ControlFlow::Break(())
    }

    fn game(
        &mut self,
        game: &Result<EncodedGame, &'static str>,
        lessons: &Arc<GameBatch<Steps<F>>>,
    ) -> Result<(), CommunicatorError> {
        let is_first_pass = self.course.is_first_pass;
        let lesson = match game {
            Ok(lesson) => lesson,
            Err(fault) => {
                if is_first_pass {
                    self.ledger.census.add_skipped(fault);
                }
                return Ok(());
            }
        };
        if is_first_pass {
            self.ledger.census.add_game(lesson.result, &lesson.counts);
        }
        match (self.reason_against(lesson), &lesson.used) {
            (Some(reason), _) if is_first_pass => self.ledger.census.add_left_out(reason),
            (Some(_), _) | (None, Use::LeftOut(_)) => {}
            (None, Use::HeldOut(index)) if is_first_pass => {
                let (positions, outcome) = lessons.held_out.game(*index);
                self.ledger.held_out.push(positions, outcome);
            }
            (None, Use::HeldOut(_)) => {}
            (None, Use::Train(training)) => self.train(training, lessons)?,
        }
        self.course.place.games += 1;
        if !self.learner.is_waiting() {
            self.course.settled = self.course.place.games;
        }
        Ok(())
    }

    /// Why a readable game teaches nothing.
    fn reason_against(&mut self, lesson: &EncodedGame) -> Option<LeftOut> {
        if let Use::LeftOut(reason) = lesson.used {
            return Some(reason);
        }
        let is_new = !self.checked.selection.unique || self.course.met.insert(lesson.fingerprint);
        (!is_new).then_some(LeftOut::Duplicate)
    }

    fn train(
        &mut self,
        game: &TrainingSlot,
        lessons: &Arc<GameBatch<Steps<F>>>,
    ) -> Result<(), CommunicatorError> {
        let material = &lessons.material[game.material.clone()];
        if self.course.is_first_pass {
            material.iter().for_each(|&m| self.ledger.baseline.add(m, game.outcome));
            let hints = &lessons.hints[game.hints.clone()];
            self.ledger.census.scored +=
                hints.iter().filter(|hint| hint.result.is_some()).count() as u64;
        }
        if self.course.place.games < self.course.behind {
            return Ok(());
        }
        self.learner.take(lessons, game, &mut self.watch.online)?;
        self.watch.learned += 1;
        self.watch.positions += material.len() as u64;
        Ok(())
    }

    fn judge(&self) -> Report {
        let encoder = F::encoder(&self.checked.form);
        report(self.learner.form(), &encoder, &self.ledger.held_out, &self.ledger.baseline)
    }

    fn snapshot(&self) -> Snapshot<F> {
        Snapshot { form: self.learner.form().clone(), place: self.course.saved() }
    }

    fn save(&mut self) -> ControlFlow<()> {
        self.watch.saved = Instant::now();
        // The last good checkpoint must not be replaced by numbers that are none.
        if !self.learner.form().is_sound() {
            self.failure = Some(LearnError::Diverged { place: self.course.place });
            return ControlFlow::Break(());
        }
        let snapshot = self.snapshot();
        self.watch.tell(Event::Checkpoint(&snapshot))
    }

    /// The weights and all figures.
    pub(super) fn finish(self) -> Result<Trained<F>, LearnError> {
        if !self.learner.form().is_sound() && self.failure.is_none() {
            return Err(LearnError::Diverged { place: self.course.place });
        }
        let (snapshot, is_done) = (self.snapshot(), self.is_done());
        let Run {
            course, ledger: RunStats { census, baseline, report, .. }, watch, failure, ..
        } = self;
        if let Some(failure) = failure {
            return Err(failure);
        }
        if baseline.positions() == 0 && !watch.is_interrupted && !course.is_first_pass {
            return Err(LearnError::NoGames { games: census.games, readable: census.readable });
        }
        Ok(Trained {
            snapshot,
            report,
            // A run broken off after its last pass has nothing left to do.
            interrupted: watch.is_interrupted && (course.is_first_pass || !is_done),
            census,
            baseline,
        })
    }
}
