//! Passes over a database: games in order through the learner, held-out games aside, figures at the end of each pass.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::baseline::{Baseline, report_phases};
use super::hyperparams::Checked;
use super::learner::Learner;
use super::lesson::{Encoder, HeldOut, Lesson, Lessons, TrainingGame, Use};
use super::report::{Report, report};
use super::teacher::{Class, read_lessons};
use crate::game::{Batch, Reading};
use crate::network::Model;
use crate::pdn::PdnError;
use crate::samples::{Census, LeftOut};

/// A mean squared error above this, over one block of games, can only be divergence: results lie in −1 to 1.
const DIVERGED: f64 = 100.0;

fn is_sane(mse: f64) -> bool {
    mse <= DIVERGED
}

/// How far a run has come: with the weights, all that going on needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Finished passes.
    pub epoch: u32,
    /// Readable games of the present pass that are behind.
    pub games: u64,
}

/// A model and where it stands in the data.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// The weights.
    pub model: Model,
    /// The place in the data.
    pub place: Place,
}

/// How a run is going.
#[derive(Clone, Debug, Serialize)]
pub struct Progress {
    /// The pass, from 1.
    pub epoch: u32,
    /// Readable games of this pass so far.
    pub games: u64,
    /// Games learned by this process.
    pub learned: u64,
    /// Positions of those games.
    pub positions: u64,
    /// Bytes of the (packed) files behind in this pass.
    #[serde(skip)]
    pub bytes: u64,
    /// Time since this process began to learn.
    pub seconds: f64,
    /// Mean squared error on games just before they were learned, since the report before: all, then by phase; empty
    /// while no game is learned, as in what a resumed run passes over.
    pub online_mse: Vec<f64>,
}

/// What a run tells its caller.
#[derive(Debug)]
pub enum Event<'a> {
    /// A game is done: a moment to break off.
    Game,
    /// One block of games is done.
    Progress(&'a Progress),
    /// As often as asked for: how good the model is by now on the held-out games met so far.
    Curve(&'a Progress, &'a Report),
    /// Time to save.
    Checkpoint(&'a Snapshot),
    /// A pass is over.
    Epoch(u32, &'a Report),
    /// A file, or the rest of it, cannot be read.
    Fault(&'a PdnError),
}

/// How often a run reports.
#[derive(Clone, Copy, Debug)]
pub struct Intervals {
    /// Time between checkpoints.
    pub checkpoint: Duration,
    /// Games between points of the curve; 0 for none.
    pub curve: u64,
}

/// What a run ends with.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The weights and how far they came.
    pub snapshot: Snapshot,
    /// Figures on held-out games, of the last full pass.
    pub report: Report,
    /// What was read in the first pass of this process.
    pub census: Census,
    /// The baselines, fitted on the training games.
    pub baseline: Baseline,
    /// Whether the caller broke it off.
    pub interrupted: bool,
}

/// Why a run cannot go on.
#[derive(Debug, Error)]
pub enum LearnError {
    /// Nothing to learn from.
    #[error(
        "no game to learn from: {games} games met, {readable} readable, none with a result and quiet positions; `inspect` says why"
    )]
    NoGames {
        /// Games met.
        games: u64,
        /// Readable ones.
        readable: u64,
    },
    /// The weights are no longer numbers, or far outside the range of results.
    #[error(
        "learning diverged in pass {} after {} games; try a smaller --rate or --beta-rate",
        place.epoch + 1, place.games
    )]
    Diverged {
        /// Where.
        place: Place,
    },
}

/// Learns the games of the files in order, from a snapshot on.
///
/// `observe` hears of every event and may break the run off. The weights depend on files, settings and snapshot alone,
/// not on `threads`, and a run continued from a checkpoint ends with the weights of one that was never interrupted.
///
/// # Errors
/// When there is nothing to learn or the weights diverge.
pub fn fit(
    files: &[PathBuf],
    checked: &Checked,
    from: Snapshot,
    threads: usize,
    intervals: Intervals,
    observe: &mut dyn FnMut(Event) -> ControlFlow<()>,
) -> Result<Trained, LearnError> {
    let mut run = Run::new(checked, from, intervals, observe);
    if run.place.epoch >= checked.settings().epochs {
        run.survey(files, threads);
    }
    while run.place.epoch < checked.settings().epochs && run.failure.is_none() && !run.interrupted {
        run.pass(files, threads);
    }
    run.finish()
}

/// One process's part of a run.
struct Run<'a> {
    checked: &'a Checked,
    intervals: Intervals,
    observe: &'a mut dyn FnMut(Event) -> ControlFlow<()>,
    learner: Learner,
    place: Place,
    /// Games of this pass up to here were learned before the run was interrupted.
    behind: u64,
    first_pass: bool,
    held_out: HeldOut,
    /// The games of this pass by their moves, where each may teach only once.
    met: HashSet<u64>,
    baseline: Baseline,
    census: Census,
    report: Report,
    started: Instant,
    saved: Instant,
    online: Online,
    next_curve: u64,
    learned: u64,
    positions: u64,
    file: Option<(std::sync::Arc<str>, u64, u64)>,
    interrupted: bool,
    failure: Option<LearnError>,
}

/// Errors on games just before they are learned.
#[derive(Default)]
struct Online {
    squared: Vec<f64>,
    positions: Vec<u64>,
}

impl Online {
    fn means(&mut self) -> Vec<f64> {
        if self.positions.is_empty() {
            return Vec::new();
        }
        let mean = |sum: f64, count: u64| if count > 0 { sum / count as f64 } else { 0.0 };
        let all = mean(self.squared.iter().sum(), self.positions.iter().sum());
        let phases = self.squared.iter().zip(&self.positions).map(|(&s, &n)| mean(s, n));
        let means = std::iter::once(all).chain(phases).collect();
        self.squared.clear();
        self.positions.clear();
        means
    }

    fn add(&mut self, phase: usize, error: f64) {
        if self.squared.len() <= phase {
            self.squared.resize(phase + 1, 0.0);
            self.positions.resize(phase + 1, 0);
        }
        self.squared[phase] += error * error;
        self.positions[phase] += 1;
    }
}

impl<'a> Run<'a> {
    fn new(
        checked: &'a Checked,
        from: Snapshot,
        intervals: Intervals,
        observe: &'a mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> Run<'a> {
        Run {
            checked,
            intervals,
            observe,
            learner: Learner::new(from.model, checked, from.place.epoch),
            behind: from.place.games,
            place: Place { games: 0, ..from.place },
            first_pass: true,
            held_out: HeldOut::default(),
            met: HashSet::new(),
            baseline: Baseline::default(),
            census: Census::default(),
            report: Report::default(),
            started: Instant::now(),
            saved: Instant::now(),
            online: Online::default(),
            next_curve: intervals.curve,
            learned: 0,
            positions: 0,
            file: None,
            interrupted: false,
            failure: None,
        }
    }

    fn pass(&mut self, files: &[PathBuf], threads: usize) {
        let place = self.place;
        if !self.read(files, threads) {
            return;
        }
        self.place = Place { epoch: place.epoch + 1, games: 0 };
        self.report = self.judge();
        let all = &self.report.all;
        if all.positions > 0 && !is_sane(all.mse) {
            self.failure = Some(LearnError::Diverged { place });
            return;
        }
        let (epoch, report) = (self.place.epoch, self.report.clone());
        let _ = self.heed(|observe| observe(Event::Epoch(epoch, &report)));
        let _ = self.save();
    }

    /// Reads everything and learns nothing: for the figures of a run whose passes are all done.
    fn survey(&mut self, files: &[PathBuf], threads: usize) {
        self.behind = u64::MAX;
        let epoch = self.place.epoch;
        let is_whole = self.read(files, threads);
        self.behind = 0;
        self.place = Place { epoch, games: 0 };
        if is_whole {
            self.report = self.judge();
        }
    }

    /// One reading of the files; whether it came to its end.
    fn read(&mut self, files: &[PathBuf], threads: usize) -> bool {
        self.file = None;
        self.met.clear();
        let checked = self.checked;
        self.learner.begin_pass(checked, self.place.epoch);
        let holdout = checked.settings().holdout;
        read_lessons(files, threads, checked, holdout, |reading| match reading {
            Reading::Batch(batch) => self.block(&batch),
            Reading::Fault(fault) => self.heed(|observe| observe(Event::Fault(&fault))),
        });
        if self.interrupted || self.failure.is_some() {
            return false;
        }
        self.first_pass = false;
        self.behind = 0;
        true
    }

    /// Passes an event on; remembers when the caller breaks off.
    fn heed(
        &mut self,
        tell: impl FnOnce(&mut dyn FnMut(Event) -> ControlFlow<()>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let flow = tell(self.observe);
        self.interrupted |= flow.is_break();
        flow
    }

    fn block(&mut self, batch: &Batch<Class>) -> ControlFlow<()> {
        let bytes = self.bytes_behind(batch);
        let lessons = &batch.value.lessons;
        let limit = self.checked.settings().games;
        let mut flow = ControlFlow::Continue(());
        for game in &lessons.games {
            if limit > 0 && self.place.games >= limit {
                flow = ControlFlow::Break(());
                break;
            }
            self.game(game, lessons);
            self.heed(|observe| observe(Event::Game))?;
        }
        let progress = self.progress(bytes);
        if progress.online_mse.first().is_some_and(|&mse| !is_sane(mse)) {
            self.failure = Some(LearnError::Diverged { place: self.place });
            return ControlFlow::Break(());
        }
        self.heed(|observe| observe(Event::Progress(&progress)))?;
        if self.intervals.curve > 0 && self.learned >= self.next_curve {
            self.next_curve = self.learned + self.intervals.curve;
            let report = self.judge();
            self.heed(|observe| observe(Event::Curve(&progress, &report)))?;
        }
        if self.saved.elapsed() >= self.intervals.checkpoint && self.place.games > self.behind {
            self.save()?;
        }
        flow
    }

    fn game(&mut self, game: &Result<Lesson, &'static str>, lessons: &Lessons) {
        let lesson = match game {
            Ok(lesson) => lesson,
            Err(fault) => {
                if self.first_pass {
                    self.census.add_skipped(fault);
                }
                return;
            }
        };
        if self.first_pass {
            self.census.add_game(lesson.result, &lesson.counts);
        }
        if let Some(reason) = self.reason_against(lesson) {
            if self.first_pass {
                self.census.add_left_out(reason);
            }
            self.place.games += 1;
            return;
        }
        match &lesson.used {
            Use::LeftOut(_) => {}
            Use::HeldOut(index) if self.first_pass => {
                let (positions, outcome) = lessons.held_out.game(*index);
                self.held_out.push(positions, outcome);
            }
            Use::HeldOut(_) => {}
            Use::Train(training) => self.train(training, lessons),
        }
        self.place.games += 1;
    }

    /// Why a readable game teaches nothing.
    fn reason_against(&mut self, lesson: &Lesson) -> Option<LeftOut> {
        if let Use::LeftOut(reason) = lesson.used {
            return Some(reason);
        }
        let is_new =
            !self.checked.settings().selection.unique || self.met.insert(lesson.fingerprint);
        (!is_new).then_some(LeftOut::Duplicate)
    }

    fn train(&mut self, game: &TrainingGame, lessons: &Lessons) {
        let material = &lessons.material[game.material.clone()];
        if self.first_pass {
            material.iter().for_each(|&m| self.baseline.add(m, game.outcome));
        }
        if self.place.games < self.behind {
            return;
        }
        let phases = report_phases();
        let values = self.learner.learn(lessons.sequences(game.own.clone()), game.outcome);
        for (value, material) in values.iter().zip(material) {
            let phase = phases.phase(material.pieces.into());
            self.online.add(phase, f64::from(value - game.outcome));
        }
        if !game.mirror.is_empty() {
            self.learner.learn(lessons.sequences(game.mirror.clone()), -game.outcome);
        }
        self.learned += 1;
        self.positions += material.len() as u64;
    }

    /// Bytes of this pass behind the end of a block, over all files.
    fn bytes_behind<T>(&mut self, batch: &Batch<T>) -> u64 {
        let before = match &self.file {
            Some((file, before, _)) if *file == batch.file => *before,
            Some((_, before, own)) => before + own,
            None => 0,
        };
        self.file = Some((batch.file.clone(), before, batch.packed_bytes));
        before + batch.packed_bytes
    }

    fn progress(&mut self, bytes: u64) -> Progress {
        Progress {
            epoch: self.place.epoch + 1,
            games: self.place.games,
            learned: self.learned,
            positions: self.positions,
            bytes,
            seconds: self.started.elapsed().as_secs_f64(),
            online_mse: self.online.means(),
        }
    }

    fn judge(&self) -> Report {
        let encoder = Encoder::new(self.checked);
        report(self.learner.model(), &encoder, &self.held_out, &self.baseline)
    }

    fn snapshot(&self) -> Snapshot {
        let place = Place { games: self.place.games.max(self.behind), ..self.place };
        Snapshot { model: self.learner.model().clone(), place }
    }

    fn save(&mut self) -> ControlFlow<()> {
        self.saved = Instant::now();
        // The last good checkpoint must not be replaced by numbers that are none.
        if !self.learner.model().is_finite() {
            self.failure = Some(LearnError::Diverged { place: self.place });
            return ControlFlow::Break(());
        }
        let snapshot = self.snapshot();
        self.heed(|observe| observe(Event::Checkpoint(&snapshot)))
    }

    fn finish(self) -> Result<Trained, LearnError> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if !self.learner.model().is_finite() {
            return Err(LearnError::Diverged { place: self.place });
        }
        if self.baseline.positions() == 0 && !self.interrupted && !self.first_pass {
            let (games, readable) = (self.census.games, self.census.readable);
            return Err(LearnError::NoGames { games, readable });
        }
        Ok(Trained {
            snapshot: self.snapshot(),
            report: self.report,
            // A run broken off after its last pass has nothing left to do.
            interrupted: self.interrupted
                && (self.first_pass || self.place.epoch < self.checked.settings().epochs),
            census: self.census,
            baseline: self.baseline,
        })
    }
}
