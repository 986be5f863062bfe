//! From the tables of a study's file to arms: defaults, what an arm is like, and its own settings.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IntoDeserializer;
use toml::{Spanned, Value};

use super::super::lab::Learner;
use super::super::lab::{ExperimentSize, Recipe, StudyFolder};
use super::fault::{Misprint, did_you_mean, plain};
use super::file::{StudyFile, Table};
use super::play;
use super::settings::{learner, set_from};
use super::words::Verb;
use crate::run::{HyperparamOptions, RunError};

/// An arm before its settings are put together.
#[derive(Clone, Debug)]
pub(super) struct ArmEntry {
    pub name: String,
    at: usize,
    pub meaning: Option<String>,
    pub label: Option<String>,
    like: Option<Spanned<String>>,
    init: Option<Spanned<String>>,
    is_explained: bool,
    settings: Table,
    /// Settings of the small size.
    quick: Table,
}

/// A value of a kind, and the place where it is.
fn typed<T: for<'de> Deserialize<'de>>(name: &str, value: &Spanned<Value>) -> Result<T, Misprint> {
    let at = value.span().start;
    let read = T::deserialize(value.get_ref().clone().into_deserializer());
    read.map_err(|error| Misprint::new(at, format!("{name}: {}", plain(&error))))
}

fn spanned<T: for<'de> Deserialize<'de>>(
    name: &str,
    value: &Spanned<Value>,
) -> Result<Spanned<T>, Misprint> {
    Ok(Spanned::new(value.span(), typed(name, value)?))
}

impl ArmEntry {
    fn read(table: &Spanned<Table>, verb: Verb) -> Result<ArmEntry, Misprint> {
        let (at, keys) = (table.span().start, table.get_ref());
        let text = |key: &str| keys.get(key).map(|value| spanned::<String>(key, value)).transpose();
        let name = text("name")?
            .ok_or_else(|| Misprint::new(at, "an arm without a name; add name = \"…\""))?;
        let is_plain = |c: char| c.is_alphanumeric() || "-._+".contains(c);
        let is_file_name = name.get_ref().starts_with(char::is_alphanumeric)
            && name.get_ref().chars().all(is_plain);
        if !is_file_name {
            let what = "an arm's name is letters, digits and - . _ +, a letter or digit first; say more with meaning = \"…\"";
            return Err(Misprint::new(name.span().start, what));
        }
        let quick: BTreeMap<String, Value> =
            keys.get("quick").map(|value| typed("quick", value)).transpose()?.unwrap_or_default();
        let place = keys.get("quick").map_or(0..0, Spanned::span);
        let quick = quick.into_iter().map(|(key, value)| (key, Spanned::new(place.clone(), value)));
        let quick: Table = quick.collect();
        let settings = keys.iter().filter(|(key, _)| !verb.is_own(key));
        let settings = verb.settings(settings, name.get_ref())?;
        let quick = verb.settings(quick.iter(), name.get_ref())?;
        let explained = keys.get("explain").map(|value| typed("explain", value)).transpose()?;
        Ok(ArmEntry {
            at: name.span().start,
            name: name.into_inner(),
            meaning: text("meaning")?.map(Spanned::into_inner),
            label: text("label")?.map(Spanned::into_inner),
            like: text("like")?,
            init: if verb == Verb::Learn { text("init")? } else { None },
            is_explained: explained.unwrap_or_default(),
            settings,
            quick,
        })
    }

    /// A fault without a place is at its name.
    fn place(&self, fault: Misprint) -> Misprint {
        let at = if fault.at == 0 { self.at } else { fault.at };
        Misprint { at, what: format!("arm {}: {}", self.name, fault.what) }
    }

    /// What it is, in the words of its settings if its author says nothing.
    fn meaning(&self) -> String {
        self.meaning.clone().unwrap_or_else(|| {
            let settings = self.settings.iter();
            let words = settings.map(|(name, value)| format!("{name} = {}", value.get_ref()));
            let words: Vec<String> = words.collect();
            if words.is_empty() { self.name.clone() } else { words.join(", ") }
        })
    }
}

/// The arm of a name.
fn find<'a>(entries: &'a [ArmEntry], name: &Spanned<String>) -> Result<&'a ArmEntry, Misprint> {
    entries.iter().find(|arm| &arm.name == name.get_ref()).ok_or_else(|| {
        let near = did_you_mean(name.get_ref(), entries.iter().map(|arm| arm.name.as_str()));
        Misprint::new(name.span().start, near)
    })
}

/// The arms of a study, in their order.
#[derive(Clone, Debug)]
pub(super) struct Arms {
    verb: Verb,
    entries: Vec<ArmEntry>,
    defaults: Table,
    /// Where the files are that they name.
    pub folder: StudyFolder,
}

impl Arms {
    /// # Errors
    /// A name that is not one or is there twice, a setting that is unknown or has a wrong value, an arm that is like one after it.
    pub(super) fn read(file: &StudyFile, folder: StudyFolder) -> Result<Arms, Misprint> {
        let verb = if file.play.is_some() { Verb::Train } else { Verb::Learn };
        let defaults = verb.settings(file.defaults.iter(), "defaults")?;
        let mut entries: Vec<ArmEntry> = Vec::new();
        for table in &file.arms {
            let arm = ArmEntry::read(table, verb)?;
            if entries.iter().any(|other| other.name == arm.name) {
                let what = format!("two arms are called {}; rename one", arm.name);
                return Err(Misprint::new(arm.at, what));
            }
            if let Some(like) = &arm.like {
                let what = format!("no arm '{}' comes before {}", like.get_ref(), arm.name);
                find(&entries, like).map_err(|fault| fault.because(&what))?;
            }
            entries.push(arm);
        }
        if entries.is_empty() {
            return Err(Misprint::new(
                0,
                "a study without arms; add [[arm]] with name = \"…\" and settings",
            ));
        }
        for init in entries.iter().filter_map(|arm| arm.init.as_ref()) {
            let what = format!("init names '{}', which is no arm", init.get_ref());
            find(&entries, init).map_err(|fault| fault.because(&what))?;
        }
        Ok(Arms { verb, entries, defaults, folder })
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.entries.iter().map(|arm| arm.name.as_str())
    }

    /// # Errors
    /// That no arm has this name, and which one may be meant.
    pub(super) fn check_name(&self, name: &str) -> Result<(), String> {
        if self.names().any(|arm| arm == name) {
            return Ok(());
        }
        Err(format!("'{name}', which is no arm{}", did_you_mean(name, self.names())))
    }

    /// The place of a setting of an arm, or of its name.
    pub(super) fn place(&self, arm: &str, setting: &str) -> usize {
        let Some(entry) = self.entries.iter().find(|entry| entry.name == arm) else { return 0 };
        match &entry.init {
            Some(init) if setting == "init" => init.span().start,
            _ => place(&self.settings(entry, false), setting, entry),
        }
    }

    /// The hidden units of networks, if the defaults of the study say so.
    pub(super) fn hidden(&self) -> Option<usize> {
        let hidden = self.defaults.get("hidden")?.get_ref().as_integer()?;
        usize::try_from(hidden).ok()
    }

    /// # Errors
    /// A setting that the arm's kind of model has not, or a value out of its range.
    pub(super) fn recipes(&self, size: &ExperimentSize) -> Result<Vec<Recipe>, Misprint> {
        self.entries.iter().map(|arm| self.recipe(arm, size)).collect()
    }

    fn recipe(&self, arm: &ArmEntry, size: &ExperimentSize) -> Result<Recipe, Misprint> {
        let settings = self.settings(arm, size.is_quick);
        let learner = match self.verb {
            Verb::Learn => self.learner(arm, settings, size)?,
            Verb::Train => {
                let played =
                    play::arm(&settings, size, &self.folder).map_err(|fault| arm.place(fault))?;
                Learner::Play(Box::new(played.with_needs(&arm.name, self.names())))
            }
        };
        Ok(self.named(arm, learner))
    }

    /// What an arm trains that learns from games.
    fn learner(
        &self,
        arm: &ArmEntry,
        mut settings: Table,
        size: &ExperimentSize,
    ) -> Result<Learner, Misprint> {
        let is_own = |name| arm.settings.contains_key(name) || arm.quick.contains_key(name);
        let learner = loop {
            let mut options = HyperparamOptions::default();
            for (name, value) in &settings {
                set_from(&mut options, name, value)?;
            }
            match learner(options, size, &self.folder) {
                Ok(learner) => break learner,
                // What other arms are for does not matter to this one.
                Err(RunError::OtherModel { setting, .. })
                    if !is_own(setting) && settings.contains_key(setting) =>
                {
                    settings.remove(setting);
                }
                Err(error) => {
                    let at =
                        error.setting_name().map_or(arm.at, |name| place(&settings, name, arm));
                    return Err(Misprint::new(at, format!("arm {}: {}", arm.name, words(&error))));
                }
            }
        };
        learner.check().map_err(|error| {
            Misprint::new(place(&settings, error.name, arm), format!("arm {}: {error}", arm.name))
        })?;
        Ok(learner)
    }

    fn named(&self, arm: &ArmEntry, settings: Learner) -> Recipe {
        Recipe {
            name: arm.name.clone(),
            meaning: arm.meaning().replace("{games}", &settings.games().to_string()),
            label: arm.label.clone(),
            settings,
            start: arm.init.as_ref().map(|name| name.get_ref().clone()),
            is_explained: arm.is_explained,
        }
    }

    /// All settings of an arm: the defaults, those of the arm that it is like, its own, and at the small size those for it.
    fn settings(&self, arm: &ArmEntry, is_quick: bool) -> Table {
        let mut settings = match &arm.like {
            Some(like) => {
                let other = self.entries.iter().find(|other| &other.name == like.get_ref());
                other.map(|other| self.settings(other, is_quick)).unwrap_or_default()
            }
            None => self.defaults.clone(),
        };
        if is_quick && arm.like.is_none() {
            settings.remove("hidden");
        }
        settings.extend(arm.settings.clone());
        if is_quick {
            settings.extend(arm.quick.clone());
        }
        settings
    }
}

/// Where a setting is, or its arm.
fn place(settings: &Table, name: &str, arm: &ArmEntry) -> usize {
    settings.get(name).map_or(arm.at, |value| value.span().start)
}

/// An error of a run in the words of a study, whose settings are no flags.
fn words(error: &RunError) -> String {
    let text = match error {
        RunError::Context { source, .. } => format!("{error}: {source}"),
        _ => error.to_string(),
    };
    text.trim_start_matches("--").replace(" --", " ")
}
