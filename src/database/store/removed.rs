//! Games that no question finds, as a user has said, and games that another one replaces.

use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::{OptionalExtension, params};

use super::database::Database;
use super::frequent_positions;
use crate::error::{DatabaseError, Result};

impl Database {
    /// The games that were removed or replaced, in order.
    ///
    /// # Errors
    /// A damaged file.
    pub fn removed_games(&self) -> Result<BTreeSet<u32>> {
        if !self.has_table("removed")? {
            return Ok(BTreeSet::new());
        }
        let mut select = self.connection().prepare("SELECT game FROM removed")?;
        let games = select.query_map([], |row| row.get(0))?;
        Ok(games.collect::<rusqlite::Result<_>>()?)
    }

    /// The removed games without the copies that went with them and come back with them.
    ///
    /// # Errors
    /// A damaged file.
    pub fn removed_originals(&self) -> Result<BTreeSet<u32>> {
        let mut games = self.removed_games()?;
        for game in games.clone() {
            self.removed_copies(game)?.iter().for_each(|copy| _ = games.remove(copy));
        }
        Ok(games)
    }

    /// The copies that went with a removed game: those that say nothing new. None of a copy.
    fn removed_copies(&self, game: u32) -> Result<Vec<u32>> {
        let mut select = self.connection().prepare(
            "SELECT copy.id FROM game JOIN game AS copy ON copy.version_of = coalesce(game.version_of, game.id)
            JOIN removed ON removed.game = copy.id JOIN removed AS own ON own.game = game.id
            WHERE game.id = ?1 AND game.rank > 0 AND copy.rank = 0 AND removed.replaced_by IS own.replaced_by
            ORDER BY copy.id",
        )?;
        let copies = select.query_map([game], |row| row.get(0))?;
        Ok(copies.collect::<rusqlite::Result<_>>()?)
    }

    /// All versions and duplicates of a game that are not removed.
    pub(super) fn group_of(&self, game: u32) -> Result<Vec<u32>> {
        let select = "SELECT coalesce(version_of, id) FROM game WHERE id = ?1";
        let first: Option<u32> =
            self.connection().query_row(select, [game], |row| row.get(0)).optional()?;
        let first = first.ok_or_else(|| {
            DatabaseError::Query(format!("there is no game {game} that can be read"))
        })?;
        let removed = self.removed_games()?;
        let select = "SELECT id FROM game WHERE id = ?1 OR version_of = ?1 ORDER BY id";
        let mut select = self.connection().prepare(select)?;
        let games = select.query_map([first], |row| row.get(0))?;
        let games: Vec<u32> = games.collect::<rusqlite::Result<_>>()?;
        Ok(games.into_iter().filter(|game| !removed.contains(game)).collect())
    }

    /// Writes who is removed, and counts the moves of their positions again.
    pub(super) fn set_removed(&self, games: &[u32], replaced_by: Option<u32>) -> Result<()> {
        let positions = frequent_positions::counted_positions(self, games)?;
        self.change("removed", |connection| {
            let mut insert =
                connection.prepare("INSERT OR REPLACE INTO removed VALUES (?1, ?2)")?;
            games
                .iter()
                .try_for_each(|game| insert.execute(params![game, replaced_by]).map(|_| ()))?;
            frequent_positions::forget(connection, &positions)
        })?;
        self.edit_views()?;
        frequent_positions::count_again(self, &positions)
    }

    /// Removes a game, within the transaction that puts it in, as the removed one of which it is a copy.
    pub(super) fn remove_copy(&self, copy: u32, removed: u32) -> Result<()> {
        let insert = "INSERT INTO removed SELECT ?1, replaced_by FROM removed WHERE game = ?2";
        self.connection().execute(insert, [copy, removed])?;
        Ok(())
    }
}

/// Removes games with all their versions and duplicates: no question finds them, and their rows stay, so that [`restore_games`] brings them
/// back. Returns the numbers that are gone.
///
/// # Errors
/// A number of no game, or of one that is removed, and a database that cannot be used or is being written; nothing is removed then.
pub fn remove_games(path: &Path, games: &[u32]) -> Result<Vec<u32>> {
    let (_lock, database) = Database::locked(path)?;
    let mut all = Vec::new();
    for &game in games {
        let group = database.group_of(game)?;
        if !group.contains(&game) {
            return Err(DatabaseError::Query(format!("game {game} is removed already")));
        }
        all.extend(group);
    }
    all.sort_unstable();
    all.dedup();
    database.set_removed(&all, None)?;
    Ok(all)
}

/// Brings removed games back, each with the copies that went with it. A game that another one replaces comes back with all that this one
/// replaced, and the correction goes; the same happens where the number is that of the correction. Returns the numbers that are there again.
///
/// # Errors
/// A number of a game that is there and has replaced none, and a database that cannot be used or is being written.
pub fn restore_games(path: &Path, games: &[u32]) -> Result<Vec<u32>> {
    let (_lock, database) = Database::locked(path)?;
    let mut back = Vec::new();
    for &game in games {
        if back.contains(&game) {
            continue;
        }
        let removed = database.removed_games()?;
        let correction =
            if removed.contains(&game) { database.replacement_of(game)? } else { Some(game) };
        let Some(correction) = correction else {
            back.push(game);
            let copies = database.removed_copies(game)?.into_iter();
            let others: Vec<u32> = copies.filter(|copy| !back.contains(copy)).collect();
            back.extend(others);
            continue;
        };
        let replaced = database.replaced_by(correction)?;
        if replaced.is_empty() {
            let message = format!("game {game} was not removed, and replaces no other");
            return Err(DatabaseError::Query(message));
        }
        back.extend(replaced);
        // A correction may have been corrected; the last one is there.
        let mut last = correction;
        while removed.contains(&last)
            && let Some(next) = database.replacement_of(last)?.filter(|&next| next > last)
        {
            last = next;
        }
        if !removed.contains(&last) {
            database.set_removed(&[last], None)?;
        }
    }
    let positions = frequent_positions::counted_positions(&database, &back)?;
    database.change("removed", |connection| {
        let mut delete = connection.prepare("DELETE FROM removed WHERE game = ?1")?;
        back.iter().try_for_each(|game| delete.execute([game]).map(|_| ()))?;
        frequent_positions::forget(connection, &positions)
    })?;
    frequent_positions::count_again(&database, &positions)?;
    Ok(back)
}

impl Database {
    /// The game in the place of a removed one; `None` where it was only removed.
    fn replacement_of(&self, game: u32) -> Result<Option<u32>> {
        let select = "SELECT replaced_by FROM removed WHERE game = ?1";
        Ok(self.connection().query_row(select, [game], |row| row.get(0))?)
    }

    /// The games in whose place a game is.
    fn replaced_by(&self, game: u32) -> Result<Vec<u32>> {
        if !self.has_table("removed")? {
            return Ok(Vec::new());
        }
        let mut select = self
            .connection()
            .prepare("SELECT game FROM removed WHERE replaced_by = ?1 ORDER BY game")?;
        let games = select.query_map([game], |row| row.get(0))?;
        Ok(games.collect::<rusqlite::Result<_>>()?)
    }
}
