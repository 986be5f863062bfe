//! Names that are asked for and nobody has, with those that look or sound alike.

use std::fmt;

use super::filter::GameFilter;
use super::name::{self, Kind, Name};
use super::named;
use super::sound::sound;
use crate::error::Result;
use crate::store::Database;

/// The most names that are proposed.
const PROPOSED: usize = 5;

/// How much of a word must be alike, from 0 to 1.
const ALIKE: f64 = 0.7;

/// The most words of a name, and letters of a word, that are compared.
const COMPARED: usize = 16;

/// A name that is asked for and not in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// What is asked for: `player`, `event`, `site`, or `player or event`.
    pub kind: &'static str,
    /// The name as it is asked for.
    pub asked: String,
    /// The names of the database that are nearest, the best first.
    pub similar: Vec<String>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "no {} matches '{}'", self.kind, self.asked)?;
        if self.similar.is_empty() {
            Ok(())
        } else {
            write!(out, "; similar: {}", self.similar.join("; "))
        }
    }
}

/// The names of a question that no game has, whatever else is asked of it.
///
/// # Errors
/// A question that makes no sense, or a damaged file.
pub fn unknown_names(database: &Database, filter: &GameFilter) -> Result<Vec<UnknownName>> {
    let mut unknown = Vec::new();
    for asked in
        [&filter.player, &filter.opponent, &filter.white, &filter.black].into_iter().flatten()
    {
        if named::player(database, asked)?.is_empty() {
            unknown.push(unknown_name(database, "player", &["player"], asked)?);
        }
    }
    for (kind, asked) in [("event", &filter.event), ("site", &filter.site)] {
        if let Some(asked) = asked
            && named::words(database, kind, asked)?.is_empty()
        {
            unknown.push(unknown_name(database, kind, &[kind], asked)?);
        }
    }
    for asked in named::unknown_words(database, filter.text.as_deref().unwrap_or_default())? {
        unknown.push(unknown_name(database, "player or event", &["player", "event"], &asked)?);
    }
    unknown.dedup();
    Ok(unknown)
}

fn unknown_name(
    database: &Database,
    kind: &'static str,
    tables: &[&str],
    asked: &str,
) -> Result<UnknownName> {
    let (words, mut near) = (Sounds::of(asked), Vec::new());
    for table in tables {
        named::each(database, table, |_, name| {
            let likeness = words.likeness(name);
            near.extend(likeness.map(|likeness| (likeness, name.to_owned())));
        })?;
    }
    near.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    let similar = near.into_iter().take(PROPOSED).map(|(_, name)| name).collect();
    Ok(UnknownName { kind, asked: asked.to_owned(), similar })
}

/// The words of a name as they are written and as they sound.
struct Sounds(Vec<(String, String)>);

impl Sounds {
    fn of(name: &str) -> Sounds {
        let parts = Name::of(name).parts;
        let is_long = |kind| matches!(kind, Kind::Whole | Kind::Suffix);
        let whole = parts.iter().filter(|part| is_long(part.kind)).map(|part| &part.word);
        let mut words: Vec<&str> = whole.map(|word| word.text()).collect();
        let all = name::words(name);
        if words.is_empty() {
            words.extend(all.iter().map(|word| word.text()));
        }
        let short = |word: &&str| word.chars().take(COMPARED).collect::<String>();
        let words = words.iter().take(COMPARED).map(short);
        Sounds(words.map(|word| (sound(&word), word)).map(|(sound, word)| (word, sound)).collect())
    }

    /// How much a name is alike, if a word of it is.
    fn likeness(&self, name: &str) -> Option<f64> {
        let other = Sounds::of(name);
        let best = |word: &(String, String)| {
            other.0.iter().map(|other| likeness(word, other)).fold(0.0, f64::max)
        };
        let all: Vec<f64> = self.0.iter().map(best).collect();
        let is_near = all.iter().any(|likeness| *likeness >= ALIKE);
        is_near.then(|| all.iter().sum::<f64>() / all.len() as f64)
    }
}

/// From 0 to 1; a word that only sounds like another is a little less alike than the same word.
fn likeness(one: &(String, String), other: &(String, String)) -> f64 {
    let alike = strsim::normalized_damerau_levenshtein;
    alike(&one.0, &other.0).max(0.99 * alike(&one.1, &other.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nearest names, the best first.
    fn near<'a>(asked: &str, names: &[&'a str]) -> Vec<&'a str> {
        let words = Sounds::of(asked);
        let mut near: Vec<(f64, &str)> = names
            .iter()
            .filter_map(|name| words.likeness(name).map(|likeness| (likeness, *name)))
            .collect();
        near.sort_by(|one, other| other.0.total_cmp(&one.0));
        near.into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn names_of_another_transliteration_and_misspelt_ones_are_near() {
        let names =
            ["Tsjizjow,A.", "Brands,T.", "Jansen,G.", "Shvartsman, Alexander", "Veytsman,V"];
        for (asked, found) in [
            ("Chizhov", "Tsjizjow,A."),
            ("Aleksej Chizjov", "Tsjizjow,A."),
            ("Tschizow", "Tsjizjow,A."),
            ("Чижов", "Tsjizjow,A."),
            ("Schwarzman", "Shvartsman, Alexander"),
            ("Weitsman", "Veytsman,V"),
            ("Brnads", "Brands,T."),
            ("Jansens", "Jansen,G."),
        ] {
            assert_eq!(near(asked, &names), [found], "{asked}");
        }
        assert_eq!(near("nobody", &names), <[&str; 0]>::default());
    }

    #[test]
    fn the_message_shows_the_names() {
        let similar = vec!["Tsjizjow,A.".to_owned()];
        let unknown = UnknownName { kind: "player", asked: "Chizhov".into(), similar };
        assert_eq!(unknown.to_string(), "no player matches 'Chizhov'; similar: Tsjizjow,A.");
    }
}
