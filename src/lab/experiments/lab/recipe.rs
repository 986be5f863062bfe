//! Ways of training a network, by name.

use serde::{Serialize, Serializer};

use super::model_config::ModelConfig;
use super::size::ExperimentSize;
use crate::features::Subset;
use crate::learning::Hyperparams;
use crate::models::network::NetworkSettings;

pub(crate) type Settings = Hyperparams<NetworkSettings>;

/// A way of training: all that decides the weights except the data and the seed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(bound = "")]
pub(crate) struct Recipe<S: ModelConfig = NetworkSettings> {
    /// A short name; rows and network files carry it.
    pub name: String,
    pub meaning: String,
    /// The same in a few words, for plots; it decides nothing.
    #[serde(skip)]
    pub label: Option<&'static str>,
    /// The settings; the seed is filled in for each training.
    #[serde(serialize_with = "written")]
    pub settings: Hyperparams<S>,
    /// The recipe whose network, of the same seed, gives the first weights.
    pub start: Option<String>,
    /// Whether its networks are asked what they make of each input.
    pub is_explained: bool,
}

/// The settings with all that the model keeps elsewhere.
fn written<S: ModelConfig, T: Serializer>(
    settings: &Hyperparams<S>,
    serializer: T,
) -> Result<T::Ok, T::Error> {
    S::written(settings).serialize(serializer)
}

impl<S: ModelConfig> Recipe<S> {
    pub(crate) fn new(
        name: &str,
        meaning: &str,
        scale: &ExperimentSize,
        settings: Hyperparams<S>,
    ) -> Recipe<S> {
        let model = settings.model.sized(scale);
        let settings = Hyperparams { model, games: scale.games, ..settings };
        Recipe {
            name: name.into(),
            meaning: meaning.into(),
            settings,
            label: None,
            start: None,
            is_explained: false,
        }
    }

    /// The recipe with another name and meaning and some settings changed.
    pub(crate) fn with(
        &self,
        name: &str,
        meaning: &str,
        change: impl FnOnce(&mut Hyperparams<S>),
    ) -> Recipe<S> {
        let mut recipe =
            Recipe { name: name.into(), meaning: meaning.into(), label: None, ..self.clone() };
        change(&mut recipe.settings);
        recipe
    }

    /// The recipe with its short name for plots, if it is in the list.
    pub(crate) fn labelled(self, labels: &[(&str, &'static str)]) -> Recipe<S> {
        let label = labels.iter().find(|(name, _)| *name == self.name).map(|(_, label)| *label);
        Recipe { label, ..self }
    }

    /// The recipe with first weights taken from another's network.
    pub(crate) fn warm_started_from(self, other: &Recipe<S>) -> Recipe<S> {
        Recipe { start: Some(other.name.clone()), ..self }
    }
}

/// The paper's settings for a subset of the inputs: games as they are, inputs 19 and 20 off.
fn paper_settings(inputs: Subset) -> Settings {
    let model = NetworkSettings { additions: false, ..NetworkSettings::for_inputs(inputs) };
    Hyperparams { mirror: false, ..Hyperparams::of(model) }
}

/// The paper's five networks, NN1 to NN5.
pub(crate) fn paper_networks(scale: &ExperimentSize) -> [Recipe; 5] {
    let recipe = |name, meaning, inputs| Recipe::new(name, meaning, scale, paper_settings(inputs));
    let nn4 = recipe("nn4", "all 222 inputs", Subset::Nn4);
    let nn5 = nn4.with("nn5", "NN4 three times: above 25 pieces, 16 to 25, 15 or fewer", |s| {
        s.model.borders = vec![25, 15];
    });
    [
        recipe("nn1", "23 global inputs", Subset::Nn1),
        recipe("nn2", "global inputs and 64 triples: 87", Subset::Nn2),
        recipe("nn3", "global inputs, triples and structures: 122", Subset::Nn3),
        nn4,
        nn5,
    ]
}
