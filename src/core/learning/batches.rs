//! A step behind so many games, from the sum of what each would change: the games of a batch meet the same weights, so that many
//! workers can judge them at once, and the weights come out the same to the bit however many they are.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::communicator::{Communicator, CommunicatorError};
use super::game_batch::{GameBatch, TrainingSlot};
use super::reduction::{GradientSum, ReductionTree};
use super::returns::{SearchTarget, game_errors};
use super::running_stats::RunningStats;
use super::share;
use super::update_rule::{Steps, UpdateRule, note_errors};
use crate::models::{Gradient, Model, Rates};

/// The parts of a batch that are summed apart, whoever sums them; more than the cores of most machines.
const SHARDS: usize = 64;

/// A game that waits for its batch to be full.
struct PendingGame<S> {
    lessons: Arc<GameBatch<S>>,
    game: TrainingSlot,
}

/// A learner that makes a step behind so many games.
pub(super) struct BatchLearner<'a, F: Model> {
    team: &'a dyn Communicator,
    games: usize,
    lambda: f32,
    rates: Rates,
    form: F,
    waiting: Vec<PendingGame<Steps<F>>>,
    /// Working memory, for as many workers as there were at once.
    desks: Mutex<Vec<Workspace<F>>>,
}

impl<'a, F: Model> BatchLearner<'a, F> {
    /// A learner with λ and the rates η, and so many games a step.
    pub(super) fn new(
        form: F,
        games: usize,
        lambda: f32,
        rates: Rates,
        team: &'a dyn Communicator,
    ) -> BatchLearner<'a, F> {
        let (waiting, desks) = (Vec::new(), Mutex::default());
        BatchLearner { team, games, lambda, rates, form, waiting, desks }
    }
}

impl<F: Model> BatchLearner<'_, F> {
    /// What the games of a batch would change together, and their values, by the whole team.
    fn judge(
        &self,
        games: &[PendingGame<Steps<F>>],
    ) -> Result<(GradientSum, Vec<f32>), CommunicatorError> {
        let shards = games.len().min(SHARDS);
        let of =
            |shard: usize| &games[shard * games.len() / shards..(shard + 1) * games.len() / shards];
        let bench = BatchEvaluator { form: &self.form, lambda: self.lambda, desks: &self.desks };
        let own = self.team.part(shards);
        let judged: Vec<(GradientSum, Vec<f32>)> =
            own.clone().into_par_iter().map(|shard| bench.judge(of(shard))).collect();
        let (mut tree, mut values) = (ReductionTree::new(shards), Vec::new());
        for (shard, (sum, judged)) in own.zip(judged) {
            tree.put(0, shard, sum);
            values.extend(judged);
        }
        if self.team.size() > 1 {
            tree.grow();
            (tree, values) = self.shared(&tree, &values, shards)?;
        }
        let sum = tree.root().ok_or(CommunicatorError::Garbled { rank: self.team.rank() })?;
        Ok((sum, values))
    }

    /// What the whole team has brought.
    fn shared(
        &self,
        own: &ReductionTree,
        values: &[f32],
        shards: usize,
    ) -> Result<(ReductionTree, Vec<f32>), CommunicatorError> {
        let (mut tree, mut all) = (ReductionTree::new(shards), Vec::new());
        for (rank, bytes) in self.team.gather(share::write(own, values))?.iter().enumerate() {
            let values =
                share::read(bytes, &mut tree).ok_or(CommunicatorError::Garbled { rank })?;
            all.extend(values);
        }
        Ok((tree, all))
    }
}

/// What judges the games of a batch, on any thread.
struct BatchEvaluator<'a, F: Model> {
    form: &'a F,
    lambda: f32,
    desks: &'a Mutex<Vec<Workspace<F>>>,
}

impl<F: Model> BatchEvaluator<'_, F> {
    /// What the games of a shard would change together, and their values.
    fn judge(&self, shard: &[PendingGame<Steps<F>>]) -> (GradientSum, Vec<f32>) {
        let lock = || self.desks.lock().unwrap_or_else(PoisonError::into_inner);
        let desk = lock().pop();
        let mut desk = desk.unwrap_or_else(|| Workspace::new(self.form));
        let mut values = Vec::new();
        for run in shard.chunk_by(|one, next| one.is_before(next)) {
            desk.learn(self.form, run, self.lambda, &mut values);
        }
        let sum = GradientSum::take(&mut desk.gradient, self.form.slots());
        lock().push(desk);
        (sum, values)
    }
}

impl<F: Model> UpdateRule<F> for BatchLearner<'_, F> {
    fn form(&self) -> &F {
        &self.form
    }

    fn set_rates(&mut self, rates: Rates) {
        self.rates = rates;
    }

    fn take(
        &mut self,
        lessons: &Arc<GameBatch<Steps<F>>>,
        game: &TrainingSlot,
        online: &mut RunningStats,
    ) -> Result<(), CommunicatorError> {
        self.waiting.push(PendingGame { lessons: Arc::clone(lessons), game: game.clone() });
        if self.waiting.len() == self.games { self.flush(online) } else { Ok(()) }
    }

    fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    fn flush(&mut self, online: &mut RunningStats) -> Result<(), CommunicatorError> {
        let games = std::mem::take(&mut self.waiting);
        if games.is_empty() {
            return Ok(());
        }
        let (sum, values) = self.judge(&games)?;
        let mut rest = &values[..];
        for PendingGame { lessons, game } in &games {
            let (own, later) = rest.split_at(game.material.len());
            note_errors(online, own, &lessons.material[game.material.clone()], game.outcome);
            rest = later;
        }
        let mut stepper = self.form.stepper(self.rates);
        sum.each(|index, derivative| stepper.add(index, derivative));
        self.form.tie_weights();
        Ok(())
    }
}

impl<S> PendingGame<S> {
    /// The steps of the game and of its mirror, which stand behind one another.
    fn steps(&self) -> Range<usize> {
        self.game.own.start..self.game.mirror.end.max(self.game.own.end)
    }

    /// Whether the steps of the other game stand right behind these.
    fn is_before(&self, other: &PendingGame<S>) -> bool {
        Arc::ptr_eq(&self.lessons, &other.lessons) && self.steps().end == other.steps().start
    }

    fn hints(&self) -> &[SearchTarget] {
        &self.lessons.hints[self.game.hints.clone()]
    }
}

/// Working memory of one worker.
struct Workspace<F: Model> {
    trace: F::Trace,
    sums: Vec<f32>,
    errors: Vec<f32>,
    game: Vec<f32>,
    gradient: Gradient,
}

impl<F: Model> Workspace<F> {
    fn new(form: &F) -> Workspace<F> {
        Workspace {
            trace: F::Trace::default(),
            sums: Vec::new(),
            errors: Vec::new(),
            game: Vec::new(),
            gradient: Gradient::new(form.slots()),
        }
    }

    /// Adds what games whose steps stand behind one another would change, and their values, those of the mirrors left out.
    fn learn(
        &mut self,
        form: &F,
        run: &[PendingGame<Steps<F>>],
        lambda: f32,
        values: &mut Vec<f32>,
    ) {
        let (first, last) = (&run[0], &run[run.len() - 1]);
        let (steps, range) = (&first.lessons.steps, first.steps().start..last.steps().end);
        self.sums.clear();
        form.forward(steps, range.clone(), &mut self.trace, &mut self.sums);
        self.errors.clear();
        let mut at = 0;
        for waiting in run {
            let positions = waiting.game.material.len();
            let has_mirror = !waiting.game.mirror.is_empty();
            for sign in if has_mirror { &[1.0, -1.0][..] } else { &[1.0] } {
                let squashed =
                    self.sums[at..at + positions].iter().map(|&sum| form.activation(sum));
                let (own, slopes): (Vec<f32>, Vec<f32>) = squashed.unzip();
                game_errors(
                    &own,
                    waiting.hints(),
                    *sign,
                    sign * waiting.game.outcome,
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
        form.backward(steps, range, &mut self.trace, &self.errors, &mut self.gradient);
    }
}
