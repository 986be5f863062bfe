//! The model that is trained and its learning rates: flags of `learn` and `train`.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command, FromArgMatches, ValueEnum};

use super::pattern::PatternFlags;
use super::separated::SeparatedFlags;
use crate::commands::args::catalogue;
use crate::features::{Group, Subset};
use crate::models::network::NetworkSettings;
use crate::models::nnue::{HiddenOptimiser, NnueSettings};
use crate::models::patterns::PatternSettings;
use crate::models::separated::SeparatedSettings;

/// The paper's networks, and the other kinds of models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "lowercase")]
pub(crate) enum Net {
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
    /// Tables of weights by the men in parts of the board
    Patterns,
    /// Patterns, and a hidden layer over the squares of all pieces
    Nnue,
    /// A hidden layer each for globals, structures and squares, and a common one above
    Separated,
}

/// Flags that only some kinds of models have, with these kinds; error texts name the first.
const OWNERS: [(&[&str], &[&str]); 6] = [
    (&["features", "drop-inputs", "paper", "phases", "shared"], &["networks"]),
    (BETAS, &["networks", "separated"]),
    (&["hidden"], &["networks", "nnue", "separated"]),
    (&["hidden-optimizer", "hidden-lr"], &["nnue"]),
    (PATTERNS, &["patterns", "nnue"]),
    (&["feature-layers", "activation"], &["separated"]),
];
const BETAS: &[&str] = &["beta-lr", "beta"];
const PATTERNS: &[&str] =
    &["pattern-file", "stages", "rest-lr", "globals", "king-squares", "output-activation"];
/// Flags that say of which shape a model is.
const SHAPE: [&str; 7] =
    ["net", "hidden", "phases", "shared", "feature-layers", "activation", "hidden-lr"];

/// The long names of all flags that are set.
#[derive(Clone, Debug)]
struct SetFlags(Vec<String>);

impl clap::Args for SetFlags {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl FromArgMatches for SetFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<SetFlags, clap::Error> {
        let ids = matches.ids().map(clap::Id::as_str);
        let set = ids.filter(|id| matches.value_source(id) == Some(ValueSource::CommandLine));
        let mut names: Vec<String> = set.map(|id| id.replace('_', "-")).collect();
        names.sort_unstable();
        Ok(SetFlags(names))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = SetFlags::from_arg_matches(matches)?;
        Ok(())
    }
}

impl SetFlags {
    fn first(&self, names: &[&'static str]) -> Option<&'static str> {
        names.iter().copied().find(|name| self.0.iter().any(|set| set == name))
    }
}

/// Which model is trained, and its learning rates. The first field sees all flags of the fields that follow it, and of the structs
/// around this one whose fields stand behind it.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ModelFlags {
    #[command(flatten)]
    set: SetFlags,
    /// The model that is trained
    #[arg(long, value_enum, value_name = "NET")]
    net: Option<Net>,
    /// Hidden units, of separated those of the common layer [default: 80; 32 for nnue and separated]
    #[arg(long, value_name = "N")]
    hidden: Option<usize>,
    /// Learning rate of the weights [default: 0.001 for nn1 and nn2, 0.03 for patterns and nnue, 0.002 for separated, else 0.0005]
    #[arg(long, alias = "rate", value_name = "X")]
    pub lr: Option<f64>,
    /// Learning rate of the sensitivities β; 0 keeps them fixed [default: ten times --lr]
    #[arg(long, alias = "beta-rate", value_name = "X", hide_short_help = true)]
    pub beta_lr: Option<f64>,
    /// Nnue: learning rate of the hidden layer [default: 0.0005 by Adam, 0.02 by plain steps]
    #[arg(long, alias = "hidden-rate", value_name = "X", hide_short_help = true)]
    hidden_lr: Option<f64>,
    /// Pieces on the board at which the next phase's network takes over, e.g. 25,15
    #[arg(long, value_name = "N,…", value_delimiter = ',', hide_short_help = true)]
    phases: Option<Vec<u32>>,
    /// Hidden units that the networks of all phases share [default: 0]
    #[arg(long, value_name = "N", hide_short_help = true)]
    shared: Option<usize>,
    #[command(flatten)]
    patterns: PatternFlags,
    #[command(flatten)]
    separated: SeparatedFlags,
}

/// What only the networks of the paper have.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct NetworkFlags {
    /// Inputs of your own: a folder with an edited copy of the files in features/
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    features: Option<PathBuf>,
    /// Groups of inputs that the network does not see; see below
    #[arg(long, alias = "without", value_name = "GROUP,…", value_delimiter = ',')]
    drop_inputs: Vec<Group>,
    /// First value of every β [default: 3]
    #[arg(long, value_name = "X", hide_short_help = true)]
    beta: Option<f64>,
    /// The strict reproduction: no mirrored games, inputs 19 and 20 off
    #[arg(long, hide_short_help = true)]
    pub paper: bool,
}

impl ModelFlags {
    /// The model, if one is named.
    pub(crate) fn net(&self) -> Option<Net> {
        self.net
    }

    /// Whether a file declares the windows of patterns.
    pub(crate) fn has_pattern_file(&self) -> bool {
        self.patterns.pattern_file.is_some()
    }

    /// The settings of patterns.
    ///
    /// # Errors
    /// A setting that only other models have, or a pattern file that cannot be read.
    pub(crate) fn patterns(&self) -> Result<PatternSettings> {
        self.check_owners("patterns")?;
        self.patterns.settings(self.lr)
    }

    /// The settings of patterns with a hidden layer, which this optimiser trains.
    ///
    /// # Errors
    /// As [`ModelFlags::patterns`].
    pub(crate) fn nnue(&self, hidden_method: HiddenOptimiser) -> Result<NnueSettings> {
        self.check_owners("nnue")?;
        Ok(NnueSettings {
            hidden: self.hidden.unwrap_or(NnueSettings::default().hidden),
            hidden_method,
            hidden_rate: self.hidden_lr.unwrap_or(hidden_method.rate()),
            patterns: self.patterns.settings(self.lr)?,
        })
    }

    /// The settings of a separated network.
    ///
    /// # Errors
    /// A setting that only other models have.
    pub(crate) fn separated(&self, network: &NetworkFlags) -> Result<SeparatedSettings> {
        self.check_owners("separated")?;
        let activation = self.separated.activation;
        if let Some(name) = self.set.first(BETAS).filter(|_| !activation.has_beta()) {
            bail!(
                "--{name} is a setting of networks; a network of ReLU units has none, leave it out"
            );
        }
        let defaults = SeparatedSettings::default();
        let rate = self.lr.unwrap_or(defaults.rate);
        Ok(SeparatedSettings {
            apart: self.separated.feature_layers.clone().unwrap_or(defaults.apart),
            hidden: self.hidden.unwrap_or(defaults.hidden),
            activation,
            beta: network.beta.unwrap_or(defaults.beta),
            rate,
            beta_rate: self.beta_lr.unwrap_or(10.0 * rate),
        })
    }

    /// The settings of a network of the paper.
    ///
    /// # Errors
    /// A setting that only other models have, or a catalogue of one's own that cannot be read.
    pub(crate) fn network(&self, network: &NetworkFlags) -> Result<NetworkSettings> {
        self.check_owners("networks")?;
        let inputs = match self.net {
            Some(Net::Nn1) => Subset::Nn1,
            Some(Net::Nn2) => Subset::Nn2,
            Some(Net::Nn3) => Subset::Nn3,
            _ => Subset::Nn4,
        };
        let mut defaults = NetworkSettings::for_inputs(inputs);
        if let Some(folder) = &network.features {
            defaults.catalogue = catalogue::read(folder)?;
        }
        let borders = if self.net == Some(Net::Nn5) { vec![25, 15] } else { Vec::new() };
        let beta_rate = self.lr.map_or(defaults.beta_rate, |rate| 10.0 * rate);
        Ok(NetworkSettings {
            without: network.drop_inputs.clone(),
            hidden: self.hidden.unwrap_or(defaults.hidden),
            borders: self.phases.clone().unwrap_or(borders),
            shared: self.shared.unwrap_or(defaults.shared),
            rate: self.lr.unwrap_or(defaults.rate),
            beta_rate: self.beta_lr.unwrap_or(beta_rate),
            beta: network.beta.unwrap_or(defaults.beta),
            additions: defaults.additions && !network.paper,
            ..defaults
        })
    }

    /// The first flag that says of which shape the model is, if one is set.
    pub(crate) fn shape_flag(&self) -> Option<&'static str> {
        self.set.first(&SHAPE).or_else(|| self.set.first(PATTERNS))
    }

    /// Fails if a flag is set that this kind of model does not have.
    fn check_owners(&self, kind: &str) -> Result<()> {
        for (names, owners) in OWNERS.iter().filter(|(_, owners)| !owners.contains(&kind)) {
            if let Some(name) = self.set.first(names) {
                let owner = owners[0];
                let net = if owner == "networks" { "nn4" } else { owner };
                let verb = if kind == "networks" || kind == "patterns" { "have" } else { "has" };
                bail!(
                    "--{name} is a setting of {owner}; {kind} {verb} none, leave it out or add --net {net}"
                );
            }
        }
        Ok(())
    }
}
