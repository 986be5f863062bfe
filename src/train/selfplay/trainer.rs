//! A run: games with the present weights, one update for them, a report from time to time, and again.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use serde_json::json;

use super::checkpoint::{Checkpoint, Totals, TrainingState};
use super::config::SelfPlayConfig;
use super::error::SelfPlayError;
use super::evaluation::{self, Measurement, OpponentResults};
use super::opponent_pool::Opponent;
use super::rollout::{self, GameOpponent, Job, Rollout, RolloutGame, RolloutOutcome};
use crate::arena::play::random::game_seed;
use crate::board::Position;
use crate::game::GameResult;
use crate::learning::{HeldOut, Optimiser, TdLeafLearner, TrajectoryStats, worth_of_a_man};
use crate::models::{Model, ModelSettings, file};
use crate::player::{Evaluation, StopFlag};

/// Failed games in a row after which a run gives up.
const MAX_FAILED_GAMES: u64 = 20;
/// The most checkpoints that are kept as opponents; the oldest goes.
const MAX_PAST: usize = 8;
/// Positions over which the value of a man is averaged.
const MAX_PROBES: usize = 100;
/// Games between two reports.
const PROGRESS_INTERVAL: u64 = 100;

/// A report on a run.
#[derive(Clone, Debug, Serialize)]
pub struct Progress {
    /// Games so far.
    pub games: u64,
    /// Games played by this process.
    pub played: u64,
    /// Time since this process began.
    pub seconds: f64,
    /// Totals over all games.
    pub totals: Totals,
    /// The trajectories since the last report.
    #[serde(rename = "chains")]
    pub(crate) trajectories: TrajectoryStats,
    /// The mean value for the learner since the last report.
    pub mean_value: Option<f64>,
    /// The mean squared difference of values and results since the last report.
    pub error: Option<f64>,
    /// The mean loss of value when a man is taken off the board.
    #[serde(rename = "man")]
    pub man_value: Option<f64>,
}

/// An event of a run.
#[derive(Debug)]
pub enum Event<'a, F> {
    /// The number of games so far.
    Games(u64),
    /// A report is due.
    Progress(&'a Progress),
    /// The weights were measured.
    Measured(&'a Measurement),
    /// A game was learned from; games with the same hash have the same opening and moves.
    Learned(u64),
    /// A game failed for this reason.
    Failed(&'a str),
    /// A checkpoint is due.
    Checkpoint(&'a Checkpoint<F>, &'a TrainingState),
}

/// Receives every event, and may break the run off.
type Watch<'a, F> = &'a mut dyn FnMut(Event<'_, F>) -> ControlFlow<()>;

/// The result of a run.
#[derive(Clone, Debug)]
pub struct SelfPlayResult<F> {
    /// The weights.
    pub checkpoint: Checkpoint<F>,
    /// Its state.
    pub state: TrainingState,
    /// Whether it was broken off.
    pub interrupted: bool,
}

struct Trainer<'a, F: Model> {
    config: &'a SelfPlayConfig,
    settings: &'a F::Settings,
    learner: TdLeafLearner<F>,
    state: TrainingState,
    past: Vec<Evaluation>,
    held_out: &'a HeldOut,
    /// Positions of the last update.
    probes: Vec<Position>,
    recent: TrajectoryStats,
    began: Instant,
    saved: Instant,
    /// Games before this process.
    first: u64,
}

/// Learns by playing, from a checkpoint and its state on, until all games are played or `watch` breaks the run off.
///
/// With fixed nodes or depth and opponents of our own, the weights depend only on configuration, settings and start: not on the number
/// of threads, nor on when the run was interrupted.
///
/// # Errors
/// A player that cannot be made, weights that turn into no numbers, opponents that never finish a game.
pub fn train<F: Model>(
    config: &SelfPlayConfig,
    settings: &F::Settings,
    (from, state): (Checkpoint<F>, TrainingState),
    held_out: &HeldOut,
    checkpoint: Duration,
    stop: &StopFlag,
    watch: Watch<'_, F>,
) -> Result<SelfPlayResult<F>, SelfPlayError> {
    config.check()?;
    let mut run = Trainer::new(config, settings, from, state, held_out)?;
    let mut rollouts: Vec<Rollout<'_>> =
        (0..config.threads.max(1)).map(|_| Rollout::new(config, stop)).collect();
    let mut is_broken_off = false;
    if run.state.games == 0 && run.state.curve.is_empty() && config.eval.every > 0 {
        is_broken_off = run.measure(&mut rollouts, stop, watch)?.is_break();
    }
    while run.state.games < config.games && !is_broken_off {
        is_broken_off = run.batch(&mut rollouts, watch)?.is_break();
        is_broken_off = is_broken_off || run.report(&mut rollouts, stop, watch)?.is_break();
        if run.saved.elapsed() >= checkpoint && !is_broken_off {
            is_broken_off = run.save(watch)?.is_break();
        }
    }
    run.check()?;
    let checkpoint = run.checkpoint();
    let interrupted = run.state.games < config.games;
    Ok(SelfPlayResult { checkpoint, state: run.state, interrupted })
}

impl<'a, F: Model> Trainer<'a, F> {
    fn new(
        config: &'a SelfPlayConfig,
        settings: &'a F::Settings,
        from: Checkpoint<F>,
        state: TrainingState,
        held_out: &'a HeldOut,
    ) -> Result<Trainer<'a, F>, SelfPlayError> {
        let (all, rated) = (config.opponents.len(), state.ratings.len());
        if rated != all || state.recent_results.len() > all {
            let text = format!(
                "the checkpoint counts games against {rated} opponents, this run has {all}; leave --resume out"
            );
            return Err(SelfPlayError::Settings(text));
        }
        let fresh = Optimiser::new(config.td.method, from.model.padded_len());
        let [squares, means] = from.moments;
        let optimiser = fresh.remembering(squares, means, state.updates);
        let past = state.past.iter().map(|games| reopened(config, *games));
        Ok(Trainer {
            past: past.collect::<Result<_, _>>()?,
            learner: TdLeafLearner::new(from.model, settings, config.td, optimiser),
            config,
            settings,
            first: state.games,
            state,
            held_out,
            probes: Vec::new(),
            recent: TrajectoryStats::default(),
            began: Instant::now(),
            saved: Instant::now(),
        })
    }

    fn evaluation(&self) -> Evaluation {
        Evaluation::of(self.learner.model().clone())
    }

    /// Plays the games of one update and makes the update. Broken off, they leave no trace.
    fn batch(
        &mut self,
        rollouts: &mut [Rollout<'_>],
        watch: Watch<'_, F>,
    ) -> Result<ControlFlow<()>, SelfPlayError> {
        let config = self.config;
        let end = (self.state.games / config.batch_games + 1) * config.batch_games;
        let jobs: Vec<(Job, usize)> =
            (self.state.games..end.min(config.games)).map(|number| self.job(number)).collect();
        let evaluation = self.evaluation();
        let outcomes = rollout::play_all(rollouts, &jobs, &evaluation)?;
        if outcomes.iter().any(|outcome| matches!(outcome, RolloutOutcome::Interrupted)) {
            return Ok(ControlFlow::Break(()));
        }
        self.learner.set_rates(self.settings.rates(config.rate_factor(self.state.games)));
        self.probes.clear();
        let mut is_broken_off = false;
        for (outcome, (_, opponent)) in outcomes.into_iter().zip(&jobs) {
            match outcome {
                RolloutOutcome::Finished(game) => {
                    self.learn(&game, *opponent)?;
                    is_broken_off |= watch(Event::Learned(game.identity)).is_break();
                }
                RolloutOutcome::Failed(reason) => {
                    is_broken_off |= self.fail(&reason, watch)?.is_break()
                }
                RolloutOutcome::Interrupted => {}
            }
        }
        self.learner.update();
        self.state.games = end.min(config.games);
        self.state.updates = self.learner.optimiser().updates();
        // Part of the update: a run broken off after it has kept its opponent.
        if self.config.opponents.contains(&Opponent::Past) && self.crossed(self.config.past_every) {
            self.keep_as_opponent()?;
        }
        Ok(if is_broken_off {
            ControlFlow::Break(())
        } else {
            watch(Event::Games(self.state.games))
        })
    }

    /// The game of this number, and the index of its opponent.
    fn job(&self, number: u64) -> (Job, usize) {
        let (config, ratings) = (self.config, &self.state.ratings);
        let seed = game_seed(config.seed, number);
        // The opening is drawn by the seed itself.
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(!seed);
        let index = ratings.choose(config.matching, &mut rng);
        let opponent = match &config.opponents[index] {
            Opponent::Itself => GameOpponent::Itself,
            Opponent::Past if self.past.is_empty() => GameOpponent::Itself,
            Opponent::Past => {
                GameOpponent::Frozen(self.past[(seed >> 32) as usize % self.past.len()].clone())
            }
            Opponent::Player(entrant) => GameOpponent::Player(entrant.player.clone()),
        };
        (Job { number, opponent, meets_weaker: ratings.rating_lead(index) < 0.0 }, index)
    }

    fn learn(&mut self, game: &RolloutGame, opponent: usize) -> Result<(), SelfPlayError> {
        let totals = &mut self.state.totals;
        self.state.failed_in_a_row = 0;
        totals.learned += 1;
        totals.plies += game.plies;
        totals.search.add(&game.search);
        for (count, result) in
            totals.results.iter_mut().zip([GameResult::White, GameResult::Draw, GameResult::Black])
        {
            *count += u64::from(result == game.result);
        }
        if let Some(score) = game.score {
            totals.learner[score.half_points()] += 1;
            self.state.recent_results.resize(self.config.opponents.len(), [0; 3]);
            self.state.recent_results[opponent][score.half_points()] += 1;
            self.state.ratings.add(opponent, score);
            let others = self.config.opponents.iter().enumerate();
            for (itself, _) in others.filter(|(_, other)| **other == Opponent::Itself) {
                self.state.ratings.set_equal(itself);
            }
        }
        for trajectory in &game.trajectories {
            let stats = self.learner.take(trajectory);
            if !(stats.value + stats.squared).is_finite() {
                return Err(self.diverged());
            }
            self.state.totals.trajectories.add(&stats);
            self.recent.add(&stats);
            let free = MAX_PROBES.saturating_sub(self.probes.len());
            self.probes.extend(trajectory.transitions.iter().map(|link| link.position).take(free));
        }
        Ok(())
    }

    fn fail(
        &mut self,
        reason: &str,
        watch: Watch<'_, F>,
    ) -> Result<ControlFlow<()>, SelfPlayError> {
        self.state.totals.failed += 1;
        self.state.failed_in_a_row += 1;
        let games = self.state.failed_in_a_row;
        if games >= MAX_FAILED_GAMES {
            return Err(SelfPlayError::NoFinishedGame { games, reason: reason.into() });
        }
        Ok(watch(Event::Failed(reason)))
    }

    /// Reports and measures after an update, when due.
    fn report(
        &mut self,
        rollouts: &mut [Rollout<'_>],
        stop: &StopFlag,
        watch: Watch<'_, F>,
    ) -> Result<ControlFlow<()>, SelfPlayError> {
        let games = self.state.games;
        let is_last = games >= self.config.games;
        if self.crossed(PROGRESS_INTERVAL) || is_last {
            let progress = self.progress();
            if watch(Event::Progress(&progress)).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        if self.crossed(self.config.eval.every) || is_last {
            return self.measure(rollouts, stop, watch);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Whether the last update has passed a multiple of `every` games.
    fn crossed(&self, every: u64) -> bool {
        let (games, update) = (self.state.games, self.config.batch_games);
        let before = (games - 1) / update * update;
        every > 0 && games / every > before / every
    }

    fn progress(&mut self) -> Progress {
        let trajectories = std::mem::take(&mut self.recent);
        Progress {
            games: self.state.games,
            played: self.state.games - self.first,
            seconds: self.began.elapsed().as_secs_f64(),
            totals: self.state.totals,
            mean_value: trajectories.mean_value(),
            error: trajectories.error(),
            trajectories,
            man_value: self.man_value(),
        }
    }

    fn man_value(&self) -> Option<f64> {
        let encoder = F::encoder(self.settings);
        let probes = self.probes.iter();
        let value = || worth_of_a_man(self.learner.model(), &encoder, probes);
        (!self.probes.is_empty()).then(value)
    }

    fn measure(
        &mut self,
        rollouts: &mut [Rollout<'_>],
        stop: &StopFlag,
        watch: Watch<'_, F>,
    ) -> Result<ControlFlow<()>, SelfPlayError> {
        let scores = evaluation::measure_strength(self.config, rollouts, &self.evaluation())?;
        if stop.is_stopped() {
            return Ok(ControlFlow::Break(()));
        }
        let held_out = evaluation::held_out_error(&mut self.learner, self.held_out);
        let games = self.state.games;
        let measurement = Measurement {
            games,
            scores,
            held_out,
            man_value: self.man_value(),
            opponents: self.opponent_results(),
        };
        let flow = watch(Event::Measured(&measurement));
        self.state.curve.push(measurement);
        Ok(flow)
    }

    /// Takes the results since the last measurement.
    fn opponent_results(&mut self) -> Vec<OpponentResults> {
        let recent = std::mem::take(&mut self.state.recent_results);
        let ratings = &self.state.ratings;
        let results_of = |(index, results): (usize, [u64; 3])| OpponentResults {
            opponent: self.config.opponents[index].short(),
            results,
            rating_lead: ratings.rating_lead(index),
        };
        let recent = recent.into_iter().enumerate().filter(|(_, results)| *results != [0; 3]);
        recent.map(results_of).collect()
    }

    /// Keeps the present weights as an opponent.
    fn keep_as_opponent(&mut self) -> Result<(), SelfPlayError> {
        self.check()?;
        let games = self.state.games;
        let path = past_file(self.config, games);
        let folder = std::fs::create_dir_all(&self.config.past_dir);
        folder.map_err(|reason| SelfPlayError::Settings(reason.to_string()))?;
        file::write(&path, self.learner.model(), "", json!({ "games": games }))?;
        self.past.push(self.evaluation());
        self.state.past.push(games);
        if self.past.len() > MAX_PAST {
            self.past.remove(0);
            self.state.past.remove(0);
        }
        Ok(())
    }

    fn save(&mut self, watch: Watch<'_, F>) -> Result<ControlFlow<()>, SelfPlayError> {
        self.check()?;
        self.saved = Instant::now();
        Ok(watch(Event::Checkpoint(&self.checkpoint(), &self.state)))
    }

    fn checkpoint(&self) -> Checkpoint<F> {
        Checkpoint::of(self.learner.model(), self.learner.optimiser())
    }

    /// The weights must be finite before they replace the last checkpoint.
    fn check(&self) -> Result<(), SelfPlayError> {
        if self.learner.model().is_sound() { Ok(()) } else { Err(self.diverged()) }
    }

    fn diverged(&self) -> SelfPlayError {
        SelfPlayError::Diverged { games: self.state.games }
    }
}

fn past_file(config: &SelfPlayConfig, games: u64) -> std::path::PathBuf {
    config.past_dir.join(format!("{games}.safetensors"))
}

fn reopened(config: &SelfPlayConfig, games: u64) -> Result<Evaluation, SelfPlayError> {
    let path = past_file(config, games);
    let opened = Evaluation::open(&path.to_string_lossy());
    Ok(opened.map_err(crate::arena::PlayError::from)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::dxp::player::DxpTerms;
    use crate::arena::play::openings::{BallotLength, ballots};
    use crate::arena::play::time_control::MoveLimits;
    use crate::arena::tournament::spec::PlayerConfig;
    use crate::learning::{Loss, OptimiserKind, TdErrors, TdLeafConfig, TdVariant, ValueTransform};
    use crate::models::Model;
    use crate::models::network::{NetworkModel, NetworkSettings};
    use crate::player::Options;
    use crate::selfplay::opponent_pool::Ratings;
    use crate::selfplay::{EvalConfig, Matching, StartPositions};

    fn config(past_dir: std::path::PathBuf) -> SelfPlayConfig {
        SelfPlayConfig {
            variant: TdVariant::Td,
            td: TdLeafConfig {
                td_errors: TdErrors::default(),
                scale: ValueTransform::Own,
                loss: Loss::default(),
                method: OptimiserKind::Plain,
                fix_man: false,
            },
            games: 8,
            batch_games: 2,
            lr_final: 1.0,
            seed: 1,
            limits: MoveLimits { depth: Some(1), ..MoveLimits::default() },
            start_positions: StartPositions::new(ballots(BallotLength::Two), 2).expect("ballots"),
            random_moves: 0.0,
            max_plies: Some(30),
            opponents: vec![Opponent::Itself, Opponent::Past],
            opponent_identities: vec![String::new(); 2],
            matching: Matching::default(),
            past_every: 4,
            past_dir,
            player_config: PlayerConfig::new(
                Options { hash_mb: 1, ..Options::default() },
                DxpTerms::new("test"),
            ),
            threads: 1,
            eval: EvalConfig { every: 0, games: 0, anchors: vec![], openings: vec![] },
        }
    }

    fn trained(
        config: &SelfPlayConfig,
        from: (Checkpoint<NetworkModel>, TrainingState),
        until: u64,
    ) -> SelfPlayResult<NetworkModel> {
        let (settings, stop) = (NetworkSettings::default(), StopFlag::default());
        let watch = &mut |event: Event<'_, NetworkModel>| match event {
            Event::Games(games) if games >= until => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let hour = Duration::from_secs(3600);
        train(config, &settings, from, &HeldOut::default(), hour, &stop, watch).expect("a run")
    }

    #[test]
    fn a_checkpoint_that_counts_games_against_other_opponents_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let config = config(folder.path().join("past"));
        let (settings, held_out) = (NetworkSettings::default(), HeldOut::default());
        let state = TrainingState::new(config.settings(), config.opponents.len());
        let more_rated = TrainingState { ratings: Ratings::new(3), ..state.clone() };
        let more_met = TrainingState { recent_results: vec![[1, 0, 0]; 3], ..state };
        for state in [more_rated, more_met] {
            let from = Checkpoint::first(NetworkModel::first(&settings, 1));
            let refused = Trainer::new(&config, &settings, from, state, &held_out);
            let error = refused.err().expect("three opponents").to_string();
            assert!(error.contains("leave --resume out"), "{error}");
        }
    }

    #[test]
    fn a_run_broken_off_where_an_opponent_is_due_keeps_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let config = config(folder.path().join("past"));
        let start = || {
            let model = NetworkModel::first(&NetworkSettings::default(), 1);
            (
                Checkpoint::first(model),
                TrainingState::new(config.settings(), config.opponents.len()),
            )
        };
        let straight = trained(&config, start(), u64::MAX);
        assert_eq!(straight.state.past, [4, 8]);
        let half = trained(&config, start(), 4);
        assert!(half.interrupted);
        assert_eq!(half.state.past, [4]);
        let whole = trained(&config, (half.checkpoint, half.state), u64::MAX);
        assert_eq!(whole.state.past, [4, 8]);
        assert!(whole.checkpoint == straight.checkpoint, "weights differ");
    }
}
