//! Patterns, with a hidden layer or without, as experiments see them.

use serde_json::{Value, json};

use super::super::lab::{ModelConfig, yes_or_no};
use crate::learning::Hyperparams;
use crate::models::nnue::{Nnue, NnueSettings};
use crate::models::patterns::Squash;
use crate::results::number;

impl ModelConfig for NnueSettings {
    type Model = Nnue;

    const WORD: &'static str = "evaluation";

    /// Packed: most cases are never met.
    const ENDING: &'static str = "safetensors.zst";

    const COLUMNS: [&'static str; 2] = [
        "windows | cases | stages | squash | hidden units | λ | rate | rest rate | hidden rate | falling to | mirrored | passes",
        "---: | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---:",
    ];

    /// The settings leave the windows to the file of the evaluation.
    fn written(settings: &Hyperparams<NnueSettings>) -> Value {
        let mut written = json!(settings);
        written["windows"] = json!(settings.model.patterns.shapes.windows());
        written
    }

    fn cells(settings: &Hyperparams<NnueSettings>) -> Vec<String> {
        let model = &settings.model.patterns;
        let squash = match model.squash {
            Squash::Tanh => "tanh",
            Squash::Linear => "linear",
        };
        vec![
            model.shapes.windows().len().to_string(),
            number(model.shapes.cases() as f64, 0),
            model.stages.to_string(),
            squash.into(),
            settings.model.hidden.to_string(),
            settings.lambda.to_string(),
            model.rate.to_string(),
            model.rest_rate.to_string(),
            if settings.model.hidden == 0 {
                "–".into()
            } else {
                settings.model.hidden_rate.to_string()
            },
            settings.lr_final.to_string(),
            yes_or_no(settings.mirror),
            settings.epochs.to_string(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use draughts_td_features::windows::WIDE;

    use super::super::windows;
    use super::*;

    #[test]
    fn settings_with_other_windows_are_written_otherwise() {
        let plain = Hyperparams::of(NnueSettings::default());
        let mut wider = plain.clone();
        wider.model.patterns.shapes = windows(WIDE);
        assert_ne!(ModelConfig::written(&plain), ModelConfig::written(&wider));
        let columns = NnueSettings::COLUMNS.map(|columns| columns.split(" | ").count());
        assert_eq!(columns, [NnueSettings::cells(&wider).len(); 2]);
    }
}
