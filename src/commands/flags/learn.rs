//! The settings of `learn`, from flags and from a file; a flag goes before the file.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;
use serde::Deserialize;

use super::filter::{FilterFlags, GameFlags};
use super::pattern::PatternFlags;
use super::separated::SeparatedFlags;
use super::settings_file::Names;
use super::strict::{self, StrictFlag};
use super::switch::Switch;
use crate::commands::args::catalogue;
use crate::commands::args::outputs::Outputs;
use crate::commands::args::threads::Threads;
use crate::features::{Group, Subset};
use crate::learning::{Checked, Hyperparams, Targets};
use crate::models::ModelSettings;
use crate::models::network::NetworkSettings;
use crate::models::nnue::{HiddenOptimiser, NnueSettings};
use crate::models::patterns::PatternSettings;
use crate::models::separated::SeparatedSettings;

/// What is learned: the paper's networks, and the other forms of evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Net {
    /// 23 global inputs
    Nn1,
    /// Global inputs and the 64 triples: 87
    Nn2,
    /// Global and structural inputs: 122
    Nn3,
    /// All 222 inputs
    Nn4,
    /// Three networks of all inputs: above 25 pieces, 16 to 25, 15 or fewer
    Nn5,
    /// Tables of weights by the men in windows of the board
    Patterns,
    /// Patterns, and a hidden layer over the squares of all pieces
    Nnue,
    /// Globals, structures and squares in hidden layers apart, and a layer in common
    Separated,
}

/// Every setting that flags and the configuration file share. Their names are the same in both.
#[derive(Clone, Debug, Default, clap::Args, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct LearnFlags {
    /// Where to write the network [default: net.safetensors]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write one JSON object a line: progress, held-out curve, figures of each pass
    #[arg(long, value_name = "FILE")]
    metrics: Option<PathBuf>,
    /// Threads; the weights do not depend on them [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
    /// Seconds between checkpoints [default: 30]
    #[arg(long, value_name = "S")]
    checkpoint: Option<f64>,
    #[arg(long, num_args = 0, default_missing_value = "true", help = strict::HELP)]
    strict: Option<bool>,
    /// Which of the paper's networks, patterns, patterns with a hidden layer, or a network with its inputs apart [default: nn4]
    #[arg(long, value_enum, value_name = "NET")]
    net: Option<Net>,
    /// Inputs of your own: a folder with an edited copy of the files in features/
    #[arg(long, value_name = "DIR")]
    features: Option<PathBuf>,
    /// Groups of inputs that the network does not see; see below
    #[arg(long, value_name = "GROUP,…", value_delimiter = ',')]
    without: Option<Vec<Group>>,
    /// Start from the weights of this network, or of `reference`, rather than random ones: of the same phases, or one for all
    /// phases; for nnue patterns will do. Give the same --seed, or its held-out games are learned [default: random weights]
    #[arg(long, value_name = "FILE")]
    init: Option<PathBuf>,
    /// Hidden units, of separated those in common [default: 80; 32 for nnue and separated]
    #[arg(long, value_name = "N")]
    hidden: Option<usize>,
    /// λ of the return, 0 (next position) to 1 (result) [default: 0.9]
    #[arg(long, value_name = "X")]
    lambda: Option<f64>,
    /// What the return is made of, beside the result: the values of the positions that followed (`values`), or what searches said
    /// when the game was played, where the file tells it (`scores`) [default: values]
    #[arg(long, value_name = "WHAT", value_parser = targets)]
    targets: Option<Targets>,
    /// Learning rate of the weights [default: 0.001 for nn1 and nn2, 0.03 for the windows of patterns and nnue, 0.002 for separated, else 0.0005]
    #[arg(long, value_name = "X")]
    rate: Option<f64>,
    /// Learning rate of the sensitivities β; 0 keeps them fixed [default: ten times --rate]
    #[arg(long, value_name = "X")]
    beta_rate: Option<f64>,
    /// Factor of both rates from each pass to the next, such as 0.5 [default: 1]
    #[arg(long, value_name = "X")]
    decay: Option<f64>,
    /// All rates fall evenly to this share at the end of the last pass [default: 1; 0.03 for patterns, nnue and separated]
    #[arg(long, value_name = "X")]
    fall: Option<f64>,
    /// First value of every β [default: 3]
    #[arg(long, value_name = "X")]
    beta: Option<f64>,
    /// Learn each game with colours swapped as well [default: on; off for patterns and nnue, which judge both sides alike]
    #[arg(long, value_enum, value_name = "WHEN")]
    mirror: Option<Switch>,
    /// The strict reproduction: no mirrored games, inputs 19 and 20 off
    #[arg(long, num_args = 0, default_missing_value = "true")]
    paper: Option<bool>,
    /// Pieces on the board at which the next phase's network takes over, e.g. 25,15
    #[arg(long, value_name = "N,…", value_delimiter = ',')]
    phases: Option<Vec<u32>>,
    /// Hidden units that the networks of all phases have in common: what one phase learns about them, all learn [default: 0]
    #[arg(long, value_name = "N")]
    shared: Option<usize>,
    /// Nnue: how the hidden layer makes its step behind a game [default: adam; plain with --batch-games]
    #[arg(long, value_enum, value_name = "HOW")]
    hidden_method: Option<HiddenOptimiserFlag>,
    /// Nnue: learning rate of the hidden layer [default: 0.0005 by Adam, 0.02 by plain steps]
    #[arg(long, value_name = "X")]
    hidden_rate: Option<f64>,
    #[command(flatten)]
    patterns: PatternFlags,
    #[command(flatten)]
    separated: SeparatedFlags,
    /// Passes over the games [default: 1]
    #[arg(long, value_name = "N")]
    epochs: Option<u32>,
    /// Games between two steps of the weights; a step is the sum of what each of them would change. All cores work on it, and the weights
    /// do not depend on how many. With many games the sum wants smaller rates, or learning comes out worse or diverges: patterns as they are
    /// with 16, --rate 0.012 --rest-rate 0.0003 with 256, 0.003 and 0.00008 with 1024; nn4 --rate 0.00005 with 64 [default: 1, a
    /// step behind every game]
    #[arg(long, value_name = "N")]
    batch_games: Option<u32>,
    /// Share every batch with the processes that `mpirun` started, each with all its cores; the first one writes. The weights do not
    /// depend on how many they are. Needs --batch-games, and a program built with `--features mpi`
    #[arg(long, num_args = 0, default_missing_value = "true")]
    mpi: Option<bool>,
    /// Seconds of silence of the others after which a process gives up; the first one saves a checkpoint [default: 120]
    #[arg(long, value_name = "S")]
    patience: Option<f64>,
    /// Read at most this many games a pass
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Seed of the first weights and of the held-out games [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Share of the games held out [default: 0.1]
    #[arg(long, value_name = "X")]
    holdout: Option<f64>,
    /// Endgame tables, a folder or `auto` as for `play`: a game ends for learning at its first position that they can value,
    /// held-out games too, and the exact value takes the place of its result
    #[arg(long, value_name = "DIR")]
    endgame: Option<PathBuf>,
    #[command(flatten)]
    filter: FilterFlags,
    #[command(flatten)]
    #[serde(rename = "selection")]
    selection: GameFlags,
}

fn targets(text: &str) -> Result<Targets, String> {
    match text {
        "values" => Ok(Targets::Values),
        "scores" => Ok(Targets::Scores),
        _ => Err("write values or scores".into()),
    }
}

/// How the hidden layer of nnue makes its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HiddenOptimiserFlag {
    /// The sum of the derivatives times the rate, as the windows learn
    Plain,
    /// Adam: steps of about the same size whatever the size of the derivatives
    Adam,
}

impl From<HiddenOptimiserFlag> for HiddenOptimiser {
    fn from(flag: HiddenOptimiserFlag) -> HiddenOptimiser {
        match flag {
            HiddenOptimiserFlag::Plain => HiddenOptimiser::Plain,
            HiddenOptimiserFlag::Adam => HiddenOptimiser::Adam,
        }
    }
}

/// The files of a run and how it is carried out; only its start and its tables change the weights.
#[derive(Clone, Debug)]
pub struct Job {
    /// The network whose weights the run starts from.
    pub init: Option<PathBuf>,
    /// The endgame tables whose values take the place of results.
    pub endgame: Option<PathBuf>,
    /// Where the network goes.
    pub outputs: Outputs,
    /// Threads.
    pub threads: usize,
    /// Time between checkpoints.
    pub checkpoint: Duration,
    /// Whether skipped input changes the exit status.
    pub strict: StrictFlag,
    /// Whether the run is one of many processes.
    pub mpi: bool,
    /// How long it waits for the others.
    pub patience: Duration,
}

/// What is learned, where another verb asks for it.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Which network, or patterns.
    pub net: Option<Net>,
    /// Hidden units.
    pub hidden: Option<usize>,
    /// Where phases meet.
    pub phases: Option<Vec<u32>>,
    /// Hidden units in common.
    pub shared: Option<usize>,
    /// Settings of patterns.
    pub patterns: PatternFlags,
    /// Settings of networks with modalities apart.
    pub separated: SeparatedFlags,
    /// Learning rate.
    pub rate: Option<f64>,
    /// Learning rate of the sensitivities.
    pub beta_rate: Option<f64>,
    /// Learning rate of the hidden layer beside patterns.
    pub hidden_rate: Option<f64>,
}

impl From<Shape> for LearnFlags {
    fn from(shape: Shape) -> LearnFlags {
        LearnFlags {
            net: shape.net,
            hidden: shape.hidden,
            phases: shape.phases,
            shared: shape.shared,
            patterns: shape.patterns,
            separated: shape.separated,
            rate: shape.rate,
            beta_rate: shape.beta_rate,
            // Games that are played while it learns make steps of their own.
            hidden_method: (shape.net == Some(Net::Nnue)).then_some(HiddenOptimiserFlag::Plain),
            hidden_rate: shape.hidden_rate,
            ..LearnFlags::default()
        }
    }
}

impl LearnFlags {
    /// Reads a configuration file.
    ///
    /// # Errors
    /// A file that cannot be read or holds something else, with the line.
    pub fn read(path: &Path) -> Result<LearnFlags> {
        let (settings, _) = LearnFlags::names().read_file(path)?;
        Ok(settings)
    }

    /// The names of all settings.
    fn names() -> Names {
        Names::of::<LearnFlags>()
            .with_table::<FilterFlags>("filter")
            .with_table::<GameFlags>("selection")
            .with_table::<PatternFlags>("patterns")
            .with_table::<SeparatedFlags>("separated")
    }

    /// These settings, and those of `other` where these are silent.
    #[must_use]
    pub fn or(self, other: LearnFlags) -> LearnFlags {
        LearnFlags {
            out: self.out.or(other.out),
            metrics: self.metrics.or(other.metrics),
            threads: self.threads.or(other.threads),
            checkpoint: self.checkpoint.or(other.checkpoint),
            strict: self.strict.or(other.strict),
            net: self.net.or(other.net),
            features: self.features.or(other.features),
            without: self.without.or(other.without),
            init: self.init.or(other.init),
            hidden: self.hidden.or(other.hidden),
            lambda: self.lambda.or(other.lambda),
            targets: self.targets.or(other.targets),
            rate: self.rate.or(other.rate),
            beta_rate: self.beta_rate.or(other.beta_rate),
            decay: self.decay.or(other.decay),
            fall: self.fall.or(other.fall),
            beta: self.beta.or(other.beta),
            hidden_method: self.hidden_method.or(other.hidden_method),
            hidden_rate: self.hidden_rate.or(other.hidden_rate),
            patterns: self.patterns.or(other.patterns),
            separated: self.separated.or(other.separated),
            mirror: self.mirror.or(other.mirror),
            paper: self.paper.or(other.paper),
            phases: self.phases.or(other.phases),
            shared: self.shared.or(other.shared),
            epochs: self.epochs.or(other.epochs),
            batch_games: self.batch_games.or(other.batch_games),
            mpi: self.mpi.or(other.mpi),
            patience: self.patience.or(other.patience),
            games: self.games.or(other.games),
            seed: self.seed.or(other.seed),
            holdout: self.holdout.or(other.holdout),
            endgame: self.endgame.or(other.endgame),
            filter: self.filter.or(other.filter),
            selection: self.selection.or(other.selection),
        }
    }

    /// How the run is carried out, with every default filled in.
    ///
    /// # Errors
    /// A time that is none, or processes that have nothing to share.
    pub fn job(&self) -> Result<Job> {
        let time = |flag: &str, seconds: f64| {
            Duration::try_from_secs_f64(seconds).with_context(|| format!("--{flag} {seconds}"))
        };
        let mpi = self.mpi.unwrap_or(false);
        ensure!(
            !mpi || self.batch_games.is_some_and(|games| games > 1),
            "--mpi: a step behind every game leaves nothing to share; add --batch-games"
        );
        Ok(Job {
            mpi,
            patience: time("patience", self.patience.unwrap_or(120.0))?,
            init: self.init.clone(),
            endgame: self.endgame.clone(),
            outputs: Outputs {
                out: self.out.clone().unwrap_or_else(|| "net.safetensors".into()),
                metrics: self.metrics.clone(),
            },
            threads: Threads::or_cores(self.threads),
            checkpoint: time("checkpoint", self.checkpoint.unwrap_or(30.0))?,
            strict: StrictFlag { strict: self.strict.unwrap_or(false) },
        })
    }

    /// What is learned.
    #[must_use]
    pub fn net(&self) -> Net {
        self.net.unwrap_or(Net::Nn4)
    }

    /// The patterns that are learned, with every default filled in.
    ///
    /// # Errors
    /// A setting that only networks have, or a file of windows that cannot be read.
    pub fn patterns(&self) -> Result<PatternSettings> {
        self.refuse_hidden("patterns have no hidden layer, leave it out")?;
        self.refuse("patterns", &[("hidden", self.hidden.is_some())])?;
        self.refuse_betas("patterns")?;
        self.refuse_separated()?;
        self.patterns.settings(self.rate)
    }

    /// The patterns with a hidden layer that are learned, with every default filled in.
    ///
    /// # Errors
    /// As [`LearnFlags::patterns`].
    pub fn nnue(&self) -> Result<NnueSettings> {
        self.refuse("nnue", &[])?;
        self.refuse_betas("nnue")?;
        self.refuse_separated()?;
        let defaults = NnueSettings::default();
        let is_in_batches = self.batch_games.is_some_and(|games| games > 1);
        let usual =
            if is_in_batches { HiddenOptimiserFlag::Plain } else { HiddenOptimiserFlag::Adam };
        let hidden_method = HiddenOptimiser::from(self.hidden_method.unwrap_or(usual));
        ensure!(
            !is_in_batches || hidden_method == HiddenOptimiser::Plain,
            "--hidden-method adam makes a step behind every game; leave out it or --batch-games"
        );
        Ok(NnueSettings {
            hidden: self.hidden.unwrap_or(defaults.hidden),
            hidden_method,
            hidden_rate: self.hidden_rate.unwrap_or(hidden_method.rate()),
            patterns: self.patterns.settings(self.rate)?,
        })
    }

    /// The network with modalities apart that is learned, with every default filled in.
    ///
    /// # Errors
    /// A setting that only other forms have.
    pub fn separated(&self) -> Result<SeparatedSettings> {
        self.refuse("separated", &[])?;
        self.refuse_patterns()?;
        let defaults = SeparatedSettings::default();
        let activation = self.separated.activation.map_or(defaults.activation, Into::into);
        if !activation.has_beta() {
            self.refuse_betas("a network of ReLU units")?;
        }
        let rate = self.rate.unwrap_or(defaults.rate);
        Ok(SeparatedSettings {
            apart: self.separated.apart.clone().unwrap_or(defaults.apart),
            hidden: self.hidden.unwrap_or(defaults.hidden),
            activation,
            beta: self.beta.unwrap_or(defaults.beta),
            rate,
            beta_rate: self.beta_rate.unwrap_or(10.0 * rate),
        })
    }

    /// Fails if a setting is given that only networks have, or one of these.
    fn refuse(&self, form: &str, more: &[(&str, bool)]) -> Result<()> {
        let of_networks = [
            ("features", self.features.is_some()),
            ("without", self.without.is_some()),
            ("paper", self.is_paper()),
            ("phases", self.phases.is_some()),
            ("shared", self.shared.is_some()),
        ];
        let remedy = format!("{form} knows none, leave it out");
        refuse_first("networks", &remedy, more.iter().chain(&of_networks))
    }

    fn refuse_betas(&self, form: &str) -> Result<()> {
        let betas = [("beta-rate", self.beta_rate.is_some()), ("beta", self.beta.is_some())];
        refuse_first("networks", &format!("{form} knows none, leave it out"), betas.iter())
    }

    fn refuse_separated(&self) -> Result<()> {
        ensure!(
            self.separated == SeparatedFlags::default(),
            "--apart and --activation are settings of separated; add --net separated or leave them out"
        );
        Ok(())
    }

    /// Fails if a setting of the hidden layer of nnue is given.
    fn refuse_hidden(&self, remedy: &str) -> Result<()> {
        let settings = [
            ("hidden-method", self.hidden_method.is_some()),
            ("hidden-rate", self.hidden_rate.is_some()),
        ];
        refuse_first("nnue", remedy, settings.iter())
    }

    fn refuse_patterns(&self) -> Result<()> {
        ensure!(
            self.patterns == PatternFlags::default(),
            "a setting of patterns is given for a network; add --net patterns or leave it out"
        );
        self.refuse_hidden("add --net nnue or leave it out")
    }

    /// The network that is learned, with every default filled in.
    ///
    /// # Errors
    /// A setting that only patterns have, or a catalogue of one's own that cannot be read.
    pub fn network(&self) -> Result<NetworkSettings> {
        self.refuse_patterns()?;
        self.refuse_separated()?;
        let net = self.net();
        let inputs = match net {
            Net::Nn1 => Subset::Nn1,
            Net::Nn2 => Subset::Nn2,
            Net::Nn3 => Subset::Nn3,
            Net::Nn4 | Net::Nn5 | Net::Patterns | Net::Nnue | Net::Separated => Subset::Nn4,
        };
        let mut defaults = NetworkSettings::for_inputs(inputs);
        if let Some(folder) = &self.features {
            defaults.catalogue = catalogue::read(folder)?;
        }
        let borders = if net == Net::Nn5 { vec![25, 15] } else { Vec::new() };
        let beta_rate = self.rate.map_or(defaults.beta_rate, |rate| 10.0 * rate);
        Ok(NetworkSettings {
            without: self.without.clone().unwrap_or_default(),
            hidden: self.hidden.unwrap_or(defaults.hidden),
            borders: self.phases.clone().unwrap_or(borders),
            shared: self.shared.unwrap_or(defaults.shared),
            rate: self.rate.unwrap_or(defaults.rate),
            beta_rate: self.beta_rate.unwrap_or(beta_rate),
            beta: self.beta.unwrap_or(defaults.beta),
            additions: defaults.additions && !self.is_paper(),
            ..defaults
        })
    }

    fn is_paper(&self) -> bool {
        self.paper == Some(true)
    }

    /// What is learned of a form with these settings, with every default filled in, checked.
    ///
    /// # Errors
    /// A setting out of range.
    pub fn check<S: ModelSettings>(self, form: S) -> Result<Checked<S>> {
        let is_paper = self.is_paper();
        let defaults = Hyperparams::of(form);
        let mirror = self.mirror.map(|switch| switch == Switch::On);
        let settings = Hyperparams {
            lambda: self.lambda.unwrap_or(defaults.lambda),
            targets: self.targets.unwrap_or(defaults.targets),
            decay: self.decay.unwrap_or(defaults.decay),
            fall: self.fall.unwrap_or(defaults.fall),
            mirror: mirror.unwrap_or(defaults.mirror && !is_paper),
            epochs: self.epochs.unwrap_or(defaults.epochs),
            batch_games: self.batch_games.unwrap_or(defaults.batch_games),
            games: self.games.unwrap_or(defaults.games),
            holdout: self.holdout.unwrap_or(defaults.holdout),
            seed: self.seed.unwrap_or(defaults.seed),
            filter: self.filter.filter(),
            selection: self.selection.selection(),
            ..defaults
        };
        Ok(settings.check()?)
    }
}

/// Fails with the first setting that is given, which only this form has.
fn refuse_first<'a>(
    owner: &str,
    remedy: &str,
    mut settings: impl Iterator<Item = &'a (&'a str, bool)>,
) -> Result<()> {
    if let Some((name, _)) = settings.find(|(_, is_given)| *is_given) {
        bail!("--{name} is a setting of {owner}; {remedy}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::Results;

    fn parse(text: &str) -> Result<LearnFlags> {
        LearnFlags::names().read(text)
    }

    fn checked(text: &str) -> Result<Hyperparams<NetworkSettings>> {
        let settings = parse(text)?;
        let network = settings.network()?;
        Ok(settings.check(network)?.settings().clone())
    }

    #[test]
    fn nothing_set_is_nn4_with_mirrored_games() {
        assert_eq!(
            checked("").expect("defaults"),
            Hyperparams::of(NetworkSettings::for_inputs(Subset::Nn4))
        );
    }

    #[test]
    fn patterns_have_defaults_of_their_own_and_a_flag_goes_before() {
        let set = |text: &str| {
            let settings = parse(text).expect("toml");
            let patterns = settings.patterns().expect("patterns");
            let checked = settings.check(patterns).expect("in range");
            (checked.mirror, checked.fall)
        };
        assert_eq!(set("net = \"patterns\""), (false, 0.03));
        assert_eq!(set("net = \"patterns\"\nmirror = \"on\"\nfall = 1.0"), (true, 1.0));
    }

    #[test]
    fn paper_switches_mirror_and_additions_off_and_a_flag_goes_before() {
        let paper = checked("paper = true").expect("paper");
        assert_eq!((paper.mirror, paper.form.additions), (false, false));
        let mirrored = checked("paper = true\nmirror = \"on\"").expect("paper, mirrored");
        assert_eq!((mirrored.mirror, mirrored.form.additions), (true, false));
    }

    #[test]
    fn nn5_is_nn4_in_three_phases_and_any_borders_may_be_given() {
        let nn5 = checked("net = \"nn5\"").expect("nn5");
        assert_eq!((nn5.form.inputs, nn5.form.borders), (Subset::Nn4, vec![25, 15]));
        let own = checked("phases = [30, 20, 10]").expect("own borders");
        assert_eq!(own.form.borders, [30, 20, 10]);
    }

    #[test]
    fn the_rate_of_the_sensitivities_follows_the_rate_of_the_weights() {
        assert_eq!(checked("rate = 0.25").expect("rate").form.beta_rate, 2.5);
        assert_eq!(checked("rate = 0.25\nbeta-rate = 0.5").expect("rates").form.beta_rate, 0.5);
    }

    #[test]
    fn a_flag_goes_before_the_file() {
        let flags = LearnFlags { seed: Some(7), ..LearnFlags::default() };
        let file = parse("seed = 8\nhidden = 40").expect("toml");
        let both = flags.or(file);
        assert_eq!((both.seed, both.hidden), (Some(7), Some(40)));
    }

    #[test]
    fn groups_left_out_are_named_and_sorted() {
        let settings = checked("without = [\"raw\", \"kings\"]").expect("groups");
        assert_eq!(settings.form.without, [Group::Kings, Group::Raw]);
        assert!(checked("without = [\"hek\"]").is_err());
    }

    #[test]
    fn the_filter_is_a_table_of_its_own() {
        let settings = checked("[filter]\nwindow = 4\nquiet-only = true").expect("filter");
        assert_eq!((settings.filter.window, settings.filter.unquiet), (4, true));
    }

    #[test]
    fn a_file_sets_how_the_run_is_carried_out() {
        let text = "out = \"my.net\"\nthreads = 3\ncheckpoint = 1.5\nstrict = true";
        let job = parse(text).expect("toml").job().expect("job");
        assert_eq!((job.outputs.checkpoint(), job.threads), ("my.net.checkpoint".into(), 3));
        assert_eq!((job.checkpoint, job.strict.strict), (Duration::from_millis(1500), true));
        for wrong in ["threads = 0", "threads = 257", "checkpoint = -1"] {
            let job = parse(wrong).and_then(|s| s.job());
            assert!(job.is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_unknown_setting_is_named_with_its_line() {
        let refused = |text: &str| parse(text).expect_err(text).to_string();
        let typo = refused("seed = 1\nlamda = 0.9");
        assert_eq!(typo, "line 2: there is no setting 'lamda'; did you mean lambda?");
        assert!(refused("epoch = 2").contains("did you mean epochs?"));
        assert!(refused("beta_rate = 2").contains("did you mean beta-rate?"));
        assert!(
            refused("[filter]\nwindo = 2")
                .contains("line 2: there is no setting 'windo'; did you mean window?")
        );
        assert!(refused("[filter]\nepochs = 2").contains("epochs belongs above the tables"));
        assert!(refused("zzz = 2").contains("long names of flags"));
    }

    #[test]
    fn every_setting_stands_in_a_file_under_the_name_of_its_flag() {
        let command = <LearnFlags as clap::Args>::augment_args(clap::Command::new("learn"));
        for flag in command.get_arguments() {
            let name = flag.get_long().expect("every setting has a long name");
            // An empty table is no value of any setting: the name is known, the value is not.
            let error = parse(&format!("{name} = {{}}")).expect_err(name);
            assert!(!error.to_string().contains("no setting"), "{error}");
        }
        let text = "unique = true\nmin-rating = 1800\nresults = \"decided\"\nwindow = 4";
        let settings = checked(text).expect("names of flags");
        assert_eq!((settings.selection.unique, settings.selection.min_rating), (true, 1800));
        assert_eq!((settings.selection.results, settings.filter.window), (Results::Decided, 4));
    }

    #[test]
    fn a_setting_may_stand_once_with_a_value_of_its_kind() {
        let refused = |text: &str| parse(text).expect_err(text).to_string();
        assert!(refused("window = 4\n[filter]\nwindow = 8").contains("line"));
        let kind = refused("seed = 1\nepochs = \"two\"");
        assert!(kind.contains("line 2") && kind.contains("two"), "{kind}");
        let kind = refused("seed = 1\n\nwindow = \"two\"");
        assert!(kind.contains("line 3, column 10"), "{kind}");
    }
}
