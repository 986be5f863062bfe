//! What an experiment consists of.

use serde::Serialize;

use super::model_config::ModelConfig;
use super::pairing::Pairing;
use super::recipe::Recipe;
use super::size::ExperimentSize;
use crate::models::network::NetworkSettings;

/// Raised whenever a change of the program changes the figures of networks or matches.
const REVISION: u32 = 2;

/// An experiment: recipes to be trained with each seed, then matches between their networks.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(bound = "")]
pub struct Plan<S: ModelConfig = NetworkSettings> {
    /// The program's revision of its figures, so that an old run is not continued by a new program.
    revision: u32,
    /// Its size.
    pub scale: ExperimentSize,
    /// What is trained.
    pub recipes: Vec<Recipe<S>>,
    /// Who meets whom.
    pub pairings: Vec<Pairing>,
    /// Whether the games of all its matches are kept, so that a long one goes on where it was interrupted.
    #[serde(skip)]
    pub(super) keeps_games: bool,
}

impl<S: ModelConfig> Plan<S> {
    /// What is to be trained and played.
    #[must_use]
    pub fn new(scale: &ExperimentSize, recipes: Vec<Recipe<S>>, pairings: Vec<Pairing>) -> Plan<S> {
        let scale = scale.clone();
        Plan { revision: REVISION, scale, recipes, pairings, keeps_games: false }
    }

    /// A recipe and others like it, each against it; short names for plots where they are in the list.
    #[must_use]
    pub fn around(
        scale: &ExperimentSize,
        base: Recipe<S>,
        others: Vec<Recipe<S>>,
        labels: &[(&str, &'static str)],
    ) -> Plan<S> {
        let pairings = others.iter().map(|other| Pairing::new(&other.name, &base.name)).collect();
        let recipes = std::iter::once(base).chain(others);
        Plan::new(scale, recipes.map(|recipe| recipe.labelled(labels)).collect(), pairings)
    }

    /// The same, keeping the games of all matches.
    #[must_use]
    pub fn keeping_games(self) -> Plan<S> {
        Plan { keeps_games: true, ..self }
    }

    /// A recipe by its name.
    #[must_use]
    pub fn recipe(&self, name: &str) -> Option<&Recipe<S>> {
        self.recipes.iter().find(|recipe| recipe.name == name)
    }

    /// Trials and matches in all.
    #[must_use]
    pub fn len(&self) -> usize {
        self.trials().len() + self.bouts().len()
    }

    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every recipe with every seed.
    pub(super) fn trials(&self) -> Vec<(&Recipe<S>, u64)> {
        let seeds = |recipe| self.scale.seeds.iter().map(move |&seed| (recipe, seed));
        self.recipes.iter().flat_map(seeds).collect()
    }

    /// Every pairing with every seed; those at equal time with the first alone.
    pub(super) fn bouts(&self) -> Vec<(&Pairing, u64)> {
        let seeds = |pairing: &Pairing| match pairing.seconds {
            Some(_) => &self.scale.seeds[..1],
            None => &self.scale.seeds[..],
        };
        let pairs = |pairing| seeds(pairing).iter().map(move |&seed| (pairing, seed));
        self.pairings.iter().flat_map(pairs).collect()
    }
}
