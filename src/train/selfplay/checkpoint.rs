//! The state of a run: with the weights and the moments of the optimiser, all that resuming needs.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::agent::SearchStats;
use super::error::SelfPlayError;
use super::evaluation::Measurement;
use super::opponent_pool::Ratings;
use crate::json_diff;
use crate::learning::{Moments, Optimiser, TrajectoryStats, flag_of, moments};
use crate::models::{Contents, Model, WeightsError, WeightsFile};

/// Totals over all games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Totals {
    /// Games that were learned from.
    #[serde(rename = "taught")]
    pub learned: u64,
    /// Games that a fault of a player ended.
    #[serde(rename = "spoilt")]
    pub failed: u64,
    /// Won by White, drawn, won by Black.
    pub results: [u64; 3],
    /// Lost, drawn and won by the learner against others.
    pub learner: [u64; 3],
    /// Plies after the openings.
    pub plies: u64,
    /// The searches of the learner.
    #[serde(rename = "met")]
    pub search: SearchStats,
    /// Its trajectories.
    #[serde(rename = "chains")]
    pub trajectories: TrajectoryStats,
}

/// The state of a run, beside its weights.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TrainingState {
    /// Its settings.
    pub settings: Value,
    /// Games so far, failed ones included.
    pub games: u64,
    /// Updates of the weights.
    pub updates: u64,
    /// Totals over these games.
    pub totals: Totals,
    /// Ratings of the opponents, by these games.
    pub(crate) ratings: Ratings,
    /// Lost, drawn and won by the learner against each opponent, since the last measurement.
    #[serde(rename = "met", default)]
    pub(crate) recent_results: Vec<[u64; 3]>,
    /// The games so far at each checkpoint that is kept as an opponent.
    pub past: Vec<u64>,
    /// The measurements.
    pub curve: Vec<Measurement>,
    /// Failed games since the last finished one.
    #[serde(rename = "barren")]
    pub(crate) failed_in_a_row: u64,
}

impl TrainingState {
    /// A run with these settings that has not begun.
    #[must_use]
    pub fn new(settings: Value, opponents: usize) -> TrainingState {
        TrainingState { settings, ratings: Ratings::new(opponents), ..TrainingState::default() }
    }

    /// The rating of the learner above the mean of its opponents, by these games.
    #[must_use]
    pub fn rating_lead(&self) -> f64 {
        let opponents = self.ratings.len();
        let ahead = (0..opponents).map(|opponent| self.ratings.rating_lead(opponent)).sum::<f64>();
        -ahead / opponents.max(1) as f64
    }

    /// Checks that a run with these settings can be resumed from here.
    ///
    /// # Errors
    /// The first setting that differs.
    pub fn compare(&self, settings: &Value) -> Result<(), SelfPlayError> {
        match json_diff::first_difference("", &self.settings, settings) {
            None => Ok(()),
            Some((path, stored, asked)) => {
                Err(SelfPlayError::Differs { name: flag_of(&path), stored, asked })
            }
        }
    }
}

/// Weights in the middle of a run. Its file is an evaluation that plays, with the moments of the optimiser as further tensors.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint<F> {
    /// The weights.
    pub model: F,
    /// The moments of the optimiser for each parameter: squares, then means; empty without moments.
    pub(crate) moments: Moments,
}

impl<F: Model> Checkpoint<F> {
    /// Weights and the moments of an optimiser.
    pub(crate) fn of(model: &F, optimiser: &Optimiser) -> Checkpoint<F> {
        Checkpoint { model: model.clone(), moments: optimiser.memory().map(<[f32]>::to_vec) }
    }

    /// Initial weights.
    #[must_use]
    pub fn first(model: F) -> Checkpoint<F> {
        Checkpoint { model, moments: Moments::default() }
    }
}

impl<F: Model> From<&Checkpoint<F>> for Contents {
    fn from(checkpoint: &Checkpoint<F>) -> Contents {
        moments::contents(&checkpoint.model, &checkpoint.moments)
    }
}

impl<F: Model> Checkpoint<F> {
    /// The checkpoint in a file.
    ///
    /// # Errors
    /// As [`WeightsFile::model`].
    pub fn read(file: &WeightsFile) -> Result<Checkpoint<F>, WeightsError> {
        let (model, moments) = file.open(F::KIND, moments::restore)?;
        Ok(Checkpoint { model, moments })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::*;
    use crate::learning::OptimiserKind;
    use crate::models::file::encode;
    use crate::models::network::{NetworkModel, NetworkSettings};
    use crate::models::{Gradient, Model, ModelSettings, ValueFunction};

    #[test]
    fn weights_and_the_memory_of_an_optimiser_come_back_from_a_file_that_plays() {
        let mut model = NetworkModel::first(&NetworkSettings::default(), 1);
        let mut optimiser = Optimiser::new(OptimiserKind::Adam, model.padded_len());
        let mut gradient = Gradient::new(model.padded_len());
        gradient.add(7, 0.5);
        let rates = NetworkSettings::default().rates(1.0);
        optimiser.step(&mut model, rates, |visit| gradient.drain(visit));
        let saved = Checkpoint::of(&model, &optimiser);
        let bytes = encode(&saved, "test", json!({})).expect("a file");
        let file = WeightsFile::of(Path::new("x"), bytes).expect("ours");
        assert_eq!(Checkpoint::<NetworkModel>::read(&file).expect("saved"), saved);
        assert_eq!(file.model::<NetworkModel>().expect("an evaluation"), model);
    }

    #[test]
    fn a_memory_of_another_size_is_refused_by_name() {
        let model = NetworkModel::first(&NetworkSettings::default(), 1);
        let saved = Checkpoint { model, moments: [vec![0.0; 3], Vec::new()] };
        let bytes = encode(&saved, "test", json!({})).expect("a file");
        let file = WeightsFile::of(Path::new("x"), bytes).expect("ours");
        let error = Checkpoint::<NetworkModel>::read(&file).expect_err("three numbers").to_string();
        assert!(error.contains("optimiser.squares") && error.contains("[3]"), "{error}");
    }

    #[test]
    fn another_setting_is_named_and_more_games_are_welcome() {
        let record = TrainingState::new(json!({ "seed": 1, "games": null }), 1);
        assert!(record.compare(&json!({ "seed": 1, "games": null })).is_ok());
        let error = record.compare(&json!({ "seed": 2 })).expect_err("another seed").to_string();
        assert!(error.contains("seed 1, this run has 2"), "{error}");
    }
}
