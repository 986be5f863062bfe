//! Opening a database, to ask it or to add to it; one of the earlier layout is brought to this one first.

use std::path::Path;

use super::database::{Database, PREVIOUS_LAYOUT, begun, begun_puzzles};
use super::upgrade::{upgrade, upgrade_locked};
use crate::error::{DatabaseError, Result};
use crate::lock::Lock;

impl Database {
    /// Opens a database to ask it. One of the layout before is brought to this layout first, which may take as long as a build.
    ///
    /// # Errors
    /// A file that is missing, no database of games, of a newer layout, damaged, or being written.
    pub fn open(path: &Path) -> Result<Database> {
        let mut database = Database::connect(path)?;
        if database.layout()? == PREVIOUS_LAYOUT {
            drop(database);
            upgrade(path)?;
            database = Database::connect(path)?;
        }
        database.check()?;
        database
            .connection()
            .execute_batch("PRAGMA query_only = 1; PRAGMA cache_size = -65536;")?;
        Ok(database)
    }

    /// Opens a database that exists to change it, and locks it against other writers.
    ///
    /// # Errors
    /// As [`Database::begin`], and a file that is missing.
    pub(super) fn locked(path: &Path) -> Result<(Lock, Database)> {
        if !path.exists() {
            return Err(DatabaseError::Missing);
        }
        let lock = Lock::on(path)?;
        Ok((lock, Database::begin(path)?))
    }

    /// Opens a database to add to it, under its lock; begins one where there is no file or an empty one.
    ///
    /// # Errors
    /// As [`Database::open`], and a file that cannot be written.
    pub(crate) fn begin(path: &Path) -> Result<Database> {
        if !path.exists() {
            std::fs::File::create_new(path)?;
        }
        let mut database = Database::connect(path)?;
        if database.layout()? == PREVIOUS_LAYOUT {
            drop(database);
            upgrade_locked(path)?;
            database = Database::connect(path)?;
        }
        if database.is_empty()? {
            database.connection().execute_batch(&begun())?;
        }
        database.check()?;
        database.connection().execute_batch("PRAGMA cache_size = -131072;")?;
        Ok(database)
    }

    /// Opens a database of games or a file of puzzles, to read its puzzles.
    ///
    /// # Errors
    /// As [`Database::open`], and a file that is neither.
    pub(crate) fn open_puzzles(path: &Path) -> Result<Database> {
        let database = Database::connect(path)?;
        match database.is_puzzle_file()? {
            true => Ok(database),
            false => Database::open(path),
        }
    }

    /// Opens a database of games or a file of puzzles under a lock, to add puzzles; begins a file of puzzles where there is none.
    ///
    /// # Errors
    /// As [`Database::open_puzzles`], and a file that cannot be written, or that another process writes.
    pub(crate) fn begin_puzzles(path: &Path) -> Result<(Lock, Database)> {
        let lock = Lock::on(path)?;
        if !path.exists() {
            std::fs::File::create_new(path)?;
        }
        let database = Database::connect(path)?;
        if database.is_empty()? {
            database.connection().execute_batch(&begun_puzzles())?;
        }
        match database.is_puzzle_file()? {
            true => Ok((lock, database)),
            false => Ok((lock, Database::begin(path)?)),
        }
    }
}
