//! Recipes of offline training, each with several seeds, matches between their evaluations, and how large all that is.

use serde::{Deserialize, Serialize, Serializer};

use super::context::{Context, LabError};
use super::model_config::ModelConfig;
use super::plan::{Arm, Pairing, Plan, Row};
use super::training_result::{TrainingResult, train};
use crate::features::Subset;
use crate::learning::Hyperparams;
use crate::models::network::NetworkSettings;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExperimentSize {
    /// Seeds of first weights and held-out games; every recipe is trained once with each.
    pub seeds: Vec<u64>,
    /// At most this many games are learned in a pass; 0 for all.
    pub games: u64,
    pub hidden: usize,
    pub match_games: usize,
    /// Nodes a move in these matches.
    pub nodes: u64,
    /// Borders of phases that the user wants compared, beside those of the experiment.
    pub borders: Vec<Vec<u32>>,
    /// A program outside, to be met at equal time: as a player of `match`.
    pub against: Option<String>,
    /// What it is called in reports; it decides nothing.
    #[serde(skip)]
    pub against_name: Option<String>,
    pub seconds: f64,
}

impl ExperimentSize {
    /// Full size: five seeds, all games, 158 games a match.
    pub fn full(seed: u64, seeds: u64, nodes: u64) -> ExperimentSize {
        ExperimentSize {
            seeds: (seed..seed + seeds).collect(),
            games: 0,
            hidden: 80,
            match_games: 158,
            nodes,
            borders: Vec::new(),
            against: None,
            against_name: None,
            seconds: 0.1,
        }
    }

    /// Two seeds, a few games, tiny networks.
    pub fn quick(seed: u64) -> ExperimentSize {
        ExperimentSize {
            games: 120,
            hidden: 8,
            match_games: 2,
            ..ExperimentSize::full(seed, 2, 50)
        }
    }
}

pub type Settings = Hyperparams<NetworkSettings>;

/// A way of training: all that decides the weights except the data and the seed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(bound = "")]
pub struct Recipe<S: ModelConfig = NetworkSettings> {
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
    pub fn new(
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
    pub fn with(
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
    pub fn labelled(self, labels: &[(&str, &'static str)]) -> Recipe<S> {
        let label = labels.iter().find(|(name, _)| *name == self.name).map(|(_, label)| *label);
        Recipe { label, ..self }
    }

    /// The recipe with first weights taken from another's network.
    pub fn warm_started_from(self, other: &Recipe<S>) -> Recipe<S> {
        Recipe { start: Some(other.name.clone()), ..self }
    }
}

/// The paper's settings for a subset of the inputs: games as they are, inputs 19 and 20 off.
fn paper_settings(inputs: Subset) -> Settings {
    let model = NetworkSettings { additions: false, ..NetworkSettings::for_inputs(inputs) };
    Hyperparams { mirror: false, ..Hyperparams::of(model) }
}

/// The paper's five networks, NN1 to NN5.
pub fn paper_networks(scale: &ExperimentSize) -> [Recipe; 5] {
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

/// Raised whenever a change of the program changes the figures of networks or matches.
const REVISION: u32 = 2;

/// An experiment: recipes to be trained with each seed, then matches between their networks.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(bound = "")]
pub struct TrainingPlan<S: ModelConfig = NetworkSettings> {
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
    pub fn new(
        scale: &ExperimentSize,
        recipes: Vec<Recipe<S>>,
        pairings: Vec<Pairing>,
    ) -> TrainingPlan<S> {
        let scale = scale.clone();
        TrainingPlan { revision: REVISION, scale, recipes, pairings, keeps_games: false }
    }

    /// A recipe and others like it, each against it; short names for plots where they are in the list.
    pub fn around(
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
    pub fn keeping_games(self) -> TrainingPlan<S> {
        TrainingPlan { keeps_games: true, ..self }
    }

    pub fn recipe(&self, name: &str) -> Option<&Recipe<S>> {
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
