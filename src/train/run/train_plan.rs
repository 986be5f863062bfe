//! The settings of a run of `train` and of its model, as files have them.

use serde_json::{Value, json};

use super::error::{RunError, refuse};
use crate::learning::{Checked, DataFile, Hyperparams, Training};
use crate::models::{Card, ModelSettings};
use crate::selfplay::{SelfPlayConfig, TrainingState};

/// The key of the record in the card.
const RECORD: &str = "practice";

/// The state of a run that a file of weights holds.
pub(super) fn record_of(card: &Card) -> Result<TrainingState, RunError> {
    let Some(record) = card.training.get(RECORD) else {
        refuse!("it does not come from a run of `train`");
    };
    let read = serde_json::from_value(record.clone());
    Ok(read.map_err(|error| error.to_string())?)
}

/// The settings of the model, for the card.
pub(super) struct TrainPlan<S> {
    pub checked: Checked<S>,
    training: Training<S>,
}

impl<S: ModelSettings> TrainPlan<S> {
    pub(super) fn new(
        config: &SelfPlayConfig,
        model: S,
        init: Option<DataFile>,
    ) -> Result<TrainPlan<S>, RunError> {
        let settings = Hyperparams {
            lambda: f64::from(config.td.td_errors.lambda),
            seed: config.seed,
            games: config.games,
            mirror: false,
            lr_final: 1.0,
            holdout: 0.0,
            ..Hyperparams::of(model)
        };
        let checked = settings.check()?;
        let training = Training::planned(&checked, Vec::new(), init);
        Ok(TrainPlan { checked, training })
    }

    /// The settings that must be the same when the run resumes.
    pub(super) fn settings(&self, config: &SelfPlayConfig) -> Value {
        let mut settings = config.settings();
        settings["form"] = json!(self.checked.model);
        settings["start"] = json!(self.training.init.as_ref().map(|init| &init.sha256));
        settings
    }

    /// What identifies the metrics of a run.
    pub(super) fn run(&self, config: &SelfPlayConfig) -> Value {
        json!({ "settings": self.settings(config), "games": config.games })
    }

    pub(super) fn card(&self, record: &TrainingState) -> Value {
        let mut card = self.training.card();
        card[RECORD] = json!(record);
        card
    }
}
