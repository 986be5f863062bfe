//! What can be set of a network with modalities apart before it is learned, its activation among it.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::inputs::MODALITIES;
use crate::models::model::{ModelSettings, SettingError};
use crate::models::network::{activate, slope};
use crate::models::parameters::Rates;

/// Units of a layer.
const UNITS: RangeInclusive<usize> = 1..=256;

/// Settings of a network with modalities apart:
///
/// | name | default | range | meaning |
/// | --- | --- | --- | --- |
/// | `feature_layers` | 8, 16, 32 | 1 to 256 each | hidden units of globals, of structures, of squares; one number is one layer that sees all |
/// | `hidden` | 32 | 1 to 256 | hidden units of the layer in common |
/// | `activation` | relu | relu, softsign | activation of hidden units |
/// | `beta` | 3 | above 0 | first sensitivity of softsign units |
/// | `lr` | 0.002 | 0 or more | η of the weights |
/// | `beta_lr` | 0.02 | 0 or more | η of the sensitivities |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeparatedSettings {
    /// Hidden units of each modality.
    #[serde(rename = "apart")]
    pub feature_layers: Vec<usize>,
    /// Hidden units in common.
    pub hidden: usize,
    /// The activation of hidden units.
    pub activation: Activation,
    /// First β.
    pub beta: f64,
    /// η of the weights.
    #[serde(rename = "rate")]
    pub lr: f64,
    /// η of the sensitivities.
    #[serde(rename = "beta_rate")]
    pub beta_lr: f64,
}

impl Default for SeparatedSettings {
    fn default() -> SeparatedSettings {
        SeparatedSettings {
            feature_layers: vec![8, 16, 32],
            hidden: 32,
            activation: Activation::Relu,
            beta: 3.0,
            lr: 0.002,
            beta_lr: 0.02,
        }
    }
}

impl SeparatedSettings {
    /// Whether these can be the layers of a network.
    pub(super) fn check_layers(
        feature_layers: &[usize],
        hidden: usize,
    ) -> Result<(), SettingError> {
        let layers = feature_layers.len() == 1 || feature_layers.len() == MODALITIES.len();
        let is_sound = layers && feature_layers.iter().all(|units| UNITS.contains(units));
        let range = "three numbers of 1 to 256, or one for a layer that sees all";
        SettingError::unless(is_sound, "feature-layers", listed(feature_layers), range)?;
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
        SeparatedSettings::check_layers(&self.feature_layers, self.hidden)?;
        SettingError::unless_above_0("beta", self.beta)?;
        SettingError::unless_0_or_more("lr", self.lr)?;
        SettingError::unless_0_or_more("beta-lr", self.beta_lr)?;
        Ok(self)
    }

    fn shape(&self) -> String {
        let first = match &self.feature_layers[..] {
            [all] => format!("{all} hidden units that see all"),
            feature_layers => format!("{} hidden units apart", listed(feature_layers)),
        };
        let activation = match self.activation {
            Activation::Relu => "ReLU",
            Activation::Softsign => "softsign",
        };
        format!("{first}, {} in common, {activation}", self.hidden)
    }

    fn lr_summary(&self) -> String {
        match self.activation {
            Activation::Relu => format!("lr {}", self.lr),
            Activation::Softsign => format!("lr {}, beta-lr {}", self.lr, self.beta_lr),
        }
    }

    fn rates(&self, factor: f64) -> Rates {
        let [weights, rest] = [self.lr, self.beta_lr].map(|lr| (lr * factor) as f32);
        Rates { weights, rest, hidden: 0.0 }
    }

    fn with_learning_rate(self, lr: f64, rest: Option<f64>) -> SeparatedSettings {
        SeparatedSettings { lr, beta_lr: rest.unwrap_or(10.0 * lr), ..self }
    }

    /// Two layers of weights converge only when the rates fall.
    fn final_lr(&self) -> f64 {
        0.03
    }
}

/// The activation function of hidden units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Activation {
    /// max(net, 0)
    #[default]
    Relu,
    /// The paper's β·net / (1 + |β·net|), with a sensitivity β that each unit learns
    Softsign,
}

/// The output h of a unit, ∂h/∂net and ∂h/∂β.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct UnitOutput {
    pub value: f32,
    pub by_net: f32,
    pub by_beta: f32,
}

impl Activation {
    /// Whether units have a sensitivity.
    #[must_use]
    pub fn has_beta(self) -> bool {
        self == Activation::Softsign
    }

    /// The slope of a unit of the first sensitivity at a small net input.
    pub(super) fn first_slope(self, beta: f64) -> f64 {
        if self.has_beta() { beta } else { 1.0 }
    }

    #[inline(always)]
    pub(super) fn value(self, beta: f32, net: f32) -> f32 {
        match self {
            Activation::Relu => net.max(0.0),
            Activation::Softsign => activate(beta, net),
        }
    }

    /// The output and its slopes.
    #[inline(always)]
    pub(super) fn evaluate(self, beta: f32, net: f32) -> UnitOutput {
        let value = self.value(beta, net);
        match self {
            Activation::Relu => {
                UnitOutput { value, by_net: if net > 0.0 { 1.0 } else { 0.0 }, by_beta: 0.0 }
            }
            Activation::Softsign => {
                let slope = slope(beta, net);
                UnitOutput { value, by_net: beta * slope, by_beta: net * slope }
            }
        }
    }

    /// The mean of ∂h/∂net between two net inputs.
    pub(super) fn mean_slope(self, beta: f32, from: f32, to: f32) -> f32 {
        if (to - from).abs() < 1e-4 {
            return self.evaluate(beta, to).by_net;
        }
        (self.value(beta, to) - self.value(beta, from)) / (to - from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_out_of_range_is_named() {
        type Spoil = fn(&mut SeparatedSettings);
        let cases: [(&str, Spoil); 7] = [
            ("feature-layers", |s| s.feature_layers = vec![8, 16]),
            ("feature-layers", |s| s.feature_layers = vec![8, 0, 16]),
            ("hidden", |s| s.hidden = 257),
            ("hidden", |s| s.hidden = 0),
            ("beta", |s| s.beta = 0.0),
            ("lr", |s| s.lr = f64::NAN),
            ("beta-lr", |s| s.beta_lr = -1.0),
        ];
        for (name, spoil) in cases {
            let mut settings = SeparatedSettings::default();
            spoil(&mut settings);
            let message = settings.check().expect_err(name).to_string();
            assert!(message.starts_with(name), "{message}");
        }
        let one = SeparatedSettings { feature_layers: vec![30], ..SeparatedSettings::default() };
        assert!(one.check().is_ok() && SeparatedSettings::default().check().is_ok());
    }

    #[test]
    fn the_shape_has_layers_and_activation() {
        let shape = |settings: SeparatedSettings| settings.shape();
        let three = SeparatedSettings::default();
        assert_eq!(shape(three.clone()), "8,16,32 hidden units apart, 32 in common, ReLU");
        let activation = Activation::Softsign;
        let one = SeparatedSettings { feature_layers: vec![30], activation, ..three };
        assert_eq!(shape(one), "30 hidden units that see all, 32 in common, softsign");
    }

    #[test]
    fn outputs_by_hand() {
        let relu = |net| Activation::Relu.evaluate(9.0, net);
        assert_eq!(relu(2.0), UnitOutput { value: 2.0, by_net: 1.0, by_beta: 0.0 });
        assert_eq!(relu(-2.0), UnitOutput { value: 0.0, by_net: 0.0, by_beta: 0.0 });
        let soft = Activation::Softsign.evaluate(3.0, 1.0);
        assert_eq!(soft, UnitOutput { value: 0.75, by_net: 3.0 / 16.0, by_beta: 1.0 / 16.0 });
    }

    #[test]
    fn the_mean_slope_between_two_nets_makes_the_difference_of_their_outputs() {
        for activation in [Activation::Relu, Activation::Softsign] {
            for (from, to) in [(-1.0, 2.0), (0.5, 0.25), (-2.0, -1.0)] {
                let slope = activation.mean_slope(2.0, from, to);
                let difference = activation.value(2.0, to) - activation.value(2.0, from);
                assert!((slope * (to - from) - difference).abs() < 1e-6);
            }
            assert_eq!(activation.mean_slope(2.0, 0.5, 0.5), activation.evaluate(2.0, 0.5).by_net);
        }
    }
}
