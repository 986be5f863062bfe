//! The settings of `learn`, from flags and from a file.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, ensure};

use super::config;
use super::filter::{FilterFlags, GameFlags};
use super::model::{ModelFlags, Net, NetworkFlags};
use super::parsed::read_seconds;
use super::strict::StrictFlag;
use super::switch::Switch;
use super::words::{HIDDEN_OPTIMIZERS, TARGET_SOURCES, one_of};
use crate::commands::args::outputs::Outputs;
use crate::commands::args::threads::Threads;
use crate::learning::{Checked, Hyperparams, Targets};
use crate::models::ModelSettings;
use crate::models::network::NetworkSettings;
use crate::models::nnue::{HiddenOptimiser, NnueSettings};
use crate::models::patterns::PatternSettings;
use crate::models::separated::SeparatedSettings;

/// Every setting that flags and the configuration file share. Their names are the same in both.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LearnFlags {
    /// Where to write the network
    #[arg(short, long, value_name = "FILE", default_value = "net.safetensors")]
    out: PathBuf,
    /// Write one JSON object a line: progress, held-out curve, figures of each pass
    #[arg(long, value_name = "FILE")]
    metrics: Option<PathBuf>,
    /// Threads; the weights do not depend on them [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
    /// Seconds between checkpoints
    #[arg(long, value_name = "S", default_value = "30", value_parser = read_seconds, hide_short_help = true)]
    checkpoint: Duration,
    #[command(flatten)]
    strict: StrictFlag,
    #[command(flatten)]
    model: ModelFlags,
    #[command(flatten)]
    network: NetworkFlags,
    /// Start from the weights of this network, or of `reference`, rather than random ones: of the same phases, or one for all
    /// phases; for nnue patterns will do. Give the same --seed, or its held-out games are learned [default: random weights]
    #[arg(long, value_name = "FILE")]
    init: Option<PathBuf>,
    /// λ of the return, 0 (next position) to 1 (result) [default: 0.9]
    #[arg(long, value_name = "X")]
    lambda: Option<f64>,
    /// What the return is made of, beside the result
    #[arg(long, alias = "targets", value_name = "WHAT", default_value = "values", value_parser = one_of::<Targets>(TARGET_SOURCES), hide_short_help = true)]
    target_source: Targets,
    /// Factor of all learning rates from each pass to the next, such as 0.5 [default: 1]
    #[arg(long, alias = "decay", value_name = "X", hide_short_help = true)]
    lr_decay: Option<f64>,
    /// The share of the learning rates that is left at the end of the last pass; they fall linearly [default: 1; 0.03 for patterns, nnue and separated]
    #[arg(long, alias = "fall", value_name = "X")]
    lr_final: Option<f64>,
    /// Nnue: the optimizer of the hidden layer [default: adam; sgd with --batch-games]
    #[arg(long, alias = "hidden-method", value_name = "HOW", value_parser = one_of::<HiddenOptimiser>(HIDDEN_OPTIMIZERS), hide_short_help = true)]
    hidden_optimizer: Option<HiddenOptimiser>,
    /// Learn each game with colours swapped as well [default: on; off for patterns and nnue, which are symmetric]
    #[arg(long, value_enum, value_name = "WHEN", hide_short_help = true)]
    mirror: Option<Switch>,
    /// Passes over the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    epochs: u32,
    /// Games per weight update, which is the sum of their updates; large batches need smaller learning rates. The weights do not
    /// depend on the number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    batch_games: u32,
    /// Share every batch with the processes that `mpirun` started, each with all its cores; the first one writes. The weights do not
    /// depend on the number of processes. Needs --batch-games, and a program built with `--features mpi`
    #[arg(long, hide_short_help = true)]
    mpi: bool,
    /// Seconds of silence of the other processes after which a process ends; the first one saves a checkpoint
    #[arg(long, alias = "patience", value_name = "S", default_value = "120", value_parser = read_seconds, hide_short_help = true)]
    silence: Duration,
    /// Read at most this many games a pass
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Seed of the first weights and of the held-out games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Share of the games held out [default: 0.1]
    #[arg(long, value_name = "X", hide_short_help = true)]
    holdout: Option<f64>,
    /// Endgame tables, a folder or `auto` as for `play`: a game ends for learning at its first position in the tables, held-out
    /// games too, and the exact value replaces its result
    #[arg(long, value_name = "DIR")]
    endgame: Option<PathBuf>,
    #[command(flatten)]
    filter: FilterFlags,
    #[command(flatten)]
    selection: GameFlags,
}

/// The files of a run and how it is carried out; only `init` and `endgame` change the weights.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    /// The network whose weights the run starts from.
    pub init: Option<PathBuf>,
    /// The endgame tables whose values replace results.
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
    /// How long the other processes may be silent.
    pub silence: Duration,
}

/// Reads a configuration file, and makes of it what a run does before it begins: for the fuzzer.
///
/// # Errors
/// A file that cannot be read or holds something else, with the line.
pub fn try_file(path: &Path) -> Result<()> {
    let settings = LearnFlags::read(path)?;
    let _ = settings.job();
    if let Ok(network) = settings.network() {
        let _ = settings.clone().check(network);
    }
    if let Ok(patterns) = settings.patterns() {
        let _ = settings.check(patterns);
    }
    Ok(())
}

impl LearnFlags {
    /// Reads a configuration file.
    ///
    /// # Errors
    /// A file that cannot be read or holds something else, with the line.
    pub(crate) fn read(path: &Path) -> Result<LearnFlags> {
        Ok(config::read(path)?.0)
    }

    /// How the run is carried out.
    ///
    /// # Errors
    /// Processes without batches to share.
    pub(crate) fn job(&self) -> Result<Job> {
        ensure!(
            !self.mpi || self.is_in_batches(),
            "--mpi: an update after every game leaves nothing to share; add --batch-games"
        );
        Ok(Job {
            mpi: self.mpi,
            silence: self.silence,
            init: self.init.clone(),
            endgame: self.endgame.clone(),
            outputs: Outputs { out: self.out.clone(), metrics: self.metrics.clone() },
            threads: Threads::or_cores(self.threads),
            checkpoint: self.checkpoint,
            strict: self.strict,
        })
    }

    /// The model that is trained.
    pub(crate) fn net(&self) -> Net {
        self.model.net().unwrap_or(Net::Nn4)
    }

    fn is_in_batches(&self) -> bool {
        self.batch_games > 1
    }

    /// Whether a file declares the windows of patterns.
    pub(crate) fn has_pattern_file(&self) -> bool {
        self.model.has_pattern_file()
    }

    /// The settings of patterns.
    ///
    /// # Errors
    /// As [`ModelFlags::patterns`].
    pub(crate) fn patterns(&self) -> Result<PatternSettings> {
        self.model.patterns()
    }

    /// The settings of patterns with a hidden layer.
    pub(crate) fn nnue(&self) -> Result<NnueSettings> {
        let usual =
            if self.is_in_batches() { HiddenOptimiser::Plain } else { HiddenOptimiser::Adam };
        let optimizer = self.hidden_optimizer.unwrap_or(usual);
        let settings = self.model.nnue(optimizer)?;
        ensure!(
            !self.is_in_batches() || optimizer == HiddenOptimiser::Plain,
            "--hidden-optimizer adam makes a step after every game; leave out it or --batch-games"
        );
        Ok(settings)
    }

    pub(crate) fn separated(&self) -> Result<SeparatedSettings> {
        self.model.separated(&self.network)
    }

    /// The settings of a network of the paper.
    ///
    /// # Errors
    /// As [`ModelFlags::network`].
    pub(crate) fn network(&self) -> Result<NetworkSettings> {
        self.model.network(&self.network)
    }

    /// The settings of a run that trains this model, checked.
    ///
    /// # Errors
    /// A setting out of range.
    pub(crate) fn check<S: ModelSettings>(self, model: S) -> Result<Checked<S>> {
        let defaults = Hyperparams::of(model);
        let mirror = self.mirror.map(Switch::is_on);
        let settings = Hyperparams {
            lambda: self.lambda.unwrap_or(defaults.lambda),
            targets: self.target_source,
            decay: self.lr_decay.unwrap_or(defaults.decay),
            fall: self.lr_final.unwrap_or(defaults.fall),
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

#[cfg(test)]
mod tests {
    use clap::{Args, FromArgMatches};

    use super::super::config::Configured;
    use super::*;
    use crate::dataset::Results;
    use crate::features::{Group, Subset};

    fn parse(text: &str) -> Result<LearnFlags> {
        config::parse(text)
    }

    fn checked(text: &str) -> Result<Hyperparams<NetworkSettings>> {
        let settings = parse(text)?;
        let network = settings.network()?;
        Ok(settings.check(network)?.settings().clone())
    }

    #[test]
    fn nothing_set_is_nn4_with_mirrored_games() {
        let defaults = Hyperparams::of(NetworkSettings::for_inputs(Subset::Nn4));
        assert_eq!(checked("").expect("defaults"), defaults);
        let settings = parse("").expect("defaults");
        assert_eq!(settings.patterns().expect("defaults"), PatternSettings::default());
        assert_eq!(settings.separated().expect("defaults"), SeparatedSettings::default());
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
        assert_eq!(set("net = \"patterns\"\nmirror = \"on\"\nlr-final = 1.0"), (true, 1.0));
    }

    #[test]
    fn paper_switches_mirror_and_additions_off_and_a_flag_goes_before() {
        let paper = checked("paper = true").expect("paper");
        assert_eq!((paper.mirror, paper.model.additions), (false, false));
        let mirrored = checked("paper = true\nmirror = \"on\"").expect("paper, mirrored");
        assert_eq!((mirrored.mirror, mirrored.model.additions), (true, false));
    }

    #[test]
    fn nn5_is_nn4_in_three_phases_and_any_borders_may_be_given() {
        let nn5 = checked("net = \"nn5\"").expect("nn5");
        assert_eq!((nn5.model.inputs, nn5.model.borders), (Subset::Nn4, vec![25, 15]));
        let own = checked("phases = [30, 20, 10]").expect("own borders");
        assert_eq!(own.model.borders, [30, 20, 10]);
    }

    #[test]
    fn the_rate_of_the_sensitivities_follows_the_rate_of_the_weights() {
        assert_eq!(checked("rate = 0.25").expect("rate").model.beta_rate, 2.5);
        assert_eq!(checked("rate = 0.25\nbeta-rate = 0.5").expect("rates").model.beta_rate, 0.5);
    }

    #[test]
    fn the_command_line_has_precedence_over_the_file() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let text = "seed = 8\nhidden = 40\nrate = 0.25\nunique = true\nphases = [20]\n";
        std::fs::write(file.path(), text).expect("written");
        let path = file.path().to_str().expect("UTF-8");
        let command = Configured::<LearnFlags>::augment_args(clap::Command::new("learn"));
        let typed = ["learn", "--seed", "7", "--config", path, "--phases", "25,15", "--lr=0.5"];
        let matches = command.try_get_matches_from(typed).expect("arguments");
        let both = Configured::<LearnFlags>::from_arg_matches(&matches).expect("settings");
        assert_eq!(both.config.as_deref(), Some(text));
        let network = both.settings.network().expect("a network");
        assert_eq!((network.hidden, network.rate), (40, 0.5));
        assert_eq!(network.borders, [25, 15]);
        let checked = both.settings.check(network).expect("in range");
        assert_eq!((checked.seed, checked.selection.unique), (7, true));
    }

    #[test]
    fn groups_left_out_are_named_and_sorted() {
        let settings = checked("without = [\"raw\", \"kings\"]").expect("groups");
        assert_eq!(settings.model.without, [Group::Kings, Group::Raw]);
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
