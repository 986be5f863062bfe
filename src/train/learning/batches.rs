//! Minibatches of games: one step from the summed gradient of all games of a batch. All its games use the same weights, so that many
//! workers can evaluate them at once, and the weights are the same to the bit whatever the number of workers.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::communicator::{Communicator, CommunicatorError};
use super::game_batch::{GameBatch, TrainingSlot};
use super::optimiser::Optimiser;
use super::reduction::{GradientSum, ReductionTree};
use super::returns::{SearchTarget, game_errors};
use super::running_stats::RunningStats;
use super::share;
use super::update_rule::{Steps, UpdateRule, note_errors};
use crate::models::{Gradient, Model, Rates};

/// The parts of a batch that are summed apart, on any worker; more than the cores of most machines.
const SHARDS: usize = 64;

/// A game that waits for its batch to be full.
struct PendingGame<S> {
    batch: Arc<GameBatch<S>>,
    game: TrainingSlot,
}

/// A learner that makes a step after each batch of games.
pub(super) struct BatchLearner<'a, F: Model> {
    communicator: &'a dyn Communicator,
    games: usize,
    lambda: f32,
    rates: Rates,
    model: F,
    optimiser: Optimiser,
    pending: Vec<PendingGame<Steps<F>>>,
    /// Working memory, for as many workers as ran at once.
    workspaces: Mutex<Vec<Workspace<F>>>,
}

impl<'a, F: Model> BatchLearner<'a, F> {
    /// A learner with λ, the rates η, and the size of a batch.
    pub(super) fn new(
        model: F,
        optimiser: Optimiser,
        games: usize,
        lambda: f32,
        rates: Rates,
        communicator: &'a dyn Communicator,
    ) -> BatchLearner<'a, F> {
        let (pending, workspaces) = (Vec::new(), Mutex::default());
        BatchLearner { communicator, games, lambda, rates, model, optimiser, pending, workspaces }
    }
}

impl<F: Model> BatchLearner<'_, F> {
    /// The gradient of a batch and the values of its games, from all processes.
    fn evaluate(
        &self,
        games: &[PendingGame<Steps<F>>],
    ) -> Result<(GradientSum, Vec<f32>), CommunicatorError> {
        let shards = games.len().min(SHARDS);
        let of =
            |shard: usize| &games[shard * games.len() / shards..(shard + 1) * games.len() / shards];
        let evaluator = BatchEvaluator {
            model: &self.model,
            lambda: self.lambda,
            workspaces: &self.workspaces,
        };
        let own = self.communicator.part(shards);
        let evaluated = in_parallel(own.clone(), &|shard| evaluator.evaluate(of(shard)));
        let (mut tree, mut values) = (ReductionTree::new(shards), Vec::new());
        for (shard, (sum, evaluated)) in own.zip(evaluated) {
            tree.put(0, shard, sum);
            values.extend(evaluated);
        }
        if self.communicator.size() > 1 {
            tree.grow();
            (tree, values) = self.all_reduce(&tree, &values, shards)?;
        }
        let sum =
            tree.root().ok_or(CommunicatorError::Garbled { rank: self.communicator.rank() })?;
        Ok((sum, values))
    }

    /// The sums and values of all processes.
    fn all_reduce(
        &self,
        own: &ReductionTree,
        values: &[f32],
        shards: usize,
    ) -> Result<(ReductionTree, Vec<f32>), CommunicatorError> {
        let (mut tree, mut all) = (ReductionTree::new(shards), Vec::new());
        for (rank, bytes) in self.communicator.gather(share::write(own, values))?.iter().enumerate()
        {
            let values =
                share::read(bytes, &mut tree).ok_or(CommunicatorError::Garbled { rank })?;
            all.extend(values);
        }
        Ok((tree, all))
    }
}

/// The gradient of a shard and the values of its games.
type ShardSums = (GradientSum, Vec<f32>);

/// The sums of each shard, on all threads; compiled once for all models.
fn in_parallel(
    shards: Range<usize>,
    evaluate: &(dyn Fn(usize) -> ShardSums + Sync),
) -> Vec<ShardSums> {
    shards.into_par_iter().map(evaluate).collect()
}

/// Evaluates the games of a batch, on any thread.
struct BatchEvaluator<'a, F: Model> {
    model: &'a F,
    lambda: f32,
    workspaces: &'a Mutex<Vec<Workspace<F>>>,
}

impl<F: Model> BatchEvaluator<'_, F> {
    /// The gradient of a shard and the values of its games.
    fn evaluate(&self, shard: &[PendingGame<Steps<F>>]) -> ShardSums {
        let lock = || self.workspaces.lock().unwrap_or_else(PoisonError::into_inner);
        let workspace = lock().pop();
        let mut workspace = workspace.unwrap_or_else(|| Workspace::new(self.model));
        let mut values = Vec::new();
        for run in shard.chunk_by(|one, next| one.is_before(next)) {
            workspace.add_games(self.model, run, self.lambda, &mut values);
        }
        let sum = GradientSum::take(&mut workspace.gradient);
        lock().push(workspace);
        (sum, values)
    }
}

impl<F: Model> UpdateRule<F> for BatchLearner<'_, F> {
    fn model(&self) -> &F {
        &self.model
    }

    fn set_rates(&mut self, rates: Rates) {
        self.rates = rates;
    }

    fn optimiser(&self) -> Option<&Optimiser> {
        Some(&self.optimiser).filter(|optimiser| optimiser.remembers())
    }

    fn take(
        &mut self,
        batch: &Arc<GameBatch<Steps<F>>>,
        game: &TrainingSlot,
        stats: &mut RunningStats,
    ) -> Result<(), CommunicatorError> {
        self.pending.push(PendingGame { batch: Arc::clone(batch), game: game.clone() });
        if self.pending.len() == self.games { self.flush(stats) } else { Ok(()) }
    }

    fn is_waiting(&self) -> bool {
        !self.pending.is_empty()
    }

    fn flush(&mut self, stats: &mut RunningStats) -> Result<(), CommunicatorError> {
        let games = std::mem::take(&mut self.pending);
        if games.is_empty() {
            return Ok(());
        }
        let (sum, values) = self.evaluate(&games)?;
        let mut rest = &values[..];
        for PendingGame { batch, game } in &games {
            let (own, later) = rest.split_at(game.material.len());
            note_errors(stats, own, &batch.material[game.material.clone()], game.outcome);
            rest = later;
        }
        self.optimiser.step(&mut self.model, self.rates, |visit| sum.each(visit));
        Ok(())
    }
}

impl<S> PendingGame<S> {
    /// The steps of the game and of its mirror, which are adjacent.
    fn steps(&self) -> Range<usize> {
        self.game.own.start..self.game.mirror.end.max(self.game.own.end)
    }

    /// Whether the steps of the other game follow these.
    fn is_before(&self, other: &PendingGame<S>) -> bool {
        Arc::ptr_eq(&self.batch, &other.batch) && self.steps().end == other.steps().start
    }

    fn targets(&self) -> &[SearchTarget] {
        &self.batch.targets[self.game.targets.clone()]
    }
}

struct Workspace<F: Model> {
    trace: F::Trace,
    sums: Vec<f32>,
    errors: Vec<f32>,
    game: Vec<f32>,
    gradient: Gradient,
}

impl<F: Model> Workspace<F> {
    fn new(model: &F) -> Workspace<F> {
        Workspace {
            trace: F::Trace::default(),
            sums: Vec::new(),
            errors: Vec::new(),
            game: Vec::new(),
            gradient: Gradient::new(model.padded_len()),
        }
    }

    /// Adds the gradient of games whose steps are adjacent, and their values, those of the mirrors left out.
    fn add_games(
        &mut self,
        model: &F,
        run: &[PendingGame<Steps<F>>],
        lambda: f32,
        values: &mut Vec<f32>,
    ) {
        let (first, last) = (&run[0], &run[run.len() - 1]);
        let (steps, range) = (&first.batch.steps, first.steps().start..last.steps().end);
        self.sums.clear();
        model.forward(steps, range.clone(), &mut self.trace, &mut self.sums);
        self.errors.clear();
        let mut at = 0;
        for pending in run {
            let positions = pending.game.material.len();
            let has_mirror = !pending.game.mirror.is_empty();
            for sign in if has_mirror { &[1.0, -1.0][..] } else { &[1.0] } {
                let activated =
                    self.sums[at..at + positions].iter().map(|&sum| model.activation(sum));
                let (own, slopes): (Vec<f32>, Vec<f32>) = activated.unzip();
                game_errors(
                    &own,
                    pending.targets(),
                    *sign,
                    sign * pending.game.outcome,
                    lambda,
                    &mut self.game,
                );
                self.errors
                    .extend(self.game.iter().zip(&slopes).map(|(error, slope)| slope * error));
                if *sign > 0.0 {
                    values.extend(own);
                }
                at += positions;
            }
        }
        model.backward(steps, range, &mut self.trace, &self.errors, &mut self.gradient);
    }
}
