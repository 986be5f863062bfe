//! Patterns, with a hidden layer or without, as experiments see them.

use serde_json::{Value, json};

use super::super::lab::{ModelConfig, yes_or_no};
use crate::learning::Hyperparams;
use crate::models::nnue::{Nnue, NnueSettings};
use crate::models::patterns::Squash;
use crate::results::number;

impl ModelConfig for NnueSettings {
    type Form = Nnue;

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
        written["windows"] = json!(settings.form.patterns.shapes.windows());
        written
    }

    fn cells(settings: &Hyperparams<NnueSettings>) -> Vec<String> {
        let form = &settings.form.patterns;
        let squash = match form.squash {
            Squash::Tanh => "tanh",
            Squash::Linear => "linear",
        };
        vec![
            form.shapes.windows().len().to_string(),
            number(form.shapes.cases() as f64, 0),
            form.stages.to_string(),
            squash.into(),
            settings.form.hidden.to_string(),
            settings.lambda.to_string(),
            form.rate.to_string(),
            form.rest_rate.to_string(),
            if settings.form.hidden == 0 {
                "–".into()
            } else {
                settings.form.hidden_rate.to_string()
            },
            settings.fall.to_string(),
            yes_or_no(settings.mirror),
            settings.epochs.to_string(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use draughts_td_features::windows::WIDE;

    use super::super::plan::windows;
    use super::*;

    #[test]
    fn settings_with_other_windows_are_written_otherwise() {
        let plain = Hyperparams::of(NnueSettings::default());
        let mut wider = plain.clone();
        wider.form.patterns.shapes = windows(WIDE);
        assert_ne!(ModelConfig::written(&plain), ModelConfig::written(&wider));
        let columns = NnueSettings::COLUMNS.map(|columns| columns.split(" | ").count());
        assert_eq!(columns, [NnueSettings::cells(&wider).len(); 2]);
    }
}
