//! The settings of `train`, from flags and from a file.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::config;
use super::model::{ModelFlags, Net, NetworkFlags};
use super::parsed::{minutes, pair, read_hash, read_seconds};
use super::words::{
    ALGORITHMS, LOSSES, MATCHINGS, OPTIMIZERS, TERMINAL_UPDATES, UNEARNED_GAINS, one_of,
};
use crate::arena::dxp::player::DxpTerms;
use crate::arena::play::opening_file;
use crate::arena::play::openings::{BallotLength, Opening, ballots};
use crate::arena::play::time_control::MoveLimits;
use crate::arena::tournament::spec::{PlayerConfig, PlayerSpec};
use crate::commands::PROGRAM;
use crate::commands::args::identity::identity;
use crate::commands::args::outputs::Outputs;
use crate::commands::args::threads::Threads;
use crate::commands::args::{inputs, tables};
use crate::engine::Options;
use crate::learning::{
    Loss, OptimiserKind, TdErrors, TdLeafConfig, TdVariant, TerminalUpdate, UnearnedGains,
    ValueTransform,
};
use crate::models::nnue::HiddenOptimiser;
use crate::protocol::dxp::Minutes;
use crate::selfplay::{
    Matching, MeasureConfig, Opponent, SelfPlayConfig, StartPositions, positions_of_games,
};

/// Positions that are drawn from a database at most.
const MOST_POSITIONS: usize = 100_000;

/// Every setting that flags and the configuration file share. Their names are the same in both.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TrainFlags {
    /// Where to write the network
    #[arg(short, long, value_name = "FILE", default_value = "trained.safetensors")]
    out: PathBuf,
    /// Write one JSON object a line: progress, measurements, games that failed
    #[arg(long, value_name = "FILE")]
    metrics: Option<PathBuf>,
    /// Games played at the same time; the weights do not depend on them [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
    /// Seconds between checkpoints
    #[arg(long, value_name = "S", default_value = "30", value_parser = read_seconds, hide_short_help = true)]
    checkpoint: Duration,
    /// The learning algorithm
    #[arg(long, alias = "rule", value_name = "NAME", default_value = "tdleaf", value_parser = one_of::<TdVariant>(ALGORITHMS))]
    algorithm: TdVariant,
    /// λ, from one own move to the next: 0 (next value) to 1 (result)
    #[arg(long, value_name = "X", default_value_t = 0.7)]
    lambda: f32,
    /// The first weights: `material` (men, kings as three men, nothing else), `random`, or those of a network file
    #[arg(long, alias = "start", value_name = "WHAT", default_value = "material")]
    init: String,
    #[command(flatten)]
    model: ModelFlags,
    /// The share of the learning rates that is left at the last game; they fall linearly
    #[arg(long, alias = "fall", value_name = "X", default_value_t = 1.0)]
    lr_final: f64,
    /// From the scores of the search to values: tanh with which a man of 100 points is worth so much, or `own` for the model's own
    /// [default: 0.25 as KnightCap; own with --init FILE]
    #[arg(long, value_name = "X", hide_short_help = true)]
    man_value: Option<String>,
    /// Keep a man worth 100 points of the search: after each step the evaluation is scaled
    #[arg(long, hide_short_help = true)]
    fix_man: bool,
    /// How to treat gains that came from the opponent's blunder
    #[arg(long, alias = "blunders", value_name = "HOW", default_value = "off", value_parser = one_of::<UnearnedGains>(UNEARNED_GAINS), hide_short_help = true)]
    unearned_gains: UnearnedGains,
    /// What the difference between the last value and the result trains
    #[arg(long, alias = "last", value_name = "HOW", default_value = "kept", value_parser = one_of::<TerminalUpdate>(TERMINAL_UPDATES), hide_short_help = true)]
    terminal_update: TerminalUpdate,
    /// The loss of a TD error
    #[arg(long, value_name = "LOSS", default_value = "l2", value_parser = one_of::<Loss>(LOSSES), hide_short_help = true)]
    loss: Loss,
    /// From the gradient to a step
    #[arg(long, alias = "optimiser", value_name = "NAME", default_value = "sgd", value_parser = one_of::<OptimiserKind>(OPTIMIZERS))]
    optimizer: OptimiserKind,
    /// Games per weight update, played with the same weights
    #[arg(long, alias = "update", value_name = "N", default_value_t = 8)]
    batch_games: u64,
    /// Opponents, as PLAYER or NAME=PLAYER: `self`, `past` (earlier checkpoints), net:FILE, material, reference, level:1 to level:10,
    /// random, hub:COMMAND, dxp:HOST:PORT; may be repeated
    #[arg(long, value_name = "PLAYER", default_value = "self")]
    against: Vec<String>,
    /// The choice among several opponents
    #[arg(long, value_name = "HOW", default_value = "even", value_parser = one_of::<Matching>(MATCHINGS), hide_short_help = true)]
    matching: Matching,
    /// Games between two checkpoints that stay as opponents for `past`
    #[arg(long, value_name = "N", default_value_t = 250, hide_short_help = true)]
    past_every: u64,
    /// Games in all
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// Nodes a move [default: 500, unless --depth is given]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Plies a move
    #[arg(long, value_name = "PLIES")]
    depth: Option<u8>,
    /// Moves of the ballots that games begin with, 2 (79 openings) or 3 (332) [default: 3]
    #[arg(long, value_name = "N")]
    ballots: Option<BallotLength>,
    /// Begin from these openings instead: a FEN or moves on every line, or the games of a PDN file
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Begin from positions of these games instead, one of each
    #[arg(long, value_name = "FILE,…", value_delimiter = ',')]
    positions: Option<Vec<PathBuf>>,
    /// The most random moves after an opening
    #[arg(long, value_name = "N", default_value_t = 2, hide_short_help = true)]
    random_plies: u32,
    /// The share of random moves of the learner
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, hide_short_help = true)]
    random_moves: f64,
    /// Break games off after so many plies; the last value stands for the result
    #[arg(long, alias = "plies", value_name = "N", hide_short_help = true)]
    max_plies: Option<usize>,
    /// Seed of openings, opponents and random moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Transposition table of each player in MiB
    #[arg(long, alias = "tt", value_name = "MIB", default_value_t = 4, value_parser = read_hash, hide_short_help = true)]
    hash: usize,
    /// Endgame tables, a folder or `auto`: exact values in the search, games end when they enter the tables
    #[arg(long, value_name = "DIR")]
    endgame: Option<PathBuf>,
    /// Games between two evaluations with frozen weights; 0 for the last one only
    #[arg(
        long,
        alias = "measure",
        value_name = "N",
        default_value_t = 500,
        hide_short_help = true
    )]
    eval_every: u64,
    /// Games against each anchor in an evaluation; 0 for none, Elo from 20 on
    #[arg(
        long,
        alias = "measure-games",
        value_name = "N",
        default_value_t = 158,
        hide_short_help = true
    )]
    eval_games: usize,
    /// Fixed opponents of evaluations; may be repeated
    #[arg(long, value_name = "PLAYER", default_value = "material", hide_short_help = true)]
    anchor: Vec<String>,
    /// Games for the held-out error of evaluations
    #[arg(long, value_name = "FILE,…", value_delimiter = ',', hide_short_help = true)]
    database: Vec<PathBuf>,
    /// A parameter for Hub engines: NAME=VALUE; may be repeated
    #[arg(long = "hub-param", value_name = "NAME=VALUE", value_parser = pair, hide_short_help = true)]
    hub_params: Vec<(String, String)>,
    /// Minutes of a game for DXP programs [default: 5]
    #[arg(long, value_name = "MIN", value_parser = minutes, hide_short_help = true)]
    dxp_minutes: Option<Minutes>,
}

/// The first weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// Men and kings, nothing else.
    Material,
    /// The random weights of the model.
    Random,
    /// The weights of a file.
    File(PathBuf),
}

/// The files of a run and how it is carried out.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    /// Where the network goes.
    pub outputs: Outputs,
    /// Games at the same time.
    pub threads: usize,
    /// Time between checkpoints.
    pub checkpoint: Duration,
    /// The games of the held-out error.
    pub database: Vec<PathBuf>,
    /// All files of games and openings that are read.
    pub read: Vec<PathBuf>,
}

/// Reads a configuration file, and makes of it what a run does before it begins: for the fuzzer. Unless `is_alone`, the settings name
/// other files, and are checked up to where these would be read. The settings of the run, if they can be had.
///
/// # Errors
/// A file that cannot be read or holds something else, with the line, or settings that cannot be used.
pub fn try_file(path: &Path, is_alone: bool) -> Result<Option<Value>> {
    let settings = TrainFlags::read(path)?.0;
    let (model, network) = (settings.model(), NetworkFlags::default());
    let _ = (model.network(&network), model.patterns(), model.separated(&network));
    let _ = model.nnue(HiddenOptimiser::Plain);
    let _ = (settings.start_text(), settings.check_start_from_file());
    match settings.job() {
        Ok(job) if is_alone => Ok(Some(settings.self_play(&job)?.settings())),
        _ => Ok(None),
    }
}

impl TrainFlags {
    /// Reads a configuration file; its settings, and its text.
    ///
    /// # Errors
    /// A file that cannot be read or holds something else, with the line.
    pub(crate) fn read(path: &Path) -> Result<(TrainFlags, String)> {
        config::read(path)
    }

    /// How the run is carried out.
    ///
    /// # Errors
    /// A folder without games.
    pub(crate) fn job(&self) -> Result<Job> {
        let database = inputs::listed(&self.database)?;
        let positions = inputs::listed(self.positions.as_deref().unwrap_or_default())?;
        Ok(Job {
            outputs: Outputs { out: self.out.clone(), metrics: self.metrics.clone() },
            threads: Threads::or_cores(self.threads),
            checkpoint: self.checkpoint,
            read: [&database[..], &positions, self.openings.as_slice()].concat(),
            database,
        })
    }

    /// The first weights.
    pub(crate) fn start(&self) -> Start {
        match self.init.as_str() {
            "material" => Start::Material,
            "random" => Start::Random,
            file => Start::File(file.strip_prefix("net:").unwrap_or(file).into()),
        }
    }

    /// The model that is trained where no file says so.
    pub(crate) fn net(&self) -> Net {
        self.model.net().unwrap_or(Net::Patterns)
    }

    /// The settings of the model.
    pub(crate) fn model(&self) -> &ModelFlags {
        &self.model
    }

    /// Fails if the shape of the model is set although a file has it.
    ///
    /// # Errors
    /// The flag.
    pub(crate) fn check_start_from_file(&self) -> Result<()> {
        match self.model.shape_flag() {
            Some(name) => bail!("--{name} is what the file of --init says; leave it out"),
            None => Ok(()),
        }
    }

    /// The first weights, for people.
    pub(crate) fn start_text(&self) -> String {
        match self.start() {
            Start::Material => "men, and kings as three men".into(),
            Start::Random => "first weights".into(),
            Start::File(path) => format!("the weights of {}", path.display()),
        }
    }

    /// The seed of everything random.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    fn td_leaf(&self) -> Result<TdLeafConfig> {
        let td_errors = TdErrors {
            lambda: self.lambda,
            unearned: self.unearned_gains,
            last: self.terminal_update,
        };
        let scale = match (self.man_value.as_deref(), self.start()) {
            (None, Start::File(_)) | (Some("own"), _) => ValueTransform::Own,
            (None, _) => ValueTransform::KNIGHTCAP,
            (Some(man), _) => {
                let man = man.parse().with_context(|| format!("--man-value {man}: no number"))?;
                ValueTransform::Man(man)
            }
        };
        let (loss, method, fix_man) = (self.loss, self.optimizer, self.fix_man);
        Ok(TdLeafConfig { td_errors, scale, loss, method, fix_man })
    }

    fn limits(&self) -> Result<MoveLimits> {
        if !self.algorithm.searches() {
            let is_plain = self.nodes.is_none() && self.depth.is_none_or(|depth| depth == 1);
            ensure!(
                is_plain,
                "--algorithm td plays the best successor; leave --nodes and --depth out"
            );
            return Ok(MoveLimits { depth: Some(1), ..MoveLimits::default() });
        }
        let nodes = self.nodes.or(if self.depth.is_none() { Some(500) } else { None });
        ensure!(self.depth != Some(0), "--depth 0: a search needs 1 ply or more");
        Ok(MoveLimits { nodes, depth: self.depth, ..MoveLimits::default() })
    }

    fn openings(&self, threads: usize) -> Result<Vec<Opening>> {
        let sources = [self.positions.is_some(), self.openings.is_some(), self.ballots.is_some()];
        ensure!(
            sources.iter().filter(|is_set| **is_set).count() <= 1,
            "games begin in one way: give --positions, --openings or --ballots"
        );
        if let Some(files) = &self.positions {
            let files = inputs::listed(files)?;
            inputs::check(&files)?;
            let (drawn, faults) = positions_of_games(&files, threads, self.seed, MOST_POSITIONS);
            faults.iter().for_each(|fault| note!("warning: {fault}"));
            return Ok(drawn);
        }
        let length = self.ballots.unwrap_or(BallotLength::Three);
        Ok(opening_file::read_or_ballots(self.openings.as_deref(), length)?)
    }

    fn player_config(&self) -> Result<PlayerConfig> {
        let endgame = self.endgame.as_deref().map(tables::open).transpose()?;
        let options = Options { hash_mb: self.hash, endgame, ..Options::default() };
        let dxp = DxpTerms { minutes: self.dxp_minutes, ..DxpTerms::new(PROGRAM) };
        Ok(PlayerConfig { hub_params: self.hub_params.clone(), ..PlayerConfig::new(options, dxp) })
    }

    fn measuring(&self) -> Result<MeasureConfig> {
        let anchors = self.anchor.iter().map(|text| Ok(text.parse::<PlayerSpec>()?));
        Ok(MeasureConfig {
            every: self.eval_every,
            games: self.eval_games,
            anchors: anchors.collect::<Result<_>>()?,
            openings: ballots(BallotLength::Two),
        })
    }

    /// The settings of self-play.
    ///
    /// # Errors
    /// A flag, a player or a file that cannot be used.
    pub(crate) fn self_play(&self, job: &Job) -> Result<SelfPlayConfig> {
        let opponents: Vec<Opponent> =
            self.against.iter().map(|text| Ok(text.parse()?)).collect::<Result<_>>()?;
        let identities = opponents.iter().map(|opponent| match opponent {
            Opponent::Player(entrant) => identity(&entrant.player),
            _ => Ok(String::new()),
        });
        let starts = StartPositions::new(self.openings(job.threads)?, self.random_plies);
        let config = SelfPlayConfig {
            variant: self.algorithm,
            td: self.td_leaf()?,
            games: self.games,
            batch_games: self.batch_games,
            final_rate: self.lr_final,
            seed: self.seed,
            limits: self.limits()?,
            start_positions: starts.map_err(anyhow::Error::msg)?,
            random_moves: self.random_moves,
            plies: self.max_plies,
            opponent_identities: identities.collect::<Result<_>>()?,
            opponents,
            matching: self.matching,
            past_interval: self.past_every,
            past_dir: job.outputs.beside(".past"),
            player_config: self.player_config()?,
            workers: job.threads,
            measure: self.measuring()?,
        };
        config.check()?;
        Ok(config)
    }
}
