//! Patterns as a model of draughts: first weights, settings that go with them, values, what their file says.

use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::evaluator::PatternEvaluator;
use super::pattern_index::{Pattern, PatternSet};
use super::settings::{OutputActivation, PatternSettings};
use super::steps::{PatternEncoder, PatternSteps, global_inputs};
use super::weights::Patterns;
use crate::board::{Position, Square};
use crate::features::{Catalogue, Globals};
use crate::huge_pages::HugeNumbers;
use crate::models::explanation::Explanation;
use crate::models::model::{Model, StartError, read_card};
use crate::models::tensors::Tensors;

/// What a king is worth in men.
const KING: f32 = 3.0;

impl Model for Patterns {
    type Settings = PatternSettings;
    type Encoder = PatternEncoder;
    type Evaluator = PatternEvaluator;

    const KIND: &'static str = "patterns";

    /// All weights zero: the first games decide, no chance does.
    fn first(settings: &PatternSettings, _: u64) -> Patterns {
        let globals = if settings.globals { global_inputs().len() } else { 0 };
        let PatternSettings { stages, output_activation, kings, .. } = *settings;
        Patterns::zeros(settings.pattern_set.clone(), stages, output_activation, kings, globals)
    }

    fn of_material(settings: &PatternSettings, seed: u64) -> Result<Patterns, StartError> {
        let mut model = Patterns::first(settings, seed);
        model.count_men(Self::MAN)?;
        model.count_kings(Self::MAN)?;
        // The second weight of a single stage is no parameter.
        if model.stages == 1 {
            model.weights.iter_mut().for_each(|pair| pair[1] = 0.0);
        }
        Ok(model)
    }

    /// Patterns that this model does not have begin at zero.
    fn warm_start(&self, settings: &PatternSettings) -> Result<Patterns, StartError> {
        let parts = [
            ("windows", !settings.pattern_set.contains(&self.pattern_set)),
            ("stages", self.stages != settings.stages),
            ("squash", self.output_activation != settings.output_activation),
            ("king squares", self.kings().is_empty() == settings.kings),
            ("globals", self.globals().is_empty() == settings.globals),
        ];
        let differs = parts.iter().filter(|(_, differs)| *differs).map(|(name, _)| *name);
        let differs = differs.collect::<Vec<_>>().join(", ");
        if differs.is_empty() {
            return Ok(self.with_patterns(settings.pattern_set.clone()));
        }
        Err(format!("it has other {differs} than this run; give the settings it was trained with")
            .into())
    }

    fn matches(&self, settings: &PatternSettings) -> bool {
        self.pattern_set == settings.pattern_set
            && self.stages == settings.stages
            && self.output_activation == settings.output_activation
            && self.kings().is_empty() != settings.kings
            && self.globals().is_empty() != settings.globals
    }

    /// The card stores the patterns beside the settings.
    fn with_stored_context(&self, settings: PatternSettings) -> PatternSettings {
        PatternSettings { pattern_set: self.pattern_set.clone(), ..settings }
    }

    fn encoder(settings: &PatternSettings) -> PatternEncoder {
        PatternEncoder::new(settings)
    }

    fn no_steps(_: &PatternEncoder) -> PatternSteps {
        PatternSteps::default()
    }

    fn clear(steps: &mut PatternSteps) {
        steps.clear();
    }

    fn encode(
        encoder: &mut PatternEncoder,
        positions: &[Position],
        mirrored: bool,
        steps: &mut PatternSteps,
    ) -> Range<usize> {
        encoder.encode(positions, mirrored, steps)
    }

    fn value(&self, position: &Position, pieces: u32) -> f32 {
        self.output_activation.value(self.sum_of(position, pieces)).0
    }

    fn explain(&self, position: &Position) -> Explanation {
        self.explained(position)
    }

    fn evaluator(&self) -> PatternEvaluator {
        PatternEvaluator::new(self)
    }

    fn card(&self) -> Map<String, Value> {
        let catalogue = Catalogue::embedded();
        let names: Vec<&str> = match self.globals().is_empty() {
            true => Vec::new(),
            false => global_inputs().iter().map(|&i| &*catalogue.entries()[i].name).collect(),
        };
        let card = json!({
            "windows": self.pattern_set.patterns(),
            "stages": self.stages,
            "squash": self.output_activation,
            "kings": !self.kings().is_empty(),
            "globals": names,
            "fingerprint": catalogue.fingerprint(),
        });
        card.as_object().expect("an object").clone()
    }

    fn of_card(card: &Map<String, Value>, _: &Tensors) -> Result<Patterns, String> {
        let card: PatternCard = read_card(card)?;
        card.check()?;
        let pattern_set =
            Arc::new(PatternSet::of(card.patterns).map_err(|error| error.to_string())?);
        Ok(Patterns::zeros(
            pattern_set,
            card.stages,
            card.output_activation,
            card.kings,
            card.globals.len(),
        ))
    }
}

impl Patterns {
    /// Weights of zero for these patterns, for kings by square if wanted, and for this number of globals.
    fn zeros(
        pattern_set: Arc<PatternSet>,
        stages: u32,
        output_activation: OutputActivation,
        kings: bool,
        globals: usize,
    ) -> Patterns {
        let (configurations, kings) =
            (pattern_set.configurations(), if kings { Square::COUNT } else { 0 });
        let weights = HugeNumbers::zeros(configurations + kings + globals);
        Patterns {
            pattern_set,
            stages,
            output_activation,
            weights,
            king_range: configurations..configurations + kings,
        }
    }

    /// The same values by these patterns, which contain all of its own.
    fn with_patterns(&self, pattern_set: Arc<PatternSet>) -> Patterns {
        let (kings, globals) = (!self.kings().is_empty(), self.globals().len());
        let mut model = Patterns::zeros(
            pattern_set.clone(),
            self.stages,
            self.output_activation,
            kings,
            globals,
        );
        for (number, pattern) in pattern_set.patterns().iter().enumerate() {
            if let Some(own) = self.pattern_set.range_of(pattern) {
                model.weights[pattern_set.range(number)].copy_from_slice(&self.weights[own]);
            }
        }
        let rest = &self.weights[self.king_range.start..];
        model.weights[model.king_range.start..].copy_from_slice(rest);
        model
    }

    /// The sum of a position weighted as one of this many pieces is.
    pub(in crate::models) fn sum_of(&self, position: &Position, pieces: u32) -> f32 {
        let mut sum = 0.0;
        self.each_term(position, pieces, |_, _, contribution| sum += contribution);
        sum
    }

    /// Spreads the worth of a man on each square evenly over the patterns that see it, mirror images included.
    fn count_men(&mut self, man: f32) -> Result<(), StartError> {
        let shares = shares(self)?;
        let pattern_set = self.pattern_set.clone();
        for (number, pattern) in pattern_set.patterns().iter().enumerate() {
            let squares: Vec<f32> = pattern.square_indices().map(|at| man * shares[at]).collect();
            for (index, pair) in self.weights[pattern_set.range(number)].iter_mut().enumerate() {
                *pair = [worth_of_index(index, &squares); 2];
            }
        }
        Ok(())
    }

    /// Gives kings their worth: by square, or by the two inputs that count them.
    fn count_kings(&mut self, man: f32) -> Result<(), StartError> {
        if !self.king_range.is_empty() {
            self.weights[self.king_range.clone()].fill([KING * man; 2]);
            return Ok(());
        }
        if self.globals().is_empty() {
            return Err("neither king squares nor globals are on: nothing counts kings".into());
        }
        for (name, worth) in [("king_presence", 1.0), ("king_surplus", 2.0)] {
            let place = global_inputs().iter().position(|&index| Globals::NAMES[index] == name);
            let place = place.ok_or("the inputs that count kings are not among the globals")?;
            self.weights[self.king_range.end + place] = [worth * KING * man; 2];
        }
        Ok(())
    }
}

/// For each square, one divided by the number of patterns that see it.
fn shares(model: &Patterns) -> Result<[f32; Square::COUNT], StartError> {
    let mut seen = [0u32; Square::COUNT];
    for pattern in model.pattern_set.patterns() {
        for is_turned in [false, true] {
            pattern.squares(is_turned).into_iter().for_each(|square| seen[square.index()] += 1);
        }
    }
    match seen.iter().position(|&patterns| patterns == 0) {
        Some(square) => Err(format!("no window sees square {}", square + 1).into()),
        None => Ok(seen.map(|patterns| 1.0 / patterns as f32)),
    }
}

/// The material of a configuration for the side of the pattern, read from the base-3 digits of its index.
fn worth_of_index(mut index: usize, squares: &[f32]) -> f32 {
    let mut sum = 0.0;
    for worth in squares {
        sum += [0.0, *worth, -worth][index % 3];
        index /= 3;
    }
    sum
}

/// The part of the card that is the patterns' own.
#[derive(Deserialize)]
pub(super) struct PatternCard {
    #[serde(rename = "windows")]
    pub patterns: Vec<Pattern>,
    pub stages: u32,
    #[serde(rename = "squash")]
    pub output_activation: OutputActivation,
    pub kings: bool,
    pub globals: Vec<String>,
    fingerprint: String,
}

impl PatternCard {
    pub(super) fn check(&self) -> Result<(), String> {
        if !(1..=2).contains(&self.stages) {
            return Err(format!("it has {} stages; it may have 1 or 2", self.stages));
        }
        let own = Catalogue::embedded();
        let names = global_inputs().iter().map(|&index| own.entries()[index].name.as_str());
        let is_known = own.fingerprint() == self.fingerprint && names.eq(self.globals.iter());
        if self.globals.is_empty() || is_known {
            return Ok(());
        }
        Err(own.refusal(&self.fingerprint))
    }
}

#[cfg(test)]
mod tests {
    use super::super::pattern_index::PatternSet;
    use super::super::settings::OutputActivation;
    use super::*;
    use crate::board::fen;
    use crate::models::trials::{balance, gradient_is_right, men, wandering};

    fn kings() -> Vec<Position> {
        let texts = ["W:WK46,28,32,33:BK5,19,23", "B:W41,K5,K10,K14:B22,K50,8", "W:WK1:BK2,K3,K4"];
        texts.map(|text| fen::read(text).expect(text)).to_vec()
    }

    #[test]
    fn the_gradient_of_every_weight_equals_finite_differences() {
        let positions: Vec<_> = wandering(5, 80, 9).into_iter().chain(kings()).collect();
        for (stages, output_activation) in
            [(2, OutputActivation::Tanh), (1, OutputActivation::Linear)]
        {
            let settings =
                PatternSettings { stages, output_activation, ..PatternSettings::default() };
            let mut model = Patterns::of_material(&settings, 1).expect("material");
            gradient_is_right(&mut model, &settings, &positions, 1);
        }
    }

    #[test]
    fn a_start_from_material_counts_men_and_kings_exactly() {
        for kings_on in [true, false] {
            let settings = PatternSettings { kings: kings_on, ..PatternSettings::default() };
            let model = Patterns::of_material(&settings, 1).expect("material");
            for position in wandering(8, 120, 1).into_iter().chain(kings()) {
                let (found, real) = (men(&model, &settings, &position), balance(&position));
                assert!((found - real).abs() < 1e-3, "{found} {real}");
            }
        }
    }

    #[test]
    fn what_no_window_sees_cannot_be_counted() {
        let text = "[[window]]\nname = \"a\"\nsquares = [27, 28]\n";
        let pattern_set = Arc::new(PatternSet::read(text).expect("a window"));
        let settings = PatternSettings { pattern_set, ..PatternSettings::default() };
        let error = Patterns::of_material(&settings, 1).expect_err("squares unseen").to_string();
        assert_eq!(error, "no window sees square 1");
    }

    #[test]
    fn without_kings_and_globals_nothing_counts_kings() {
        let settings =
            PatternSettings { kings: false, globals: false, ..PatternSettings::default() };
        assert!(Patterns::of_material(&settings, 1).is_err());
    }
}
