//! Recipes of offline training, each with several seeds, and matches between their evaluations.

use serde::Serialize;

use super::context::{Context, LabError};
use super::model_config::ModelConfig;
use super::plan::{Arm, Pairing, Plan, Row};
use super::recipe::Recipe;
use super::size::ExperimentSize;
use super::training_result::{TrainingResult, train};
use crate::models::network::NetworkSettings;

/// Raised whenever a change of the program changes the figures of networks or matches.
const REVISION: u32 = 2;

/// An experiment: recipes to be trained with each seed, then matches between their networks.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(bound = "")]
pub(crate) struct TrainingPlan<S: ModelConfig = NetworkSettings> {
    /// The program's revision of its figures, so that an old run is not continued by a new program.
    revision: u32,
    pub scale: ExperimentSize,
    pub recipes: Vec<Recipe<S>>,
    pub pairings: Vec<Pairing>,
    /// Whether the games of all its matches are kept, so that a long one goes on where it was interrupted.
    #[serde(skip)]
    keeps_games: bool,
}

impl<S: ModelConfig> TrainingPlan<S> {
    pub(crate) fn new(
        scale: &ExperimentSize,
        recipes: Vec<Recipe<S>>,
        pairings: Vec<Pairing>,
    ) -> TrainingPlan<S> {
        let scale = scale.clone();
        TrainingPlan { revision: REVISION, scale, recipes, pairings, keeps_games: false }
    }

    /// A recipe and others like it, each against it; short names for plots where they are in the list.
    pub(crate) fn around(
        scale: &ExperimentSize,
        base: Recipe<S>,
        others: Vec<Recipe<S>>,
        labels: &[(&str, &'static str)],
    ) -> TrainingPlan<S> {
        let pairings = others.iter().map(|other| Pairing::new(&other.name, &base.name)).collect();
        let recipes = std::iter::once(base).chain(others);
        TrainingPlan::new(scale, recipes.map(|recipe| recipe.labelled(labels)).collect(), pairings)
    }

    /// The same, keeping the games of all matches.
    pub(crate) fn keeping_games(self) -> TrainingPlan<S> {
        TrainingPlan { keeps_games: true, ..self }
    }

    pub(crate) fn recipe(&self, name: &str) -> Option<&Recipe<S>> {
        self.recipes.iter().find(|recipe| recipe.name == name)
    }
}

impl<S: ModelConfig> Arm for Recipe<S> {
    fn name(&self) -> &str {
        &self.name
    }

    fn meaning(&self) -> &str {
        &self.meaning
    }

    fn label(&self) -> &str {
        self.label.unwrap_or(&self.meaning)
    }

    fn needs(&self) -> Vec<&str> {
        self.start.iter().map(String::as_str).collect()
    }
}

impl<S: ModelConfig> Plan for TrainingPlan<S> {
    type Size = ExperimentSize;
    type Arm = Recipe<S>;
    type Trained = TrainingResult;
    type Line = Row<TrainingResult>;

    const ENDING: &'static str = S::ENDING;

    fn arms(&self) -> &[Recipe<S>] {
        &self.recipes
    }

    fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    fn seeds(&self) -> &[u64] {
        &self.scale.seeds
    }

    fn match_size(&self) -> (usize, u64) {
        (self.scale.match_games, self.scale.nodes)
    }

    fn keeps_games(&self) -> bool {
        self.keeps_games
    }

    fn prepare(&self, context: &Context) {
        let _ = context.games();
    }

    fn train(
        &self,
        context: &Context,
        recipe: &Recipe<S>,
        seed: u64,
        _: &[TrainingResult],
    ) -> Result<TrainingResult, LabError> {
        train(context, recipe, seed)
    }
}
