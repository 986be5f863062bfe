//! Recipes of offline training, each with several seeds, and matches between their evaluations.

use serde::Serialize;

use super::super::from_play;
use super::context::{Context, LabError};
use super::learner::Learner;
use super::plan::{Pairing, PlayRow, Row, Rows};
use super::recipe::Recipe;
use super::size::ExperimentSize;
use super::training_result::train;

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

    /// Every recipe with each seed.
    pub(super) fn with_seeds<'a>(&self, recipes: &[&'a Recipe]) -> Vec<(&'a Recipe, u64)> {
        let seeds = &self.scale.seeds;
        recipes.iter().flat_map(|&recipe| seeds.iter().map(move |&seed| (recipe, seed))).collect()
    }

    /// The matches, each with every seed; those at equal time with the first only.
    pub(crate) fn matches(&self) -> Vec<(&Pairing, u64)> {
        let seeds = |pairing: &Pairing| match pairing.seconds {
            Some(_) => &self.scale.seeds[..1],
            None => &self.scale.seeds,
        };
        let matches = |pairing| seeds(pairing).iter().map(move |&seed| (pairing, seed));
        self.pairings.iter().flat_map(matches).collect()
    }

    /// The recipes in stages: each needs only what earlier stages made.
    ///
    /// # Errors
    /// The name of a recipe that needs one that needs it in turn.
    pub(crate) fn stages(&self) -> Result<Vec<Vec<&Recipe>>, &str> {
        let mut stages: Vec<Vec<&Recipe>> = Vec::new();
        let mut rest: Vec<&Recipe> = self.recipes.iter().collect();
        while let Some(first) = rest.first() {
            let first = &first.name;
            let is_made = |name: &str| stages.iter().flatten().any(|made| made.name == name);
            let is_ready = |recipe: &&Recipe| recipe.needs().all(is_made);
            let (ready, later): (Vec<_>, Vec<_>) = rest.into_iter().partition(is_ready);
            if ready.is_empty() {
                return Err(first);
            }
            stages.push(ready);
            rest = later;
        }
        Ok(stages)
    }

    /// Reads what training asks for on many threads, before it begins.
    pub(super) fn prepare(&self, context: &Context) {
        if self.scale.play.is_none() {
            let _ = context.games();
        }
    }

    /// Trains a recipe, keeps its weights, and returns its figures; `known` are those of earlier stages.
    pub(super) fn train(
        &self,
        context: &Context,
        recipe: &Recipe,
        seed: u64,
        known: &Rows,
    ) -> Result<Row, LabError> {
        if let Learner::Play(arm) = &recipe.settings {
            let (size, name, known) = (&self.scale, recipe.name.as_str(), known.learned.as_slice());
            let job = from_play::TrainJob { context, size, name, arm, seed, known };
            return Ok(Row::Play(PlayRow::Learned(from_play::train(job)?)));
        }
        let start = recipe.start.as_ref().map(|name| {
            let ending = self.recipe(name).unwrap_or(recipe).settings.ending();
            context.weights(name, seed, ending)
        });
        let result = train(context, start.as_deref(), recipe, seed)?;
        Ok(Row::Trained { result })
    }
}
