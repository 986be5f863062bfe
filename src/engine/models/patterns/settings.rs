//! What can be set of patterns before they are learned.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::pattern_index::PatternSet;
use crate::models::model::{ModelSettings, SettingError, counted};
use crate::models::parameters::Rates;

/// How the sum of the weights becomes an expected result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutputActivation {
    /// V = tanh(sum): no sum is more than a certain win.
    #[default]
    Tanh,
    /// V = sum.
    Linear,
}

impl OutputActivation {
    /// V of a sum, and how fast it grows with it: ∂V/∂sum.
    #[inline]
    pub(crate) fn value(self, sum: f32) -> (f32, f32) {
        match self {
            OutputActivation::Tanh => {
                let value = sum.tanh();
                (value, 1.0 - value * value)
            }
            OutputActivation::Linear => (sum, 1.0),
        }
    }
}

/// Settings of patterns.
///
/// | name | default | range | meaning |
/// | --- | --- | --- | --- |
/// | `globals` | true | | the global inputs that change their sign with the colours |
/// | `kings` | true | | a weight for a king on each square |
/// | `stages` | 2 | 1 or 2 | weights of the opening and of the endgame, mixed by the pieces on the board |
/// | `output_activation` | tanh | tanh, linear | from the sum to the expected result |
/// | `lr` | 0.03 | above 0 | η of the pattern weights |
/// | `rest_lr` | 0.001 | 0 or more | η of globals and kings |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PatternSettings {
    /// Whether the odd global inputs have weights.
    pub globals: bool,
    /// Whether kings have weights by square.
    pub kings: bool,
    /// One set of weights, or two mixed by the pieces on the board.
    pub stages: u32,
    /// From the sum to the expected result.
    #[serde(rename = "squash")]
    pub output_activation: OutputActivation,
    /// η of the pattern weights.
    #[serde(rename = "rate")]
    pub lr: f64,
    /// η of all other weights.
    #[serde(rename = "rest_rate")]
    pub rest_lr: f64,
    /// The patterns; the file of an evaluation carries them beside the settings.
    #[serde(skip, default = "built_in")]
    pub pattern_set: Arc<PatternSet>,
}

fn built_in() -> Arc<PatternSet> {
    PatternSet::embedded().clone()
}

impl Default for PatternSettings {
    fn default() -> PatternSettings {
        PatternSettings {
            globals: true,
            kings: true,
            stages: 2,
            output_activation: OutputActivation::Tanh,
            lr: 0.03,
            rest_lr: 0.001,
            pattern_set: built_in(),
        }
    }
}

impl ModelSettings for PatternSettings {
    fn check(self) -> Result<PatternSettings, SettingError> {
        let stages = (1..=2).contains(&self.stages);
        SettingError::unless(stages, "stages", self.stages, "1 or 2")?;
        SettingError::unless_above_0("lr", self.lr)?;
        SettingError::unless_0_or_more("rest-lr", self.rest_lr)?;
        Ok(self)
    }

    fn shape(&self) -> String {
        let with = match (self.globals, self.kings) {
            (true, true) => ", globals, king squares",
            (true, false) => ", globals",
            (false, true) => ", king squares",
            (false, false) => "",
        };
        let patterns = self.pattern_set.patterns().len();
        format!(
            "{patterns} windows of {} cases{with}, {}",
            self.pattern_set.configurations(),
            counted(self.stages as usize, "stage")
        )
    }

    fn lr_summary(&self) -> String {
        format!("lr {}, rest-lr {}", self.lr, self.rest_lr)
    }

    fn rates(&self, factor: f64) -> Rates {
        let [weights, rest] = [self.lr, self.rest_lr].map(|lr| (factor * lr) as f32);
        Rates { weights, rest, hidden: 0.0 }
    }

    fn with_learning_rate(self, lr: f64, rest: Option<f64>) -> PatternSettings {
        PatternSettings { lr, rest_lr: rest.unwrap_or(self.rest_lr), ..self }
    }

    /// The value changes its sign with the colours.
    fn mirror(&self) -> bool {
        false
    }

    fn final_lr(&self) -> f64 {
        0.03
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_out_of_range_is_named() {
        type Spoil = fn(&mut PatternSettings);
        let cases: [(&str, Spoil); 3] = [
            ("stages", |s| s.stages = 3),
            ("lr", |s| s.lr = 0.0),
            ("rest-lr", |s| s.rest_lr = f64::NAN),
        ];
        for (name, spoil) in cases {
            let mut settings = PatternSettings::default();
            spoil(&mut settings);
            let message = settings.check().expect_err(name).to_string();
            assert!(message.starts_with(name), "{message}");
        }
        assert!(PatternSettings::default().check().is_ok());
    }

    #[test]
    fn the_slope_of_the_output_activation_equals_finite_differences() {
        for output_activation in [OutputActivation::Tanh, OutputActivation::Linear] {
            for sum in [-2.0, -0.3, 0.0, 0.7, 1.5] {
                let (_, slope) = output_activation.value(sum);
                let difference = (output_activation.value(sum + 1e-2).0
                    - output_activation.value(sum - 1e-2).0)
                    / 2e-2;
                assert!((slope - difference).abs() < 1e-3, "{output_activation:?} {sum}");
            }
        }
    }
}
