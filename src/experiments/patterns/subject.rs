//! Patterns as experiments see them.

use serde_json::{Value, json};

use super::super::lab::{Column, Subject, yes_or_no};
use crate::learning::Hyperparams;
use crate::results::{Align, number};
use crate::values::patterns::{PatternSettings, Patterns, Squash};

impl Subject for PatternSettings {
    type Form = Patterns;

    const WORD: &'static str = "evaluation";

    /// Packed: most cases are never met.
    const ENDING: &'static str = "safetensors.zst";

    /// The settings leave the windows to the file of the evaluation.
    fn written(settings: &Hyperparams<PatternSettings>) -> Value {
        let mut written = json!(settings);
        written["windows"] = json!(settings.form.shapes.windows());
        written
    }

    fn columns() -> Vec<Column> {
        vec![
            ("windows", Align::Right),
            ("cases", Align::Right),
            ("stages", Align::Right),
            ("squash", Align::Left),
            ("λ", Align::Right),
            ("rate", Align::Right),
            ("rest rate", Align::Right),
            ("falling to", Align::Right),
            ("mirrored", Align::Left),
            ("passes", Align::Right),
        ]
    }

    fn cells(settings: &Hyperparams<PatternSettings>) -> Vec<String> {
        let form = &settings.form;
        let squash = match form.squash {
            Squash::Tanh => "tanh",
            Squash::Linear => "linear",
        };
        vec![
            form.shapes.windows().len().to_string(),
            number(form.shapes.cases() as f64, 0),
            form.stages.to_string(),
            squash.into(),
            settings.lambda.to_string(),
            form.rate.to_string(),
            form.rest_rate.to_string(),
            settings.fall.to_string(),
            yes_or_no(settings.mirror),
            settings.epochs.to_string(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::super::windows::wide;
    use super::*;

    #[test]
    fn settings_with_other_windows_are_written_otherwise() {
        let plain = Hyperparams::of(PatternSettings::default());
        let form = PatternSettings { shapes: wide(), ..PatternSettings::default() };
        let wide = Hyperparams::of(form);
        assert_ne!(Subject::written(&plain), Subject::written(&wide));
        assert_eq!(PatternSettings::columns().len(), PatternSettings::cells(&wide).len());
    }
}
