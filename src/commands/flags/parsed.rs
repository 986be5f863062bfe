//! Values of flags that several verbs read alike.

use crate::protocol::dxp::Minutes;
pub(crate) use crate::run::{read_hash, read_pair as pair, read_seconds};
use crate::web::Language;

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
