//! The settings of `train`, from flags and from a file; a flag goes before the file.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use super::learn::{LearnFlags as LearnSettings, Net, Shape};
use super::parsed::{minutes, pair};
use super::pattern::PatternFlags;
use super::separated::SeparatedFlags;
use super::settings_file::Names;
use super::train_choices::{
    LossFlag, MatchingFlag, OptimiserFlag, TdVariantFlag, TerminalUpdateFlag, UnearnedGainsFlag,
};
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
use crate::play::dxp::player::DxpTerms;
use crate::play::game::opening_file;
use crate::play::game::openings::{BallotLength, Opening, ballots};
use crate::play::game::time_control::MoveLimits;
use crate::play::tournament::spec::{PlayerConfig, PlayerSpec};
use crate::selfplay::{
    Matching, MeasureConfig, Opponent, SelfPlayConfig, StartPositions, positions_of_games,
};

/// Positions that are drawn from a database at most.
const MOST_POSITIONS: usize = 100_000;

/// Every setting that flags and the configuration file share. Their names are the same in both.
#[derive(Clone, Debug, Default, clap::Args, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct TrainFlags {
    /// Where to write the network [default: trained.safetensors]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write one JSON object a line: progress, measurements, games that were spoilt
    #[arg(long, value_name = "FILE")]
    metrics: Option<PathBuf>,
    /// Games played at the same time; the weights do not depend on them [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
    /// Seconds between checkpoints [default: 30]
    #[arg(long, value_name = "S")]
    checkpoint: Option<f64>,
    /// How positions teach [default: tdleaf]
    #[arg(long, value_enum, value_name = "RULE")]
    rule: Option<TdVariantFlag>,
    /// λ, from one own move to the next: 0 (next value) to 1 (result) [default: 0.7]
    #[arg(long, value_name = "X")]
    lambda: Option<f64>,
    /// What begins: `material` (men, kings as three men, nothing else), `random`, or a network file [default: material]
    #[arg(long, value_name = "WHAT")]
    start: Option<String>,
    /// What is learned, if no file says it: a form of `learn` [default: patterns]
    #[arg(long, value_enum, value_name = "NET")]
    net: Option<Net>,
    /// Hidden units, of separated those in common [default: 80; 32 for nnue and separated]
    #[arg(long, value_name = "N")]
    hidden: Option<usize>,
    /// Pieces on the board at which the next phase's network takes over, e.g. 25,15
    #[arg(long, value_name = "N,…", value_delimiter = ',')]
    phases: Option<Vec<u32>>,
    /// Hidden units that the networks of all phases have in common [default: 0]
    #[arg(long, value_name = "N")]
    shared: Option<usize>,
    #[command(flatten)]
    patterns: PatternFlags,
    #[command(flatten)]
    separated: SeparatedFlags,
    /// Learning rate of the weights [default: that of the form, or of the file it starts from]
    #[arg(long, value_name = "X")]
    rate: Option<f64>,
    /// Learning rate of a network's sensitivities β [default: ten times --rate]
    #[arg(long, value_name = "X")]
    beta_rate: Option<f64>,
    /// Nnue: learning rate of the hidden layer [default: 0.02]
    #[arg(long, value_name = "X")]
    hidden_rate: Option<f64>,
    /// All rates fall evenly to this share at the last game [default: 1]
    #[arg(long, value_name = "X")]
    fall: Option<f64>,
    /// From the scores of the search to values: tanh with which a man of 100 points is worth so much, or `own` for the form's own
    /// [default: 0.25 as KnightCap; own if a file is the start]
    #[arg(long, value_name = "X")]
    man_value: Option<String>,
    /// Keep a man worth 100 points of the search: after each step the evaluation is scaled
    #[arg(long, num_args = 0, default_missing_value = "true")]
    fix_man: Option<bool>,
    /// How to treat gains that came from the opponent's blunder [default: off]
    #[arg(long, value_enum, value_name = "HOW")]
    blunders: Option<UnearnedGainsFlag>,
    /// What the difference between the last value and the result teaches [default: kept]
    #[arg(long, value_enum, value_name = "HOW")]
    last: Option<TerminalUpdateFlag>,
    /// What is made of an error [default: l2]
    #[arg(long, value_enum, value_name = "LOSS")]
    loss: Option<LossFlag>,
    /// From the gradient to a step [default: plain]
    #[arg(long, value_enum, value_name = "HOW")]
    optimiser: Option<OptimiserFlag>,
    /// Games that make one step together, played with the same weights [default: 8]
    #[arg(long, value_name = "N")]
    update: Option<u64>,
    /// Whom to play: `self`, `past` (earlier checkpoints), net:FILE, material, reference, level:1 to level:10, random, hub:COMMAND,
    /// dxp:HOST:PORT; may be repeated [default: self]
    #[arg(long, value_name = "PLAYER")]
    against: Option<Vec<String>>,
    /// Who of several is next [default: even]
    #[arg(long, value_enum, value_name = "HOW")]
    matching: Option<MatchingFlag>,
    /// Games between two checkpoints that stay as opponents for `past` [default: 250]
    #[arg(long, value_name = "N")]
    past_every: Option<u64>,
    /// Games in all [default: 1000]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
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
    /// The most moves of chance behind a beginning [default: 2]
    #[arg(long, value_name = "N")]
    random_plies: Option<u32>,
    /// The share of the learner's moves that are left to chance [default: 0]
    #[arg(long, value_name = "SHARE")]
    random_moves: Option<f64>,
    /// Break games off after so many plies; the last value stands for the result
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
    /// Draws openings, opponents and chance [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Transposition table of each player in MiB [default: 4]
    #[arg(long, value_name = "MIB")]
    tt: Option<usize>,
    /// Endgame tables, a folder or `auto`: exact values in the search, games end where they know the result
    #[arg(long, value_name = "DIR")]
    endgame: Option<PathBuf>,
    /// Games between two measurements with frozen weights; 0 for none but the last [default: 500]
    #[arg(long, value_name = "N")]
    measure: Option<u64>,
    /// Games against each anchor in a measurement; 0 for none, Elo from 20 on [default: 158]
    #[arg(long, value_name = "N")]
    measure_games: Option<usize>,
    /// Fixed players to be measured against; may be repeated [default: material]
    #[arg(long, value_name = "PLAYER")]
    anchor: Option<Vec<String>>,
    /// Games of others, on which values are judged at each measurement
    #[arg(long, value_name = "FILE,…", value_delimiter = ',')]
    database: Option<Vec<PathBuf>>,
    /// A parameter for Hub engines: NAME=VALUE; may be repeated
    #[arg(long = "hub-param", value_name = "NAME=VALUE")]
    hub_param: Option<Vec<String>>,
    /// Minutes of a game for DXP programs [default: 5]
    #[arg(long, value_name = "MIN")]
    dxp_minutes: Option<String>,
}

/// What learning begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// Men and kings, nothing else.
    Material,
    /// The form's first weights.
    Random,
    /// The weights of a file.
    File(PathBuf),
}

/// The files of a run and how it is carried out.
#[derive(Clone, Debug)]
pub struct Job {
    /// Where the network goes.
    pub outputs: Outputs,
    /// Games at the same time.
    pub threads: usize,
    /// Time between checkpoints.
    pub checkpoint: Duration,
    /// The games on which values are judged.
    pub database: Vec<PathBuf>,
    /// All files of games and openings that are read.
    pub read: Vec<PathBuf>,
}

impl TrainFlags {
    /// Reads a configuration file; its settings, and its text.
    ///
    /// # Errors
    /// A file that cannot be read or holds something else, with the line.
    pub fn read(path: &Path) -> Result<(TrainFlags, String)> {
        TrainFlags::names().read_file(path)
    }

    /// The names of all settings.
    fn names() -> Names {
        Names::of::<TrainFlags>()
            .with_table::<PatternFlags>("patterns")
            .with_table::<SeparatedFlags>("separated")
    }

    /// These settings, and those of `other` where these are silent.
    #[must_use]
    pub fn or(self, other: TrainFlags) -> TrainFlags {
        TrainFlags {
            out: self.out.or(other.out),
            metrics: self.metrics.or(other.metrics),
            threads: self.threads.or(other.threads),
            checkpoint: self.checkpoint.or(other.checkpoint),
            rule: self.rule.or(other.rule),
            lambda: self.lambda.or(other.lambda),
            start: self.start.or(other.start),
            net: self.net.or(other.net),
            hidden: self.hidden.or(other.hidden),
            phases: self.phases.or(other.phases),
            shared: self.shared.or(other.shared),
            patterns: self.patterns.or(other.patterns),
            separated: self.separated.or(other.separated),
            rate: self.rate.or(other.rate),
            beta_rate: self.beta_rate.or(other.beta_rate),
            hidden_rate: self.hidden_rate.or(other.hidden_rate),
            fall: self.fall.or(other.fall),
            man_value: self.man_value.or(other.man_value),
            fix_man: self.fix_man.or(other.fix_man),
            blunders: self.blunders.or(other.blunders),
            last: self.last.or(other.last),
            loss: self.loss.or(other.loss),
            optimiser: self.optimiser.or(other.optimiser),
            update: self.update.or(other.update),
            against: self.against.or(other.against),
            matching: self.matching.or(other.matching),
            past_every: self.past_every.or(other.past_every),
            games: self.games.or(other.games),
            nodes: self.nodes.or(other.nodes),
            depth: self.depth.or(other.depth),
            ballots: self.ballots.or(other.ballots),
            openings: self.openings.or(other.openings),
            positions: self.positions.or(other.positions),
            random_plies: self.random_plies.or(other.random_plies),
            random_moves: self.random_moves.or(other.random_moves),
            plies: self.plies.or(other.plies),
            seed: self.seed.or(other.seed),
            tt: self.tt.or(other.tt),
            endgame: self.endgame.or(other.endgame),
            measure: self.measure.or(other.measure),
            measure_games: self.measure_games.or(other.measure_games),
            anchor: self.anchor.or(other.anchor),
            database: self.database.or(other.database),
            hub_param: self.hub_param.or(other.hub_param),
            dxp_minutes: self.dxp_minutes.or(other.dxp_minutes),
        }
    }

    /// How the run is carried out, with every default filled in.
    ///
    /// # Errors
    /// A time between checkpoints that is none, or a folder without games.
    pub fn job(&self) -> Result<Job> {
        let seconds = self.checkpoint.unwrap_or(30.0);
        let database = inputs::listed(self.database.as_deref().unwrap_or_default())?;
        let positions = inputs::listed(self.positions.as_deref().unwrap_or_default())?;
        Ok(Job {
            outputs: Outputs {
                out: self.out.clone().unwrap_or_else(|| "trained.safetensors".into()),
                metrics: self.metrics.clone(),
            },
            threads: Threads::or_cores(self.threads),
            checkpoint: Duration::try_from_secs_f64(seconds)
                .with_context(|| format!("--checkpoint {seconds}"))?,
            read: [&database[..], &positions, self.openings.as_slice()].concat(),
            database,
        })
    }

    /// What learning begins with.
    #[must_use]
    pub fn start(&self) -> Start {
        match self.start.as_deref() {
            None | Some("material") => Start::Material,
            Some("random") => Start::Random,
            Some(file) => Start::File(file.strip_prefix("net:").unwrap_or(file).into()),
        }
    }

    /// What is learned, in the words of `learn`.
    #[must_use]
    pub fn form(&self) -> LearnSettings {
        let shape = Shape {
            net: Some(self.net.unwrap_or(Net::Patterns)),
            hidden: self.hidden,
            phases: self.phases.clone(),
            shared: self.shared,
            patterns: self.patterns.clone(),
            separated: self.separated.clone(),
            rate: self.rate,
            beta_rate: self.beta_rate,
            hidden_rate: self.hidden_rate,
        };
        shape.into()
    }

    /// Fails if the form of what is learned is set although a file has it.
    ///
    /// # Errors
    /// The flag.
    pub fn check_start_from_file(&self) -> Result<()> {
        let shapes = [
            ("net", self.net.is_some()),
            ("hidden", self.hidden.is_some()),
            ("phases", self.phases.is_some()),
            ("shared", self.shared.is_some()),
            ("apart", self.separated.apart.is_some()),
            ("activation", self.separated.activation.is_some()),
            ("hidden-rate", self.hidden_rate.is_some()),
        ];
        if let Some((name, _)) = shapes.iter().find(|(_, is_given)| *is_given) {
            bail!("--{name} is what the file of --start says; leave it out");
        }
        ensure!(
            self.patterns == PatternFlags::default(),
            "a setting of patterns is given, but the file of --start has its own; leave it out"
        );
        Ok(())
    }

    /// The rate that is asked for, if one is.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        self.rate
    }

    /// The rate of the sensitivities that is asked for, if one is.
    #[must_use]
    pub fn beta_rate(&self) -> Option<f64> {
        self.beta_rate
    }

    /// What learning begins with, for people.
    #[must_use]
    pub fn start_in_words(&self) -> String {
        match self.start() {
            Start::Material => "men, and kings as three men".into(),
            Start::Random => "first weights".into(),
            Start::File(path) => format!("the weights of {}", path.display()),
        }
    }

    /// The seed of everything random.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// Games in all.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games.unwrap_or(1000)
    }

    fn practice(&self) -> Result<TdLeafConfig> {
        let differences = TdErrors {
            lambda: self.lambda.unwrap_or(0.7) as f32,
            blunders: self.blunders.map(UnearnedGains::from).unwrap_or_default(),
            last: self.last.map(TerminalUpdate::from).unwrap_or_default(),
        };
        let scale = match (self.man_value.as_deref(), self.start()) {
            (None, Start::File(_)) | (Some("own"), _) => ValueTransform::Own,
            (None, _) => ValueTransform::KNIGHTCAP,
            (Some(man), _) => {
                let man = man.parse().with_context(|| format!("--man-value {man}: no number"))?;
                ValueTransform::Man(man)
            }
        };
        let loss = self.loss.map(Loss::from).unwrap_or_default();
        let method = self.optimiser.map(OptimiserKind::from).unwrap_or_default();
        let fix_man = self.fix_man.unwrap_or(false);
        Ok(TdLeafConfig { differences, scale, loss, method, fix_man })
    }

    fn rule(&self) -> TdVariant {
        self.rule.map(TdVariant::from).unwrap_or_default()
    }

    fn pace(&self) -> Result<MoveLimits> {
        if !self.rule().searches() {
            let is_plain = self.nodes.is_none() && self.depth.is_none_or(|depth| depth == 1);
            ensure!(is_plain, "--rule td plays the best successor; leave --nodes and --depth out");
            return Ok(MoveLimits { depth: Some(1), ..MoveLimits::default() });
        }
        let nodes = self.nodes.or(if self.depth.is_none() { Some(500) } else { None });
        ensure!(self.depth != Some(0), "--depth 0: a search needs 1 ply or more");
        Ok(MoveLimits { nodes, depth: self.depth, ..MoveLimits::default() })
    }

    fn openings(&self, threads: usize) -> Result<Vec<Opening>> {
        let given = [self.positions.is_some(), self.openings.is_some(), self.ballots.is_some()];
        ensure!(
            given.iter().filter(|is_given| **is_given).count() <= 1,
            "games begin in one way: give --positions, --openings or --ballots"
        );
        if let Some(files) = &self.positions {
            let files = inputs::listed(files)?;
            inputs::check(&files)?;
            let (drawn, faults) = positions_of_games(&files, threads, self.seed(), MOST_POSITIONS);
            faults.iter().for_each(|fault| note!("warning: {fault}"));
            return Ok(drawn);
        }
        let length = self.ballots.unwrap_or(BallotLength::Three);
        Ok(opening_file::read_or_ballots(self.openings.as_deref(), length)?)
    }

    fn equipment(&self) -> Result<PlayerConfig> {
        let endgame = self.endgame.as_deref().map(tables::open).transpose()?;
        let wrong = |text: String| anyhow::anyhow!(text);
        let params = self.hub_param.iter().flatten().map(|text| pair(text).map_err(wrong));
        let minutes = self.dxp_minutes.as_deref().map(minutes).transpose().map_err(wrong)?;
        Ok(PlayerConfig {
            options: Options { table: self.tt.unwrap_or(4), endgame, ..Options::default() },
            hub_params: params.collect::<Result<_>>()?,
            start_timeout: Duration::from_secs(30),
            dxp: DxpTerms { minutes, ..DxpTerms::new(PROGRAM) },
        })
    }

    fn measuring(&self) -> Result<MeasureConfig> {
        let material = || vec!["material".to_owned()];
        let anchors = self.anchor.clone().unwrap_or_else(material);
        let anchors = anchors.iter().map(|text| Ok(text.parse::<PlayerSpec>()?));
        Ok(MeasureConfig {
            every: self.measure.unwrap_or(500),
            games: self.measure_games.unwrap_or(158),
            anchors: anchors.collect::<Result<_>>()?,
            openings: ballots(BallotLength::Two),
        })
    }

    /// The course of the run.
    ///
    /// # Errors
    /// A flag, a player or a file that cannot be used.
    pub fn course(&self, job: &Job) -> Result<SelfPlayConfig> {
        let itself = || vec!["self".to_owned()];
        let names = self.against.clone().unwrap_or_else(itself);
        let opponents: Vec<Opponent> =
            names.iter().map(|text| Ok(text.parse()?)).collect::<Result<_>>()?;
        let identities = opponents.iter().map(|opponent| match opponent {
            Opponent::Player(spec) => identity(spec),
            _ => Ok(String::new()),
        });
        let starts =
            StartPositions::new(self.openings(job.threads)?, self.random_plies.unwrap_or(2));
        let course = SelfPlayConfig {
            variant: self.rule(),
            td: self.practice()?,
            games: self.games(),
            batch_games: self.update.unwrap_or(8),
            final_rate: self.fall.unwrap_or(1.0),
            seed: self.seed(),
            limits: self.pace()?,
            start_positions: starts.map_err(anyhow::Error::msg)?,
            random_moves: self.random_moves.unwrap_or(0.0),
            plies: self.plies,
            opponent_identities: identities.collect::<Result<_>>()?,
            opponents,
            matching: self.matching.map(Matching::from).unwrap_or_default(),
            past_interval: self.past_every.unwrap_or(250),
            past_dir: job.outputs.beside(".past"),
            player_config: self.equipment()?,
            workers: job.threads,
            measure: self.measuring()?,
        };
        course.check()?;
        Ok(course)
    }
}
