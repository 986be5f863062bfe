//! How far a run has come: with the weights and what the optimiser remembers, all that going on needs.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::agent::SearchStats;
use super::error::SelfPlayError;
use super::evaluation::Measurement;
use super::opponent::Ratings;
use crate::json_diff;
use crate::learning::{Optimiser, TrajectoryStats};
use crate::models::{Model, Stored, Tensor, Tensors};

/// What the games came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Totals {
    /// Games that taught.
    pub taught: u64,
    /// Games that a fault of a player spoilt.
    pub spoilt: u64,
    /// Won by White, drawn, won by Black.
    pub results: [u64; 3],
    /// Lost, drawn and won by the learner against others.
    pub learner: [u64; 3],
    /// Plies behind the openings.
    pub plies: u64,
    /// What the learner met.
    pub met: SearchStats,
    /// What its chains came to.
    pub chains: TrajectoryStats,
}

/// How far a run has come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// What makes the run.
    pub settings: Value,
    /// Games behind, those that taught nothing included.
    pub games: u64,
    /// Steps of the optimiser.
    pub updates: u64,
    /// What the games came to.
    pub totals: Totals,
    /// How strong opponents are, by these games.
    pub ratings: Ratings,
    /// Lost, drawn and won by the learner against each opponent, since the last measurement.
    #[serde(default)]
    pub met: Vec<[u64; 3]>,
    /// Games behind at each checkpoint that stays as an opponent.
    pub past: Vec<u64>,
    /// What was measured.
    pub curve: Vec<Measurement>,
    /// Games that taught nothing since the last that did.
    pub barren: u64,
}

impl Record {
    /// A run with these settings that has not begun.
    #[must_use]
    pub fn new(settings: Value, opponents: usize) -> Record {
        Record { settings, ratings: Ratings::new(opponents), ..Record::default() }
    }

    /// Whether a run with these settings can go on from here.
    ///
    /// # Errors
    /// The first setting that differs.
    pub fn compare(&self, settings: &Value) -> Result<(), SelfPlayError> {
        match json_diff::first("", &self.settings, settings) {
            None => Ok(()),
            Some((name, stored, asked)) => Err(SelfPlayError::Differs { name, stored, asked }),
        }
    }
}

/// Weights in the middle of a run. In a file they stand as an evaluation that plays, with what the optimiser remembers beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved<F> {
    /// The weights.
    pub form: F,
    /// What the optimiser remembers of each parameter: squares, then means; empty for a plain one.
    pub memory: [Vec<f32>; 2],
}

/// What its tensors are called.
const MEMORY: [&str; 2] = ["optimiser.squares", "optimiser.means"];

impl<F: Model> Saved<F> {
    /// Weights and an optimiser.
    #[must_use]
    pub fn of(form: &F, optimiser: &Optimiser) -> Saved<F> {
        Saved { form: form.clone(), memory: optimiser.memory().map(<[f32]>::to_vec) }
    }

    /// Weights to begin with.
    #[must_use]
    pub fn first(form: F) -> Saved<F> {
        Saved { form, memory: [Vec::new(), Vec::new()] }
    }
}

impl<F: Model> Stored for Saved<F> {
    const KIND: &'static str = F::KIND;

    fn card(&self) -> Map<String, Value> {
        self.form.card()
    }

    fn tensors(&self) -> Vec<Tensor> {
        let mut tensors = self.form.tensors();
        for (name, values) in MEMORY.iter().zip(&self.memory).filter(|(_, v)| !v.is_empty()) {
            tensors.push(Tensor::new(*name, &[values.len()], values));
        }
        tensors
    }

    fn restore(card: &Map<String, Value>, tensors: &Tensors) -> Result<Saved<F>, String> {
        let form = F::restore(card, tensors)?;
        let mut memory = [Vec::new(), Vec::new()];
        for (name, values) in MEMORY.iter().zip(&mut memory).filter(|(name, _)| tensors.has(name)) {
            *values = tensors.floats(name, &[form.slots()])?;
        }
        Ok(Saved { form, memory })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::*;
    use crate::learning::OptimiserKind;
    use crate::models::WeightsFile;
    use crate::models::file::encode;
    use crate::models::network::{NetworkForm, NetworkSettings};
    use crate::models::{Gradient, Model, ModelSettings, ValueFunction};

    #[test]
    fn weights_and_the_memory_of_an_optimiser_come_back_from_a_file_that_plays() {
        let mut form = NetworkForm::first(&NetworkSettings::default(), 1);
        let mut optimiser = Optimiser::new(OptimiserKind::Adam, form.slots());
        let mut gradient = Gradient::new(form.slots());
        gradient.add(7, 0.5);
        let rates = NetworkSettings::default().rates(1.0);
        optimiser.step(&mut form, &mut gradient, rates);
        let saved = Saved::of(&form, &optimiser);
        let bytes = encode(&saved, "test", json!({})).expect("a file");
        let file = WeightsFile::of(Path::new("x"), bytes).expect("ours");
        assert_eq!(file.form::<Saved<NetworkForm>>().expect("saved"), saved);
        assert_eq!(file.form::<NetworkForm>().expect("an evaluation"), form);
    }

    #[test]
    fn a_memory_of_another_size_is_refused_by_name() {
        let form = NetworkForm::first(&NetworkSettings::default(), 1);
        let saved = Saved { form, memory: [vec![0.0; 3], Vec::new()] };
        let bytes = encode(&saved, "test", json!({})).expect("a file");
        let file = WeightsFile::of(Path::new("x"), bytes).expect("ours");
        let error = file.form::<Saved<NetworkForm>>().expect_err("three numbers").to_string();
        assert!(error.contains(MEMORY[0]) && error.contains("[3]"), "{error}");
    }

    #[test]
    fn another_setting_is_named_and_more_games_are_welcome() {
        let record = Record::new(json!({ "seed": 1, "games": null }), 1);
        assert!(record.compare(&json!({ "seed": 1, "games": null })).is_ok());
        let error = record.compare(&json!({ "seed": 2 })).expect_err("another seed").to_string();
        assert!(error.contains("seed 1, this run has 2"), "{error}");
    }
}
