//! Names that are one person, as a user has said.

use std::collections::HashMap;
use std::path::Path;

use rusqlite::{OptionalExtension, params};
use serde_json::{Value, json};

use super::database::Database;
use crate::error::{DatabaseError, Result};

/// The names that are said to be one person: by the number of each, that of the name that is shown for all.
pub(crate) type Aliases = HashMap<u32, u32>;

/// Names of one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedName {
    /// The name that is shown for all.
    pub name: String,
    /// Its other spellings, in the order of the alphabet.
    pub others: Vec<String>,
}

impl MergedName {
    /// An object with `name` and `others`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({ "name": self.name, "others": self.others })
    }
}

impl Database {
    /// The names that are said to be one person.
    pub(crate) fn aliases(&self) -> Result<Aliases> {
        if !self.has_table("alias")? {
            return Ok(Aliases::new());
        }
        let mut select = self.connection().prepare("SELECT player, same_as FROM alias")?;
        let pairs = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(pairs.collect::<rusqlite::Result<_>>()?)
    }

    /// The persons of whom names were merged, in the order of the alphabet.
    ///
    /// # Errors
    /// A damaged file.
    pub fn merged_names(&self) -> Result<Vec<MergedName>> {
        let mut persons: HashMap<u32, Vec<String>> = HashMap::new();
        for (player, same_as) in self.aliases()? {
            persons.entry(same_as).or_default().push(self.name_of(player)?);
        }
        let person = |(same_as, mut others): (u32, Vec<String>)| {
            others.sort_unstable();
            Ok(MergedName { name: self.name_of(same_as)?, others })
        };
        let mut persons = persons.into_iter().map(person).collect::<Result<Vec<_>>>()?;
        persons.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(persons)
    }

    /// The name that is shown for each name that was merged, by its number.
    pub(crate) fn names_of_aliases(&self) -> Result<HashMap<u32, String>> {
        let name = |(player, same_as): (u32, u32)| Ok((player, self.name_of(same_as)?));
        self.aliases()?.into_iter().map(name).collect()
    }

    fn name_of(&self, player: u32) -> Result<String> {
        let select = "SELECT name FROM player WHERE id = ?1";
        Ok(self.connection().query_row(select, [player], |row| row.get(0))?)
    }

    fn player(&self, name: &str) -> Result<u32> {
        let select = "SELECT id FROM player WHERE name = ?1";
        let player = self.connection().query_row(select, [name], |row| row.get(0)).optional()?;
        player.ok_or_else(|| {
            let message = format!(
                "no player is written '{name}'; write the name as `db names` or a search shows it"
            );
            DatabaseError::Query(message)
        })
    }
}

/// Says that names are one person: from now on every question by one of them finds the games of all, under the first name. They are
/// written as the games have them.
///
/// # Errors
/// Fewer than two names, a name that no game has, and a database that cannot be used or is being written.
pub fn merge_names(path: &Path, names: &[String]) -> Result<MergedName> {
    let (_lock, database) = Database::locked(path)?;
    let players = names.iter().map(|name| database.player(name)).collect::<Result<Vec<u32>>>()?;
    let (first, others) = match players.split_first() {
        Some((&first, others)) if others.iter().any(|other| *other != first) => (first, others),
        _ => return Err(DatabaseError::Query("give two names of one person".into())),
    };
    let aliases = database.aliases()?;
    let root = |player: u32| aliases.get(&player).copied().unwrap_or(player);
    let roots: Vec<u32> = players.iter().map(|&player| root(player)).collect();
    let is_of = |player: &&u32| roots.contains(&root(**player));
    let all = aliases.iter().flat_map(|(player, same_as)| [player, same_as]);
    let mut all: Vec<u32> = all.chain(others).filter(is_of).copied().collect();
    all.extend(roots.iter().copied());
    all.retain(|player| *player != first);
    database.change("alias", |connection| {
        connection.execute("DELETE FROM alias WHERE player = ?1", [first])?;
        let mut insert = connection.prepare("INSERT OR REPLACE INTO alias VALUES (?1, ?2)")?;
        all.iter().try_for_each(|player| insert.execute(params![player, first]).map(|_| ()))
    })?;
    let person = database.merged_names()?.into_iter().find(|person| person.name == names[0]);
    person.ok_or_else(|| DatabaseError::damaged("the names of a person"))
}

/// Takes back what was said of a name: it is a person of its own again, and so are all its spellings if it is shown for them.
///
/// # Errors
/// A name that was merged with none, and a database that cannot be used or is being written.
pub fn split_name(path: &Path, name: &str) -> Result<()> {
    let (_lock, database) = Database::locked(path)?;
    let player = database.player(name)?;
    if !database.aliases()?.iter().any(|(own, same_as)| [*own, *same_as].contains(&player)) {
        return Err(DatabaseError::Query(format!("'{name}' was merged with no other name")));
    }
    database.change("alias", |connection| {
        connection
            .execute("DELETE FROM alias WHERE player = ?1 OR same_as = ?1", [player])
            .map(|_| ())
    })
}
