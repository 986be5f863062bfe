//! Passes over a database: games in order through the learner, held-out games aside, figures at the end of each pass.

use std::ops::ControlFlow;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::baseline::Baseline;
use super::hyperparams::Checked;
use super::report::Report;
use super::run::Run;
use super::source::Source;
use crate::pdn::PdnError;
use crate::samples::Census;
use crate::values::Form;

/// How far a run has come: with the weights, all that going on needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Finished passes.
    pub epoch: u32,
    /// Readable games of the present pass that are behind.
    pub games: u64,
}

/// An evaluation and where it stands in the data.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot<F> {
    /// The weights.
    pub form: F,
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
pub enum Event<'a, F> {
    /// A game is done: a moment to break off.
    Game,
    /// One block of games is done.
    Progress(&'a Progress),
    /// As often as asked for: how good the weights are by now on the held-out games met so far.
    Curve(&'a Progress, &'a Report),
    /// Time to save.
    Checkpoint(&'a Snapshot<F>),
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
pub struct Trained<F> {
    /// The weights and how far they came.
    pub snapshot: Snapshot<F>,
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

/// Who hears of every event of a run, and may break it off.
pub type Observer<'a, F> = &'a mut dyn FnMut(Event<F>) -> ControlFlow<()>;

/// Learns the games of a source in order, from a snapshot on.
///
/// `observe` hears of every event and may break the run off. The weights depend on games, settings and snapshot alone,
/// not on the source's threads, and a run continued from a checkpoint ends with the weights of one that was never interrupted.
///
/// # Errors
/// When there is nothing to learn or the weights diverge.
pub fn fit<F: Form, S: Source + ?Sized>(
    source: &S,
    checked: &Checked<F::Settings>,
    from: Snapshot<F>,
    intervals: Intervals,
    observe: Observer<F>,
) -> Result<Trained<F>, LearnError> {
    let mut run = Run::new(checked, from, intervals, observe);
    if run.is_done() {
        run.survey(source);
    }
    while !run.is_done() && !run.is_broken_off() {
        run.pass(source);
    }
    run.finish()
}
