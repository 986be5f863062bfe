//! Games with the same moves: which of them a new one is, found without a comparison with each.

use std::collections::{BTreeSet, HashMap};

use super::version::{Facts, Mask, Version};

/// Games with the same moves.
#[derive(Default)]
pub(super) struct EqualGames {
    games: HashMap<u32, KnownGame>,
    index: HashMap<Mask, Known>,
    /// Comparisons and look-ups so far.
    #[cfg(test)]
    compared: std::cell::Cell<u64>,
}

/// A game in all versions that say something new. They all agree, so that a game agrees with each if it agrees with what they know together.
#[derive(Default)]
struct KnownGame {
    facts: Facts,
    versions: Vec<(u32, Version)>,
    /// The versions that say a word, by their places.
    saying: HashMap<u32, Vec<u32>>,
}

/// The games of which the same facts are known.
#[derive(Default)]
struct Known {
    games: BTreeSet<u32>,
    /// For each choice of these facts that was asked for, the games by them.
    tables: HashMap<Mask, HashMap<Facts, BTreeSet<u32>>>,
}

impl EqualGames {
    /// The first game that this one repeats, and the version of it that says all that this one does. Without such a version it is one of
    /// the group from now on.
    pub(super) fn place(&mut self, number: u32, version: Version) -> Option<(u32, Option<u32>)> {
        let found = self.first(version.facts);
        let original = found.and_then(|first| self.original_of(first, &version));
        if original.is_none() {
            self.add(found.unwrap_or(number), number, version);
        }
        found.map(|first| (first, original))
    }

    /// Adds a version of a game that is there, or a new game.
    pub(super) fn add(&mut self, first: u32, number: u32, version: Version) {
        let game = self.games.entry(first).or_default();
        let (before, after) = (game.facts, game.facts.or(version.facts));
        let is_new = game.versions.is_empty();
        game.add(number, version);
        if is_new || before != after {
            game.facts = after;
            if !is_new && let Some(known) = self.index.get_mut(&before.known()) {
                known.remove(first, before);
            }
            self.index.entry(after.known()).or_default().insert(first, after);
        }
    }

    /// The first game that agrees with these facts: what both know is equal.
    fn first(&mut self, facts: Facts) -> Option<u32> {
        let (games, own) = (&self.games, facts.known());
        let firsts = self.index.iter_mut().filter_map(|(mask, known)| {
            #[cfg(test)]
            self.compared.update(|count| count + 1);
            known.first(facts, mask & own, games)
        });
        firsts.min()
    }

    /// The first version that was added of a game that says all that another one does. Such a version says the rarest word of the other one.
    fn original_of(&self, first: u32, other: &Version) -> Option<u32> {
        let game = &self.games[&first];
        let saying = |word: &u32| game.saying.get(word).map_or(&[][..], Vec::as_slice);
        let words = other.said.iter().chain(&other.text);
        let Some(rarest) = words.map(saying).min_by_key(|versions| versions.len()) else {
            return game.versions.first().map(|(number, _)| *number);
        };
        let mut saying = rarest.iter().map(|&place| &game.versions[place as usize]);
        let original = saying.find(|(_, version)| {
            #[cfg(test)]
            self.compared.update(|count| count + 1);
            version.says_all_of(other)
        });
        original.map(|(number, _)| *number)
    }
}

impl KnownGame {
    fn add(&mut self, number: u32, version: Version) {
        let place = self.versions.len() as u32;
        for &word in version.said.iter().chain(&version.text) {
            let versions = self.saying.entry(word).or_default();
            if versions.last() != Some(&place) {
                versions.push(place);
            }
        }
        self.versions.push((number, version));
    }
}

impl Known {
    fn insert(&mut self, game: u32, facts: Facts) {
        self.games.insert(game);
        for (&mask, table) in &mut self.tables {
            table.entry(facts.only(mask)).or_default().insert(game);
        }
    }

    fn remove(&mut self, game: u32, facts: Facts) {
        self.games.remove(&game);
        for (&mask, table) in &mut self.tables {
            if let Some(games) = table.get_mut(&facts.only(mask)) {
                games.remove(&game);
            }
        }
    }

    /// The first of the games that has some of these facts.
    fn first(&mut self, facts: Facts, mask: Mask, all: &HashMap<u32, KnownGame>) -> Option<u32> {
        let table = self.tables.entry(mask).or_insert_with(|| {
            let mut table: HashMap<Facts, BTreeSet<u32>> = HashMap::new();
            for &game in &self.games {
                table.entry(all[&game].facts.only(mask)).or_default().insert(game);
            }
            table
        });
        table.get(&facts.only(mask))?.first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::header::Header;
    use crate::store::version::Texts;

    /// Games of the same moves, `count` of them, each with the tags that a function gives it; the groups' numbers and comparisons.
    fn placed(count: u32, header: impl Fn(u32) -> Header) -> (usize, u64) {
        let (mut group, mut texts) = (EqualGames::default(), Texts::default());
        for number in 1..=count {
            let version = Version::of(&header(number), None, true, &mut texts).expect("unpacked");
            group.place(number, version.expect("a version"));
        }
        (group.games.len(), group.compared.get())
    }

    fn header(event: Option<String>, date: &str, annotator: Option<String>) -> Header {
        let names = ["Event", "Date", "Annotator*"];
        Header {
            layout: names.join(" "),
            event,
            date: Some(date.into()),
            result: "2-0".into(),
            others: vec![annotator.unwrap_or_default()],
            ..Header::default()
        }
    }

    #[test]
    fn games_with_equal_moves_take_a_few_comparisons_each() {
        const COUNT: u32 = 20_000;
        let date = |number: u32| {
            format!("{:04}.{:02}.{:02}", 1500 + number / 336, number / 28 % 12 + 1, number % 28 + 1)
        };
        let event = |number: u32| Some(format!("Event {number}"));
        let is_odd = |number: u32| number % 2 == 1;
        type Case<'a> = (&'a str, usize, &'a dyn Fn(u32) -> Header);
        let cases: [Case<'_>; 5] = [
            ("events", COUNT as usize, &|number| header(event(number), "????.??.??", None)),
            ("dates", COUNT as usize, &|number| header(None, &date(number), None)),
            ("remarks", 1, &|number| header(None, "????.??.??", Some(format!("Eva {number}")))),
            ("copies", 1, &|_| header(event(1), "2001.02.03", Some("Eva".into()))),
            ("both", COUNT as usize / 2 + 1, &|number| {
                let known = event(number).filter(|_| is_odd(number));
                header(known, &date(number / 2), Some(format!("Eva {number}")))
            }),
        ];
        for (name, expected, header) in cases {
            let (games, compared) = placed(COUNT, header);
            assert_eq!(games, expected, "{name}");
            assert!(compared <= 4 * u64::from(COUNT), "{name}: {compared} comparisons");
        }
    }
}
