//! Values of flags that several verbs read alike.

use std::time::Duration;

use crate::engine::Options;
use crate::protocol::dxp::Minutes;
use crate::web::Language;

/// Reads seconds as `5` or `0.1`.
pub(crate) fn read_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|s| (0.0..=1e6).contains(s));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "give seconds from 0 to a million, such as 5 or 0.1".into())
}

/// Reads the size of a transposition table in MiB.
pub(crate) fn read_hash(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|size| (1..=Options::MAX_TABLE).contains(size));
    size.ok_or_else(|| format!("give MiB from 1 to {}", Options::MAX_TABLE))
}

/// A language of the page by its code.
pub(crate) fn read_language(text: &str) -> Result<Language, String> {
    let named = Language::ALL.into_iter().find(|language| language.code() == text);
    let codes = Language::ALL.map(Language::code).join(", ");
    named.ok_or_else(|| format!("there is no page in '{text}'; its languages are {codes}"))
}

/// Minutes as a flag gives them; fractions only as far as the protocol carries them.
pub(crate) fn minutes(text: &str) -> Result<Minutes, String> {
    let minutes = text.parse::<f64>().ok().filter(|minutes| (0.01..=999.0).contains(minutes));
    minutes
        .map(Minutes::nearest)
        .ok_or_else(|| format!("'{text}' is no number of minutes from 0.01 to 999"))
}

/// A parameter as a flag gives it.
pub(crate) fn pair(text: &str) -> Result<(String, String), String> {
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
}
