//! An arm with a seed, from its first weights to its last.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use super::super::lab::{Context, LabError};
use super::arm::{
    Amount, ArmOpponent, ArmStart, FromPlaySize, Play, PlayArm, Shape, Start, WeightSource,
};
use super::rows::Learned;
use crate::arena::PlayError;
use crate::arena::dxp::player::DxpTerms;
use crate::arena::play::online_learner::PastGame;
use crate::arena::play::openings::{BallotLength, Opening, ballots};
use crate::arena::play::time_control::MoveLimits;
use crate::arena::tournament::spec::{PlayerConfig, PlayerSpec};
use crate::board::Color;
use crate::learning::{
    self, HeldOut, Hyperparams, Intervals, LearnError, PdnFiles, ResumePoint, Snapshot, TdErrors,
    TdLeafConfig, TdVariant, fit,
};
use crate::models::nnue::{Nnue, NnueSettings};
use crate::models::patterns::{PatternSettings, Patterns};
use crate::models::{Model, ModelSettings, REFERENCE, WeightsFile, file};
use crate::player::{Budget, Engine, Evaluation, Options, Points, StopFlag};
use crate::selfplay::{
    self, Checkpoint, Event, MeasureConfig, Opponent, ReplayTrainer, SelfPlayConfig, SelfPlayError,
    SelfPlayResult, StartPositions, TrainingState,
};

pub(super) const ENDING: &str = "safetensors";

/// The training of an arm with a seed, with the figures of other arms.
#[derive(Clone, Copy)]
pub(super) struct TrainJob<'a> {
    pub context: &'a Context,
    pub scale: &'a FromPlaySize,
    pub arm: &'a PlayArm,
    pub seed: u64,
    pub known: &'a [Learned],
}

/// Trains an arm, keeps its weights, and returns its figures.
pub(super) fn train(job: TrainJob<'_>) -> Result<Learned, LabError> {
    match job.arm.shape {
        Shape::Patterns => job.train::<Patterns>(PatternSettings::default()),
        Shape::Nnue => job.train::<Nnue>(NnueSettings::default()),
    }
}

impl TrainJob<'_> {
    fn train<F: Model>(self, settings: F::Settings) -> Result<Learned, LabError> {
        let settings = settings.check()?;
        let trained = match &self.arm.source {
            WeightSource::Play(play) => self.play::<F>(play, settings),
            WeightSource::Watch { rule, games } => self.watch::<F>(*rule, *games, settings),
            WeightSource::Database(amount) => self.read::<F>(amount, settings),
        };
        match trained {
            Ok((model, learned)) => {
                let card = json!({ "arm": self.arm, "seed": self.seed });
                let path = self.weights(&self.arm.name);
                file::write(&path, &model, &self.context.program, card)?;
                let suite = self.suite(&Evaluation::of(model))?;
                Ok(Learned { suite, ..learned })
            }
            Err(LabError::Practice(SelfPlayError::Diverged { .. }))
            | Err(LabError::Learn(LearnError::Diverged { .. })) => {
                Ok(Learned { diverged: true, ..self.nothing() })
            }
            Err(error) => Err(error),
        }
    }

    fn suite(&self, evaluation: &Evaluation) -> Result<Option<f64>, LabError> {
        let Some(suite) = &self.context.suite else { return Ok(None) };
        let options = Options { hash_mb: 1, ..Options::default() };
        let mut engine = Engine::new(evaluation, &options).map_err(PlayError::from)?;
        let budget = Budget::of_nodes(self.scale.match_nodes);
        let mut total = Points::default();
        suite.points(&mut engine, &budget).values().for_each(|points| total += *points);
        Ok(Some(total.won as f64 / total.most.max(1) as f64))
    }

    /// The file of the weights of an arm with this seed.
    fn weights(&self, arm: &str) -> PathBuf {
        self.context.weights(arm, self.seed, ENDING)
    }

    fn nothing(&self) -> Learned {
        Learned { arm: self.arm.name.clone(), seed: self.seed, ..Learned::default() }
    }

    /// What another arm with this seed came to.
    fn other(&self, name: &str) -> Option<&Learned> {
        self.known.iter().find(|row| row.arm == name && row.seed == self.seed)
    }

    fn play<F: Model>(self, play: &Play, settings: F::Settings) -> Result<(F, Learned), LabError> {
        let first = self.first::<F>(&play.start, &settings)?;
        // An evaluation that was learned elsewhere may have other windows.
        let settings = first.with_stored_context(settings);
        let settings = match play.rates {
            Some([rate, rest]) => settings.with_learning_rate(rate, Some(rest)),
            None => settings,
        };
        let mut learned = self.nothing();
        let mut distinct = HashSet::new();
        let mut saved = Checkpoint::first(first);
        for (lambda, games) in parts(play) {
            let course = self.course(play, lambda, games)?;
            let record = TrainingState::new(course.settings(), course.opponents.len());
            let trained = self_play(&course, &settings, (saved, record), &mut |game| {
                _ = distinct.insert(game)
            })?;
            add(&mut learned, &trained.state);
            saved = trained.checkpoint;
        }
        learned.distinct = Some(distinct.len() as u64);
        Ok((saved.model, learned))
    }

    fn first<F: Model>(&self, start: &Start, settings: &F::Settings) -> Result<F, LabError> {
        Ok(match start {
            Start::Material => F::of_material(settings, self.seed)?,
            Start::Random => F::first(settings, self.seed),
            Start::Equal => equal(F::of_material(settings, self.seed)?),
            Start::Arm(name) => file::read::<F>(&self.weights(name))?.0,
            Start::Reference => WeightsFile::read(Path::new(REFERENCE))?.model::<F>()?,
        })
    }

    fn course(&self, play: &Play, lambda: f32, games: u64) -> Result<SelfPlayConfig, LabError> {
        let opponents: Vec<Opponent> =
            play.against.iter().map(|opponent| self.opponent(opponent)).collect();
        let openings = match play.beginning {
            ArmStart::Start => vec![Opening::empty()],
            ArmStart::Ballots => ballots(BallotLength::Three),
            ArmStart::Database => self.context.positions()?.to_vec(),
        };
        let starts =
            StartPositions::new(openings, play.random_plies).map_err(SelfPlayError::Settings)?;
        Ok(SelfPlayConfig {
            variant: play.rule,
            td: practice(play, lambda),
            games,
            batch_games: play.update,
            final_rate: 1.0,
            seed: self.seed,
            limits: move_limits(play.rule, self.nodes(play)),
            start_positions: starts,
            random_moves: play.random_moves,
            plies: play.plies,
            opponent_identities: vec![String::new(); opponents.len()],
            opponents,
            matching: play.matching,
            past_interval: u64::MAX,
            past_dir: self.context.nets.join("past"),
            player_config: self.player_config(play.table),
            workers: 1,
            measure: self.measuring(play),
        })
    }

    /// Where nothing is drawn, seeds would not differ: each has another number of nodes, by one.
    fn nodes(&self, play: &Play) -> u64 {
        let is_drawn = play.beginning != ArmStart::Start;
        play.nodes + if is_drawn { 0 } else { self.seed % 16 }
    }

    fn opponent(&self, opponent: &ArmOpponent) -> Opponent {
        match opponent {
            ArmOpponent::Itself => Opponent::Itself,
            ArmOpponent::Material => PlayerSpec::own("material").into(),
            ArmOpponent::Reference => PlayerSpec::own("reference").into(),
            ArmOpponent::Arm(name) => self.net(name).into(),
        }
    }

    fn net(&self, arm: &str) -> PlayerSpec {
        PlayerSpec::own(&self.weights(arm).to_string_lossy())
    }

    fn player_config(&self, table: usize) -> PlayerConfig {
        let options = Options { hash_mb: table, ..Options::default() };
        PlayerConfig::new(options, DxpTerms::new(&self.context.program))
    }

    fn measuring(&self, play: &Play) -> MeasureConfig {
        let scale = self.scale;
        let is_server = play.games <= 2 * scale.server_games;
        MeasureConfig {
            every: if is_server { scale.server_games.div_ceil(11) } else { play.games.div_ceil(3) },
            games: scale.measure_games,
            anchors: vec![PlayerSpec::own("material"), self.net(super::ANCHOR)],
            openings: ballots(BallotLength::Two),
        }
    }

    fn watch<F: Model>(
        self,
        rule: TdVariant,
        games: u64,
        settings: F::Settings,
    ) -> Result<(F, Learned), LabError> {
        let recorded = self.context.recorded(3 * self.scale.games)?;
        let first = Checkpoint::first(F::of_material(&settings, self.seed)?);
        let nodes = if rule.evaluates_leaves() { self.scale.nodes } else { 1 };
        let practice = practice(&Play::plain(games, nodes), 0.7);
        let mut reviewer =
            ReplayTrainer::new(first, &settings, practice, nodes, 0).with_variant(rule);
        let options = Options { hash_mb: 1, ..Options::default() };
        let mut learned = Learned { games, ..self.nothing() };
        // Every seed learns other games.
        let place = self.seed.wrapping_mul(games) as usize % recorded.len();
        for game in recorded.iter().cycle().skip(place).take(games as usize) {
            for ours in Color::ALL {
                let (start, moves, outcome) = (&game.start, &game.moves[..], Some(game.outcome));
                let past = PastGame { start, moves, ours, outcome };
                learned.positions += reviewer.learn(&past, &options)?.judged;
            }
            learned.plies += game.moves.len() as u64;
        }
        learned.nodes = learned.positions * nodes;
        Ok((reviewer.checkpoint().model, learned))
    }

    fn read<F: Model>(
        self,
        amount: &Amount,
        settings: F::Settings,
    ) -> Result<(F, Learned), LabError> {
        let (games, epochs) = self.amount(amount);
        let model = settings.clone();
        let hyperparams =
            Hyperparams { games, epochs, seed: self.seed, ..Hyperparams::of(model) }.check()?;
        let first = F::first(&hyperparams.model, self.seed);
        let from = Snapshot { model: first, place: ResumePoint::default() };
        let files = self.context.files_of(self.seed);
        let source = PdnFiles { files: &files, threads: 1 };
        let never = Intervals { checkpoint: Duration::MAX, curve: u64::MAX };
        let trained = fit(&source, &hyperparams, from, never, &mut |_: learning::Event<'_, F>| {
            ControlFlow::Continue(())
        })?;
        let passes = u64::from(epochs);
        let learned = Learned {
            games: trained.census.games * passes,
            positions: trained.census.kept * passes,
            ..self.nothing()
        };
        Ok((trained.snapshot.model, learned))
    }

    /// Games to read, 0 for all, and how often.
    fn amount(&self, amount: &Amount) -> (u64, u32) {
        match amount {
            Amount::Games(games) => (*games, 1),
            Amount::Passes(passes) => (0, *passes),
            Amount::Positions { of, share } => {
                let positions = self.other(of).map_or(0, |row| row.positions) as f64 * share;
                let a_game = self
                    .other(super::ANCHOR)
                    .map_or(1.0, |row| row.positions.max(1) as f64 / row.games.max(1) as f64);
                (((positions / a_game).round() as u64).max(1), 1)
            }
        }
    }
}

/// The parts of a run: λ and games of each.
fn parts(play: &Play) -> Vec<(f32, u64)> {
    let half = play.games / 2;
    if play.is_early {
        vec![(1.0, half), (play.lambda, play.games - half)]
    } else {
        vec![(play.lambda, play.games)]
    }
}

fn self_play<F: Model>(
    course: &SelfPlayConfig,
    settings: &F::Settings,
    from: (Checkpoint<F>, TrainingState),
    on_game: &mut dyn FnMut(u64),
) -> Result<SelfPlayResult<F>, LabError> {
    let watch = &mut |event: Event<'_, F>| {
        if let Event::Learned(game) = event {
            on_game(game);
        }
        ControlFlow::Continue(())
    };
    let (never, stop) = (Duration::MAX, StopFlag::new());
    Ok(selfplay::train(course, settings, from, &HeldOut::default(), never, &stop, watch)?)
}

/// Adds a part of a run to what the parts before came to.
fn add(learned: &mut Learned, record: &TrainingState) {
    let (before, totals) = (learned.games, &record.totals);
    learned.games += record.games;
    learned.positions += totals.trajectories.judged + totals.trajectories.known;
    learned.nodes += totals.search.nodes;
    learned.plies += totals.plies;
    learned.mean_value = totals.trajectories.mean_value();
    learned.rating = Some(record.rating_lead());
    let skipped = usize::from(before > 0);
    let curve = record.curve.iter().skip(skipped).cloned();
    learned.curve.extend(curve.map(|mut point| {
        point.games += before;
        point
    }));
}

/// Every parameter is what a man is worth.
fn equal<F: Model>(mut model: F) -> F {
    model.groups_mut().into_iter().for_each(|weights| weights.fill(F::MAN));
    model.tie_weights();
    model
}

fn practice(play: &Play, lambda: f32) -> TdLeafConfig {
    let is_warm_start = matches!(play.start, Start::Arm(_) | Start::Reference);
    TdLeafConfig {
        td_errors: TdErrors { lambda, unearned: play.blunders, last: play.last },
        // What has learned from a database has a scale of its own.
        scale: if is_warm_start {
            learning::ValueTransform::Own
        } else {
            learning::ValueTransform::KNIGHTCAP
        },
        loss: play.loss,
        method: play.method,
        fix_man: false,
    }
}

fn move_limits(rule: TdVariant, nodes: u64) -> MoveLimits {
    match rule.searches() {
        true => MoveLimits { nodes: Some(nodes), ..MoveLimits::default() },
        false => MoveLimits { depth: Some(1), ..MoveLimits::default() },
    }
}
