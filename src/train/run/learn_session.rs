//! A run of `learn` under way: events, checkpoints, and the weights at the end.

use std::fs;
use std::ops::ControlFlow;

use super::error::RunError;
use super::event::{RunEvent, RunPlace, RunPlan};
use super::learn_run::{LearnResult, LearnRun};
use super::notice::Notice;
use super::outputs::{Outputs, Start};
use super::reporter::Reporter;
use crate::learning::{
    Checked, Event, GameSource, Intervals, Labelled, ResumePoint, Snapshot, TargetSource, Trained,
    Training, fit_batches,
};
use crate::models::{Model, ModelSettings, file};
use crate::player::Endgame;

/// Games between two points of the held-out curve in the metrics.
const CURVE_GAMES: u64 = 10_000;

/// A run under way.
pub(super) struct LearnSession<'r, 'o, S> {
    run: &'r LearnRun<'r>,
    outputs: Outputs,
    plan: Training<S>,
    start: Start,
    /// The plan for people, until it is shown.
    shown: Option<RunPlan>,
    from: ResumePoint,
    reporter: Reporter<'o>,
    faults: u64,
    /// Games learned so far.
    learned: u64,
    leads: bool,
}

impl<'r, 'o, S: ModelSettings> LearnSession<'r, 'o, S> {
    pub(super) fn new(
        run: &'r LearnRun<'r>,
        outputs: Outputs,
        plan: Training<S>,
        start: Start,
        shown: RunPlan,
        reporter: Reporter<'o>,
        faults: u64,
    ) -> LearnSession<'r, 'o, S> {
        LearnSession {
            run,
            outputs,
            plan,
            start,
            shown: Some(shown),
            from: ResumePoint::default(),
            reporter,
            faults,
            learned: 0,
            leads: run.communicator.rank() == 0,
        }
    }

    pub(super) fn learn<F: Model<Settings = S>>(
        mut self,
        checked: &Checked<S>,
        games: &GameSource<'_>,
        threads: usize,
        endgame: Option<&Endgame>,
        from: Snapshot<F>,
    ) -> Result<Option<LearnResult>, RunError> {
        self.from = from.place;
        let has_metrics = self.outputs.metrics.is_some() && self.leads;
        let intervals = Intervals {
            checkpoint: self.run.settings.checkpoint,
            curve: if has_metrics { CURVE_GAMES } else { 0 },
        };
        let source = Labelled { source: games, tables: endgame.map(Endgame::tables) };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| format!("cannot start threads: {error}"))?;
        let communicator = self.run.communicator;
        let fitted = pool.install(|| {
            let observe = &mut |event: Event<'_, F>| self.handle(&event);
            fit_batches(&source, checked, from, intervals, communicator, observe)
        });
        if let Some(error) = self.reporter.failure.take() {
            return Err(error);
        }
        let has_checkpoint = self.start != Start::Fresh || self.learned > 0;
        let trained = fitted.map_err(|error| {
            let error = error.into();
            if has_checkpoint { self.outputs.with_checkpoint(error) } else { error }
        })?;
        self.show_plan();
        if trained.interrupted {
            self.save(&trained.snapshot)?;
            let ResumePoint { epoch, games, .. } = trained.snapshot.place;
            let place = RunPlace { pass: Some(epoch + 1), games, of: None };
            let command = self.run.replace.same_command();
            self.reporter.send(RunEvent::Interrupted(place, command));
            return Ok(None);
        }
        self.finish(&trained).map(Some)
    }

    fn handle<F: Model<Settings = S>>(&mut self, event: &Event<'_, F>) -> ControlFlow<()> {
        match event {
            Event::Game => {}
            Event::Progress(progress) => {
                self.learned = progress.learned;
                // Inputs that cannot be read are the first that is heard of.
                if progress.games > 0 {
                    self.show_plan();
                }
                self.reporter.send(RunEvent::Progress(progress));
            }
            Event::Curve(progress, report) => self.reporter.send(RunEvent::Curve(progress, report)),
            Event::Checkpoint(snapshot) => {
                let saved = self.save(snapshot);
                self.reporter.keep(saved);
            }
            // A pass over nothing is no pass.
            Event::Epoch(..) if self.shown.is_some() => {}
            Event::Epoch(pass, held_out) => {
                let (pass, is_last) = (*pass, *pass >= self.plan.hyperparams.epochs);
                self.reporter.send(RunEvent::Pass { pass, is_last, held_out });
            }
            Event::Fault(fault) => {
                self.faults += 1;
                self.reporter.note(Notice::fault(fault));
            }
        }
        self.reporter.flow()
    }

    /// Reports the plan, once.
    fn show_plan(&mut self) {
        let Some(plan) = self.shown.take() else { return };
        self.reporter.send(RunEvent::Started(&plan));
        if let Some(event) = resumed(self.from, self.plan.hyperparams.epochs) {
            self.reporter.send(event);
        }
    }

    fn save<F: Model<Settings = S>>(&self, snapshot: &Snapshot<F>) -> Result<(), RunError> {
        // Without a game nothing is lost: the files and an older checkpoint are there.
        if !self.leads || self.learned == 0 {
            return Ok(());
        }
        let training = Training { place: snapshot.place, ..self.plan.clone() };
        let path = self.outputs.checkpoint();
        Ok(file::write(&path, snapshot.contents(), &self.run.program, training.card())?)
    }

    /// Writes the weights.
    fn finish<F: Model<Settings = S>>(
        &mut self,
        trained: &Trained<F>,
    ) -> Result<LearnResult, RunError> {
        let Trained { snapshot, report, census, baseline, .. } = trained;
        let training = Training {
            // Nothing resumes the steps of the optimizer from finished weights.
            place: ResumePoint { updates: 0, ..snapshot.place },
            census: Some(census.clone()),
            report: Some(report.clone()),
            baseline: Some(baseline.clone()),
            ..self.plan.clone()
        };
        let training = training.card();
        if self.leads {
            let out = &self.outputs.out;
            file::write(out, &snapshot.model, &self.run.program, training.clone())?;
            // The run is finished: nothing resumes from its checkpoint.
            let _ = fs::remove_file(self.outputs.checkpoint());
        }
        if let Some(notice) = Notice::about(report) {
            self.reporter.note(notice);
        }
        if self.plan.hyperparams.target_source == TargetSource::Scores && census.scored == 0 {
            self.reporter.note(Notice::NoScores);
        }
        if self.plan.labels.is_some() {
            self.reporter.send(RunEvent::Labels(&census.labels));
        }
        if let Some(error) = self.reporter.failure.take() {
            return Err(error);
        }
        Ok(LearnResult {
            out: self.outputs.out.clone(),
            training,
            report: report.clone(),
            census: census.clone(),
            labels: self.plan.labels,
            has_skipped: self.faults > 0 || census.games > census.readable,
        })
    }
}

/// The event that says where a run resumes, if it does not begin.
fn resumed(from: ResumePoint, epochs: u32) -> Option<RunEvent<'static>> {
    if from.epoch >= epochs {
        return Some(RunEvent::Rereading);
    }
    let place = RunPlace { pass: Some(from.epoch + 1), games: from.games, of: None };
    (from != ResumePoint::default()).then_some(RunEvent::Resumed(place))
}
