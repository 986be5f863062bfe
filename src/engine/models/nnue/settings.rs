//! What can be set of patterns with a hidden layer before they are learned.

use serde::{Deserialize, Serialize};

use crate::models::model::{ModelSettings, SettingError};
use crate::models::parameters::Rates;
use crate::models::patterns::PatternSettings;

/// The most hidden units.
pub(super) const MOST_UNITS: usize = 1024;

/// How the gradient of a game becomes a step of the hidden layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HiddenOptimiser {
    /// η·g, as the patterns learn.
    #[default]
    #[serde(alias = "sgd")]
    Plain,
    /// [`Adam`](crate::models::Adam): plain steps are large in the opening, where they throw units out of the range in which they
    /// learn, and small in the endgame.
    Adam,
}

impl HiddenOptimiser {
    /// The η that goes with it.
    #[must_use]
    pub fn rate(self) -> f64 {
        match self {
            HiddenOptimiser::Plain => 0.02,
            HiddenOptimiser::Adam => 0.0005,
        }
    }
}

/// Settings of patterns with a hidden layer: those of the patterns, and
///
/// | name | default | range | meaning |
/// | --- | --- | --- | --- |
/// | `hidden` | 32 | 0 to 1024 | hidden units; 0 is only patterns |
/// | `hidden_optimizer` | plain | plain, adam | how the hidden layer makes its step after a game |
/// | `hidden_lr` | 0.02; 0.0005 by Adam | 0 or more | η of all weights of the hidden layer |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NnueSettings {
    /// Hidden units.
    pub hidden: usize,
    /// How the hidden layer makes its steps; files of before it could be chosen say nothing.
    #[serde(default, rename = "hidden_method")]
    pub hidden_optimizer: HiddenOptimiser,
    /// η of the hidden layer.
    #[serde(rename = "hidden_rate")]
    pub hidden_lr: f64,
    /// The patterns beside it.
    #[serde(flatten)]
    pub patterns: PatternSettings,
}

impl Default for NnueSettings {
    fn default() -> NnueSettings {
        let hidden_optimizer = HiddenOptimiser::default();
        NnueSettings {
            hidden: 32,
            hidden_optimizer,
            hidden_lr: hidden_optimizer.rate(),
            patterns: PatternSettings::default(),
        }
    }
}

impl NnueSettings {
    /// Whether the hidden layer learns by Adam.
    pub(super) fn is_by_adam(&self) -> bool {
        self.hidden_optimizer == HiddenOptimiser::Adam
    }
}

impl ModelSettings for NnueSettings {
    fn check(self) -> Result<NnueSettings, SettingError> {
        let hidden = self.hidden <= MOST_UNITS;
        SettingError::unless(hidden, "hidden", self.hidden, "at most 1024")?;
        SettingError::unless_0_or_more("hidden-lr", self.hidden_lr)?;
        Ok(NnueSettings { patterns: self.patterns.check()?, ..self })
    }

    fn shape(&self) -> String {
        format!("{}, {} hidden units", self.patterns.shape(), self.hidden)
    }

    fn lr_summary(&self) -> String {
        let by = if self.is_by_adam() { " by Adam" } else { "" };
        format!("{}, hidden-lr {}{by}", self.patterns.lr_summary(), self.hidden_lr)
    }

    fn rates(&self, factor: f64) -> Rates {
        Rates { hidden: (self.hidden_lr * factor) as f32, ..self.patterns.rates(factor) }
    }

    fn with_learning_rate(self, rate: f64, rest: Option<f64>) -> NnueSettings {
        NnueSettings { patterns: self.patterns.with_learning_rate(rate, rest), ..self }
    }

    /// The value changes its sign with the colours.
    fn mirror(&self) -> bool {
        self.patterns.mirror()
    }

    fn final_lr(&self) -> f64 {
        self.patterns.final_lr()
    }

    /// The rate of Adam is one that plain steps hardly learn by.
    fn by_plain_steps(self) -> NnueSettings {
        let hidden_optimizer = HiddenOptimiser::Plain;
        match self.hidden_optimizer {
            HiddenOptimiser::Plain => self,
            HiddenOptimiser::Adam => {
                NnueSettings { hidden_optimizer, hidden_lr: hidden_optimizer.rate(), ..self }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_out_of_range_is_named() {
        type Spoil = fn(&mut NnueSettings);
        let cases: [(&str, Spoil); 3] = [
            ("hidden", |s| s.hidden = MOST_UNITS + 1),
            ("hidden-lr", |s| s.hidden_lr = f64::NAN),
            ("stages", |s| s.patterns.stages = 3),
        ];
        for (name, spoil) in cases {
            let mut settings = NnueSettings::default();
            spoil(&mut settings);
            let message = settings.check().expect_err(name).to_string();
            assert!(message.starts_with(name), "{message}");
        }
        assert!(NnueSettings::default().check().is_ok());
    }

    #[test]
    fn plain_steps_keep_a_rate_of_their_own_and_leave_the_one_of_adam() {
        let plain = NnueSettings { hidden_lr: 0.3, ..NnueSettings::default() };
        assert_eq!(plain.clone().by_plain_steps(), plain);
        let hidden_optimizer = HiddenOptimiser::Adam;
        let adam =
            NnueSettings { hidden_optimizer, hidden_lr: hidden_optimizer.rate(), ..plain.clone() };
        let hidden_lr = HiddenOptimiser::Plain.rate();
        assert_eq!(adam.by_plain_steps(), NnueSettings { hidden_lr, ..plain });
    }
}
