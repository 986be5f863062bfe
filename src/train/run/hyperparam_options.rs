//! The settings that become [`Hyperparams`]: those of `learn`, and of the arms of a study.

use serde::{Deserialize, Serialize};

use super::error::RunError;
use super::game_options::{FilterOptions, GameOptions};
use super::model_options::{
    Given, ModelKind, ModelOptions, NetworkOptions, PatternOptions, ReadText, SeparatedOptions,
};
use super::recipe::Recipe;
use super::settings::{FormerNames, Settings, names};
use super::values::Switch;
#[cfg(feature = "clap")]
use super::words::{HIDDEN_OPTIMIZERS, OPTIMIZERS, TARGET_SOURCES, one_of};
use crate::dataset::UnequalShare;
use crate::learning::{Hyperparams, OptimiserKind, TargetSource};
use crate::models::ModelSettings;
use crate::models::network::NetworkSettings;
use crate::models::nnue::{HiddenOptimiser, NnueSettings};
use crate::models::patterns::PatternSettings;
use crate::models::separated::SeparatedSettings;

/// What is learned, and how, whatever the games and the seed; with the names of the flags of `learn`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct HyperparamOptions {
    /// The model.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub model: ModelOptions,
    /// What only networks of the paper have.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub network: NetworkOptions,
    /// λ of the return, 0 (next position) to 1 (result) [default: 0.9]
    #[cfg_attr(feature = "clap", arg(long, value_name = "X"))]
    pub lambda: Option<f64>,
    /// What the return is made of, beside the result
    #[cfg_attr(feature = "clap", arg(long, value_name = "WHAT", default_value = "values", value_parser = one_of::<TargetSource>(TARGET_SOURCES), hide_short_help = true))]
    pub target_source: TargetSource,
    /// How a gradient becomes a step, and with it the other defaults: those of the paper for sgd [default: adam for nn1 to nn5, sgd for
    /// others and with --paper; nnue has --hidden-optimizer]
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", value_parser = one_of::<OptimiserKind>(OPTIMIZERS)))]
    pub optimizer: Option<OptimiserKind>,
    /// Factor of all learning rates from each pass to the next, such as 0.5 [default: 1]
    #[cfg_attr(feature = "clap", arg(long, value_name = "X", hide_short_help = true))]
    pub lr_decay: Option<f64>,
    /// The share of the learning rates that is left at the end of the last pass; they fall linearly [default: 0.03; 1 with sgd for nn1 to nn5]
    #[cfg_attr(feature = "clap", arg(long, value_name = "X"))]
    pub lr_final: Option<f64>,
    /// Read all games into memory, about 200 bytes each, and learn them in another order each pass [default: on with adam]
    #[cfg_attr(
        feature = "clap",
        arg(long, value_enum, value_name = "WHEN", hide_short_help = true)
    )]
    pub shuffle: Option<Switch>,
    /// Nnue: the optimizer of the hidden layer [default: adam; sgd with --batch-games]
    #[cfg_attr(feature = "clap", arg(long, value_name = "HOW", value_parser = one_of::<HiddenOptimiser>(HIDDEN_OPTIMIZERS), hide_short_help = true))]
    pub hidden_optimizer: Option<HiddenOptimiser>,
    /// Learn each game with colours swapped as well [default: on; off for patterns and nnue, which are symmetric]
    #[cfg_attr(
        feature = "clap",
        arg(long, value_enum, value_name = "WHEN", hide_short_help = true)
    )]
    pub mirror: Option<Switch>,
    /// Passes over the games [default: with adam by the number of games, 10 for 5,000, 3 for 170,000; otherwise 1]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub epochs: Option<u32>,
    /// Games per weight update; with sgd it is the sum of their updates, and large batches need smaller learning rates. The weights do
    /// not depend on the number of threads [default: 8 with adam, otherwise 1]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub batch_games: Option<u32>,
    /// Leave out games, drawn by --seed, until of the positions with these numbers of pieces no larger share has unequal material: 26-40=0.01
    /// is what masters have. May be given for several ranges. The games are read into memory
    #[cfg_attr(feature = "clap", arg(long, value_name = "PIECES=SHARE", hide_short_help = true))]
    pub unequal_share: Option<Vec<UnequalShare>>,
    /// With --unequal-share: leave out more games, until wins, draws and losses have the shares that they have in all games
    #[cfg_attr(feature = "clap", arg(long, requires = "unequal_share", hide_short_help = true))]
    pub same_results: bool,
    /// Read at most this many games a pass
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..)))]
    pub games: Option<u64>,
    /// Share of the games held out [default: 0.1]
    #[cfg_attr(feature = "clap", arg(long, value_name = "X", hide_short_help = true))]
    pub holdout: Option<f64>,
    /// Which positions are left out.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub filter: FilterOptions,
    /// Which games are left out.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub selection: GameOptions,
}

/// Names that settings of models and of their training had in earlier releases.
pub(super) const FORMER: FormerNames = &[
    ("net", "model"),
    ("rate", "lr"),
    ("beta-rate", "beta-lr"),
    ("hidden-rate", "hidden-lr"),
    ("windows", "pattern-file"),
    ("rest-rate", "rest-lr"),
    ("squash", "output-activation"),
    ("apart", "feature-layers"),
    ("fall", "lr-final"),
];

impl Settings for HyperparamOptions {
    const FORMER: &'static [FormerNames] = &[
        FORMER,
        &[
            ("targets", "target-source"),
            ("decay", "lr-decay"),
            ("hidden-method", "hidden-optimizer"),
            // A setting of runs only.
            ("patience", "silence"),
            ("without", "drop-inputs"),
        ],
    ];

    fn tables() -> Vec<(&'static str, Vec<String>)> {
        vec![
            ("filter", names::<FilterOptions>()),
            ("selection", names::<GameOptions>()),
            ("patterns", names::<PatternOptions>()),
            ("separated", names::<SeparatedOptions>()),
        ]
    }
}

impl HyperparamOptions {
    /// The model that is trained.
    #[must_use]
    pub fn kind(&self) -> ModelKind {
        self.model.model.unwrap_or(ModelKind::Nn4)
    }

    /// What holds unless the user says otherwise.
    pub(super) fn recipe(&self) -> Recipe {
        let is_network =
            !matches!(self.kind(), ModelKind::Patterns | ModelKind::Nnue | ModelKind::Separated);
        let usual = match is_network && !self.network.paper {
            true => OptimiserKind::Adam,
            false => OptimiserKind::Plain,
        };
        Recipe::of(self.optimizer.unwrap_or(usual))
    }

    /// Whether steps are made of gradients, of many games or by an optimizer.
    pub(super) fn is_in_batches(&self) -> bool {
        let recipe = self.recipe();
        self.batch_games.unwrap_or(recipe.batch_games) > 1
            || recipe.optimizer != OptimiserKind::Plain
    }

    /// The settings of patterns, with this reader of pattern files.
    ///
    /// # Errors
    /// A setting that only other models have, or a pattern file that cannot be read.
    pub fn patterns(&self, read: ReadText<'_>) -> Result<PatternSettings, RunError> {
        self.model.patterns(&Given::of(self), read)
    }

    /// The settings of patterns with a hidden layer, with this reader of pattern files.
    ///
    /// # Errors
    /// As [`HyperparamOptions::patterns`], and an optimizer that makes no batches.
    pub fn nnue(&self, read: ReadText<'_>) -> Result<NnueSettings, RunError> {
        let usual =
            if self.is_in_batches() { HiddenOptimiser::Plain } else { HiddenOptimiser::Adam };
        let optimizer = self.hidden_optimizer.unwrap_or(usual);
        let settings = self.model.nnue(&Given::of(self), optimizer, read)?;
        if self.is_in_batches() && optimizer == HiddenOptimiser::Adam {
            let text = "adam makes a step after every game; leave out it or --batch-games".into();
            return Err(RunError::Refused { setting: Some("hidden-optimizer"), text });
        }
        Ok(settings)
    }

    /// The settings of a separated network.
    ///
    /// # Errors
    /// A setting that only other models have.
    pub fn separated(&self) -> Result<SeparatedSettings, RunError> {
        self.model.separated(&Given::of(self), &self.network)
    }

    /// The settings of a network of the paper.
    ///
    /// # Errors
    /// A setting that only other models have, or a catalogue of one's own that cannot be read.
    pub fn network(&self) -> Result<NetworkSettings, RunError> {
        let settings = self.model.network(&Given::of(self), &self.network)?;
        let Recipe { lrs, beta, .. } = self.recipe();
        let lr = lrs.filter(|_| self.model.lr.is_none());
        let beta_lr = lrs.filter(|_| self.model.beta_lr.is_none());
        Ok(NetworkSettings {
            lr: lr.map_or(settings.lr, |[lr, _]| lr),
            // With a rate of the user's the sensitivities keep their share of it.
            beta_lr: beta_lr.map_or(settings.beta_lr, |[usual, beta_lr]| {
                self.model.lr.map_or(beta_lr, |lr| lr * beta_lr / usual)
            }),
            beta: beta.filter(|_| self.network.beta.is_none()).unwrap_or(settings.beta),
            ..settings
        })
    }

    /// The settings of learning for this model, not yet checked.
    #[must_use]
    pub fn around<S: ModelSettings>(&self, model: S) -> Hyperparams<S> {
        let defaults = Hyperparams::of(model);
        let mirror = self.mirror.map(Switch::is_on);
        let recipe = self.recipe();
        let lr_final = self.lr_final.or(recipe.lr_final);
        Hyperparams {
            lambda: self.lambda.unwrap_or(defaults.lambda),
            target_source: self.target_source,
            lr_decay: self.lr_decay.unwrap_or(defaults.lr_decay),
            lr_final: lr_final.unwrap_or(defaults.lr_final),
            mirror: mirror.unwrap_or(defaults.mirror && !self.network.paper),
            optimizer: recipe.optimizer,
            shuffle: self.shuffle.map_or(recipe.shuffle, Switch::is_on),
            epochs: self.epochs.unwrap_or(1),
            batch_games: self.batch_games.unwrap_or(recipe.batch_games),
            unequal_share: self.unequal_share.clone().unwrap_or_default(),
            same_results: self.same_results,
            games: self.games.unwrap_or(defaults.games),
            holdout: self.holdout.unwrap_or(defaults.holdout),
            filter: self.filter.filter(),
            selection: self.selection.selection(),
            ..defaults
        }
    }
}
