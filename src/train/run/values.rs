//! Values of settings that flags and files write alike.

use std::num::NonZeroUsize;
use std::time::Duration;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::models::SettingError;
use crate::player::Options;

/// The program as weights name it.
pub const PROGRAM: &str = concat!("draughts-td ", env!("CARGO_PKG_VERSION"));

/// The mark of a flag whose file is written: no other flag may name that file.
#[cfg(feature = "clap")]
pub const WRITTEN: clap::ValueHint = clap::ValueHint::FilePath;

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Switch {
    /// Yes
    On,
    /// No
    Off,
}

impl Switch {
    /// Whether it is on.
    #[must_use]
    pub fn is_on(self) -> bool {
        self == Switch::On
    }
}

/// Reads seconds as `5` or `0.1`.
///
/// # Errors
/// No number from 0 to a million.
pub fn read_seconds(text: &str) -> Result<Duration, String> {
    seconds_of(text.parse().unwrap_or(f64::NAN))
}

fn seconds_of(seconds: f64) -> Result<Duration, String> {
    let is_sound = (0.0..=1e6).contains(&seconds);
    is_sound
        .then(|| Duration::from_secs_f64(seconds))
        .ok_or_else(|| "give seconds from 0 to a million, such as 5 or 0.1".into())
}

/// A time as seconds, for serde.
pub(super) mod seconds {
    use super::*;

    pub(in super::super) fn serialize<S: Serializer>(
        time: &Duration,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_f64(time.as_secs_f64())
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Duration, D::Error> {
        seconds_of(f64::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// Reads the size of a transposition table in MiB.
///
/// # Errors
/// A size that no table has.
pub fn read_hash(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|size| (1..=Options::MAX_TABLE).contains(size));
    size.ok_or_else(|| format!("give MiB from 1 to {}", Options::MAX_TABLE))
}

/// Reads a number of threads.
///
/// # Errors
/// No number from 1 to [`Options::MAX_THREADS`].
#[cfg(feature = "clap")]
pub(super) fn read_threads(text: &str) -> Result<NonZeroUsize, String> {
    let number =
        text.parse().ok().filter(|threads: &NonZeroUsize| threads.get() <= Options::MAX_THREADS);
    number.ok_or_else(|| format!("give a number from 1 to {}", Options::MAX_THREADS))
}

/// This number of threads, or the processor's cores.
pub(super) fn threads_or_cores(threads: Option<NonZeroUsize>) -> Result<usize, SettingError> {
    let cores = cores().min(Options::MAX_THREADS);
    let threads = threads.map_or(cores, NonZeroUsize::get);
    SettingError::unless(threads <= Options::MAX_THREADS, "threads", threads, "1 to 256")?;
    Ok(threads)
}

/// The cores of the processor.
pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// One item, or a list of them.
pub(super) fn one_or_more<'de, T, D>(from: D) -> Result<Vec<T>, D::Error>
where
    T: DeserializeOwned,
    D: Deserializer<'de>,
{
    let items = match Value::deserialize(from)? {
        Value::Array(items) => items,
        Value::Null => Vec::new(),
        item => vec![item],
    };
    items.into_iter().map(|item| serde_json::from_value(item).map_err(D::Error::custom)).collect()
}

/// One item, a list of them, or a text with commas between them as flags have it.
pub(super) fn listed<'de, T, D>(from: D) -> Result<Vec<T>, D::Error>
where
    T: DeserializeOwned,
    D: Deserializer<'de>,
{
    match Value::deserialize(from)? {
        Value::String(text) => text.split(',').map(|item| read_item(item.trim())).collect(),
        other => one_or_more(other),
    }
    .map_err(D::Error::custom)
}

/// As [`listed`], of a setting that may have no value.
pub(super) fn maybe_listed<'de, T, D>(from: D) -> Result<Option<Vec<T>>, D::Error>
where
    T: DeserializeOwned,
    D: Deserializer<'de>,
{
    match Value::deserialize(from)? {
        Value::Null => Ok(None),
        value => listed(value).map(Some).map_err(D::Error::custom),
    }
}

/// A text, which may be written as a number.
pub(super) fn maybe_text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    match Value::deserialize(from)? {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text)),
        Value::Number(number) => Ok(Some(number.to_string())),
        _ => Err(D::Error::custom("a text or a number is expected")),
    }
}

/// A word, or else a number.
fn read_item<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    let word = serde_json::from_value(Value::String(text.into()));
    word.or_else(|error| serde_json::from_str(text).map_err(|_| error))
}

/// Reads `NAME=VALUE`.
///
/// # Errors
/// A text without `=`.
pub fn read_pair(text: &str) -> Result<(String, String), String> {
    let (name, value) =
        text.split_once('=').ok_or_else(|| format!("'{text}' is not NAME=VALUE"))?;
    Ok((name.into(), value.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_may_have_a_fraction_and_must_be_reasonable() {
        assert_eq!(read_seconds("0.25"), Ok(Duration::from_millis(250)));
        for text in ["", "-1", "nan", "inf", "1e9", "5s"] {
            assert!(read_seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_list_is_one_item_several_or_a_text_with_commas() {
        let numbers = |value: Value| listed::<u32, _>(value).ok();
        assert_eq!(numbers(Value::from("25, 15")), Some(vec![25, 15]));
        assert_eq!(numbers(Value::from(vec![25, 15])), Some(vec![25, 15]));
        assert_eq!(numbers(Value::from(25)), Some(vec![25]));
        assert_eq!(numbers(Value::from("25, many")), None);
        let one = one_or_more::<String, _>(Value::from("hub:./engine a,b"));
        assert_eq!(one.ok(), Some(vec!["hub:./engine a,b".to_owned()]));
    }
}
