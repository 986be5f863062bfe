//! The words of an arm: settings with the names of the flags of `learn`, or of `train` for arms that play.

use toml::{Spanned, Value};

use super::fault::{Misprint, did_you_mean};
use super::file::Table;
use super::play;
use super::settings::set_from;
use crate::run::{HyperparamOptions, TrainSettings, names, present_name};

/// What an arm has beside its settings.
const OWN: [&str; 5] = ["name", "meaning", "label", "like", "quick"];

/// What only an arm that learns from games has beside its settings.
const OF_LEARN: [&str; 2] = ["init", "explain"];

/// The verb whose flags name the settings of the arms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Learn,
    Train,
}

impl Verb {
    /// Whether an arm has this key beside its settings.
    pub(super) fn is_own(self, key: &str) -> bool {
        OWN.contains(&key) || self == Verb::Learn && OF_LEARN.contains(&key)
    }

    const fn word(self) -> &'static str {
        match self {
            Verb::Learn => "learn",
            Verb::Train => "train",
        }
    }

    fn names(self) -> Vec<String> {
        let known = match self {
            Verb::Learn => names::<HyperparamOptions>(),
            Verb::Train => names::<TrainSettings>(),
        };
        let more: &[&str] = if self == Verb::Train { &play::KEYS } else { &OF_LEARN };
        let known = known.into_iter().filter(|name| !self.is_decided(name));
        known.chain(more.iter().chain(&OWN).map(|&name| name.to_owned())).collect()
    }

    /// Whether the study decides the setting.
    fn is_decided(self, name: &str) -> bool {
        self == Verb::Train && play::DECIDED.contains(&name)
    }

    fn present_name(self, key: &str) -> Option<String> {
        let present = match self {
            Verb::Learn => present_name::<HyperparamOptions>(key),
            Verb::Train if play::KEYS.contains(&key) => return Some(key.to_owned()),
            Verb::Train => present_name::<TrainSettings>(key),
        };
        present.ok().filter(|name| !self.is_decided(name))
    }

    fn check(self, name: &str, value: &Spanned<Value>) -> Result<(), Misprint> {
        match self {
            Verb::Learn => set_from(&mut HyperparamOptions::default(), name, value),
            Verb::Train if play::is_reckoned(name, value.get_ref()) => Ok(()),
            Verb::Train if play::KEYS.contains(&name) => play::check_key(name, value),
            Verb::Train => set_from(&mut TrainSettings::default(), name, value),
        }
    }

    /// The settings by their present names, each known and with a value of its kind.
    pub(super) fn settings<'a>(
        self,
        keys: impl Iterator<Item = (&'a String, &'a Spanned<Value>)>,
        of: &str,
    ) -> Result<Table, Misprint> {
        let mut settings = Table::new();
        for (key, value) in keys {
            let at = value.span().start;
            let name =
                self.present_name(key).ok_or_else(|| Misprint::new(at, self.unknown(key)))?;
            self.check(&name, value).map_err(|fault| fault.because(&format!("{of}: ")))?;
            if settings.insert(name, value.clone()).is_some() {
                let what = format!("{of}: {key} is there under two names; take one away");
                return Err(Misprint::new(at, what));
            }
        }
        Ok(settings)
    }

    fn unknown(self, key: &str) -> String {
        let known = self.names();
        let near = did_you_mean(key, known.iter().map(String::as_str));
        let stop = if near.is_empty() { "." } else { "" };
        let verb = self.word();
        format!(
            "'{key}' is no setting of an arm{near}{stop} Settings have the names of the flags of `{verb}`"
        )
    }
}
