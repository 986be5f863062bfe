//! The numbers of the names that are asked for. Names are compared as they are written, whatever the version that stored them.

use std::collections::{HashMap, HashSet};

use super::conditions::{Numbers, Test};
use super::name::{self, Name};
use super::person::{Asked, Person};
use super::screen::Screen;
use super::word::Word;
use crate::error::{DatabaseError, Result};
use crate::store::{Aliases, Column, Database, date_range};

/// The most words of a question: each is compared with all names.
const MOST_WORDS: usize = 32;

/// The players of this name.
pub(super) fn player(database: &Database, text: &str) -> Result<Numbers> {
    let mut person = Person::of(text).ok_or_else(|| without_word(text))?;
    check_words(person.words())?;
    let screen = person.screen();
    each(database, "player", |_, text| {
        if screen.may_have(text) {
            person.learn(&Name::of(text));
        }
    })?;
    let mut found =
        chosen(database, "player", |text| screen.may_have(text) && person.is(&Name::of(text)))?;
    add_aliases(&database.aliases()?, &mut found);
    Ok(found)
}

/// Whether a name is the person of a text.
///
/// # Errors
/// A text without a word, or with very many.
pub(crate) fn person(text: &str) -> Result<impl Fn(&str) -> bool + use<>> {
    let person = Person::of(text).ok_or_else(|| without_word(text))?;
    check_words(person.words())?;
    Ok(move |name: &str| person.is(&Name::of(name)))
}

/// Adds the other names of each person who is found.
fn add_aliases(aliases: &Aliases, found: &mut Numbers) {
    let is_found =
        |(player, same_as): &(&u32, &u32)| found.contains(**player) || found.contains(**same_as);
    let persons: HashSet<u32> =
        aliases.iter().filter(is_found).map(|(_, same_as)| *same_as).collect();
    for (player, same_as) in aliases.iter().filter(|(_, same_as)| persons.contains(same_as)) {
        found.insert(*player as usize);
        found.insert(*same_as as usize);
    }
}

/// How many games each player has; removed games, other versions and duplicates do not count.
pub(super) fn games_of_players(database: &Database) -> Result<HashMap<u32, u32>> {
    let removed = database.removed_games()?;
    let select = "SELECT id, white, black FROM game WHERE version_of IS NULL";
    let mut select = database.connection().prepare(select)?;
    let (mut rows, mut games) = (select.query([])?, HashMap::new());
    while let Some(row) = rows.next()? {
        if removed.contains(&row.get(0)?) {
            continue;
        }
        for player in [row.get::<_, Option<u32>>(1)?, row.get(2)?].into_iter().flatten() {
            *games.entry(player).or_default() += 1;
        }
    }
    Ok(games)
}

/// The events or sites with these words, each of which may be the beginning of one.
pub(super) fn words(database: &Database, table: &str, text: &str) -> Result<Numbers> {
    let asked = name::words(text);
    if asked.is_empty() {
        return Err(without_word(text));
    }
    check_words(asked.len())?;
    let screen = Screen::of(&asked);
    chosen(database, table, |text| screen.may_have(text) && has_words(text, &asked))
}

fn has_words(text: &str, asked: &[Word]) -> bool {
    let mut words = name::words(text);
    asked.iter().all(|asked| {
        let same = words.iter().position(|word| asked.is(word));
        let begun = || words.iter().position(|word| asked.begins(word));
        same.or_else(begun).map(|place| words.remove(place)).is_some()
    })
}

/// The players with each of these words, which may be words of several names.
fn players(database: &Database, words: &mut [Vec<Asked>]) -> Result<Vec<Numbers>> {
    let screen = Screen::of(words.iter().flatten().map(Asked::word));
    if words.len() > 1 {
        let mut learn = |name: &Name| words.iter_mut().flatten().for_each(|word| word.learn(name));
        each(database, "player", |_, text| {
            if screen.may_have(text) {
                learn(&Name::of(text));
            }
        })?;
    }
    let all: Vec<&Asked> = words.iter().flatten().collect();
    let mut found = vec![Numbers::default(); words.len()];
    each(database, "player", |number, text| {
        if !screen.may_have(text) {
            return;
        }
        let is_there = Asked::found(&all, &Name::of(text));
        let mut rest = is_there.as_slice();
        for (words, found) in words.iter().zip(&mut found) {
            let (these, others) = rest.split_at(words.len());
            rest = others;
            if these.iter().all(|&is_there| is_there) {
                found.insert(number);
            }
        }
    })?;
    let aliases = database.aliases()?;
    found.iter_mut().for_each(|found| add_aliases(&aliases, found));
    Ok(found)
}

/// For each word of a text the tests of which a game must pass one: in the name of a player or of the event, or as the beginning of
/// the date.
pub(super) fn anywhere(database: &Database, text: &str) -> Result<Vec<Vec<Vec<Test>>>> {
    let texts: Vec<&str> =
        text.split_whitespace().filter(|text| !name::words(text).is_empty()).collect();
    let asked = |(place, text): (usize, &&str)| Asked::each(text, place + 1 == texts.len());
    let mut asked: Vec<Vec<Asked>> = texts.iter().enumerate().map(asked).collect();
    check_words(asked.iter().map(Vec::len).sum())?;
    let players = players(database, &mut asked)?;
    let tests = |(text, players): (&&str, Numbers)| {
        let event = words(database, "event", text)?;
        let date = date_range(text).filter(|_| !text.contains('?'));
        let tests = [
            Some(Test::In(Column::White, players.clone())),
            Some(Test::In(Column::Black, players)),
            Some(Test::In(Column::Event, event)),
            date.map(|(first, last)| Test::Between(Column::Date, first, last)),
        ];
        Ok(tests.into_iter().flatten().map(|test| vec![test]).collect())
    };
    texts.iter().zip(players).map(tests).collect()
}

/// The words of a text that neither a player nor an event has, and that are no date.
pub(super) fn unknown_words(database: &Database, text: &str) -> Result<Vec<String>> {
    let is_empty = |tests: &Vec<Vec<Test>>| tests.iter().flatten().all(Test::takes_none);
    let words = text.split_whitespace().filter(|text| !name::words(text).is_empty());
    let tests = anywhere(database, text)?;
    let unknown = words.zip(&tests).filter(|(_, tests)| is_empty(tests));
    Ok(unknown.map(|(word, _)| word.to_owned()).collect())
}

/// The numbers of the names that fit.
fn chosen(database: &Database, table: &str, fits: impl Fn(&str) -> bool) -> Result<Numbers> {
    let mut found = Numbers::default();
    each(database, table, |number, text| {
        if fits(text) {
            found.insert(number);
        }
    })?;
    Ok(found)
}

/// Hands on each name of a table with its number.
pub(super) fn each(
    database: &Database,
    table: &str,
    mut visit: impl FnMut(usize, &str),
) -> Result<()> {
    let most = database.number(&format!("SELECT count(*) FROM {table}"))? as usize;
    let mut select = database.connection().prepare(&format!("SELECT id, name FROM {table}"))?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        database.check_stop()?;
        let name =
            row.get_ref(1)?.as_str().map_err(|error| DatabaseError::damaged(error.to_string()))?;
        visit(number_of(row.get(0)?, most)?, name);
    }
    Ok(())
}

/// The number of a name or a file, checked against how many there are; the first is 1.
pub(super) fn number_of(id: i64, most: usize) -> Result<usize> {
    let number = usize::try_from(id).ok().filter(|number| *number <= most);
    number.ok_or_else(|| DatabaseError::damaged(format!("number {id} of a name or a file")))
}

fn without_word(text: &str) -> DatabaseError {
    DatabaseError::Query(format!("'{text}' has no letter to look for"))
}

fn check_words(words: usize) -> Result<()> {
    if words <= MOST_WORDS {
        return Ok(());
    }
    let message = format!("{words} words are asked for; a question has {MOST_WORDS} at most");
    Err(DatabaseError::Query(message))
}
