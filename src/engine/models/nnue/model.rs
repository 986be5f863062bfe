//! Patterns with a hidden layer as a model of draughts: first weights, settings that go with them, values.

use std::ops::Range;

use serde_json::{Map, Value, json};

use super::evaluator::NnueEvaluator;
use super::settings::{MOST_UNITS, NnueSettings};
use super::steps::NnueSteps;
use super::weights::{AdamState, Layer, Nnue};
use crate::board::Position;
use crate::models::explanation::Explanation;
use crate::models::model::{Model, StartError, ValueFunction};
use crate::models::patterns::{PatternEncoder, Patterns};
use crate::models::tensors::Tensors;

/// Where the card says how many steps Adam made.
const STEPS: &str = "hidden_steps";

/// The seed of a hidden layer that is put beside patterns learned before.
const LAYER_SEED: u64 = 1;

impl Model for Nnue {
    type Settings = NnueSettings;
    type Encoder = PatternEncoder;
    type Evaluator = NnueEvaluator;

    const KIND: &'static str = "nnue";

    /// Patterns that know nothing, and a layer that adds nothing.
    fn first(settings: &NnueSettings, seed: u64) -> Nnue {
        let patterns = Patterns::first(&settings.patterns, seed);
        Nnue {
            patterns,
            layer: Layer::first(settings.hidden, seed),
            adam: adam_state(settings, None),
        }
    }

    /// Patterns that count men, and a layer that adds nothing.
    fn of_material(settings: &NnueSettings, seed: u64) -> Result<Nnue, StartError> {
        let patterns = Patterns::of_material(&settings.patterns, seed)?;
        Ok(Nnue { patterns, ..Nnue::first(settings, seed) })
    }

    fn warm_start(&self, settings: &NnueSettings) -> Result<Nnue, StartError> {
        let patterns = self.patterns.warm_start(&settings.patterns)?;
        let layer = match self.layer.units {
            0 => Layer::first(settings.hidden, LAYER_SEED),
            units if units == settings.hidden => self.layer.clone(),
            units => {
                let asked = settings.hidden;
                return Err(format!(
                    "it has {units} hidden units, this run {asked}; give --hidden {units}"
                )
                .into());
            }
        };
        Ok(Nnue { patterns, layer, adam: adam_state(settings, self.adam.as_ref()) })
    }

    fn matches(&self, settings: &NnueSettings) -> bool {
        self.patterns.matches(&settings.patterns)
            && self.layer.units == settings.hidden
            && self.adam.is_some() == settings.is_by_adam()
    }

    fn with_stored_context(&self, settings: NnueSettings) -> NnueSettings {
        NnueSettings { patterns: self.patterns.with_stored_context(settings.patterns), ..settings }
    }

    fn encoder(settings: &NnueSettings) -> PatternEncoder {
        PatternEncoder::new(&settings.patterns)
    }

    fn no_steps(_: &PatternEncoder) -> NnueSteps {
        NnueSteps::default()
    }

    fn clear(steps: &mut NnueSteps) {
        steps.clear();
    }

    fn encode(
        encoder: &mut PatternEncoder,
        positions: &[Position],
        mirrored: bool,
        steps: &mut NnueSteps,
    ) -> Range<usize> {
        steps.extend(positions, mirrored);
        encoder.encode(positions, mirrored, &mut steps.patterns)
    }

    fn value(&self, position: &Position, pieces: u32) -> f32 {
        let mut added = 0.0;
        self.each_unit(position, pieces, |unit| added += unit.weight * unit.input);
        self.activation(self.patterns.sum_of(position, pieces) + added).0
    }

    fn explain(&self, position: &Position) -> Explanation {
        self.explained(position)
    }

    fn evaluator(&self) -> NnueEvaluator {
        NnueEvaluator::new(self)
    }

    fn card(&self) -> Map<String, Value> {
        let mut card = self.patterns.card();
        card.insert("hidden".into(), json!(self.layer.units));
        if let Some(adam) = &self.adam {
            card.insert(STEPS.into(), json!(adam.steps));
        }
        card
    }

    fn of_card(card: &Map<String, Value>, tensors: &Tensors) -> Result<Nnue, String> {
        let patterns = Patterns::of_card(card, tensors)?;
        let units =
            card.get("hidden").and_then(Value::as_u64).ok_or("its card: hidden is missing")?;
        if units > MOST_UNITS as u64 {
            return Err(format!("it has {units} hidden units; it may have {MOST_UNITS}"));
        }
        let units = units as usize;
        let adam = match card.get(STEPS) {
            None => None,
            Some(steps) => {
                let steps = steps.as_u64().ok_or("its card: hidden_steps is no number")?;
                Some(AdamState { steps, ..AdamState::none(units) })
            }
        };
        Ok(Nnue { layer: Layer::zero(units), adam, patterns })
    }

    /// Patterns, which are given a layer when the run is known that starts from them.
    fn from_other_kind(
        kind: &str,
        card: &Map<String, Value>,
        tensors: &Tensors,
    ) -> Option<Result<Nnue, String>> {
        let adopt = |patterns| Nnue { patterns, layer: Layer::zero(0), adam: None };
        (kind == Patterns::KIND).then(|| Patterns::restore(card, tensors).map(adopt))
    }
}

/// What Adam remembers at the start of a run: what the model it begins with remembers, if anything.
fn adam_state(settings: &NnueSettings, before: Option<&AdamState>) -> Option<AdamState> {
    settings
        .is_by_adam()
        .then(|| before.cloned().unwrap_or_else(|| AdamState::none(settings.hidden)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::trials::{balance, gradient_is_right, men, wandering};

    #[test]
    fn the_gradient_of_every_weight_equals_finite_differences() {
        let settings = NnueSettings { hidden: 3, ..NnueSettings::default() };
        let mut model = Nnue::of_material(&settings, 1).expect("material");
        let outputs = model.layer.parts_mut()[2].iter_mut().enumerate();
        outputs.for_each(|(unit, weight)| *weight = 0.3 - 0.1 * unit as f32);
        gradient_is_right(&mut model, &settings, &wandering(5, 80, 9), 1);
    }

    #[test]
    fn a_start_from_material_counts_men_and_kings_exactly() {
        let settings = NnueSettings::default();
        let model = Nnue::of_material(&settings, 1).expect("material");
        for position in wandering(8, 120, 1) {
            let (found, real) = (men(&model, &settings, &position), balance(&position));
            assert!((found - real).abs() < 1e-3, "{found} {real}");
        }
    }

    #[test]
    fn a_scaled_form_has_scaled_values() {
        let settings = NnueSettings::default();
        let mut model = Nnue::of_material(&settings, 1).expect("material");
        model.layer.parts_mut()[2][..settings.hidden].fill(0.2);
        let position = wandering(8, 60, 1)[59];
        let before = men(&model, &settings, &position);
        model.scale(0.5);
        assert!((men(&model, &settings, &position) - 0.5 * before).abs() < 1e-4);
    }
}
