//! When the weights make a step: behind every game, or behind many.

use std::sync::Arc;

use super::baseline::report_phases;
use super::communicator::CommunicatorError;
use super::game_batch::{GameBatch, Material, TrainingSlot};
use super::learner::Learner;
use super::running_stats::RunningStats;
use crate::models::{Model, Rates, ValueFunction};

/// The steps of a form.
pub(super) type Steps<F> = <F as ValueFunction>::Steps;

/// Takes games and makes steps of them.
pub(super) trait UpdateRule<F: Model> {
    /// What has been learned so far.
    fn form(&self) -> &F;

    /// Sets the rates from now on.
    fn set_rates(&mut self, rates: Rates);

    /// Takes the next game, which is in the weights now or later; the errors of games that are go to `online`.
    ///
    /// # Errors
    /// When others who should take part are not heard of; the weights are then those of before.
    fn take(
        &mut self,
        lessons: &Arc<GameBatch<Steps<F>>>,
        game: &TrainingSlot,
        online: &mut RunningStats,
    ) -> Result<(), CommunicatorError>;

    /// Whether a game that was taken is not in the weights yet.
    fn is_waiting(&self) -> bool;

    /// Brings the games that wait into the weights.
    ///
    /// # Errors
    /// As [`UpdateRule::take`].
    fn flush(&mut self, online: &mut RunningStats) -> Result<(), CommunicatorError>;
}

/// Takes the errors of a game into account.
pub(super) fn note_errors(
    online: &mut RunningStats,
    values: &[f32],
    material: &[Material],
    outcome: f32,
) {
    for (value, material) in values.iter().zip(material) {
        let phase = report_phases().phase(material.pieces.into());
        online.add(phase, f64::from(value - outcome));
    }
}

/// The paper's rule: a step behind every game, and one behind its mirror.
impl<F: Model> UpdateRule<F> for Learner<F> {
    fn form(&self) -> &F {
        Learner::form(self)
    }

    fn set_rates(&mut self, rates: Rates) {
        Learner::set_rates(self, rates);
    }

    fn take(
        &mut self,
        lessons: &Arc<GameBatch<Steps<F>>>,
        game: &TrainingSlot,
        online: &mut RunningStats,
    ) -> Result<(), CommunicatorError> {
        let hints = &lessons.hints[game.hints.clone()];
        let (own, mirror, outcome) = (game.own.clone(), game.mirror.clone(), game.outcome);
        let values = self.learn_search(&lessons.steps, own, outcome, hints, 1.0);
        note_errors(online, values, &lessons.material[game.material.clone()], outcome);
        if !mirror.is_empty() {
            self.learn_search(&lessons.steps, mirror, -outcome, hints, -1.0);
        }
        Ok(())
    }

    fn is_waiting(&self) -> bool {
        false
    }

    fn flush(&mut self, _: &mut RunningStats) -> Result<(), CommunicatorError> {
        Ok(())
    }
}
