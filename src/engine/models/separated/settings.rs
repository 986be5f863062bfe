//! What can be set of a network with modalities apart before it is learned.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::activation::Activation;
use super::inputs::MODALITIES;
use crate::models::model::{ModelSettings, SettingError};
use crate::models::parameters::Rates;

/// Units of a layer.
const UNITS: RangeInclusive<usize> = 1..=256;

/// Settings of a network with modalities apart:
///
/// | name | default | range | meaning |
/// | --- | --- | --- | --- |
/// | `apart` | 8, 16, 32 | 1 to 256 each | hidden units of globals, of structures, of squares; one number is one layer that sees all |
/// | `hidden` | 32 | 1 to 256 | hidden units of the layer in common |
/// | `activation` | relu | relu, softsign | activation of hidden units |
/// | `beta` | 3 | above 0 | first sensitivity of softsign units |
/// | `rate` | 0.002 | 0 or more | η of the weights |
/// | `beta_rate` | 0.02 | 0 or more | η of the sensitivities |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeparatedSettings {
    /// Hidden units of each modality.
    pub apart: Vec<usize>,
    /// Hidden units in common.
    pub hidden: usize,
    /// The activation of hidden units.
    pub activation: Activation,
    /// First β.
    pub beta: f64,
    /// η of the weights.
    pub rate: f64,
    /// η of the sensitivities.
    pub beta_rate: f64,
}

impl Default for SeparatedSettings {
    fn default() -> SeparatedSettings {
        SeparatedSettings {
            apart: vec![8, 16, 32],
            hidden: 32,
            activation: Activation::Relu,
            beta: 3.0,
            rate: 0.002,
            beta_rate: 0.02,
        }
    }
}

impl SeparatedSettings {
    /// Whether these can be the layers of a network.
    pub(super) fn check_layers(apart: &[usize], hidden: usize) -> Result<(), SettingError> {
        let layers = apart.len() == 1 || apart.len() == MODALITIES.len();
        let is_sound = layers && apart.iter().all(|units| UNITS.contains(units));
        let range = "three numbers of 1 to 256, or one for a layer that sees all";
        SettingError::unless(is_sound, "apart", listed(apart), range)?;
        SettingError::unless(UNITS.contains(&hidden), "hidden", hidden, "1 to 256")
    }
}

/// Numbers with commas between.
pub(super) fn listed(numbers: &[usize]) -> String {
    let words: Vec<String> = numbers.iter().map(usize::to_string).collect();
    words.join(",")
}

impl ModelSettings for SeparatedSettings {
    fn check(self) -> Result<SeparatedSettings, SettingError> {
        SeparatedSettings::check_layers(&self.apart, self.hidden)?;
        let beta = self.beta > 0.0 && self.beta.is_finite();
        SettingError::unless(beta, "beta", self.beta, "above 0")?;
        for (name, rate) in [("rate", self.rate), ("beta-rate", self.beta_rate)] {
            SettingError::unless(rate >= 0.0 && rate.is_finite(), name, rate, "0 or more")?;
        }
        Ok(self)
    }

    fn shape(&self) -> String {
        let first = match &self.apart[..] {
            [all] => format!("{all} hidden units that see all"),
            apart => format!("{} hidden units apart", listed(apart)),
        };
        let activation = match self.activation {
            Activation::Relu => "ReLU",
            Activation::Softsign => "softsign",
        };
        format!("{first}, {} in common, {activation}", self.hidden)
    }

    fn lr_summary(&self) -> String {
        match self.activation {
            Activation::Relu => format!("rate {}", self.rate),
            Activation::Softsign => format!("rate {}, β-rate {}", self.rate, self.beta_rate),
        }
    }

    fn rates(&self, factor: f64) -> Rates {
        let [weights, rest] = [self.rate, self.beta_rate].map(|rate| (rate * factor) as f32);
        Rates { weights, rest, hidden: 0.0 }
    }

    fn with_learning_rate(self, rate: f64, rest: Option<f64>) -> SeparatedSettings {
        SeparatedSettings { rate, beta_rate: rest.unwrap_or(10.0 * rate), ..self }
    }

    /// Two layers of weights converge only when the rates fall.
    fn final_lr(&self) -> f64 {
        0.03
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_out_of_range_is_named() {
        type Spoil = fn(&mut SeparatedSettings);
        let cases: [(&str, Spoil); 7] = [
            ("apart", |s| s.apart = vec![8, 16]),
            ("apart", |s| s.apart = vec![8, 0, 16]),
            ("hidden", |s| s.hidden = 257),
            ("hidden", |s| s.hidden = 0),
            ("beta", |s| s.beta = 0.0),
            ("rate", |s| s.rate = f64::NAN),
            ("beta-rate", |s| s.beta_rate = -1.0),
        ];
        for (name, spoil) in cases {
            let mut settings = SeparatedSettings::default();
            spoil(&mut settings);
            let message = settings.check().expect_err(name).to_string();
            assert!(message.starts_with(name), "{message}");
        }
        let one = SeparatedSettings { apart: vec![30], ..SeparatedSettings::default() };
        assert!(one.check().is_ok() && SeparatedSettings::default().check().is_ok());
    }

    #[test]
    fn the_shape_tells_layers_and_activation() {
        let shape = |settings: SeparatedSettings| settings.shape();
        let three = SeparatedSettings::default();
        assert_eq!(shape(three.clone()), "8,16,32 hidden units apart, 32 in common, ReLU");
        let activation = Activation::Softsign;
        let one = SeparatedSettings { apart: vec![30], activation, ..three };
        assert_eq!(shape(one), "30 hidden units that see all, 32 in common, softsign");
    }
}
