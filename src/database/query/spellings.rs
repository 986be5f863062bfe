//! Names that may be one person: other spellings of the same words.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Value, json};

use super::name::{Kind, Name, Part, Role};
use super::named;
use super::sound::sound;
use crate::error::Result;
use crate::store::{Database, MergedName};

/// A name as games have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// The name.
    pub name: String,
    /// The games with it, on either side.
    pub games: u32,
}

/// Given names that are this much alike, from 0 to 1, may be one.
const ALIKE: f64 = 0.75;

/// Groups of names that may be one person and were not merged yet, the name of most games first in each: transliterations, initials
/// beside the same surname, missing spaces, words in another order. Groups of most games come first.
///
/// # Errors
/// A damaged file.
pub fn similar_names(database: &Database) -> Result<Vec<Vec<Spelling>>> {
    let (mut entries, aliases) = (Vec::new(), database.aliases()?);
    let games = named::games_of_players(database)?;
    named::each(database, "player", |number, name| {
        let number = number as u32;
        let person = aliases.get(&number).copied().unwrap_or(number);
        let games = games.get(&number).copied().unwrap_or(0);
        let spelling = Spelling { name: name.to_owned(), games };
        entries.push(Entry { spelling, person, parts: Name::of(name).parts });
    })?;
    let mut groups = Groups { parent: (0..entries.len()).collect() };
    groups.join_same_words(&entries);
    groups.join_same_surnames(&entries);
    let mut found: Vec<Vec<Spelling>> = groups
        .all()
        .into_iter()
        .filter(|group| {
            group.iter().map(|&at| entries[at].person).collect::<BTreeSet<_>>().len() > 1
        })
        .map(|group| group.into_iter().map(|at| entries[at].spelling.clone()).collect())
        .collect();
    for group in &mut found {
        group.sort_by(|one, other| (other.games, &one.name).cmp(&(one.games, &other.name)));
    }
    let total = |group: &[Spelling]| group.iter().map(|one| u64::from(one.games)).sum::<u64>();
    found.sort_by(|one, other| (total(other), &one[0].name).cmp(&(total(one), &other[0].name)));
    Ok(found)
}

/// Names of one person as JSON, for scripts, the page and Python: `merged`, those that were merged; `similar`, groups that may be one person,
/// `most` of them at most; and `groups`, how many there are.
///
/// # Errors
/// A damaged file.
pub fn names_json(database: &Database, most: usize) -> Result<Value> {
    let (merged, similar) = (database.merged_names()?, similar_names(database)?);
    let one = |one: &Spelling| json!({ "name": one.name, "games": one.games });
    let group = |group: &Vec<Spelling>| group.iter().map(one).collect::<Value>();
    Ok(json!({
        "merged": merged.iter().map(MergedName::to_json).collect::<Vec<_>>(),
        "similar": similar.iter().take(most).map(group).collect::<Vec<_>>(),
        "groups": similar.len(),
    }))
}

/// A name with its words.
struct Entry {
    spelling: Spelling,
    /// The number of the name that is shown for it.
    person: u32,
    parts: Vec<Part>,
}

impl Entry {
    /// Its letters without blanks, in the order in which it is spoken.
    fn joined(&self) -> String {
        self.parts.iter().map(|part| part.word.text()).collect()
    }

    fn sorted(&self) -> String {
        let mut words: Vec<&str> = self.parts.iter().map(|part| part.word.text()).collect();
        words.sort_unstable();
        words.join(" ")
    }

    /// How its surname sounds; nothing for a name with a number, which is that of a program.
    fn surname(&self) -> Option<String> {
        let has_digit = |part: &Part| part.word.text().chars().any(char::is_numeric);
        let is_surname = |part: &&Part| part.role == Role::Surname && part.kind == Kind::Whole;
        let words = self.parts.iter().filter(is_surname).map(|part| sound(part.word.text()));
        let surname: String = words.collect();
        (!surname.is_empty() && !self.parts.iter().any(has_digit)).then_some(surname)
    }

    fn given(&self) -> impl Iterator<Item = &Part> {
        let is_given = |part: &&Part| {
            part.role == Role::Given && matches!(part.kind, Kind::Whole | Kind::Initial)
        };
        self.parts.iter().filter(is_given)
    }

    fn is_bare(&self) -> bool {
        self.given().next().is_none()
    }

    /// Whether the given names may be the same, one by one; a surname by itself fits only another one.
    fn may_be(&self, other: &Entry) -> bool {
        self.is_bare() == other.is_bare()
            && self.given().zip(other.given()).all(|(one, other)| may_be_given(one, other))
    }
}

fn may_be_given(one: &Part, other: &Part) -> bool {
    let sounds = [one, other].map(|part| sound(part.word.text()));
    let is_initial = one.kind == Kind::Initial || other.kind == Kind::Initial;
    if is_initial || one.word.begins(&other.word) || other.word.begins(&one.word) {
        let begins = |one: &str, other: &str| !one.is_empty() && other.starts_with(one);
        return begins(&sounds[0], &sounds[1])
            || begins(&sounds[1], &sounds[0])
            || one.word.begins(&other.word)
            || other.word.begins(&one.word);
    }
    strsim::normalized_damerau_levenshtein(&sounds[0], &sounds[1]) >= ALIKE
}

/// Names that were put together, each with a link to another one of its group.
struct Groups {
    parent: Vec<usize>,
}

impl Groups {
    fn root(&self, mut at: usize) -> usize {
        while self.parent[at] != at {
            at = self.parent[at];
        }
        at
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.parent[one.max(other)] = one.min(other);
    }

    fn join_same_words(&mut self, entries: &[Entry]) {
        for key in [Entry::joined, Entry::sorted] {
            let mut first: HashMap<String, usize> = HashMap::new();
            for (at, entry) in entries.iter().enumerate() {
                let key = key(entry);
                if !key.is_empty() {
                    let earlier = *first.entry(key).or_insert(at);
                    self.join(earlier, at);
                }
            }
        }
    }

    fn join_same_surnames(&mut self, entries: &[Entry]) {
        let mut buckets: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, entry) in entries.iter().enumerate() {
            if let Some(surname) = entry.surname() {
                buckets.entry(surname).or_default().push(at);
            }
        }
        for bucket in buckets.into_values() {
            for (place, &one) in bucket.iter().enumerate() {
                for &other in &bucket[place + 1..] {
                    if entries[one].may_be(&entries[other]) {
                        self.join(one, other);
                    }
                }
            }
            self.join_bare(entries, &bucket);
        }
    }

    /// A surname by itself is the only person with that surname, if there is one.
    fn join_bare(&mut self, entries: &[Entry], bucket: &[usize]) {
        let (bare, full): (Vec<usize>, Vec<usize>) =
            bucket.iter().partition(|&&at| entries[at].is_bare());
        let persons: BTreeSet<usize> = full.iter().map(|&at| self.root(at)).collect();
        if let (1, Some(&bare), Some(&full)) = (persons.len(), bare.first(), full.first()) {
            self.join(bare, full);
        }
    }

    fn all(&self) -> Vec<Vec<usize>> {
        let mut groups: HashMap<usize, Vec<usize>> = HashMap::new();
        for at in 0..self.parent.len() {
            groups.entry(self.root(at)).or_default().push(at);
        }
        groups.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The groups of more than one name.
    fn groups(names: &[&str]) -> Vec<Vec<String>> {
        let entry = |(at, name): (usize, &&str)| Entry {
            spelling: Spelling { name: (*name).to_owned(), games: 1 },
            person: at as u32,
            parts: Name::of(name).parts,
        };
        let entries: Vec<Entry> = names.iter().enumerate().map(entry).collect();
        let mut groups = Groups { parent: (0..entries.len()).collect() };
        groups.join_same_words(&entries);
        groups.join_same_surnames(&entries);
        let mut found: Vec<Vec<String>> = groups
            .all()
            .into_iter()
            .filter(|group| group.len() > 1)
            .map(|group| group.into_iter().map(|at| names[at].to_owned()).collect())
            .collect();
        found.sort();
        found
    }

    #[test]
    fn spellings_of_one_person_are_one_group() {
        for names in [
            &["Tsjizjow,A.", "Chizhov, Aleksej", "Чижов, А."][..],
            &["Bos,J.", "Jan Bos", "BOS JAN"],
            &["Wal, J. van der", "J. vanderWal", "Jan van der Wal"],
            &["Veytsman,V", "Weitsman, Vadim"],
            &["JanBos", "Jan Bos"],
            &["Brands", "Brands,T."],
            &["Müller, K.", "Mueller, Karl"],
        ] {
            let found = groups(names);
            assert_eq!(found.len(), 1, "{found:?}");
            assert_eq!(found[0].len(), names.len(), "{found:?}");
        }
    }

    #[test]
    fn other_given_names_and_numbers_are_other_persons() {
        for names in [
            &["Bos,J.", "Bos,K."][..],
            &["Jan Bos", "Piet Bos"],
            &["Level 8", "Level 10", "Level 8a"],
            &["Brands", "Brands,T.", "Brands,K."],
            &["Jansen,G.", "Georgiev,J."],
            &["?", "!"],
        ] {
            assert_eq!(groups(names), Vec::<Vec<String>>::new(), "{names:?}");
        }
    }
}
