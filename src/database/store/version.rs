//! Whether a game is in the database already: the same game, perhaps with other tags, comments or variations.

use std::collections::BTreeSet;
use std::collections::hash_map::{Entry, HashMap};

use super::columns::Column;
use super::database::Database;
use super::header::Header;
use super::names::words;
use super::record::unpacked;
use super::scan::Selected;
use crate::error::{DatabaseError, Result};

/// Games with the same moves whose versions are kept in memory.
const KEPT: usize = 1 << 16;

/// The tags that only repeat where the moves begin.
const START_TAGS: [&str; 2] = ["fen", "setup"];

/// What stands at the end of the moves.
const ENDS: [&str; 8] = ["*", "2-0", "1-1", "0-2", "0-0", "1-0", "0-1", "1/2-1/2"];

/// How a game stands to those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    /// The first game that this one repeats.
    pub version_of: Option<u32>,
    /// See the column of `game`.
    pub rank: u32,
}

/// The games of a database by their moves.
pub(super) struct KnownGames {
    /// The first game of each hash.
    first: HashMap<i64, u32>,
    /// The other games of the same hash that repeat none.
    others: HashMap<i64, Vec<u32>>,
    /// The versions of games that were looked up, by the first of them.
    versions: HashMap<u32, Vec<Version>>,
}

impl KnownGames {
    pub(super) fn of(database: &Database) -> Result<KnownGames> {
        let mut select = database.connection().prepare(
            "SELECT hash, id FROM game WHERE hash IS NOT NULL AND version_of IS NULL ORDER BY id",
        )?;
        let mut games =
            KnownGames { first: HashMap::new(), others: HashMap::new(), versions: HashMap::new() };
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            games.add(row.get(0)?, row.get(1)?);
        }
        Ok(games)
    }

    fn add(&mut self, hash: i64, number: u32) {
        match self.first.entry(hash) {
            Entry::Vacant(free) => drop(free.insert(number)),
            Entry::Occupied(_) => self.others.entry(hash).or_default().push(number),
        }
    }

    /// How a game stands to those before it, of which it is one from now on.
    pub(super) fn place(
        &mut self,
        database: &Database,
        number: u32,
        hash: Option<i64>,
        rank: u32,
        version: impl FnOnce() -> Result<Version>,
    ) -> Result<Standing> {
        let Some(hash) = hash else { return Ok(Standing { version_of: None, rank }) };
        if let Some(&first) = self.first.get(&hash) {
            let version = version()?;
            let others = self.others.get(&hash).into_iter().flatten();
            for first in [first].into_iter().chain(others.copied()).collect::<Vec<u32>>() {
                let versions = self.versions(database, first)?;
                if versions.iter().all(|other| other.is_same_game(&version)) {
                    let is_copy = versions.iter().any(|other| other.says_all_of(&version));
                    if !is_copy {
                        versions.push(version);
                    }
                    let rank = if is_copy { 0 } else { rank };
                    return Ok(Standing { version_of: Some(first), rank });
                }
            }
        }
        self.add(hash, number);
        Ok(Standing { version_of: None, rank })
    }

    /// The versions of a game.
    fn versions(&mut self, database: &Database, first: u32) -> Result<&mut Vec<Version>> {
        if self.versions.len() > KEPT {
            self.versions.clear();
        }
        Ok(match self.versions.entry(first) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => free.insert(Version::all_of(database, first)?),
        })
    }
}

/// What a game says beside its moves.
pub(super) struct Version {
    /// The words of White, Black and the event; empty where they are not known.
    names: [String; 3],
    /// Eight digits, with ? for what is not known.
    date: Vec<u8>,
    /// The result, or * where it is not known.
    result: String,
    /// The other tags that say something, and these names as they are written.
    tags: BTreeSet<(String, String)>,
    /// The moves with comments, glyphs and variations; empty without.
    text: Vec<Vec<u8>>,
}

impl Version {
    pub(super) fn of(header: &Header, movetext: Option<&[u8]>) -> Result<Version> {
        let name = |name: &Option<String>| sorted_words(name.as_deref().unwrap_or_default());
        let text = movetext.map(unpacked).transpose()?.unwrap_or_default();
        Ok(Version {
            names: [name(&header.white), name(&header.black), name(&header.event)],
            date: date_digits(header.date.as_deref().unwrap_or("????.??.??")),
            result: header.result.clone(),
            tags: tags_of(header),
            text: parts_of(&text),
        })
    }

    fn all_of(database: &Database, first: u32) -> Result<Vec<Version>> {
        let mut select = database
            .connection()
            .prepare("SELECT id FROM game WHERE version_of = ?1 AND rank > 0 ORDER BY id")?;
        let later = select.query_map([first], |row| row.get(0))?;
        let numbers = [Ok(first)].into_iter().chain(later);
        numbers.map(|number| Version::stored(database, number?)).collect()
    }

    /// That of a game of a database.
    pub(super) fn stored(database: &Database, number: u32) -> Result<Version> {
        let stored = database.stored(number)?;
        let stored = stored.ok_or_else(|| DatabaseError::damaged("the number of a game"))?;
        Version::of(&stored.header, stored.movetext.as_deref())
    }

    /// Whether two games with the same moves are one: players, event, date and result agree, or one of the games does not name them.
    fn is_same_game(&self, other: &Version) -> bool {
        let agree = |one: &str, other: &str| one.is_empty() || other.is_empty() || one == other;
        let names = self.names.iter().zip(&other.names);
        let mut dates = self.date.iter().zip(&other.date);
        names.into_iter().all(|(one, other)| agree(one, other))
            && dates.all(|(one, other)| one == other || *one == b'?' || *other == b'?')
            && (self.result == other.result || self.result == "*" || other.result == "*")
    }

    /// Whether another version of this game says nothing that this one does not.
    fn says_all_of(&self, other: &Version) -> bool {
        let mut dates = self.date.iter().zip(&other.date);
        dates.all(|(own, other)| *other == b'?' || own == other)
            && (other.result == "*" || self.result == other.result)
            && other.tags.is_subset(&self.tags)
            && has_in_order(&self.text, &other.text)
    }
}

/// The words of a name in whatever order.
fn sorted_words(name: &str) -> String {
    let words = words(name);
    let mut words: Vec<&str> = words.split(' ').collect();
    words.sort_unstable();
    words.join(" ")
}

/// The digits of a date, where month and day 00 are as little known as ??.
fn date_digits(date: &str) -> Vec<u8> {
    let unknown = |part: &str| part.bytes().all(|digit| digit == b'0');
    let digits = date.split('.').flat_map(|part| match unknown(part) {
        true => vec![b'?'; part.len()],
        false => part.as_bytes().to_vec(),
    });
    digits.collect()
}

/// The tags that say something, with their values; those that are compared as dates, results and starts are left out.
fn tags_of(header: &Header) -> BTreeSet<(String, String)> {
    let compared = |name: &str| {
        START_TAGS.contains(&name) || name == "result" || name == "date" && header.date.is_some()
    };
    let tags = header.tags().map(|(name, value)| (name, value.trim().to_owned()));
    tags.filter(|(name, value)| !compared(name) && !words(value).is_empty()).collect()
}

/// The moves, comments, glyphs and brackets of a text in order, without numbers of moves and the result at the end.
fn parts_of(text: &[u8]) -> Vec<Vec<u8>> {
    let (mut parts, mut rest) = (Vec::new(), text.trim_ascii());
    while let Some(&first) = rest.first() {
        let is_sign = |byte: &u8| b"!?".contains(byte);
        let end = match first {
            b'{' => memchr::memchr(b'}', rest).map(|at| at + 1),
            b';' => memchr::memchr(b'\n', rest),
            b'(' | b')' | b'}' => Some(1),
            sign if is_sign(&sign) => rest.iter().position(|byte| !is_sign(byte)),
            _ => {
                let ends = |byte: &u8| byte.is_ascii_whitespace() || b"{}();!?.".contains(byte);
                let word = rest.iter().position(ends);
                word.map(|at| at + rest[at..].iter().take_while(|byte| **byte == b'.').count())
            }
        };
        let (part, after) = rest.split_at(end.unwrap_or(rest.len()));
        if !is_number(part) {
            let words = part.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            parts.push(words.collect::<Vec<_>>().join(&b' '));
        }
        rest = after.trim_ascii_start();
    }
    parts.pop_if(|last| ENDS.iter().any(|end| end.as_bytes() == last));
    parts
}

/// Whether a part is the number of a move, with points.
fn is_number(part: &[u8]) -> bool {
    let digits = part.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits < part.len() && part[digits..].iter().all(|byte| *byte == b'.')
}

/// Whether all parts of one text are in another in the same order.
fn has_in_order(whole: &[Vec<u8>], parts: &[Vec<u8>]) -> bool {
    let mut whole = whole.iter();
    parts.iter().all(|part| whole.any(|other| other == part))
}

/// Of each game the version that is shown, among those that were asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shown {
    /// The numbers of the games, in order.
    pub games: Vec<u32>,
    /// How many other versions and copies a game has among those that were asked for, if any.
    pub others: HashMap<u32, u32>,
}

impl Shown {
    /// How many versions and copies are left out.
    pub(crate) fn left_out(&self) -> u64 {
        self.others.values().map(|&others| u64::from(others)).sum()
    }
}

impl Database {
    /// Whether a game is there twice.
    pub(crate) fn has_versions(&self) -> Result<bool> {
        let select = "SELECT EXISTS (SELECT 1 FROM game WHERE version_of IS NOT NULL)";
        Ok(self.number(select)? != 0)
    }

    /// Leaves one version of each game: of those with the highest rank the newest.
    pub(crate) fn shown(&self, games: Vec<u32>) -> Result<Shown> {
        if !self.has_versions()? {
            return Ok(Shown { games, others: HashMap::new() });
        }
        let firsts = self.whole_column(Column::VersionOf)?;
        let ranks = self.whole_column(Column::Rank)?;
        let first_of = |game: u32| match firsts.get(game as usize).copied() {
            None | Some(0) => game,
            Some(first) => first,
        };
        let standing = |game: u32| (ranks.get(game as usize).copied().unwrap_or(0), game);
        let mut best = vec![(0, 0); firsts.len()];
        for &game in &games {
            if let Some(best) = best.get_mut(first_of(game) as usize) {
                *best = standing(game).max(*best);
            }
        }
        let mut shown = Shown::default();
        for game in games {
            match best.get(first_of(game) as usize) {
                Some(&(_, newest)) if newest != game => {
                    *shown.others.entry(newest).or_default() += 1
                }
                _ => shown.games.push(game),
            }
        }
        Ok(shown)
    }

    /// The games that searches show: all but other versions and copies.
    pub(crate) fn shown_games(&self) -> Result<Selected> {
        if !self.has_versions()? {
            return Ok(Selected::All);
        }
        let results = self.whole_column(Column::Result)?;
        let whole = (0..).zip(results).filter(|(_, result)| *result > 0);
        Ok(Selected::These(self.shown(whole.map(|(game, _)| game).collect())?.games))
    }

    /// Adds to games that repeat none, which are in order, all versions and copies of them.
    pub(crate) fn with_versions(&self, mut games: Vec<u32>) -> Result<Vec<u32>> {
        if !self.has_versions()? {
            return Ok(games);
        }
        let firsts = self.whole_column(Column::VersionOf)?;
        let later = firsts.iter().enumerate().filter(|(_, first)| **first != 0);
        let later = later.filter(|(_, first)| games.binary_search(first).is_ok());
        let later: Vec<u32> = later.map(|(number, _)| number as u32).collect();
        games.extend(later);
        games.sort_unstable();
        Ok(games)
    }

    /// A column of all games, each at the place of its number; the first place is empty.
    fn whole_column(&self, column: Column) -> Result<Vec<u32>> {
        let (mut all, mut numbers) = (vec![0], Vec::new());
        let mut reader = self.columns()?;
        for block in self.blocks()? {
            reader.read(block, column, &mut numbers)?;
            all.append(&mut numbers);
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<String> {
        let parts = parts_of(text.as_bytes());
        parts.into_iter().map(|part| String::from_utf8(part).expect("text")).collect()
    }

    #[test]
    fn a_text_is_its_moves_comments_glyphs_and_brackets() {
        assert_eq!(
            parts("1. 32-28?! {a  b\n c} 1...19-23 $3 (1... 18-23!) 2.28x19 ; d e\n 14x23 2-0"),
            [
                "32-28", "?!", "{a b c}", "19-23", "$3", "(", "18-23", "!", ")", "28x19", "; d e",
                "14x23"
            ]
        );
        assert_eq!(parts("1. 32-28 {open"), ["32-28", "{open"]);
        assert!(parts("").is_empty() && parts("*").is_empty());
    }

    #[test]
    fn a_text_with_less_says_nothing_new_and_one_with_another_comment_does() {
        let whole = parts_of(b"1. 32-28! {not good} 19-23 (18-23 {x}) 2. 28x19 1-1");
        for less in ["1.32-28 {not good} 19-23 2. 28x19", "1. 32-28! 19-23 (18-23) 28x19", ""] {
            assert!(has_in_order(&whole, &parts_of(less.as_bytes())), "{less}");
        }
        for other in ["1. 32-28 {good} 19-23 2. 28x19", "1. 32-28 19-23! 2. 28x19", "32-28 (18-22)"]
        {
            assert!(!has_in_order(&whole, &parts_of(other.as_bytes())), "{other}");
        }
    }

    #[test]
    fn what_is_not_known_of_a_date_agrees_with_everything() {
        assert_eq!(date_digits("1998.00.??"), b"1998????");
        assert_eq!(date_digits("2010.10.20"), b"20101020");
        assert_eq!(date_digits("0000.??.??"), b"????????");
    }
}
