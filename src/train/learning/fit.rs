//! Passes over a database: games in order through the learner, held-out games aside, figures at the end of each pass.

use super::batches::BatchLearner;
use super::communicator::Communicator;
use super::events::{Intervals, Observer};
use super::hyperparams::Checked;
use super::learner::Learner;
use super::moments::Moments;
use super::optimiser::{Optimiser, OptimiserKind};
use super::resume_point::{ResumePoint, Snapshot};
use super::run::Run;
use super::source::Source;
use super::trained::{LearnError, Trained};
use crate::models::{Model, ModelSettings};

/// Learns the games of a source in order, from a snapshot on.
///
/// `observe` is called with every event and may break the run off. The weights depend only on games, settings and snapshot,
/// not on the source's threads. A run continued from a checkpoint ends with the weights of one that was never interrupted.
///
/// # Errors
/// When there is nothing to learn or the weights diverge.
///
/// # Panics
/// If the settings ask for a step after several games, which [`fit_batches`] makes.
pub fn fit<F: Model, S: Source + ?Sized>(
    source: &S,
    checked: &Checked<F::Settings>,
    from: Snapshot<F>,
    intervals: Intervals,
    observe: Observer<F>,
) -> Result<Trained<F>, LearnError> {
    assert!(!in_batches(checked), "fit_batches makes the steps of batches and of optimizers");
    let learner = Learner::new(from.model, checked.lambda as f32, checked.model.rates(1.0));
    passes(source, Run::new(checked, Box::new(learner), from.place, intervals, observe))
}

/// As [`fit`], with a step after as many games as the settings ask for, each batch shared among a communicator. The weights do not
/// depend on the communicator.
///
/// # Errors
/// As [`fit`].
pub fn fit_batches<F: Model, S: Source + ?Sized>(
    source: &S,
    checked: &Checked<F::Settings>,
    from: Snapshot<F>,
    intervals: Intervals,
    communicator: &dyn Communicator,
    observe: Observer<F>,
) -> Result<Trained<F>, LearnError> {
    if !in_batches(checked) {
        return fit(source, checked, from, intervals, observe);
    }
    let (games, rates) = (checked.batch_games as usize, checked.model.rates(1.0));
    let optimiser = optimiser(checked.optimizer, from.model.padded_len(), from.moments, from.place);
    let lambda = checked.lambda as f32;
    let learner = BatchLearner::new(from.model, optimiser, games, lambda, rates, communicator);
    passes(source, Run::new(checked, Box::new(learner), from.place, intervals, observe))
}

/// Whether steps are made of gradients, of many games or by an optimizer.
fn in_batches<S: ModelSettings>(checked: &Checked<S>) -> bool {
    checked.batch_games > 1 || checked.optimizer != OptimiserKind::Plain
}

/// An optimizer with what it remembered at a place, if the file of the checkpoint had it.
fn optimiser(
    method: OptimiserKind,
    parameters: usize,
    [squares, means]: Moments,
    place: ResumePoint,
) -> Optimiser {
    let fresh = Optimiser::new(method, parameters);
    fresh.clone().remembering(squares, means, place.updates).unwrap_or(fresh)
}

fn passes<F: Model, S: Source + ?Sized>(
    source: &S,
    mut run: Run<'_, F>,
) -> Result<Trained<F>, LearnError> {
    if run.is_done() {
        run.survey(source);
    }
    while !run.is_done() && !run.is_broken_off() {
        run.pass(source);
    }
    run.finish()
}
