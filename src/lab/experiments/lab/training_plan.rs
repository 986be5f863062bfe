//! Recipes of offline training, each with several seeds, and matches between their evaluations.

use serde::Serialize;

use super::context::{Context, LabError};
use super::plan::{Pairing, Plan, Row};
use super::recipe::Recipe;
use super::size::ExperimentSize;
use super::training_result::{TrainingResult, train};

/// Raised whenever a change of the program changes the figures of networks or matches.
const REVISION: u32 = 2;

/// Recipes to be trained with each seed, then matches between their evaluations.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct TrainingPlan {
    /// The program's revision of its figures, so that an old run is not continued by a new program.
    revision: u32,
    pub scale: ExperimentSize,
    pub recipes: Vec<Recipe>,
    pub pairings: Vec<Pairing>,
    /// Whether the games of all its matches are kept, so that a long one resumes where it was interrupted.
    #[serde(skip)]
    pub keeps_games: bool,
}

impl TrainingPlan {
    pub(crate) fn new(
        scale: &ExperimentSize,
        recipes: Vec<Recipe>,
        pairings: Vec<Pairing>,
    ) -> TrainingPlan {
        let scale = scale.clone();
        TrainingPlan { revision: REVISION, scale, recipes, pairings, keeps_games: false }
    }

    pub(crate) fn recipe(&self, name: &str) -> Option<&Recipe> {
        self.recipes.iter().find(|recipe| recipe.name == name)
    }

    /// The word for what is trained: that of all recipes, or the common one.
    pub(crate) fn word(&self) -> &'static str {
        let mut words = self.recipes.iter().map(|recipe| recipe.settings.word());
        let first = words.next().unwrap_or("evaluation");
        if words.all(|word| word == first) { first } else { "evaluation" }
    }
}

impl Plan for TrainingPlan {
    type Size = ExperimentSize;
    type Arm = Recipe;
    type Trained = TrainingResult;
    type Line = Row<TrainingResult>;

    fn ending(arm: &Recipe) -> &'static str {
        arm.settings.ending()
    }

    fn arms(&self) -> &[Recipe] {
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
        recipe: &Recipe,
        seed: u64,
        _: &[TrainingResult],
    ) -> Result<TrainingResult, LabError> {
        let start = recipe.start.as_ref().map(|name| {
            let ending = self.recipe(name).unwrap_or(recipe).settings.ending();
            context.weights(name, seed, ending)
        });
        train(context, start.as_deref(), recipe, seed)
    }
}
