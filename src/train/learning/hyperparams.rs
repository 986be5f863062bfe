//! The settings of a run: as given, then checked. Only checked settings can train.

use std::num::NonZeroU32;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

use super::optimiser::OptimiserKind;
use crate::dataset::{Filter, Selection, UnequalShare};
use crate::models::{ModelSettings, SettingError};

/// What the λ-returns of a game are made of, beside its result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TargetSource {
    /// The values of the positions that followed, as the paper has it.
    #[default]
    Values,
    /// The scores of searches when the game was played, where the file has them.
    Scores,
}

/// Settings of learning, around those of the model that is learned. Files keep the older names `decay`, `fall` and `targets`, so that
/// their checksums stay.
///
/// | name | default | range | meaning |
/// | --- | --- | --- | --- |
/// | `lambda` | 0.9 | 0 to 1 | λ of the return |
/// | `lr_decay` | 1 | above 0, at most 1 | factor of the rates from pass to pass |
/// | `lr_final` | 1, or the model's own | above 0, at most 1 | the share of the rates that is left at the end, where they fall evenly to |
/// | `target_source` | values | values, scores | what the λ-return is made of, beside the result |
/// | `mirror` | true, or the model's own | | learn each game with colours swapped as well |
/// | `epochs` | 1 | 1 or more | passes over the games |
/// | `optimizer` | plain | plain, adadelta, adam | how a gradient becomes a step |
/// | `shuffle` | false | | the games come in another order each pass |
/// | `unequal_share` | none | shares from 0 to 1 | games are left out until no larger share of positions has unequal material |
/// | `same_results` | false | | wins, draws and losses keep the shares that they have before games are left out for `unequal_share` |
/// | `batch_games` | 1 | 1 to 1,048,576 | games between two steps |
/// | `holdout` | 0.1 | 0 to 0.9 | share of the games held out |
/// | `seed` | 1 | | first weights and held-out games |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hyperparams<S> {
    /// Those of the model.
    #[serde(flatten)]
    pub model: S,
    /// λ.
    pub lambda: f64,
    /// Factor of all rates from each pass to the next.
    #[serde(rename = "decay", default = "one")]
    pub lr_decay: f64,
    /// All rates fall evenly from the first game to the last of all passes, to this share of what they were.
    #[serde(rename = "fall", default = "one", skip_serializing_if = "is_one")]
    pub lr_final: f64,
    /// What the λ-returns are made of.
    #[serde(rename = "targets", default, skip_serializing_if = "is_default")]
    pub target_source: TargetSource,
    /// Whether each game is learned with colours swapped as well.
    pub mirror: bool,
    /// Passes over the games.
    pub epochs: u32,
    /// Games between two steps: the sum of what each would change, all with the same weights; 1 for a step after every game.
    #[serde(default = "one_game", skip_serializing_if = "is_one_game")]
    pub batch_games: u32,
    /// How a gradient becomes a step.
    #[serde(default, skip_serializing_if = "is_default")]
    pub optimizer: OptimiserKind,
    /// Whether the games come in another order each pass.
    #[serde(default, skip_serializing_if = "is_default")]
    pub shuffle: bool,
    /// Games are left out until no larger share of positions has unequal material.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unequal_share: Vec<UnequalShare>,
    /// Whether wins, draws and losses keep their shares where games are left out for `unequal_share`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub same_results: bool,
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
fn one() -> f64 {
    1.0
}

/// What files from before the setting learned with.
fn one_game() -> u32 {
    1
}

/// Omitted when 1: files from before there were batches keep their checksums.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_one_game(games: &u32) -> bool {
    *games == 1
}

/// The most games of a batch, which wait in memory.
const LARGEST_BATCH: u32 = 1 << 20;

/// Omitted when the default: files from before the setting keep their checksums.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Omitted when 1: files from before the setting keep their checksums.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_one(lr_final: &f64) -> bool {
    *lr_final == 1.0
}

impl<S> Hyperparams<S> {
    /// Whether the games are read into memory before the first pass.
    pub(crate) fn reads_into_memory(&self) -> bool {
        self.shuffle || !self.unequal_share.is_empty()
    }
}

impl<S: ModelSettings> Hyperparams<S> {
    /// The factor of all rates after this many passes and this share of the present one.
    pub(crate) fn factor(&self, passes: u32, share: f64) -> f64 {
        let done = (f64::from(passes) + share.clamp(0.0, 1.0)) / f64::from(self.epochs.max(1));
        let lr_share = 1.0 - (1.0 - self.lr_final) * done.min(1.0);
        lr_share * self.lr_decay.powi(passes as i32)
    }

    /// The paper's settings for this model, with mirrored games and rates that stay unless the model asks for others.
    pub fn of(model: S) -> Hyperparams<S> {
        Hyperparams {
            lambda: 0.9,
            lr_decay: 1.0,
            lr_final: model.final_lr(),
            target_source: TargetSource::default(),
            mirror: model.mirror(),
            epochs: 1,
            batch_games: 1,
            optimizer: OptimiserKind::default(),
            shuffle: false,
            unequal_share: Vec::new(),
            same_results: false,
            games: 0,
            holdout: 0.1,
            seed: 1,
            filter: Filter::default(),
            selection: Selection::default(),
            model,
        }
    }

    /// Checks every setting against its range.
    ///
    /// # Errors
    /// The first setting that is out of range, by name.
    pub fn check(self) -> Result<Checked<S>, SettingError> {
        let model = self.model.check()?;
        let lambda = (0.0..=1.0).contains(&self.lambda);
        SettingError::unless(lambda, "lambda", self.lambda, "between 0 and 1")?;
        let is_decay = self.lr_decay > 0.0 && self.lr_decay <= 1.0;
        SettingError::unless(is_decay, "lr-decay", self.lr_decay, "above 0 and at most 1")?;
        let is_share = self.lr_final > 0.0 && self.lr_final <= 1.0;
        SettingError::unless(is_share, "lr-final", self.lr_final, "above 0 and at most 1")?;
        SettingError::unless(self.epochs > 0, "epochs", self.epochs, "1 or more")?;
        let batch = (1..=LARGEST_BATCH).contains(&self.batch_games);
        SettingError::unless(batch, "batch-games", self.batch_games, "1 to 1048576")?;
        let plain = model.clone().by_plain_steps() == model;
        SettingError::unless(
            plain || self.optimizer == OptimiserKind::Plain,
            "optimizer",
            "not sgd",
            "sgd where a model makes its own steps (hidden-optimizer adam)",
        )?;
        SettingError::unless(
            plain || self.batch_games == 1,
            "batch-games",
            self.batch_games,
            "1 where a model makes its own steps (hidden-optimizer adam)",
        )?;
        let thins = !self.same_results || !self.unequal_share.is_empty();
        SettingError::unless(thins, "same-results", true, "false without unequal-share")?;
        let holdout = (0.0..=0.9).contains(&self.holdout);
        SettingError::unless(holdout, "holdout", self.holdout, "between 0 and 0.9")?;
        Ok(Checked(Hyperparams { model, ..self }))
    }
}

/// Settings that are known to be in range.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked<S>(Hyperparams<S>);

impl<S> Checked<S> {
    /// The same with this many passes.
    #[must_use]
    pub fn with_epochs(self, epochs: NonZeroU32) -> Checked<S> {
        Checked(Hyperparams { epochs: epochs.get(), ..self.0 })
    }

    /// The settings.
    pub fn settings(&self) -> &Hyperparams<S> {
        &self.0
    }
}

impl<S> Deref for Checked<S> {
    type Target = Hyperparams<S>;

    fn deref(&self) -> &Hyperparams<S> {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::network::NetworkSettings;
    use crate::models::nnue::{HiddenOptimiser, NnueSettings};

    fn settings() -> Hyperparams<NetworkSettings> {
        Hyperparams::of(NetworkSettings::default())
    }

    #[test]
    fn a_setting_out_of_range_is_named_whether_it_is_the_run_s_or_the_form_s() {
        type Spoil = fn(&mut Hyperparams<NetworkSettings>);
        let cases: [(&str, Spoil); 7] = [
            ("batch-games", |s| s.batch_games = 0),
            ("lr-final", |s| s.lr_final = 0.0),
            ("lr-decay", |s| s.lr_decay = 0.0),
            ("hidden", |s| s.model.hidden = 0),
            ("lambda", |s| s.lambda = 1.1),
            ("epochs", |s| s.epochs = 0),
            ("holdout", |s| s.holdout = 0.95),
        ];
        for (name, spoil) in cases {
            let mut settings = settings();
            spoil(&mut settings);
            let message = settings.check().expect_err(name).to_string();
            assert!(message.starts_with(name), "{message}");
        }
        assert!(settings().check().is_ok());
    }

    #[test]
    fn a_form_that_makes_its_own_steps_makes_one_after_each_game() {
        let batches = |hidden_optimizer| {
            let model = NnueSettings { hidden_optimizer, ..NnueSettings::default() };
            Hyperparams { batch_games: 64, ..Hyperparams::of(model) }.check()
        };
        assert!(batches(HiddenOptimiser::Plain).is_ok());
        let refused = batches(HiddenOptimiser::Adam).expect_err("Adam").to_string();
        assert!(refused.contains("hidden-optimizer adam"), "{refused}");
    }

    #[test]
    fn rates_fall_evenly_over_all_passes_and_by_a_factor_from_pass_to_pass() {
        let falling = Hyperparams { epochs: 4, lr_final: 0.2, ..settings() };
        let factors = [(0, 0.0), (1, 0.5), (3, 1.0), (9, 0.0)].map(|(p, s)| falling.factor(p, s));
        for (found, expected) in factors.into_iter().zip([1.0, 0.7, 0.2, 0.2]) {
            assert!((found - expected).abs() < 1e-12, "{factors:?}");
        }
        let steps = Hyperparams { epochs: 2, lr_decay: 0.5, ..settings() };
        assert_eq!([steps.factor(0, 0.9), steps.factor(1, 0.1)], [1.0, 0.5]);
    }

    #[test]
    fn settings_from_before_a_setting_existed_mean_what_they_meant() {
        let settings = settings();
        let mut old = serde_json::to_value(&settings).expect("JSON");
        for name in ["without", "shared", "decay", "selection"] {
            old.as_object_mut().expect("an object").remove(name).expect(name);
        }
        assert_eq!(serde_json::from_value(old).ok(), Some(settings));
    }
}
