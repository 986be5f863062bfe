//! A corrected text in the place of a game.

use std::path::Path;

use super::built::{Build, Saved};
use super::database::Database;
use crate::error::{DatabaseError, Result};
use crate::pdn::{Outcome, decode, whole_date, with_tag};

impl Build {
    /// Puts a corrected text in the place of a game: it becomes a new version of it, or a game of its own where the moves or what is known of
    /// it differ, and no question finds the earlier ones. [`restore_games`](super::restore_games) takes it back.
    ///
    /// # Errors
    /// Those of [`Build::save`], a number of no game or of a removed one, and a text that changes nothing; nothing is written then.
    pub fn correct(self, path: &Path, game: u32, pdn: &str) -> Result<Saved> {
        let database = Database::open(path)?;
        let (before, text) = (database.group_of(game)?, text_of(&database, game)?);
        drop(database);
        if !before.contains(&game) {
            return Err(DatabaseError::Query(format!("game {game} is removed")));
        }
        if text.trim() == pdn.trim() {
            let message = format!("nothing changes: game {game} says that already");
            return Err(DatabaseError::Query(message));
        }
        let saved = self.save(path, pdn)?;
        let (_lock, database) = Database::locked(path)?;
        database.set_removed(&before, Some(saved.game))?;
        Ok(saved)
    }

    /// Corrects tags of a game, each a name and a value from [`checked_tag`]; an empty value takes a tag away.
    ///
    /// # Errors
    /// Those of [`Build::correct`], and tags in a form that cannot be edited.
    pub fn retag(self, path: &Path, game: u32, tags: &[(String, String)]) -> Result<Saved> {
        let text = text_of(&Database::open(path)?, game)?;
        let retag = |text: String, (name, value): &(String, String)| with_tag(&text, name, value);
        let text = tags.iter().try_fold(text, retag).ok_or_else(|| {
            let message = "the tags of the game are in a form that cannot be edited; give the whole game as PDN";
            DatabaseError::Query(message.into())
        })?;
        self.correct(path, game, &text)
    }
}

fn text_of(database: &Database, game: u32) -> Result<String> {
    let text = database.pdn(game)?.map(|text| decode(&text).into_owned());
    text.ok_or_else(|| DatabaseError::Query(format!("there is no game {game}")))
}

/// A tag with its value as it is written: a date in the form of PDN, all else as it is given.
///
/// # Errors
/// What is not the name of a tag, not a date, or not a result.
pub fn checked_tag(name: &str, value: &str) -> Result<(String, String)> {
    let is_name = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let fault = |message: String| Err(DatabaseError::Query(message));
    if !is_name {
        return fault(format!(
            "'{name}': a tag begins with a capital and has letters, digits and _"
        ));
    }
    if name == "Date" && !value.is_empty() {
        return match whole_date(value) {
            Some(date) => Ok((name.into(), date)),
            None => fault(format!(
                "'{value}' is not a date; write year, month and day as 2003.05.23, with ?? for what is not known"
            )),
        };
    }
    if name == "Result" && !Outcome::ALL.into_iter().any(|one| one.pdn() == value) {
        return fault(format!("'{value}': a result is 2-0, 1-1, 0-2, 0-0 or *"));
    }
    Ok((name.into(), value.into()))
}
