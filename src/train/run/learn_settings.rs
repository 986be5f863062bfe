//! The settings of `learn`: each is declared here once, for flags, files and Python.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::error::{RunError, ensure};
use super::game_options::{FilterOptions, GameOptions};
use super::model_options::{
    Given, ModelKind, ModelOptions, NetworkOptions, PatternOptions, SeparatedOptions,
};
use super::outputs::Outputs;
use super::settings::{Settings, names};
use super::values::{Switch, seconds};
#[cfg(feature = "clap")]
use super::values::{read_seconds, read_threads};
#[cfg(feature = "clap")]
use super::words::{HIDDEN_OPTIMIZERS, TARGET_SOURCES, one_of};
use crate::learning::{Checked, Hyperparams, Targets};
use crate::models::network::NetworkSettings;
use crate::models::nnue::{HiddenOptimiser, NnueSettings};
use crate::models::patterns::PatternSettings;
use crate::models::separated::SeparatedSettings;
use crate::models::{ModelSettings, SettingError};

/// The settings of a run of `learn`, with the names of its flags.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct LearnSettings {
    /// Where to write the network
    #[cfg_attr(
        feature = "clap",
        arg(short, long, value_name = "FILE", default_value = "net.safetensors")
    )]
    pub out: PathBuf,
    /// Write one JSON object a line: progress, held-out curve, figures of each pass
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub metrics: Option<PathBuf>,
    /// Threads; the weights do not depend on them [default: all cores]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = read_threads))]
    pub threads: Option<NonZeroUsize>,
    /// Seconds between checkpoints
    #[cfg_attr(feature = "clap", arg(long, value_name = "S", default_value = "30", value_parser = read_seconds, hide_short_help = true))]
    #[serde(with = "seconds")]
    pub checkpoint: Duration,
    /// Exit with status 1 if a game or a part of a file was skipped
    #[cfg_attr(feature = "clap", arg(long))]
    pub strict: bool,
    /// The model.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub model: ModelOptions,
    /// What only networks of the paper have.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub network: NetworkOptions,
    /// Start from the weights of this network, or of `reference`, rather than random ones: of the same phases, or one for all
    /// phases; for nnue patterns will do. Give the same --seed, or its held-out games are learned [default: random weights]
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub init: Option<PathBuf>,
    /// λ of the return, 0 (next position) to 1 (result) [default: 0.9]
    #[cfg_attr(feature = "clap", arg(long, value_name = "X"))]
    pub lambda: Option<f64>,
    /// What the return is made of, beside the result
    #[cfg_attr(feature = "clap", arg(long, value_name = "WHAT", default_value = "values", value_parser = one_of::<Targets>(TARGET_SOURCES), hide_short_help = true))]
    pub target_source: Targets,
    /// Factor of all learning rates from each pass to the next, such as 0.5 [default: 1]
    #[cfg_attr(feature = "clap", arg(long, value_name = "X", hide_short_help = true))]
    pub lr_decay: Option<f64>,
    /// The share of the learning rates that is left at the end of the last pass; they fall linearly [default: 1; 0.03 for patterns, nnue and separated]
    #[cfg_attr(feature = "clap", arg(long, value_name = "X"))]
    pub lr_final: Option<f64>,
    /// Nnue: the optimizer of the hidden layer [default: adam; sgd with --batch-games]
    #[cfg_attr(feature = "clap", arg(long, value_name = "HOW", value_parser = one_of::<HiddenOptimiser>(HIDDEN_OPTIMIZERS), hide_short_help = true))]
    pub hidden_optimizer: Option<HiddenOptimiser>,
    /// Learn each game with colours swapped as well [default: on; off for patterns and nnue, which are symmetric]
    #[cfg_attr(
        feature = "clap",
        arg(long, value_enum, value_name = "WHEN", hide_short_help = true)
    )]
    pub mirror: Option<Switch>,
    /// Passes over the games
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 1))]
    pub epochs: u32,
    /// Games per weight update, which is the sum of their updates; large batches need smaller learning rates. The weights do not
    /// depend on the number of threads
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 1))]
    pub batch_games: u32,
    /// Share every batch with the processes that `mpirun` started, each with all its cores; the first one writes. The weights do not
    /// depend on the number of processes. Needs --batch-games, and a program built with `--features mpi`
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    pub mpi: bool,
    /// Seconds of silence of the other processes after which a process ends; the first one saves a checkpoint
    #[cfg_attr(feature = "clap", arg(long, value_name = "S", default_value = "120", value_parser = read_seconds, hide_short_help = true))]
    #[serde(with = "seconds")]
    pub silence: Duration,
    /// Read at most this many games a pass
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..)))]
    pub games: Option<u64>,
    /// Seed of the first weights and of the held-out games
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 1))]
    pub seed: u64,
    /// Share of the games held out [default: 0.1]
    #[cfg_attr(feature = "clap", arg(long, value_name = "X", hide_short_help = true))]
    pub holdout: Option<f64>,
    /// Endgame tables, a folder or `auto` as for `play`: a game ends for learning at its first position in the tables, held-out
    /// games too, and the exact value replaces its result
    #[cfg_attr(feature = "clap", arg(long, value_name = "DIR"))]
    pub endgame: Option<PathBuf>,
    /// Which positions are left out.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub filter: FilterOptions,
    /// Which games are left out.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub selection: GameOptions,
}

impl Default for LearnSettings {
    fn default() -> LearnSettings {
        LearnSettings {
            out: "net.safetensors".into(),
            metrics: None,
            threads: None,
            checkpoint: Duration::from_secs(30),
            strict: false,
            model: ModelOptions::default(),
            network: NetworkOptions::default(),
            init: None,
            lambda: None,
            target_source: Targets::default(),
            lr_decay: None,
            lr_final: None,
            hidden_optimizer: None,
            mirror: None,
            epochs: 1,
            batch_games: 1,
            mpi: false,
            silence: Duration::from_secs(120),
            games: None,
            seed: 1,
            holdout: None,
            endgame: None,
            filter: FilterOptions::default(),
            selection: GameOptions::default(),
        }
    }
}

impl Settings for LearnSettings {
    const FORMER: &'static [(&'static str, &'static str)] = &[
        ("net", "model"),
        ("rate", "lr"),
        ("beta-rate", "beta-lr"),
        ("hidden-rate", "hidden-lr"),
        ("windows", "pattern-file"),
        ("rest-rate", "rest-lr"),
        ("squash", "output-activation"),
        ("apart", "feature-layers"),
        ("fall", "lr-final"),
        ("targets", "target-source"),
        ("decay", "lr-decay"),
        ("hidden-method", "hidden-optimizer"),
        ("patience", "silence"),
        ("without", "drop-inputs"),
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

impl LearnSettings {
    /// The model that is trained.
    #[must_use]
    pub fn kind(&self) -> ModelKind {
        self.model.model.unwrap_or(ModelKind::Nn4)
    }

    pub(super) fn outputs(&self) -> Outputs {
        Outputs { out: self.out.clone(), metrics: self.metrics.clone() }
    }

    /// Checks that many processes have batches to share.
    ///
    /// # Errors
    /// They have none.
    pub fn check_mpi(&self) -> Result<(), RunError> {
        ensure!(
            !self.mpi || self.is_in_batches(),
            "--mpi: an update after every game leaves nothing to share; add --batch-games"
        );
        Ok(())
    }

    fn is_in_batches(&self) -> bool {
        self.batch_games > 1
    }

    /// The settings of patterns.
    ///
    /// # Errors
    /// A setting that only other models have, or a pattern file that cannot be read.
    pub fn patterns(&self) -> Result<PatternSettings, RunError> {
        self.model.patterns(&Given::of(self))
    }

    /// The settings of patterns with a hidden layer.
    ///
    /// # Errors
    /// As [`LearnSettings::patterns`], and an optimizer that makes no batches.
    pub fn nnue(&self) -> Result<NnueSettings, RunError> {
        let usual =
            if self.is_in_batches() { HiddenOptimiser::Plain } else { HiddenOptimiser::Adam };
        let optimizer = self.hidden_optimizer.unwrap_or(usual);
        let settings = self.model.nnue(&Given::of(self), optimizer)?;
        ensure!(
            !self.is_in_batches() || optimizer == HiddenOptimiser::Plain,
            "--hidden-optimizer adam makes a step after every game; leave out it or --batch-games"
        );
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
        self.model.network(&Given::of(self), &self.network)
    }

    /// The settings of learning for this model, checked.
    ///
    /// # Errors
    /// A setting out of range.
    pub fn check<S: ModelSettings>(&self, model: S) -> Result<Checked<S>, RunError> {
        SettingError::unless(self.games != Some(0), "games", 0, "1 or more")?;
        let defaults = Hyperparams::of(model);
        let mirror = self.mirror.map(Switch::is_on);
        let settings = Hyperparams {
            lambda: self.lambda.unwrap_or(defaults.lambda),
            target_source: self.target_source,
            lr_decay: self.lr_decay.unwrap_or(defaults.lr_decay),
            lr_final: self.lr_final.unwrap_or(defaults.lr_final),
            mirror: mirror.unwrap_or(defaults.mirror && !self.network.paper),
            epochs: self.epochs,
            batch_games: self.batch_games,
            games: self.games.unwrap_or(defaults.games),
            holdout: self.holdout.unwrap_or(defaults.holdout),
            seed: self.seed,
            filter: self.filter.filter(),
            selection: self.selection.selection(),
            ..defaults
        };
        Ok(settings.check()?)
    }
}
