//! The model that is trained and its learning rates: settings of `learn` and `train`.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::catalogue;
use super::error::{At, RunError};
use super::settings::given;
use super::values::{Switch, listed, maybe_listed};
#[cfg(feature = "clap")]
use super::words::{ACTIVATIONS, OUTPUT_ACTIVATIONS, one_of};
use crate::features::{Group, Subset};
use crate::files;
use crate::models::network::NetworkSettings;
use crate::models::nnue::{HiddenOptimiser, NnueSettings};
use crate::models::patterns::{OutputActivation, PatternSet, PatternSettings};
use crate::models::separated::{Activation, SeparatedSettings};

/// The largest pattern file in bytes.
const LARGEST: u64 = 1 << 20;

/// The paper's networks, and the other kinds of models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum), value(rename_all = "lowercase"))]
pub enum ModelKind {
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
    ["model", "hidden", "phases", "shared", "feature-layers", "activation", "hidden-lr"];

/// Which model is trained, and its learning rates.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct ModelOptions {
    /// The model that is trained
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "KIND"))]
    pub model: Option<ModelKind>,
    /// Hidden units, of separated those of the common layer [default: 80; 32 for nnue and separated]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub hidden: Option<usize>,
    /// Learning rate of the weights [default: 0.003 in `learn` with adam; else 0.001 for nn1 and nn2, 0.03 for patterns and nnue, 0.002 for separated, 0.0005]
    #[cfg_attr(feature = "clap", arg(long, value_name = "X"))]
    pub lr: Option<f64>,
    /// Learning rate of the sensitivities β; 0 keeps them fixed [default: ten times --lr; in `learn` with adam as --lr]
    #[cfg_attr(feature = "clap", arg(long, value_name = "X", hide_short_help = true))]
    pub beta_lr: Option<f64>,
    /// Nnue: learning rate of the hidden layer [default: 0.0005 by Adam, 0.02 by plain steps]
    #[cfg_attr(feature = "clap", arg(long, value_name = "X", hide_short_help = true))]
    pub hidden_lr: Option<f64>,
    /// Pieces on the board at which the next phase's network takes over, e.g. 25,15
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "N,…", value_delimiter = ',', hide_short_help = true)
    )]
    #[serde(deserialize_with = "maybe_listed")]
    pub phases: Option<Vec<u32>>,
    /// Hidden units that the networks of all phases share [default: 0]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", hide_short_help = true))]
    pub shared: Option<usize>,
    /// What only patterns have.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub patterns: PatternOptions,
    /// What only separated networks have.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub separated: SeparatedOptions,
}

/// What only the networks of the paper have.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct NetworkOptions {
    /// Inputs of your own: a folder with an edited copy of the files in features/
    #[cfg_attr(feature = "clap", arg(long, value_name = "DIR", hide_short_help = true))]
    pub features: Option<PathBuf>,
    /// Groups of inputs that the network does not see; see below
    #[cfg_attr(feature = "clap", arg(long, value_name = "GROUP,…", value_delimiter = ','))]
    #[serde(deserialize_with = "listed")]
    pub drop_inputs: Vec<Group>,
    /// First value of every β [default: 3; 1 in `learn` with adam]
    #[cfg_attr(feature = "clap", arg(long, value_name = "X", hide_short_help = true))]
    pub beta: Option<f64>,
    /// The strict reproduction: no mirrored games, inputs 19 and 20 off
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    pub paper: bool,
}

/// What only patterns have; in a file of settings, the table `[patterns]`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct PatternOptions {
    /// Patterns: a file of your own like features/patterns.toml [default: that file, with --init the windows of its evaluation]
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE", hide_short_help = true))]
    pub pattern_file: Option<PathBuf>,
    /// Patterns: sets of weights, mixed by the pieces on the board, 1 or 2 [default: 2]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", hide_short_help = true))]
    pub stages: Option<u32>,
    /// Patterns: learning rate of globals and king squares [default: 0.001]
    #[cfg_attr(feature = "clap", arg(long, value_name = "X", hide_short_help = true))]
    pub rest_lr: Option<f64>,
    /// Patterns: weights for the global inputs [default: on]
    #[cfg_attr(
        feature = "clap",
        arg(long, value_enum, value_name = "WHEN", hide_short_help = true)
    )]
    pub globals: Option<Switch>,
    /// Patterns: a weight for a king on each square [default: on]
    #[cfg_attr(
        feature = "clap",
        arg(long, value_enum, value_name = "WHEN", hide_short_help = true)
    )]
    pub king_squares: Option<Switch>,
    /// Patterns: from the sum of the weights to the expected result [default: tanh]
    #[cfg_attr(feature = "clap", arg(long, value_name = "HOW", value_parser = one_of::<OutputActivation>(OUTPUT_ACTIVATIONS), hide_short_help = true))]
    pub output_activation: Option<OutputActivation>,
}

/// What only separated networks have; in a file of settings, the table `[separated]`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct SeparatedOptions {
    /// Separated: hidden units of globals, of structures and of squares; one number is one layer of all inputs [default: 8,16,32]
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "N,N,N", value_delimiter = ',', hide_short_help = true)
    )]
    #[serde(deserialize_with = "maybe_listed")]
    pub feature_layers: Option<Vec<usize>>,
    /// Separated: the activation of hidden units [default: relu]
    #[cfg_attr(feature = "clap", arg(long, value_name = "HOW", value_parser = one_of::<Activation>(ACTIVATIONS), hide_short_help = true))]
    pub activation: Option<Activation>,
}

/// Names of settings that are set, of which error texts speak.
#[derive(Clone, Debug)]
pub(super) struct Given(Vec<String>);

impl Given {
    /// The settings without a default that are set here.
    pub(super) fn of<S: Serialize>(settings: &S) -> Given {
        Given(given(settings))
    }

    fn first(&self, names: &[&'static str]) -> Option<&'static str> {
        names.iter().copied().find(|name| self.0.iter().any(|set| set == name))
    }

    /// The first setting that says of which shape the model is, if one is set.
    pub(super) fn of_shape(&self) -> Option<&'static str> {
        self.first(&SHAPE).or_else(|| self.first(PATTERNS))
    }

    /// Fails if a setting is set that this kind of model does not have.
    fn check_owners(&self, kind: &str) -> Result<(), RunError> {
        for (names, owners) in OWNERS.iter().filter(|(_, owners)| !owners.contains(&kind)) {
            if let Some(name) = self.first(names) {
                let owner = owners[0];
                let model = if owner == "networks" { "nn4" } else { owner };
                let verb = if kind == "networks" || kind == "patterns" { "have" } else { "has" };
                return Err(RunError::OtherModel {
                    setting: name,
                    text: format!(
                        "is a setting of {owner}; {kind} {verb} none, leave it out or add --model {model}"
                    ),
                });
            }
        }
        Ok(())
    }
}

impl ModelOptions {
    /// The settings of patterns; `given` are all settings of the run that are set.
    pub(super) fn patterns(
        &self,
        given: &Given,
        read: ReadText<'_>,
    ) -> Result<PatternSettings, RunError> {
        given.check_owners("patterns")?;
        self.patterns.settings(self.lr, read)
    }

    /// The settings of patterns with a hidden layer, which this optimiser trains.
    pub(super) fn nnue(
        &self,
        given: &Given,
        hidden_optimizer: HiddenOptimiser,
        read: ReadText<'_>,
    ) -> Result<NnueSettings, RunError> {
        given.check_owners("nnue")?;
        Ok(NnueSettings {
            hidden: self.hidden.unwrap_or(NnueSettings::default().hidden),
            hidden_optimizer,
            hidden_lr: self.hidden_lr.unwrap_or(hidden_optimizer.rate()),
            patterns: self.patterns.settings(self.lr, read)?,
        })
    }

    /// The settings of a separated network.
    pub(super) fn separated(
        &self,
        given: &Given,
        network: &NetworkOptions,
    ) -> Result<SeparatedSettings, RunError> {
        given.check_owners("separated")?;
        let defaults = SeparatedSettings::default();
        let activation = self.separated.activation.unwrap_or(defaults.activation);
        if let Some(name) = given.first(BETAS).filter(|_| !activation.has_beta()) {
            return Err(RunError::OtherModel {
                setting: name,
                text: "is a setting of networks; a network of ReLU units has none, leave it out"
                    .into(),
            });
        }
        let lr = self.lr.unwrap_or(defaults.lr);
        Ok(SeparatedSettings {
            feature_layers: self
                .separated
                .feature_layers
                .clone()
                .unwrap_or(defaults.feature_layers),
            hidden: self.hidden.unwrap_or(defaults.hidden),
            activation,
            beta: network.beta.unwrap_or(defaults.beta),
            lr,
            beta_lr: self.beta_lr.unwrap_or(10.0 * lr),
        })
    }

    /// The settings of a network of the paper.
    pub(super) fn network(
        &self,
        given: &Given,
        network: &NetworkOptions,
    ) -> Result<NetworkSettings, RunError> {
        given.check_owners("networks")?;
        let inputs = match self.model {
            Some(ModelKind::Nn1) => Subset::Nn1,
            Some(ModelKind::Nn2) => Subset::Nn2,
            Some(ModelKind::Nn3) => Subset::Nn3,
            _ => Subset::Nn4,
        };
        let mut defaults = NetworkSettings::for_inputs(inputs);
        if let Some(folder) = &network.features {
            defaults.catalogue = catalogue::read(folder)?;
        }
        let borders = if self.model == Some(ModelKind::Nn5) { vec![25, 15] } else { Vec::new() };
        let beta_lr = self.lr.map_or(defaults.beta_lr, |rate| 10.0 * rate);
        Ok(NetworkSettings {
            dropped_inputs: network.drop_inputs.clone(),
            hidden: self.hidden.unwrap_or(defaults.hidden),
            borders: self.phases.clone().unwrap_or(borders),
            shared: self.shared.unwrap_or(defaults.shared),
            lr: self.lr.unwrap_or(defaults.lr),
            beta_lr: self.beta_lr.unwrap_or(beta_lr),
            beta: network.beta.unwrap_or(defaults.beta),
            extra_inputs: defaults.extra_inputs && !network.paper,
            ..defaults
        })
    }
}

impl PatternOptions {
    /// The settings of patterns with this learning rate.
    fn settings(&self, lr: Option<f64>, read: ReadText<'_>) -> Result<PatternSettings, RunError> {
        let defaults = PatternSettings::default();
        Ok(PatternSettings {
            globals: self.globals.map_or(defaults.globals, Switch::is_on),
            kings: self.king_squares.map_or(defaults.kings, Switch::is_on),
            stages: self.stages.unwrap_or(defaults.stages),
            output_activation: self.output_activation.unwrap_or(defaults.output_activation),
            lr: lr.unwrap_or(defaults.lr),
            rest_lr: self.rest_lr.unwrap_or(defaults.rest_lr),
            pattern_set: match &self.pattern_file {
                Some(path) => read_patterns(path, read)?,
                None => defaults.pattern_set,
            },
        })
    }
}

/// Reads the text of a file.
pub type ReadText<'a> = &'a dyn Fn(&Path) -> io::Result<String>;

/// The text of a pattern file.
///
/// # Errors
/// A file that cannot be read, or a larger one than any pattern file.
pub fn read_pattern_file(path: &Path) -> io::Result<String> {
    files::read_text_at_most(path, LARGEST)
}

fn read_patterns(path: &Path, read: ReadText<'_>) -> Result<Arc<PatternSet>, RunError> {
    let text = read(path).at_setting("pattern-file", path)?;
    let pattern_set = PatternSet::read(&text).map_err(|error| error.to_string());
    Ok(Arc::new(pattern_set.at_setting("pattern-file", path)?))
}
