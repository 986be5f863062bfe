//! When the weights make a step: after every game, or after a batch.

use std::sync::Arc;

use super::baseline::report_phases;
use super::communicator::CommunicatorError;
use super::game_batch::{GameBatch, Material, TrainingSlot};
use super::learner::Learner;
use super::optimiser::Optimiser;
use super::running_stats::RunningStats;
use crate::models::{Model, Rates, ValueFunction};

pub(super) type Steps<F> = <F as ValueFunction>::Steps;

/// Learns games in order.
pub(super) trait UpdateRule<F: Model> {
    /// What has been learned so far.
    fn model(&self) -> &F;

    fn set_rates(&mut self, rates: Rates);

    /// The optimizer, if it remembers anything.
    fn optimiser(&self) -> Option<&Optimiser> {
        None
    }

    /// Takes the next game, which is in the weights now or later; the errors of games that are in the weights go to `stats`.
    ///
    /// # Errors
    /// When another process is lost; the weights are then those of before.
    fn take(
        &mut self,
        batch: &Arc<GameBatch<Steps<F>>>,
        game: &TrainingSlot,
        stats: &mut RunningStats,
    ) -> Result<(), CommunicatorError>;

    /// Whether a game is not in the weights yet.
    fn is_waiting(&self) -> bool;

    /// Makes the step of the games that are not in the weights yet.
    ///
    /// # Errors
    /// As [`UpdateRule::take`].
    fn flush(&mut self, stats: &mut RunningStats) -> Result<(), CommunicatorError>;
}

/// Adds the errors of a game to the statistics.
pub(super) fn note_errors(
    stats: &mut RunningStats,
    values: &[f32],
    material: &[Material],
    outcome: f32,
) {
    for (value, material) in values.iter().zip(material) {
        let phase = report_phases().phase(material.pieces.into());
        stats.add(phase, f64::from(value - outcome));
    }
}

/// The paper's rule: a step after every game, and one after its mirror.
impl<F: Model> UpdateRule<F> for Learner<F> {
    fn model(&self) -> &F {
        Learner::model(self)
    }

    fn set_rates(&mut self, rates: Rates) {
        Learner::set_rates(self, rates);
    }

    fn take(
        &mut self,
        batch: &Arc<GameBatch<Steps<F>>>,
        game: &TrainingSlot,
        stats: &mut RunningStats,
    ) -> Result<(), CommunicatorError> {
        let targets = &batch.targets[game.targets.clone()];
        let (own, mirror, outcome) = (game.own.clone(), game.mirror.clone(), game.outcome);
        let values = self.learn_search(&batch.steps, own, outcome, targets, 1.0);
        note_errors(stats, values, &batch.material[game.material.clone()], outcome);
        if !mirror.is_empty() {
            self.learn_search(&batch.steps, mirror, -outcome, targets, -1.0);
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
