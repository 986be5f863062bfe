//! What a run reports to its caller on the way, and how often.

use std::ops::ControlFlow;
use std::time::Duration;

use serde::Serialize;

use super::report::Report;
use super::resume_point::Snapshot;
use crate::pdn::PdnError;

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
    /// Bytes of the (packed) files that were read in this pass.
    #[serde(skip)]
    pub bytes: u64,
    /// Time since this process began to learn.
    pub seconds: f64,
    /// Mean squared error on games just before they were learned, since the report before: all, then by phase; empty
    /// while no game is learned, as in what a resumed run passes over.
    pub online_mse: Vec<f64>,
}

/// What a run reports to its caller.
#[derive(Debug)]
pub enum Event<'a, F> {
    /// A game is done: a moment to break off.
    Game,
    /// One block of games is done.
    Progress(&'a Progress),
    /// As often as asked for: how good the weights are by now on the held-out games that were read so far.
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

/// Called with every event of a run, which it may break off.
pub(crate) type Observer<'a, F> = &'a mut dyn FnMut(Event<F>) -> ControlFlow<()>;
