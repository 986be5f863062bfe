//! The file: opened and checked, or begun.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::identity::{FileId, Identity};
use crate::checksum;
use crate::error::{DatabaseError, Result};
use crate::files;
use crate::player::StopFlag;

/// `application_id` of a database of games: `DTDB`.
pub(crate) const APPLICATION: i64 = 0x4454_4442;

/// `user_version`: the layout of the tables.
pub(crate) const LAYOUT: i64 = 3;

/// The layout before, which is brought to this one when a database is opened.
pub(super) const PREVIOUS_LAYOUT: i64 = 2;

const SCHEMA: &str = include_str!("schema.sql");

/// The tables that a database has once they were needed.
const EDITS: &str = include_str!("edits.sql");

/// The tables of puzzles: a database of games has them once they were needed, and a file of puzzles has only them.
const PUZZLES: &str = include_str!("puzzles.sql");

/// `application_id` of a file of puzzles: `DTPZ`.
const PUZZLE_FILE: i64 = 0x4454_505a;

/// `user_version` of a file of puzzles.
const PUZZLE_LAYOUT: i64 = 1;

/// The statement that makes each table and view, without the last sign, by its name.
pub(super) fn tables() -> impl Iterator<Item = (String, String)> {
    statements(SCHEMA)
}

fn statements(schema: &str) -> impl Iterator<Item = (String, String)> {
    let lines = schema.lines().filter(|line| !line.starts_with("--")).collect::<Vec<_>>();
    let statements: Vec<String> =
        lines.join("\n").split(';').map(|statement| statement.trim().to_owned()).collect();
    statements.into_iter().filter_map(|statement| {
        let name = statement.split_whitespace().nth(2)?.to_owned();
        Some((name, statement))
    })
}

fn not_as_made(name: &str) -> DatabaseError {
    DatabaseError::damaged(format!("{name} is missing or not as this version makes it"))
}

/// Fails where the journal of a database is no file: SQLite would wait for a pipe, and write where a link leads.
fn check_beside(real: &Path) -> Result<()> {
    for ending in ["-journal", "-wal", "-shm"] {
        let mut name = real.as_os_str().to_owned();
        name.push(ending);
        let path = PathBuf::from(name);
        if std::fs::symlink_metadata(&path).is_ok_and(|data| !data.is_file()) {
            return Err(DatabaseError::Beside { path });
        }
    }
    Ok(())
}

/// How often a file that is replaced while it is opened is opened again.
const TRIES: u32 = 100;

/// Opens the file, and finds where it is.
fn open_at(real: &Path) -> Result<(Connection, Option<FileId>)> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    for _ in 0..TRIES {
        let before = FileId::of(real);
        let connection = Connection::open_with_flags(real, flags)?;
        if FileId::of(real) == before {
            return Ok((connection, before));
        }
    }
    Err(DatabaseError::Busy)
}

/// The statements that begin a database.
pub(super) fn begun() -> String {
    format!(
        "PRAGMA page_size = 4096; BEGIN; {SCHEMA} \
         PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {LAYOUT}; COMMIT;"
    )
}

/// The statements that begin a file of puzzles.
pub(super) fn begun_puzzles() -> String {
    format!(
        "PRAGMA page_size = 4096; BEGIN; {PUZZLES} \
         PRAGMA application_id = {PUZZLE_FILE}; PRAGMA user_version = {PUZZLE_LAYOUT}; COMMIT;"
    )
}

/// How long a file that another process uses is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// A file that was read into a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its number.
    pub id: i64,
    /// Its name when it was read.
    pub file: String,
    /// Its checksum.
    pub sha256: String,
    /// Its games that are in the database, broken ones included.
    pub games: u32,
    /// Whether all are.
    pub finished: bool,
}

/// A database of games.
#[derive(Debug)]
pub struct Database {
    connection: Connection,
    path: PathBuf,
    file: Option<FileId>,
    stop: StopFlag,
}

impl Database {
    /// Lets a flag end every question from now on, with [`DatabaseError::Stopped`].
    #[must_use]
    pub fn until(mut self, stop: &StopFlag) -> Database {
        self.stop = stop.clone();
        self
    }

    pub(crate) fn stop(&self) -> &StopFlag {
        &self.stop
    }

    /// Fails once the flag is raised: to be called in every long loop.
    pub(crate) fn check_stop(&self) -> Result<()> {
        if self.stop.is_stopped() { Err(DatabaseError::Stopped) } else { Ok(()) }
    }

    /// By what this file is distinguished from another of the same name.
    pub(super) fn identity(&self) -> Result<Identity> {
        let sums = self.sources()?.into_iter().map(|source| source.sha256).collect();
        Ok(Identity { file: self.file, sums })
    }

    /// Whether a path names a database of games, or nothing that could be lost.
    #[must_use]
    pub fn is_own(path: &Path) -> bool {
        let database = Database::connect(path);
        database.is_ok_and(|database| {
            let is_previous = database.layout().is_ok_and(|layout| layout == PREVIOUS_LAYOUT);
            is_previous
                || database.check().is_ok()
                || database.is_empty().is_ok_and(|is_empty| is_empty)
        })
    }

    /// The file may have to be put right after a kill, which wants leave to write; SQLite falls back to reading without it.
    pub(super) fn connect(path: &Path) -> Result<Database> {
        if !path.exists() {
            return Err(DatabaseError::Missing);
        }
        // SQLite takes a name like `file:games.db` or `:memory:` for an address, but never one that begins with a folder.
        let real = files::destination(path)?;
        check_beside(&real)?;
        let (connection, file) = open_at(&real)?;
        connection.busy_timeout(PATIENCE)?;
        // The file may come from a stranger.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
        connection.execute_batch("PRAGMA trusted_schema = 0; PRAGMA cell_size_check = 1;")?;
        Ok(Database { connection, path: path.into(), file, stop: StopFlag::new() })
    }

    pub(super) fn is_empty(&self) -> Result<bool> {
        Ok(self.number("PRAGMA page_count")? == 0)
    }

    /// The layout of a file, as far as it is a database of games.
    pub(super) fn layout_of(path: &Path) -> Result<i64> {
        Database::connect(path)?.layout()
    }

    /// The layout; 0 where this is no database of games.
    pub(super) fn layout(&self) -> Result<i64> {
        match self.number("PRAGMA application_id")? {
            APPLICATION => self.number("PRAGMA user_version"),
            _ => Ok(0),
        }
    }

    pub(super) fn check(&self) -> Result<()> {
        self.under_lock(|| {
            if self.number("PRAGMA application_id")? != APPLICATION {
                return Err(DatabaseError::Foreign);
            }
            match self.number("PRAGMA user_version")? {
                LAYOUT => self.check_tables(),
                PREVIOUS_LAYOUT => Err(DatabaseError::Older("it has not been tried".into())),
                found if found < LAYOUT => {
                    Err(DatabaseError::Older(format!("its layout is {found}")))
                }
                found => Err(DatabaseError::Newer { found, known: LAYOUT }),
            }
        })
    }

    /// Whether this is a file of puzzles, with its tables as they are made; false for any other file.
    pub(crate) fn is_puzzle_file(&self) -> Result<bool> {
        self.under_lock(|| {
            if self.number("PRAGMA application_id")? != PUZZLE_FILE {
                return Ok(false);
            }
            match self.number("PRAGMA user_version")? {
                PUZZLE_LAYOUT => self.check_made(statements(PUZZLES).collect(), HashMap::new())?,
                found if found < PUZZLE_LAYOUT => {
                    return Err(DatabaseError::Older(format!("its layout is {found}")));
                }
                found => return Err(DatabaseError::Newer { found, known: PUZZLE_LAYOUT }),
            }
            Ok(true)
        })
    }

    /// Tables, views, indexes and triggers are run like programs: those of the file must be those of the schema, and no others.
    fn check_tables(&self) -> Result<()> {
        self.check_made(tables().collect(), statements(EDITS).chain(statements(PUZZLES)).collect())
    }

    fn check_made(
        &self,
        mut known: HashMap<String, String>,
        optional: HashMap<String, String>,
    ) -> Result<()> {
        let mut select = self.connection.prepare("SELECT type, name, sql FROM sqlite_schema")?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let (kind, name, sql): (String, String, Option<String>) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            let is_own = match kind.as_str() {
                "index" if sql.is_none() => name.starts_with("sqlite_autoindex_"),
                "table" if name.starts_with("sqlite_stat") => true,
                "table" if optional.contains_key(&name) => {
                    if optional.get(&name) != sql.as_ref() {
                        return Err(not_as_made(&name));
                    }
                    true
                }
                "table" | "view" | "index" if known.contains_key(&name) => {
                    // A view without removed games has the place of the one of the schema.
                    let is_edited = kind == "view" && optional.get(&name) == sql.as_ref();
                    if known.remove(&name) != sql && !is_edited {
                        return Err(not_as_made(&name));
                    }
                    true
                }
                _ => false,
            };
            if !is_own {
                return Err(DatabaseError::Stranger { kind, name });
            }
        }
        known.keys().min().map_or(Ok(()), |name| Err(not_as_made(name)))
    }

    /// Looks up many rows under one lock: on its own, each takes the lock of the file and gives it back.
    pub(crate) fn under_lock<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let begun =
            self.connection.is_autocommit().then(|| self.connection.unchecked_transaction());
        let _transaction = begun.transpose()?;
        work()
    }

    /// Whether the file has a table that it needs only once it was edited.
    pub(crate) fn has_table(&self, name: &str) -> Result<bool> {
        let select = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?1";
        let count: i64 = self.connection.query_row(select, [name], |row| row.get(0))?;
        Ok(count > 0)
    }

    /// Changes a table of edits, which is made where it is missing, wholly or not at all.
    pub(crate) fn change(
        &self,
        table: &str,
        work: impl FnOnce(&Connection) -> rusqlite::Result<()>,
    ) -> Result<()> {
        let transaction = self.connection.unchecked_transaction()?;
        self.make_table(table)?;
        work(&self.connection)?;
        Ok(transaction.commit()?)
    }

    /// Makes a table of edits where it is missing, within a transaction.
    pub(super) fn make_table(&self, table: &str) -> Result<()> {
        if !self.has_table(table)? {
            let make = statements(EDITS).chain(statements(PUZZLES)).find(|(name, _)| name == table);
            self.connection.execute_batch(&make.map(|(_, make)| make).unwrap_or_default())?;
        }
        Ok(())
    }

    /// Has the views of the file leave removed games out; their table must be there.
    pub(super) fn edit_views(&self) -> Result<()> {
        let views = statements(EDITS).filter(|(_, make)| make.starts_with("CREATE VIEW"));
        let views: Vec<(String, String)> = views.collect();
        let transaction = self.connection.unchecked_transaction()?;
        for (name, make) in &views {
            let select = "SELECT sql FROM sqlite_schema WHERE type = 'view' AND name = ?1";
            let made: String = self.connection.query_row(select, [name], |row| row.get(0))?;
            if made != *make {
                self.connection.execute_batch(&format!("DROP VIEW {name}; {make}"))?;
            }
        }
        Ok(transaction.commit()?)
    }

    /// The one number that a statement returns.
    pub(crate) fn number(&self, sql: &str) -> Result<i64> {
        Ok(self.connection.query_row(sql, [], |row| row.get(0))?)
    }

    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The greatest number of a game, broken ones included; 0 in an empty database. The columns have as many
    /// numbers; a damaged row may claim another.
    ///
    /// # Errors
    /// A damaged file.
    pub fn last_game(&self) -> Result<u32> {
        let last = self.number(
            "SELECT max(coalesce((SELECT max(id) FROM game), 0), coalesce((SELECT max(id) FROM broken), 0))",
        )?;
        let counted = self.blocks()?.last().map_or(0, |block| block.last());
        match last == i64::from(counted) {
            true => Ok(counted),
            false => Err(DatabaseError::damaged("the number of a game")),
        }
    }

    /// The files that were read, in order.
    ///
    /// # Errors
    /// A damaged file.
    pub fn sources(&self) -> Result<Vec<SourceFile>> {
        let sql = "SELECT id, file, sha256, games, finished FROM source ORDER BY id";
        let mut select = self.connection.prepare(sql)?;
        let sources = select.query_map([], |row| {
            Ok(SourceFile {
                id: row.get(0)?,
                file: row.get(1)?,
                sha256: row.get(2)?,
                games: row.get(3)?,
                finished: row.get(4)?,
            })
        })?;
        Ok(sources.collect::<rusqlite::Result<_>>()?)
    }

    /// The encodings that a user named for files, by the numbers of these.
    pub(super) fn encodings(&self) -> Result<HashMap<i64, String>> {
        if !self.has_table("encoding")? {
            return Ok(HashMap::new());
        }
        let mut select = self.connection.prepare("SELECT source, name FROM encoding")?;
        let names = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(names.collect::<rusqlite::Result<_>>()?)
    }

    /// A file that was read, but whose checksum none of these files has.
    ///
    /// # Errors
    /// A damaged database, or a file that cannot be read.
    pub fn other_source(&self, files: &[PathBuf]) -> Result<Option<SourceFile>> {
        let sums = files.iter().map(|file| checksum::of_file(file));
        let sums = sums.collect::<Result<HashSet<String>, _>>()?;
        Ok(self.sources()?.into_iter().find(|source| !sums.contains(&source.sha256)))
    }

    /// The numbers of the games of each source in order, broken ones included.
    pub(super) fn numbers_by_source(&self) -> Result<HashMap<i64, Vec<u32>>> {
        let sql = "SELECT source, id FROM game UNION ALL SELECT source, id FROM broken ORDER BY 2";
        let mut select = self.connection.prepare(sql)?;
        let mut rows = select.query([])?;
        let mut numbers: HashMap<i64, Vec<u32>> = HashMap::new();
        while let Some(row) = rows.next()? {
            numbers.entry(row.get(0)?).or_default().push(row.get(1)?);
        }
        Ok(numbers)
    }

    /// What SQLite finds wrong with its own pages and indexes.
    ///
    /// # Errors
    /// A file that cannot be read at all.
    pub(crate) fn integrity(&self) -> Result<Vec<String>> {
        let mut statement = self.connection.prepare("PRAGMA integrity_check(20)")?;
        let lines = statement.query_map([], |row| row.get::<_, String>(0))?;
        let lines: Vec<String> = lines.collect::<rusqlite::Result<_>>()?;
        Ok(lines.into_iter().filter(|line| line != "ok").collect())
    }
}
