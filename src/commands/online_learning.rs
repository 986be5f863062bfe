//! `--learn` and `--fill-book`: an engine that learns from every game played against it, and saves its weights.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::PROGRAM;
use super::args::inputs::check_zstd;
use super::args::model::of_known_kind;
use super::args::overwrite::Overwrite;
use super::book_recorder::BookRecorder;
use super::flags::engine::{EngineFlags, PlayerFlags};
use crate::arena::play::online_learner::{OnlineLearner, PastGame};
use crate::learning::{
    Hyperparams, Loss, OptimiserKind, TdErrors, TdLeafConfig, Training, ValueTransform,
};
use crate::lock::Lock;
use crate::models::patterns::{PatternSettings, Patterns};
use crate::models::{Model, ModelSettings, Visitor, WeightsFile, file};
use crate::player::{Engine, Evaluation, Options};
use crate::selfplay::{Checkpoint, ReplayTrainer};

/// Flags of an engine that learns.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct OnlineLearnFlags {
    /// Learn by TDLeaf(λ) from every game that is played to its end: play with the weights of this file, or begin it with those
    /// of --net, and write it after each game
    #[arg(long, value_name = "FILE")]
    learn: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Nodes of each search when a game is gone through
    #[arg(long, value_name = "N", default_value_t = 2000, requires = "learn", value_parser = clap::value_parser!(u64).range(1..))]
    learn_nodes: u64,
    /// Learning rate of the weights [default: that of the file]
    #[arg(long, alias = "learn-rate", value_name = "X", requires = "learn")]
    lr: Option<f64>,
    /// Write every game that is played to a result into the book, which need not be there yet, and play from it as it then is
    #[arg(long, requires = "book")]
    fill_book: bool,
}

/// The learning settings of a file, and its games.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct LearnerState {
    #[serde(rename = "practice")]
    td_leaf: TdLeafConfig,
    games: u64,
}

/// The key of the state in the card.
const STATE: &str = "studies";

/// KnightCap's λ; values as the model has them, unless it starts from material.
fn default_td_leaf(scale: ValueTransform) -> TdLeafConfig {
    let td_errors = TdErrors { lambda: 0.7, ..TdErrors::default() };
    TdLeafConfig { td_errors, scale, loss: Loss::L2, method: OptimiserKind::Plain, fix_man: false }
}

impl OnlineLearnFlags {
    /// The player's flags with the learning file in place of its network, and the learner; its files exist from now on.
    pub(crate) fn learner(
        &self,
        player: &PlayerFlags,
    ) -> Result<(PlayerFlags, Option<Box<dyn OnlineLearner>>)> {
        if let Some(path) = &self.learn {
            check_zstd(path, "--learn")?;
        }
        let (engine, learner) = self.weights_learner(&player.engine)?;
        let player = PlayerFlags { engine, ..player.clone() };
        let Some(book) = player.book.as_deref().filter(|_| self.fill_book) else {
            return Ok((player, learner));
        };
        check_zstd(book, "--fill-book --book")?;
        let recorder = BookRecorder::open(book, player.engine.net(), learner);
        let recorder = recorder.with_context(|| format!("--fill-book {}", book.display()))?;
        Ok((player, Some(Box::new(recorder))))
    }

    fn weights_learner(
        &self,
        engine: &EngineFlags,
    ) -> Result<(EngineFlags, Option<Box<dyn OnlineLearner>>)> {
        let Some(path) = &self.learn else { return Ok((engine.clone(), None)) };
        let learner = self.open(path, engine.net());
        let learner = learner.with_context(|| format!("--learn {}", path.display()))?;
        let net = Some(path.to_string_lossy().into_owned());
        Ok((EngineFlags { net, ..engine.clone() }, Some(learner)))
    }

    fn open(&self, path: &Path, net: &str) -> Result<Box<dyn OnlineLearner>> {
        let lock = Lock::on(path)?;
        let from = if path.exists() { path } else { Path::new(net) };
        if from.as_os_str() == Evaluation::MATERIAL {
            let settings = PatternSettings::default();
            let model = Patterns::of_material(&settings, 1).map_err(|error| anyhow!(error))?;
            let training = Training::planned(&Hyperparams::of(settings).check()?, Vec::new(), None);
            let state =
                LearnerState { td_leaf: default_td_leaf(ValueTransform::KNIGHTCAP), games: 0 };
            return self.begin(path, lock, Checkpoint::first(model), training, state);
        }
        let file = WeightsFile::read(from)?;
        let is_own = || file.card().training.get(STATE).is_some();
        if from == path {
            let remedy = "it does not come from --learn, and would be changed; name a new file, and this one with --net, or give --force";
            self.overwrite.check("--learn", path, is_own).map_err(|_| anyhow!(remedy))?;
        }
        let kind = file.card().kind.clone();
        of_known_kind(from, &kind, Opening { flags: self, path, lock, file })?
    }

    fn begin<F: Model>(
        &self,
        path: &Path,
        lock: Lock,
        saved: Checkpoint<F>,
        mut training: Training<F::Settings>,
        state: LearnerState,
    ) -> Result<Box<dyn OnlineLearner>> {
        let settings = &mut training.hyperparams.model;
        if let Some(lr) = self.lr {
            *settings = settings.clone().with_learning_rate(lr, None);
        }
        let LearnerState { td_leaf, games } = state;
        let trainer = ReplayTrainer::new(saved, settings, td_leaf, self.learn_nodes, games);
        let card = training.card();
        let learner = OnlineTrainer { trainer, td_leaf, card, path: path.into(), _lock: lock };
        learner.save()?;
        Ok(Box::new(learner))
    }
}

/// A file, to be opened as the model its card names.
struct Opening<'a> {
    flags: &'a OnlineLearnFlags,
    path: &'a Path,
    lock: Lock,
    file: WeightsFile,
}

impl Visitor for Opening<'_> {
    type Out = Result<Box<dyn OnlineLearner>>;

    fn visit<F: Model>(self) -> Result<Box<dyn OnlineLearner>> {
        let mut saved = Checkpoint::<F>::read(&self.file)?;
        let mut training = Training::of(self.file.card(), &saved.model)?;
        let settings = training.hyperparams.model.by_plain_steps();
        saved.model = saved.model.warm_start(&settings).map_err(|error| anyhow!(error))?;
        training.hyperparams.model = settings;
        let state = self.file.card().training.get(STATE).cloned();
        let state = state.map(serde_json::from_value).transpose()?;
        let fresh = || LearnerState { td_leaf: default_td_leaf(ValueTransform::Own), games: 0 };
        let state = state.unwrap_or_else(fresh);
        self.flags.begin(self.path, self.lock, saved, training, state)
    }
}

/// Trains on each game and saves the weights.
struct OnlineTrainer<F: Model> {
    trainer: ReplayTrainer<F>,
    td_leaf: TdLeafConfig,
    /// The card without the state.
    card: Value,
    path: PathBuf,
    _lock: Lock,
}

impl<F: Model> OnlineTrainer<F> {
    fn save(&self) -> Result<()> {
        let mut card = self.card.clone();
        card[STATE] = json!(LearnerState { td_leaf: self.td_leaf, games: self.trainer.games() });
        Ok(file::write(&self.path, &self.trainer.checkpoint(), PROGRAM, card)?)
    }
}

impl<F: Model> OnlineLearner for OnlineTrainer<F>
where
    ReplayTrainer<F>: Send,
{
    fn learn(&mut self, game: &PastGame<'_>, options: &Options) -> Result<Engine, String> {
        self.trainer.learn(game, options).map_err(|error| error.to_string())?;
        self.save().map_err(|error| format!("{error:#}"))?;
        let engine = Engine::new(&self.trainer.evaluation(), options);
        engine.map_err(|error| error.to_string())
    }
}
