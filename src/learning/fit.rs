//! Passes over a database: games in order through the learner, held-out games aside, figures at the end of each pass.

use super::events::{Intervals, Observer};
use super::hyperparams::Checked;
use super::place::Snapshot;
use super::run::Run;
use super::source::Source;
use super::trained::{LearnError, Trained};
use crate::values::Form;

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
