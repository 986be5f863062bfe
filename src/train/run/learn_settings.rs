//! The settings of `learn`: each is declared here once, for flags, files and Python.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::error::{RunError, ensure};
use super::hyperparam_options::HyperparamOptions;
use super::outputs::Outputs;
use super::settings::{FormerNames, Settings};
use super::values::seconds;
#[cfg(feature = "clap")]
use super::values::{WRITTEN, read_seconds, read_threads};
use crate::learning::{Checked, Hyperparams};
use crate::models::{ModelSettings, SettingError};

/// The settings of a run of `learn`, with the names of its flags.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct LearnSettings {
    /// Where to write the network
    #[cfg_attr(
        feature = "clap",
        arg(short, long, value_name = "FILE", value_hint = WRITTEN, default_value = "net.safetensors")
    )]
    pub out: PathBuf,
    /// Write one JSON object a line: progress, held-out curve, figures of each pass
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE", value_hint = WRITTEN))]
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
    /// What is learned, and how.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub hyperparams: HyperparamOptions,
    /// Start from the weights of this network, or of `reference`, rather than random ones: of the same phases, or one for all
    /// phases; for nnue patterns will do. Give the same --seed, or its held-out games are learned [default: random weights]
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub init: Option<PathBuf>,
    /// Seed of the first weights and of the held-out games
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 1))]
    pub seed: u64,
    /// Endgame tables, a folder or `auto` as for `play`: a game ends for learning at its first position in the tables, held-out
    /// games too, and the exact value replaces its result
    #[cfg_attr(feature = "clap", arg(long, value_name = "DIR"))]
    pub endgame: Option<PathBuf>,
    /// Share every batch with the processes that `mpirun` started, each with all its cores; the first one writes. The weights do not
    /// depend on the number of processes. Needs --batch-games, and a program built with `--features mpi`
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    pub mpi: bool,
    /// Seconds of silence of the other processes after which a process ends; the first one saves a checkpoint
    #[cfg_attr(feature = "clap", arg(long, value_name = "S", default_value = "120", value_parser = read_seconds, hide_short_help = true))]
    #[serde(with = "seconds")]
    pub silence: Duration,
}

impl Default for LearnSettings {
    fn default() -> LearnSettings {
        LearnSettings {
            out: "net.safetensors".into(),
            metrics: None,
            threads: None,
            checkpoint: Duration::from_secs(30),
            strict: false,
            hyperparams: HyperparamOptions::default(),
            init: None,
            seed: 1,
            endgame: None,
            mpi: false,
            silence: Duration::from_secs(120),
        }
    }
}

impl Settings for LearnSettings {
    const FORMER: &'static [FormerNames] = HyperparamOptions::FORMER;

    fn tables() -> Vec<(&'static str, Vec<String>)> {
        HyperparamOptions::tables()
    }
}

impl LearnSettings {
    pub(super) fn outputs(&self) -> Outputs {
        Outputs { out: self.out.clone(), metrics: self.metrics.clone() }
    }

    /// Checks that many processes have batches to share.
    ///
    /// # Errors
    /// They have none.
    pub fn check_mpi(&self) -> Result<(), RunError> {
        ensure!(
            !self.mpi || self.hyperparams.is_in_batches(),
            "--mpi: an update after every game leaves nothing to share; add --batch-games"
        );
        Ok(())
    }

    /// The settings of learning for this model, checked.
    ///
    /// # Errors
    /// A setting out of range.
    pub fn check<S: ModelSettings>(&self, model: S) -> Result<Checked<S>, RunError> {
        let is_some = self.hyperparams.games != Some(0);
        SettingError::unless(is_some, "games", 0, "1 or more")?;
        Ok(Hyperparams { seed: self.seed, ..self.hyperparams.around(model) }.check()?)
    }
}
