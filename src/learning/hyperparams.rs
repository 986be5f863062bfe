//! The settings of a run: as given, then checked. Only checked settings can train.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::features::{Group, Subset};
use crate::network::Borders;
use crate::samples::{Filter, Selection};

/// Settings of learning.
///
/// | name | default | range | meaning |
/// | --- | --- | --- | --- |
/// | `inputs` | nn4 | nn1 to nn4 | subset of the 222 inputs |
/// | `without` | none | at least one input is left | groups of inputs that are not learned |
/// | `hidden` | 80 | 1 to 4096 | hidden units |
/// | `borders` | none | falling, 1 to 39 | pieces at which the next phase begins |
/// | `shared` | 0 | 0 to `hidden` | hidden units that the networks of all phases have in common |
/// | `lambda` | 0.9 | 0 to 1 | λ of the return |
/// | `rate` | 0.001 for nn1, nn2; 0.0005 else | above 0 | η of the weights |
/// | `beta_rate` | ten times `rate` | 0 or more | η of the sensitivities; 0 keeps them fixed |
/// | `decay` | 1 | above 0, at most 1 | factor of both rates from pass to pass |
/// | `beta` | 3 | not 0 | first sensitivity |
/// | `range` | 0.2 | 0 or more | first weights lie in ±`range` |
/// | `mirror` | true | | learn each game with colours swapped as well |
/// | `additions` | true | | inputs 19 and 20, which the paper had not |
/// | `epochs` | 1 | 1 or more | passes over the games |
/// | `holdout` | 0.1 | 0 to 0.9 | share of the games held out |
/// | `seed` | 1 | | first weights and held-out games |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hyperparams {
    /// Subset of the inputs.
    pub inputs: Subset,
    /// Groups of inputs that are not learned: they are zero in every position learned or judged, and their first weights are
    /// zero and stay so, so that the network values a position alike whether it sees them or not. Sorted once checked.
    #[serde(default)]
    pub without: Vec<Group>,
    /// Hidden units.
    pub hidden: usize,
    /// Pieces at which the next phase begins, falling.
    pub borders: Vec<u32>,
    /// With several phases, the first so many hidden units are one and the same in the networks of all phases: what one phase
    /// learns about them (input weights, bias, β, output weight) all others learn too. The output's bias is each phase's own.
    #[serde(default)]
    pub shared: usize,
    /// λ.
    pub lambda: f64,
    /// η of weights and biases.
    pub rate: f64,
    /// η of the sensitivities β.
    pub beta_rate: f64,
    /// Factor of both rates from each pass to the next.
    #[serde(default = "no_decay")]
    pub decay: f64,
    /// First value of every β.
    pub beta: f64,
    /// First weights are uniform in ± this.
    pub range: f64,
    /// Whether each game is learned with colours swapped as well.
    pub mirror: bool,
    /// Whether the runaway inputs 19 and 20 are on.
    pub additions: bool,
    /// Passes over the games.
    pub epochs: u32,
    /// At most this many games a pass, held-out games included; 0 for all.
    pub games: u64,
    /// Share of the games held out.
    pub holdout: f64,
    /// Seed of the first weights and of the held-out games.
    pub seed: u64,
    /// Which positions are kept.
    pub filter: Filter,
    /// Which games teach.
    #[serde(default)]
    pub selection: Selection,
}

/// What files from before the setting learned with.
fn no_decay() -> f64 {
    1.0
}

/// A setting out of its range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name} is {value}; it must be {range}")]
pub struct HyperparamsError {
    name: &'static str,
    value: String,
    range: &'static str,
}

impl Hyperparams {
    /// The paper's settings for a subset, with mirrored games and all inputs.
    #[must_use]
    pub fn for_inputs(inputs: Subset) -> Hyperparams {
        let (rate, beta_rate) = match inputs {
            Subset::Nn1 | Subset::Nn2 => (0.001, 0.01),
            Subset::Nn3 | Subset::Nn4 => (0.0005, 0.005),
        };
        Hyperparams {
            inputs,
            without: Vec::new(),
            hidden: 80,
            borders: Vec::new(),
            shared: 0,
            lambda: 0.9,
            rate,
            beta_rate,
            decay: 1.0,
            beta: 3.0,
            range: 0.2,
            mirror: true,
            additions: true,
            epochs: 1,
            games: 0,
            holdout: 0.1,
            seed: 1,
            filter: Filter::default(),
            selection: Selection::default(),
        }
    }

    /// Checks every setting against its range.
    ///
    /// # Errors
    /// The first setting that is out of range, by name.
    pub fn check(mut self) -> Result<Checked, HyperparamsError> {
        let fail = |name, value: String, range| Err(HyperparamsError { name, value, range });
        self.without.sort_unstable();
        self.without.dedup();
        if self.hidden_inputs().count() == self.inputs.len() {
            let groups: Vec<&str> = self.without.iter().map(|group| group.name()).collect();
            return fail("without", groups.join(","), "fewer groups: no input would be left");
        }
        if !(1..=4096).contains(&self.hidden) {
            return fail("hidden", self.hidden.to_string(), "1 to 4096");
        }
        if self.shared > self.hidden {
            return fail("shared", self.shared.to_string(), "at most the number of hidden units");
        }
        if !(0.0..=1.0).contains(&self.lambda) {
            return fail("lambda", self.lambda.to_string(), "between 0 and 1");
        }
        if !(self.rate > 0.0 && self.rate.is_finite()) {
            return fail("rate", self.rate.to_string(), "above 0");
        }
        if !(self.beta_rate >= 0.0 && self.beta_rate.is_finite()) {
            return fail("beta-rate", self.beta_rate.to_string(), "0 or more");
        }
        if !(self.decay > 0.0 && self.decay <= 1.0) {
            return fail("decay", self.decay.to_string(), "above 0 and at most 1");
        }
        if !(self.beta.is_finite() && self.beta != 0.0) {
            return fail("beta", self.beta.to_string(), "a number other than 0");
        }
        if !(self.range >= 0.0 && self.range.is_finite()) {
            return fail("range", self.range.to_string(), "0 or more");
        }
        if self.epochs == 0 {
            return fail("epochs", self.epochs.to_string(), "1 or more");
        }
        if !(0.0..=0.9).contains(&self.holdout) {
            return fail("holdout", self.holdout.to_string(), "between 0 and 0.9");
        }
        let Some(borders) = Borders::new(self.borders.clone()) else {
            return fail("phases", format!("{:?}", self.borders), "falling numbers from 39 to 1");
        };
        Ok(Checked { settings: self, borders })
    }

    /// The indexes of the inputs of the subset that are not learned.
    pub fn hidden_inputs(&self) -> impl Iterator<Item = usize> {
        let inputs = self.without.iter().flat_map(|group| group.inputs());
        inputs.filter(|&index| index < self.inputs.len())
    }
}

/// Settings that are known to be in range.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    settings: Hyperparams,
    borders: Borders,
}

impl Checked {
    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Hyperparams {
        &self.settings
    }

    /// The phases.
    #[must_use]
    pub fn borders(&self) -> &Borders {
        &self.borders
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paper_s_rates_depend_on_the_subset() {
        let rates = |inputs| {
            let settings = Hyperparams::for_inputs(inputs);
            (settings.rate, settings.beta_rate)
        };
        assert_eq!(rates(Subset::Nn2), (0.001, 0.01));
        assert_eq!(rates(Subset::Nn4), (0.0005, 0.005));
    }

    #[test]
    fn a_setting_out_of_range_is_named() {
        type Spoil = fn(&mut Hyperparams);
        let cases: [(&str, Spoil); 12] = [
            ("shared", |s| s.shared = 81),
            ("without", |s| s.without = Group::ALL.to_vec()),
            ("decay", |s| s.decay = 0.0),
            ("hidden", |s| s.hidden = 0),
            ("lambda", |s| s.lambda = 1.1),
            ("rate", |s| s.rate = f64::NAN),
            ("beta-rate", |s| s.beta_rate = -1.0),
            ("beta", |s| s.beta = 0.0),
            ("range", |s| s.range = f64::INFINITY),
            ("epochs", |s| s.epochs = 0),
            ("holdout", |s| s.holdout = 0.95),
            ("phases", |s| s.borders = vec![15, 25]),
        ];
        for (name, spoil) in cases {
            let mut settings = Hyperparams::for_inputs(Subset::Nn4);
            spoil(&mut settings);
            let message = settings.check().expect_err(name).to_string();
            assert!(message.starts_with(name), "{message}");
        }
        assert!(Hyperparams::for_inputs(Subset::Nn1).check().is_ok());
    }

    #[test]
    fn groups_left_out_are_sorted_and_named_once() {
        let without = vec![Group::Raw, Group::Kings, Group::Raw];
        let settings = Hyperparams { without, ..Hyperparams::for_inputs(Subset::Nn4) };
        let checked = settings.check().expect("inputs are left");
        assert_eq!(checked.settings().without, [Group::Kings, Group::Raw]);
        assert_eq!(checked.settings().hidden_inputs().count(), 4 + 100);
    }

    #[test]
    fn settings_from_before_a_setting_existed_mean_what_they_meant() {
        let settings = Hyperparams::for_inputs(Subset::Nn3);
        let mut old = serde_json::to_value(&settings).expect("JSON");
        for name in ["without", "shared", "decay", "selection"] {
            old.as_object_mut().expect("an object").remove(name).expect(name);
        }
        assert_eq!(serde_json::from_value::<Hyperparams>(old).ok(), Some(settings));
    }
}
