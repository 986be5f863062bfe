//! What can be set of a network before it is learned.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::features::{Catalogue, Group, InputView, Subset};
use crate::models::model::{ModelSettings, SettingError, counted};
use crate::models::parameters::Rates;
use crate::models::phases::Borders;

/// Settings of a network.
///
/// | name | default | range | meaning |
/// | --- | --- | --- | --- |
/// | `inputs` | nn4 | nn1 to nn4 | subset of the inputs |
/// | `dropped_inputs` | none | at least one input is left | groups of inputs that are not learned |
/// | `hidden` | 80 | 1 to 4096 | hidden units |
/// | `borders` | none | falling, 1 to 39 | pieces at which the next phase begins |
/// | `shared` | 0 | 0 to `hidden` | hidden units that the networks of all phases have in common |
/// | `lr` | 0.001 for nn1, nn2; 0.0005 else | above 0 | η of the weights |
/// | `beta_lr` | ten times `lr` | 0 or more | η of the sensitivities; 0 keeps them fixed |
/// | `beta` | 3 | not 0 | first sensitivity |
/// | `range` | 0.2 | 0 or more | first weights lie in ±`range` |
/// | `extra_inputs` | true | | inputs 19 and 20, which the paper had not |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkSettings {
    /// Subset of the inputs.
    pub inputs: Subset,
    /// Groups of inputs that are not learned: they are zero in every position learned or judged, and their first weights are
    /// zero and stay so. So the network values a position alike whether it sees them or not. Sorted once checked.
    #[serde(default, rename = "without")]
    pub dropped_inputs: Vec<Group>,
    /// Hidden units.
    pub hidden: usize,
    /// Pieces at which the next phase begins, falling.
    pub borders: Vec<u32>,
    /// With several phases, this many hidden units, the first ones, are the same in the networks of all phases: what one phase
    /// learns about them (input weights, bias, β, output weight) all others learn too. The output's bias is each phase's own.
    #[serde(default)]
    pub shared: usize,
    /// η of weights and biases.
    #[serde(rename = "rate")]
    pub lr: f64,
    /// η of the sensitivities β.
    #[serde(rename = "beta_rate")]
    pub beta_lr: f64,
    /// First value of every β.
    pub beta: f64,
    /// First weights are uniform in ± this.
    pub range: f64,
    /// Whether the runaway inputs 19 and 20 are on.
    #[serde(rename = "additions")]
    pub extra_inputs: bool,
    /// What the inputs are; the file of a network carries a catalogue of one's own beside the settings.
    #[serde(skip, default = "built_in")]
    pub catalogue: Arc<Catalogue>,
}

fn built_in() -> Arc<Catalogue> {
    Catalogue::embedded().clone()
}

/// The paper's fourth network.
impl Default for NetworkSettings {
    fn default() -> NetworkSettings {
        NetworkSettings::for_inputs(Subset::Nn4)
    }
}

impl NetworkSettings {
    /// The paper's settings for a subset of the inputs, with the two inputs that the paper has not.
    pub fn for_inputs(inputs: Subset) -> NetworkSettings {
        let (lr, beta_lr) = match inputs {
            Subset::Nn1 | Subset::Nn2 => (0.001, 0.01),
            Subset::Nn3 | Subset::Nn4 => (0.0005, 0.005),
        };
        NetworkSettings {
            inputs,
            dropped_inputs: Vec::new(),
            hidden: 80,
            borders: Vec::new(),
            shared: 0,
            lr,
            beta_lr,
            beta: 3.0,
            range: 0.2,
            extra_inputs: true,
            catalogue: built_in(),
        }
    }

    /// The inputs that are shown to the network.
    pub fn view(&self) -> InputView {
        InputView::new(self.catalogue.clone(), self.inputs, self.extra_inputs)
            .without(&self.dropped_inputs)
    }

    /// The number of inputs, those left out included.
    pub(crate) fn width(&self) -> usize {
        self.inputs.len_in(self.catalogue.layout())
    }

    /// The indexes of the inputs of the subset that are not learned.
    pub(super) fn inputs_left_out(&self) -> impl Iterator<Item = usize> {
        let inputs = self.dropped_inputs.iter().flat_map(|&group| self.catalogue.inputs_of(group));
        inputs.filter(|&index| index < self.width())
    }

    /// The borders of the phases.
    ///
    /// # Panics
    /// If they do not fall; checked settings do.
    pub(crate) fn phases(&self) -> Borders {
        Borders::new(self.borders.clone()).expect("checked borders fall")
    }
}

impl ModelSettings for NetworkSettings {
    fn check(mut self) -> Result<NetworkSettings, SettingError> {
        self.dropped_inputs.sort_unstable();
        self.dropped_inputs.dedup();
        let groups: Vec<&str> = self.dropped_inputs.iter().map(|group| group.name()).collect();
        let some_left = self.inputs_left_out().count() < self.width();
        let fewer = "fewer groups: no input would be left";
        SettingError::unless(some_left, "drop-inputs", groups.join(","), fewer)?;
        let units = (1..=4096).contains(&self.hidden);
        SettingError::unless(units, "hidden", self.hidden, "1 to 4096")?;
        let most = "at most the number of hidden units";
        SettingError::unless(self.shared <= self.hidden, "shared", self.shared, most)?;
        SettingError::unless_above_0("lr", self.lr)?;
        SettingError::unless_0_or_more("beta-lr", self.beta_lr)?;
        let beta = self.beta.is_finite() && self.beta != 0.0;
        SettingError::unless(beta, "beta", self.beta, "a number other than 0")?;
        SettingError::unless_0_or_more("range", self.range)?;
        let falling = Borders::new(self.borders.clone()).is_some();
        let borders = format!("{:?}", self.borders);
        SettingError::unless(falling, "phases", borders, "falling numbers from 39 to 1")?;
        Ok(self)
    }

    fn shape(&self) -> String {
        let names: Vec<&str> = self.dropped_inputs.iter().map(|group| group.name()).collect();
        let less = match names.as_slice() {
            [] => String::new(),
            names => format!(" without {}", names.join(", ")),
        };
        let common = match self.shared {
            0 => String::new(),
            units => format!(" with {units} units in common"),
        };
        format!(
            "{} inputs ({}{less}), {} hidden units, {}{common}",
            self.width() - self.inputs_left_out().count(),
            self.inputs,
            self.hidden,
            counted(self.borders.len() + 1, "phase")
        )
    }

    fn lr_summary(&self) -> String {
        format!("lr {}, beta-lr {}", self.lr, self.beta_lr)
    }

    fn rates(&self, factor: f64) -> Rates {
        let [weights, rest] = [self.lr, self.beta_lr].map(|lr| (factor * lr) as f32);
        Rates { weights, rest, hidden: 0.0 }
    }

    fn with_learning_rate(self, lr: f64, rest: Option<f64>) -> NetworkSettings {
        NetworkSettings { lr, beta_lr: rest.unwrap_or(10.0 * lr), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paper_s_rates_depend_on_the_subset() {
        let rates = |inputs| {
            let settings = NetworkSettings::for_inputs(inputs);
            (settings.lr, settings.beta_lr)
        };
        assert_eq!(rates(Subset::Nn2), (0.001, 0.01));
        assert_eq!(rates(Subset::Nn4), (0.0005, 0.005));
    }

    #[test]
    fn a_setting_out_of_range_is_named() {
        type Spoil = fn(&mut NetworkSettings);
        let cases: [(&str, Spoil); 8] = [
            ("shared", |s| s.shared = 81),
            ("drop-inputs", |s| s.dropped_inputs = Group::ALL.to_vec()),
            ("hidden", |s| s.hidden = 0),
            ("lr", |s| s.lr = f64::NAN),
            ("beta-lr", |s| s.beta_lr = -1.0),
            ("beta", |s| s.beta = 0.0),
            ("range", |s| s.range = f64::INFINITY),
            ("phases", |s| s.borders = vec![15, 25]),
        ];
        for (name, spoil) in cases {
            let mut settings = NetworkSettings::for_inputs(Subset::Nn4);
            spoil(&mut settings);
            let message = settings.check().expect_err(name).to_string();
            assert!(message.starts_with(name), "{message}");
        }
        assert!(NetworkSettings::for_inputs(Subset::Nn1).check().is_ok());
    }

    #[test]
    fn groups_left_out_are_sorted_and_named_once() {
        let without = vec![Group::Raw, Group::Kings, Group::Raw];
        let settings =
            NetworkSettings { dropped_inputs: without, ..NetworkSettings::for_inputs(Subset::Nn4) };
        let checked = settings.check().expect("inputs are left");
        assert_eq!(checked.dropped_inputs, [Group::Kings, Group::Raw]);
        assert_eq!(checked.inputs_left_out().count(), 4 + 100);
    }
}
