//! Ways of training an evaluation, by name.

use serde::Serialize;

use super::learner::Learner;

/// A way of training: all that decides the weights except the data and the seed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Recipe {
    /// A short name; rows and files of weights carry it.
    pub name: String,
    pub meaning: String,
    /// The same in a few words, for plots; it decides nothing.
    #[serde(skip)]
    pub label: Option<String>,
    /// The settings; the seed is filled in for each training.
    pub settings: Learner,
    /// The recipe whose weights, of the same seed, are the first ones.
    pub start: Option<String>,
    /// Whether its networks are asked what they make of each input.
    pub is_explained: bool,
}

impl Recipe {
    /// The same in a few words, for plots.
    pub(crate) fn label(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.meaning)
    }

    /// The recipes whose weights or figures of the same seed it begins with.
    pub(super) fn needs(&self) -> impl Iterator<Item = &str> {
        self.start.iter().chain(self.settings.needs()).map(String::as_str)
    }
}

#[cfg(test)]
impl Recipe {
    /// A network of 23 inputs by this name, for tests.
    pub(crate) fn plain(name: &str) -> Recipe {
        use crate::features::Subset;
        use crate::learning::Hyperparams;
        use crate::models::network::NetworkSettings;

        let model = NetworkSettings::for_inputs(Subset::Nn1);
        Recipe {
            name: name.into(),
            meaning: name.into(),
            label: None,
            settings: Learner::Network(Hyperparams::of(model)),
            start: None,
            is_explained: false,
        }
    }
}
