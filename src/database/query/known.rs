//! Names that the games have, for a field that is being filled in.

use super::named;
use crate::error::{DatabaseError, Result};
use crate::store::{Database, words};

/// The names of players or events (`player` or `event`) of which each word of a text begins a word, at most a given number: those that begin with
/// the text first, then by the alphabet.
///
/// # Errors
/// Another kind of name, or a damaged file.
pub fn known_names(
    database: &Database,
    kind: &str,
    text: &str,
    most: usize,
) -> Result<Vec<String>> {
    if !matches!(kind, "player" | "event") {
        return Err(DatabaseError::Query("names are those of a player or an event".into()));
    }
    let asked = words(text);
    let mut found: Vec<(bool, String)> = Vec::new();
    named::each(database, kind, |_, name| {
        let own = words(name);
        let begins = |word: &str| own.split(' ').any(|other| other.starts_with(word));
        if !asked.is_empty() && asked.split(' ').all(begins) {
            found.push((!own.starts_with(&asked), name.to_owned()));
        }
    })?;
    found.sort_unstable();
    found.dedup();
    Ok(found.into_iter().take(most).map(|(_, name)| name).collect())
}
