//! What an arm of a study trains: a model of any kind with the settings of its training.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::super::from_play::{ENDING, PlayArm};
use crate::learning::Hyperparams;
use crate::models::SettingError;
use crate::models::network::NetworkSettings;
use crate::models::nnue::NnueSettings;
use crate::models::patterns::{OutputActivation, PatternSettings};
use crate::models::separated::SeparatedSettings;
use crate::results::number;

/// The settings of an arm; the seed is filled in for each training.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Learner {
    Network(Hyperparams<NetworkSettings>),
    Patterns(Hyperparams<PatternSettings>),
    Nnue(Hyperparams<NnueSettings>),
    Separated(Hyperparams<SeparatedSettings>),
    /// What learns from play.
    Play(Box<PlayArm>),
}

/// The same for settings of any model, and for an arm that plays.
macro_rules! of_any {
    ($learner:expr, $settings:ident => $value:expr, $arm:ident => $played:expr) => {
        match $learner {
            Learner::Network($settings) => $value,
            Learner::Patterns($settings) => $value,
            Learner::Nnue($settings) => $value,
            Learner::Separated($settings) => $value,
            Learner::Play($arm) => $played,
        }
    };
}

/// All that decides the weights except the data.
impl Serialize for Learner {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut written: Value = of_any!(self, settings => json!(settings), arm => json!(arm));
        // The settings leave the patterns to the file of the evaluation.
        match self {
            Learner::Nnue(settings) => {
                written["windows"] = json!(settings.model.patterns.pattern_set.patterns());
            }
            Learner::Patterns(settings) => {
                written["windows"] = json!(settings.model.pattern_set.patterns());
            }
            Learner::Network(_) | Learner::Separated(_) | Learner::Play(_) => {}
        }
        written.serialize(serializer)
    }
}

impl Learner {
    /// What a model of this kind is called in reports.
    pub(crate) const fn word(&self) -> &'static str {
        match self {
            Learner::Network(_) | Learner::Separated(_) => "network",
            Learner::Patterns(_) | Learner::Nnue(_) | Learner::Play(_) => "evaluation",
        }
    }

    /// The ending of a file of weights. Patterns are packed: most of their weights never change.
    pub(crate) const fn ending(&self) -> &'static str {
        match self {
            Learner::Network(_) | Learner::Separated(_) => "safetensors",
            Learner::Patterns(_) | Learner::Nnue(_) => "safetensors.zst",
            Learner::Play(_) => ENDING,
        }
    }

    pub(crate) fn epochs(&self) -> u32 {
        of_any!(self, settings => settings.epochs, _arm => 1)
    }

    /// Games of a pass at most; 0 is all.
    pub(crate) fn games(&self) -> u64 {
        of_any!(self, settings => settings.games, arm => arm.settings.games)
    }

    pub(crate) fn lambda(&self) -> f64 {
        of_any!(self, settings => settings.lambda, arm => arm.settings.lambda)
    }

    /// The hidden units of a network of the paper.
    pub(crate) fn hidden(&self) -> Option<usize> {
        match self {
            Learner::Network(settings) => Some(settings.model.hidden),
            _ => None,
        }
    }

    /// The arms that one that plays needs.
    pub(super) fn needs(&self) -> &[String] {
        match self {
            Learner::Play(arm) => &arm.needs,
            _ => &[],
        }
    }

    /// # Errors
    /// The first setting that is out of range, by name.
    pub(crate) fn check(&self) -> Result<(), SettingError> {
        of_any!(self, settings => settings.clone().check().map(|_| ()), _arm => Ok(()))
    }
}

/// The head of a table of settings in Markdown, and where the columns are aligned.
type Head = [&'static str; 2];

const NETWORK_HEAD: Head = [
    "inputs | borders | λ | rate | β-rate | mirrored | passes",
    "---: | --- | ---: | ---: | ---: | --- | ---:",
];
const NNUE_HEAD: Head = [
    "windows | cases | stages | squash | hidden units | λ | rate | rest rate | hidden rate | falling to | mirrored | passes",
    "---: | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---:",
];
const ANY_HEAD: Head = ["model | λ | mirrored | passes", "--- | ---: | --- | ---:"];

/// The head of the table of the settings of all arms, and the row of each.
pub(crate) fn table<'a>(
    learners: impl Iterator<Item = &'a Learner> + Clone,
) -> (Head, Vec<Vec<String>>) {
    let networks = learners.clone().map(network_cells).collect::<Option<Vec<_>>>();
    let nnue = || learners.clone().map(nnue_cells).collect::<Option<Vec<_>>>();
    match (networks, nnue()) {
        (Some(cells), _) => (NETWORK_HEAD, cells),
        (None, Some(cells)) => (NNUE_HEAD, cells),
        (None, None) => (ANY_HEAD, learners.clone().map(any_cells).collect()),
    }
}

fn network_cells(learner: &Learner) -> Option<Vec<String>> {
    let Learner::Network(settings) = learner else { return None };
    let model = &settings.model;
    let borders: Vec<String> = model.borders.iter().map(u32::to_string).collect();
    Some(vec![
        model.inputs.len().to_string(),
        if borders.is_empty() { "–".into() } else { borders.join(", ") },
        settings.lambda.to_string(),
        model.lr.to_string(),
        model.beta_lr.to_string(),
        yes_or_no(settings.mirror),
        settings.epochs.to_string(),
    ])
}

fn nnue_cells(learner: &Learner) -> Option<Vec<String>> {
    let Learner::Nnue(settings) = learner else { return None };
    let (model, hidden) = (&settings.model.patterns, settings.model.hidden);
    let hidden_lr = settings.model.hidden_lr.to_string();
    Some(vec![
        model.pattern_set.patterns().len().to_string(),
        number(model.pattern_set.configurations() as f64, 0),
        model.stages.to_string(),
        if model.output_activation == OutputActivation::Tanh {
            "tanh".into()
        } else {
            "linear".into()
        },
        hidden.to_string(),
        settings.lambda.to_string(),
        model.lr.to_string(),
        model.rest_lr.to_string(),
        if hidden == 0 { "–".into() } else { hidden_lr },
        settings.lr_final.to_string(),
        yes_or_no(settings.mirror),
        settings.epochs.to_string(),
    ])
}

fn any_cells(learner: &Learner) -> Vec<String> {
    let name = match learner {
        Learner::Network(settings) => format!("network of {} inputs", settings.model.inputs.len()),
        Learner::Patterns(_) => "patterns".into(),
        Learner::Nnue(settings) => format!("patterns and {} hidden units", settings.model.hidden),
        Learner::Separated(_) => "separated network".into(),
        Learner::Play(_) => "from play".into(),
    };
    let mirror = of_any!(learner, settings => settings.mirror, _arm => false);
    vec![name, learner.lambda().to_string(), yes_or_no(mirror), learner.epochs().to_string()]
}

fn yes_or_no(is_on: bool) -> String {
    if is_on { "yes".into() } else { "no".into() }
}
