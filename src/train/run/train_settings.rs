//! The settings of `train`: each is declared here once, for flags, files and Python.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::hyperparam_options::FORMER;
use super::model_options::{ModelKind, ModelOptions, PatternOptions, SeparatedOptions};
use super::outputs::Outputs;
use super::settings::{FormerNames, Settings, names};
#[cfg(feature = "clap")]
use super::values::{WRITTEN, read_hash, read_seconds, read_threads};
use super::values::{listed, maybe_listed, maybe_text, one_or_more, seconds};
#[cfg(feature = "clap")]
use super::words::{
    ALGORITHMS, LOSSES, MATCHINGS, OPTIMIZERS, TERMINAL_UPDATES, UNEARNED_GAINS, one_of,
};
use crate::arena::play::openings::BallotLength;
use crate::learning::{Loss, OptimiserKind, TdVariant, TerminalUpdate, UnearnedGains};
use crate::selfplay::Matching;

/// The settings of a run of `train`, with the names of its flags.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct TrainSettings {
    /// Where to write the network
    #[cfg_attr(
        feature = "clap",
        arg(short, long, value_name = "FILE", value_hint = WRITTEN, default_value = "trained.safetensors")
    )]
    pub out: PathBuf,
    /// Write one JSON object a line: progress, measurements, games that failed
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE", value_hint = WRITTEN))]
    pub metrics: Option<PathBuf>,
    /// Games played at the same time; the weights do not depend on them [default: all cores]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = read_threads))]
    pub threads: Option<NonZeroUsize>,
    /// Seconds between checkpoints
    #[cfg_attr(feature = "clap", arg(long, value_name = "S", default_value = "30", value_parser = read_seconds, hide_short_help = true))]
    #[serde(with = "seconds")]
    pub checkpoint: Duration,
    /// The learning algorithm
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", default_value = "tdleaf", value_parser = one_of::<TdVariant>(ALGORITHMS)))]
    pub algorithm: TdVariant,
    /// λ, from one own move to the next: 0 (next value) to 1 (result)
    #[cfg_attr(feature = "clap", arg(long, value_name = "X", default_value_t = 0.7))]
    pub lambda: f64,
    /// The first weights: `material` (men, kings as three men, nothing else), `random`, or those of a network file
    #[cfg_attr(feature = "clap", arg(long, value_name = "WHAT", default_value = "material"))]
    pub init: String,
    /// The model.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub model: ModelOptions,
    /// The share of the learning rates that is left at the last game; they fall linearly
    #[cfg_attr(feature = "clap", arg(long, value_name = "X", default_value_t = 1.0))]
    pub lr_final: f64,
    /// From the scores of the search to values: tanh with which a man of 100 points has this worth, or `own` for the model's own
    /// [default: 0.25 as KnightCap; own with --init FILE]
    #[cfg_attr(feature = "clap", arg(long, value_name = "X", hide_short_help = true))]
    #[serde(deserialize_with = "maybe_text")]
    pub man_value: Option<String>,
    /// Keep a man worth 100 points of the search: after each step the evaluation is scaled
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    pub fix_man: bool,
    /// How to treat gains that came from the opponent's blunder
    #[cfg_attr(feature = "clap", arg(long, value_name = "HOW", default_value = "off", value_parser = one_of::<UnearnedGains>(UNEARNED_GAINS), hide_short_help = true))]
    pub unearned_gains: UnearnedGains,
    /// What the difference between the last value and the result trains
    #[cfg_attr(feature = "clap", arg(long, value_name = "HOW", default_value = "kept", value_parser = one_of::<TerminalUpdate>(TERMINAL_UPDATES), hide_short_help = true))]
    pub terminal_update: TerminalUpdate,
    /// The loss of a TD error
    #[cfg_attr(feature = "clap", arg(long, value_name = "LOSS", default_value = "l2", value_parser = one_of::<Loss>(LOSSES), hide_short_help = true))]
    pub loss: Loss,
    /// From the gradient to a step
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", default_value = "sgd", value_parser = one_of::<OptimiserKind>(OPTIMIZERS)))]
    pub optimizer: OptimiserKind,
    /// Games per weight update, played with the same weights
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 8))]
    pub batch_games: u64,
    /// Opponents, as PLAYER or NAME=PLAYER: `self`, `past` (earlier checkpoints), net:FILE, material, reference, level:1 to level:10,
    /// random, hub:COMMAND, dxp:HOST:PORT; may be repeated
    #[cfg_attr(feature = "clap", arg(long, value_name = "PLAYER", default_value = "self"))]
    #[serde(deserialize_with = "one_or_more")]
    pub against: Vec<String>,
    /// The choice among several opponents
    #[cfg_attr(feature = "clap", arg(long, value_name = "HOW", default_value = "even", value_parser = one_of::<Matching>(MATCHINGS), hide_short_help = true))]
    pub matching: Matching,
    /// Games between two checkpoints that stay as opponents for `past`
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "N", default_value_t = 250, hide_short_help = true)
    )]
    pub past_every: u64,
    /// Games in all
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 1000))]
    pub games: u64,
    /// Nodes a move [default: 500, unless --depth is given]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub nodes: Option<u64>,
    /// Plies a move
    #[cfg_attr(feature = "clap", arg(long, value_name = "PLIES"))]
    pub depth: Option<u8>,
    /// Moves of the ballots that games begin with, 2 (79 openings) or 3 (332) [default: 3]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub ballots: Option<BallotLength>,
    /// Begin from these openings instead: a FEN or moves on every line, or the games of a PDN file
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub openings: Option<PathBuf>,
    /// Begin from positions of these games instead, one of each
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE,…", value_delimiter = ','))]
    #[serde(deserialize_with = "maybe_listed")]
    pub positions: Option<Vec<PathBuf>>,
    /// The most random moves after an opening
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "N", default_value_t = 2, hide_short_help = true)
    )]
    pub random_plies: u32,
    /// The share of random moves of the learner
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "SHARE", default_value_t = 0.0, hide_short_help = true)
    )]
    pub random_moves: f64,
    /// Break games off after this number of plies; the last value is the result
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", hide_short_help = true))]
    pub max_plies: Option<usize>,
    /// Seed of openings, opponents and random moves
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 1))]
    pub seed: u64,
    /// Transposition table of each player in MiB
    #[cfg_attr(feature = "clap", arg(long, value_name = "MIB", default_value_t = 4, value_parser = read_hash, hide_short_help = true))]
    pub hash: usize,
    /// Endgame tables, a folder or `auto`: exact values in the search, games end when they enter the tables
    #[cfg_attr(feature = "clap", arg(long, value_name = "DIR"))]
    pub endgame: Option<PathBuf>,
    /// Games between two evaluations with frozen weights; 0 for the last one only
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "N", default_value_t = 500, hide_short_help = true)
    )]
    pub eval_every: u64,
    /// Games against each anchor in an evaluation; 0 for none, Elo from 20 on
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "N", default_value_t = 158, hide_short_help = true)
    )]
    pub eval_games: usize,
    /// Fixed opponents of evaluations; may be repeated
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "PLAYER", default_value = "material", hide_short_help = true)
    )]
    #[serde(deserialize_with = "one_or_more")]
    pub anchor: Vec<String>,
    /// Games for the held-out error of evaluations
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "FILE,…", value_delimiter = ',', hide_short_help = true)
    )]
    #[serde(deserialize_with = "listed")]
    pub database: Vec<PathBuf>,
    /// A parameter for Hub engines: NAME=VALUE; may be repeated
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME=VALUE", hide_short_help = true))]
    #[serde(deserialize_with = "one_or_more")]
    pub hub_param: Vec<String>,
    /// Minutes of a game for DXP programs [default: 5]
    #[cfg_attr(feature = "clap", arg(long, value_name = "MIN", hide_short_help = true))]
    pub dxp_minutes: Option<f64>,
}

impl Default for TrainSettings {
    fn default() -> TrainSettings {
        TrainSettings {
            out: "trained.safetensors".into(),
            metrics: None,
            threads: None,
            checkpoint: Duration::from_secs(30),
            algorithm: TdVariant::default(),
            lambda: 0.7,
            init: "material".into(),
            model: ModelOptions::default(),
            lr_final: 1.0,
            man_value: None,
            fix_man: false,
            unearned_gains: UnearnedGains::default(),
            terminal_update: TerminalUpdate::default(),
            loss: Loss::default(),
            optimizer: OptimiserKind::default(),
            batch_games: 8,
            against: vec!["self".into()],
            matching: Matching::default(),
            past_every: 250,
            games: 1000,
            nodes: None,
            depth: None,
            ballots: None,
            openings: None,
            positions: None,
            random_plies: 2,
            random_moves: 0.0,
            max_plies: None,
            seed: 1,
            hash: 4,
            endgame: None,
            eval_every: 500,
            eval_games: 158,
            anchor: vec!["material".into()],
            database: Vec::new(),
            hub_param: Vec::new(),
            dxp_minutes: None,
        }
    }
}

impl Settings for TrainSettings {
    const FORMER: &'static [FormerNames] = &[
        FORMER,
        &[
            ("rule", "algorithm"),
            ("start", "init"),
            ("blunders", "unearned-gains"),
            ("last", "terminal-update"),
            ("optimiser", "optimizer"),
            ("update", "batch-games"),
            ("plies", "max-plies"),
            ("tt", "hash"),
            ("measure", "eval-every"),
            ("measure-games", "eval-games"),
        ],
    ];

    fn tables() -> Vec<(&'static str, Vec<String>)> {
        vec![("patterns", names::<PatternOptions>()), ("separated", names::<SeparatedOptions>())]
    }
}

/// The first weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FirstWeights {
    /// Men and kings, nothing else.
    Material,
    /// The random weights of the model.
    Random,
    /// The weights of a file.
    File(PathBuf),
}

impl TrainSettings {
    pub(super) fn outputs(&self) -> Outputs {
        Outputs { out: self.out.clone(), metrics: self.metrics.clone() }
    }

    /// The model that is trained where no file says so.
    #[must_use]
    pub fn kind(&self) -> ModelKind {
        self.model.model.unwrap_or(ModelKind::Patterns)
    }

    pub(super) fn first_weights(&self) -> FirstWeights {
        match self.init.as_str() {
            "material" => FirstWeights::Material,
            "random" => FirstWeights::Random,
            file => FirstWeights::File(file.strip_prefix("net:").unwrap_or(file).into()),
        }
    }
}
