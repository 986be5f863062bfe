//! Settings by name: the long name of a flag is the key in TOML and JSON, the word of errors, and with `_` the keyword of Python.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use thiserror::Error;

/// Jaro similarity from which an unknown name counts as a misspelt one.
const SIMILAR: f64 = 0.8;

/// Names of earlier releases, each with the present one.
pub type FormerNames = &'static [(&'static str, &'static str)];

/// The settings of a run. Their JSON form has every setting under its name.
pub trait Settings: Clone + Default + Serialize + DeserializeOwned {
    /// The names that settings had in earlier releases, in parts.
    const FORMER: &'static [FormerNames];

    /// The tables that a file may hold, with the names of the settings in each.
    fn tables() -> Vec<(&'static str, Vec<String>)> {
        Vec::new()
    }
}

/// Why a setting cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingsError {
    /// No setting has this name.
    #[error("there is no setting '{name}'; {}", remedy(similar.as_deref()))]
    Unknown {
        /// The name.
        name: String,
        /// The name that may be meant.
        similar: Option<String>,
    },
    /// A setting has this name, but elsewhere in the file.
    #[error("{name} belongs above the tables")]
    Misplaced {
        /// The name.
        name: String,
    },
    /// A file gives a setting twice.
    #[error("{name} is given twice; leave one of them out")]
    Repeated {
        /// The name.
        name: String,
    },
    /// A value of another kind.
    #[error("{name}: {reason}")]
    Value {
        /// The setting.
        name: String,
        /// What was given and what is expected.
        reason: String,
    },
    /// A fault at a place of a text.
    #[error("{place}: {fault}")]
    At {
        /// The line, and the column of a value.
        place: String,
        /// The fault.
        fault: Box<SettingsError>,
    },
    /// A text that is not TOML.
    #[error("{0}Write text values in quotes: model = \"nn4\"")]
    Toml(String),
}

fn remedy(similar: Option<&str>) -> String {
    match similar {
        Some(name) => format!("did you mean {name}?"),
        None => "settings have the long names of flags, see --help".into(),
    }
}

/// The settings as JSON, by name.
///
/// # Panics
/// Never: settings have a JSON form.
pub fn by_name<S: Serialize>(settings: &S) -> Map<String, Value> {
    match serde_json::to_value(settings).expect("settings have a JSON form") {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// The names of all settings.
pub fn names<S: Default + Serialize>() -> Vec<String> {
    by_name(&S::default()).into_iter().map(|(name, _)| name).collect()
}

/// The names of the settings without a default that are set.
pub(super) fn given<S: Serialize>(settings: &S) -> Vec<String> {
    let is_given = |value: &Value| match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(items) => !items.is_empty(),
        _ => true,
    };
    by_name(settings)
        .into_iter()
        .filter(|(_, value)| is_given(value))
        .map(|(name, _)| name)
        .collect()
}

/// The present name of a setting, which may be given by a former one.
///
/// # Errors
/// No setting has this name.
pub fn present_name<S: Settings>(name: &str) -> Result<String, SettingsError> {
    let present = |name: &str| {
        let former = S::FORMER.iter().copied().flatten().find(|(former, _)| *former == name);
        former.map_or(name, |(_, present)| present).to_owned()
    };
    let known = names::<S>();
    let found = present(name);
    if known.contains(&found) {
        return Ok(found);
    }
    let former = S::FORMER
        .iter()
        .copied()
        .flatten()
        .filter(|(_, present)| known.iter().any(|name| name == present));
    let former: Vec<String> = former.map(|(former, _)| (*former).to_owned()).collect();
    let likeness = |known: &String| strsim::jaro(name, known);
    let nearest =
        known.into_iter().chain(former).max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    let similar = nearest.filter(|known| likeness(known) >= SIMILAR);
    Err(SettingsError::Unknown { name: name.into(), similar: similar.map(|name| present(&name)) })
}

/// Sets the setting of this name.
///
/// # Errors
/// An unknown name, or a value of another kind.
pub fn set<S: Settings>(settings: &mut S, name: &str, value: Value) -> Result<(), SettingsError> {
    let known = present_name::<S>(name)?;
    let mut map = by_name(settings);
    map.insert(known, value);
    *settings = serde_json::from_value(Value::Object(map))
        .map_err(|error| SettingsError::Value { name: name.into(), reason: error.to_string() })?;
    Ok(())
}
