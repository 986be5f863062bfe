//! An arm with a seed, from its first weights to its last.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::json;

use super::super::lab::{Context, ExperimentSize, LabError, deep_error};
use super::arm::{ANCHOR, BUILT_IN, Begin, EQUAL, GameSource, PlayArm, PlayModel};
use super::learned::Learned;
use crate::arena::PlayError;
use crate::arena::play::online_learner::PastGame;
use crate::arena::play::openings::{BallotLength, Opening, ballots};
use crate::arena::tournament::spec::PlayerSpec;
use crate::board::Color;
use crate::learning::{self, HeldOut, Hyperparams, Intervals, LearnError, PdnFiles, Snapshot, fit};
use crate::models::nnue::Nnue;
use crate::models::patterns::Patterns;
use crate::models::{Model, ModelSettings, WeightsFile, file};
use crate::player::{Budget, Engine, Evaluation, Options, Points, StopFlag};
use crate::selfplay::{
    self, Checkpoint, Event, Opponent, ReplayTrainer, SelfPlayConfig, SelfPlayError,
    SelfPlayResult, StartPositions, TrainingState,
};

pub(crate) const ENDING: &str = "safetensors";

/// The training of an arm with a seed, with the figures of other arms.
#[derive(Clone, Copy)]
pub(crate) struct TrainJob<'a> {
    pub context: &'a Context,
    pub size: &'a ExperimentSize,
    /// Its name.
    pub name: &'a str,
    pub arm: &'a PlayArm,
    pub seed: u64,
    pub known: &'a [Learned],
}

/// Trains an arm, keeps its weights, and returns its figures.
pub(crate) fn train(job: TrainJob<'_>) -> Result<Learned, LabError> {
    match job.arm.model(&job.context.study)? {
        PlayModel::Nnue(settings) => job.train::<Nnue>(settings),
        PlayModel::Patterns(settings) => job.train::<Patterns>(settings),
    }
}

impl TrainJob<'_> {
    fn train<F: Model>(self, settings: F::Settings) -> Result<Learned, LabError> {
        let settings = settings.check()?;
        let trained = match self.arm.source {
            GameSource::Play => self.play::<F>(settings.clone()),
            GameSource::Watch => self.watch::<F>(settings.clone()),
            GameSource::Database => self.read::<F>(settings.clone()),
        };
        match trained {
            Ok((model, learned)) => {
                let card = json!({ "arm": self.arm, "seed": self.seed });
                let path = self.weights(self.name);
                file::write(&path, &model, &self.context.program, card)?;
                // First weights of another evaluation bring its windows.
                let deep = deep_error(self.context, &model, &model.with_stored_context(settings));
                let suite = self.suite(&Evaluation::of(model))?;
                Ok(Learned { suite, deep, ..learned })
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
        let budget = Budget::of_nodes(self.size.play.match_nodes);
        let mut total = Points::default();
        suite.points(&mut engine, &budget).values().for_each(|points| total += *points);
        Ok(Some(total.won as f64 / total.most.max(1) as f64))
    }

    /// The file of the weights of an arm with this seed.
    fn weights(&self, arm: &str) -> PathBuf {
        self.context.weights(arm, self.seed, ENDING)
    }

    fn nothing(&self) -> Learned {
        Learned { arm: self.name.into(), seed: self.seed, ..Learned::default() }
    }

    /// What another arm with this seed came to.
    fn other(&self, name: &str) -> Option<&Learned> {
        self.known.iter().find(|row| row.arm == name && row.seed == self.seed)
    }

    fn play<F: Model>(self, settings: F::Settings) -> Result<(F, Learned), LabError> {
        let first = self.first::<F>(&settings)?;
        // An evaluation that was learned elsewhere may have other windows.
        let settings = self.with_rates(first.with_stored_context(settings));
        let mut learned = self.nothing();
        let mut distinct = HashSet::new();
        let mut saved = Checkpoint::first(first);
        for (lambda, games) in self.parts() {
            let course = self.course(lambda, games)?;
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

    /// Settings with the learning rates of the arm, which take effect after the first weights.
    fn with_rates<S: ModelSettings>(&self, settings: S) -> S {
        let model = &self.arm.settings.model;
        match model.lr {
            Some(rate) => settings.with_learning_rate(rate, model.patterns.rest_lr),
            None => settings,
        }
    }

    /// The parts of a run: λ and games of each.
    fn parts(&self) -> Vec<(f64, u64)> {
        let (lambda, games) = (self.arm.settings.lambda, self.arm.settings.games);
        let half = games / 2;
        if self.arm.is_early {
            vec![(1.0, half), (lambda, games - half)]
        } else {
            vec![(lambda, games)]
        }
    }

    fn first<F: Model>(&self, settings: &F::Settings) -> Result<F, LabError> {
        Ok(match self.arm.settings.init.as_str() {
            "material" => F::of_material(settings, self.seed)?,
            "random" => F::first(settings, self.seed),
            EQUAL => equal(F::of_material(settings, self.seed)?),
            name if self.is_arm(name) => file::read::<F>(&self.weights(name))?.0,
            file => WeightsFile::read(&self.file(file))?.model::<F>()?,
        })
    }

    fn is_arm(&self, name: &str) -> bool {
        !BUILT_IN.contains(&name) && self.arm.needs.iter().any(|arm| arm == name)
    }

    /// The settings of self-play, with the players, beginnings and measurements of the study.
    fn course(&self, lambda: f64, games: u64) -> Result<SelfPlayConfig, LabError> {
        let own = &self.arm.settings;
        let opponents: Vec<Opponent> =
            own.against.iter().map(|name| self.opponent(name)).collect::<Result<_, _>>()?;
        let openings = match self.arm.begin {
            Begin::Start => vec![Opening::empty()],
            Begin::Ballots => ballots(BallotLength::Three),
            Begin::Database => self.context.positions()?.to_vec(),
        };
        let starts =
            StartPositions::new(openings, own.random_plies).map_err(SelfPlayError::Settings)?;
        let asked = self.arm.run_settings(self.size, self.seed, (lambda, games));
        let mut config =
            asked.self_play(&self.context.program, &mut |_| ControlFlow::Continue(()))?;
        if self.is_arm(ANCHOR) {
            config.eval.anchors.push(self.net(ANCHOR));
        }
        Ok(SelfPlayConfig {
            start_positions: starts,
            opponent_identities: vec![String::new(); opponents.len()],
            opponents,
            matching: own.matching,
            past_every: u64::MAX,
            past_dir: self.context.nets.join("past"),
            ..config
        })
    }

    fn opponent(&self, name: &str) -> Result<Opponent, LabError> {
        Ok(match name {
            "self" => Opponent::Itself,
            arm if self.is_arm(arm) => self.net(arm).into(),
            player => self.context.study.player(player)?.into(),
        })
    }

    /// The file of an evaluation that no arm learns.
    fn file(&self, net: &str) -> PathBuf {
        let net = net.strip_prefix("net:").unwrap_or(net);
        if net == Evaluation::REFERENCE { net.into() } else { self.context.study.file(net) }
    }

    fn net(&self, arm: &str) -> PlayerSpec {
        PlayerSpec::own(&self.weights(arm).to_string_lossy())
    }

    fn watch<F: Model>(self, settings: F::Settings) -> Result<(F, Learned), LabError> {
        let (games, rule) = (self.arm.settings.games, self.arm.settings.algorithm);
        let recorded = self.context.games_of(self.seed, games)?;
        let first = Checkpoint::first(F::of_material(&settings, self.seed)?);
        let settings = self.with_rates(settings);
        let nodes = if rule.evaluates_leaves() { self.size.nodes } else { 1 };
        let practice = self.course(self.arm.settings.lambda, games)?.td;
        let mut reviewer =
            ReplayTrainer::new(first, &settings, practice, nodes, 0).with_variant(rule);
        let options = Options { hash_mb: 1, ..Options::default() };
        let mut learned = Learned { games, ..self.nothing() };
        for game in &recorded {
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

    fn read<F: Model>(self, settings: F::Settings) -> Result<(F, Learned), LabError> {
        let (games, epochs) = self.amount();
        let model = self.with_rates(settings.clone());
        let hyperparams =
            Hyperparams { games, epochs, seed: self.seed, ..Hyperparams::of(model) }.check()?;
        let first = F::first(&settings, self.seed);
        let from = Snapshot::first(first);
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
    fn amount(&self) -> (u64, u32) {
        match (&self.arm.positions, self.arm.passes) {
            (Some((of, share)), _) => {
                let positions = self.other(of).map_or(0, |row| row.positions) as f64 * share;
                let a_game = self
                    .other(ANCHOR)
                    .map_or(1.0, |row| row.positions.max(1) as f64 / row.games.max(1) as f64);
                (((positions / a_game).round() as u64).max(1), 1)
            }
            (None, Some(passes)) => (0, passes),
            (None, None) => (self.arm.settings.games, 1),
        }
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
