//! The raw figures of an experiment.

use serde::{Deserialize, Serialize};

use super::match_result::MatchResult;
use super::training_result::TrainingResult;
use crate::results::FigureRow;

/// One line of the raw figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Row {
    /// A network.
    Trial(TrainingResult),
    /// A match.
    Bout(MatchResult),
}

impl FigureRow for Row {
    fn piece(&self) -> String {
        match self {
            Row::Trial(trial) => trial_piece(&trial.recipe, trial.seed),
            Row::Bout(bout) => bout_piece(&bout.a, &bout.b, bout.seed, bout.seconds),
        }
    }
}

/// The name of a network in its run.
pub(super) fn trial_piece(recipe: &str, seed: u64) -> String {
    format!("{recipe} with seed {seed}")
}

/// The name of a match in its run.
pub(super) fn bout_piece(a: &str, b: &str, seed: u64, seconds: Option<f64>) -> String {
    let pace = seconds.map_or_else(String::new, |seconds| format!(", {seconds} s a move"));
    format!("{a} against {b} with seed {seed}{pace}")
}

/// All figures of a run, in the order of the plan.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// The networks.
    pub trials: Vec<TrainingResult>,
    /// The matches.
    pub bouts: Vec<MatchResult>,
}

impl Rows {
    /// As lines of the raw figures.
    #[must_use]
    pub fn lines(&self) -> Vec<Row> {
        let trials = self.trials.iter().cloned().map(Row::Trial);
        trials.chain(self.bouts.iter().cloned().map(Row::Bout)).collect()
    }

    /// Adds rows in their order.
    pub fn extend(&mut self, rows: Vec<Row>) {
        for row in rows {
            match row {
                Row::Trial(trial) => self.trials.push(trial),
                Row::Bout(bout) => self.bouts.push(bout),
            }
        }
    }
}
