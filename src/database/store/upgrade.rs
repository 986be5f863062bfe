//! A database of the earlier layout, where a game that repeated the moves of another was not stored as a game: rebuilt from its tables.

use std::path::Path;

use rusqlite::{OptionalExtension, Row, Statement, params};

use super::built::Build;
use super::check::keys;
use super::columns::{Columns, Facts};
use super::database::{Database, PREVIOUS_LAYOUT, tables};
use super::frequent_positions;
use super::known_games::{Basis, KnownGames, Standing};
use super::names::words;
use super::position_index::Segment;
use super::record::hash;
use super::replace;
use super::scan::{PackedGame, start_position};
use super::version::Version;
use crate::board::{MoveList, Position};
use crate::error::{DatabaseError, Result};
use crate::files;
use crate::lock::Lock;

/// How the hidden name of the new database ends.
const UNFINISHED: &str = ".draughts-td-layout";

/// Tables whose rows stay as they are.
const COPIED: [&str; 4] = ["source", "layout", "movetext", "broken"];

/// Tables of names, whose words are made again.
const NAMES: [&str; 3] = ["player", "event", "site"];

/// Tables, indexes and views that the earlier layout has not, or has otherwise.
const OTHERS: [&str; 3] = ["version", "versions", "games"];

/// What the earlier table of games had in place of these columns.
const REPLACED: (&str, &str) = (
    "version_of INTEGER REFERENCES game,\n    rank INTEGER NOT NULL,",
    "double_of INTEGER REFERENCES game,",
);

/// The rank of a game, as it is when it is read from a file.
const RANK: &str = "SELECT 1 + 2 * (coalesce(white.words, '') <> '') + 2 * (coalesce(black.words, '') <> '') + 2 * (result <> '*')
        + EXISTS (SELECT 1 FROM movetext WHERE movetext.game = game.id)
    FROM game LEFT JOIN player AS white ON white.id = game.white LEFT JOIN player AS black ON black.id = game.black WHERE game.id = ?1";

/// Brings a database of the earlier layout to this one, under its lock.
pub(super) fn upgrade(path: &Path) -> Result<()> {
    let _lock = Lock::on(path)?;
    // Another process may have done it meanwhile.
    match Database::layout_of(path)? == PREVIOUS_LAYOUT {
        true => upgrade_locked(path),
        false => Ok(()),
    }
}

/// As [`upgrade`], under a lock that is held. The old file is replaced when the new one, beside it, is whole.
pub(super) fn upgrade_locked(path: &Path) -> Result<()> {
    let place = files::destination(path)?;
    let new = replace::beside(&place, UNFINISHED);
    replace::remove(&new)?;
    let converted = convert(&place, &new).and_then(|()| replace::put(&new, &place));
    converted.map_err(|error| match error {
        DatabaseError::Io(_) | DatabaseError::Sqlite(_) => DatabaseError::Older(error.to_string()),
        other => other,
    })
}

fn convert(old: &Path, new: &Path) -> Result<()> {
    let database = Database::begin(new)?;
    let connection = database.connection();
    let name = old.to_str().ok_or_else(|| DatabaseError::Older("its name is not UTF-8".into()))?;
    connection.execute("ATTACH ?1 AS old", [name])?;
    check_tables(&database)?;
    connection.execute_batch("BEGIN IMMEDIATE; PRAGMA defer_foreign_keys = 1;")?;
    for table in COPIED {
        connection.execute_batch(&format!("INSERT INTO {table} SELECT * FROM old.{table}"))?;
    }
    NAMES.into_iter().try_for_each(|table| copy_names(&database, table))?;
    copy_games(&database)?;
    connection.execute_batch("COMMIT; DETACH old")?;
    frequent_positions::count(&database, Build::default().frequent_games)
}

/// The tables of the earlier layout must be those that it had.
fn check_tables(database: &Database) -> Result<()> {
    let connection = database.connection();
    let mut select = connection.prepare("SELECT sql FROM old.sqlite_schema WHERE name = ?1")?;
    for (name, sql) in tables().filter(|(name, _)| !OTHERS.contains(&name.as_str())) {
        let found: Option<Option<String>> =
            select.query_row([&name], |row| row.get(0)).optional()?;
        if found.flatten() != Some(sql.replace(REPLACED.0, REPLACED.1)) {
            let what = format!("{name} is missing or not as an earlier version made it");
            return Err(DatabaseError::damaged(what));
        }
    }
    Ok(())
}

fn copy_names(database: &Database, table: &str) -> Result<()> {
    let connection = database.connection();
    let mut insert = connection.prepare(&format!("INSERT INTO {table} VALUES (?1, ?2, ?3)"))?;
    let mut select = connection.prepare(&format!("SELECT id, name FROM old.{table}"))?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let (id, name): (i64, String) = (row.get(0)?, row.get(1)?);
        insert.execute(params![id, name, words(&name)])?;
    }
    Ok(())
}

/// Copies games in order, each with its place among the versions of its game.
fn copy_games(database: &Database) -> Result<()> {
    let connection = database.connection();
    let mut copy = Copy {
        database,
        games: KnownGames::of(database)?,
        columns: Columns::default(),
        segment: Segment::default(),
        first: 1,
        moves: connection.prepare("INSERT INTO moves VALUES (?1, ?2, ?3)")?,
        place: connection
            .prepare("UPDATE game SET version_of = ?2, rank = ?3, hash = ?4 WHERE id = ?1")?,
        rank: connection.prepare(RANK)?,
        facts: connection.prepare(Facts::SELECT)?,
    };
    connection.execute_batch(
        "INSERT INTO game SELECT id, source, line, layout, event, site, date, round, white, black, white_rating, black_rating, result, plies,
            NULL, 1, NULL, tags FROM old.game",
    )?;
    let mut select = connection.prepare(
        "SELECT old.game.id, start, moves FROM old.game
        JOIN old.moves ON old.moves.game = coalesce(double_of, old.game.id) ORDER BY old.game.id",
    )?;
    let last = database.number(
        "SELECT max(coalesce((SELECT max(id) FROM game), 0), coalesce((SELECT max(id) FROM broken), 0))",
    )?;
    let last = u32::try_from(last).map_err(|_| DatabaseError::damaged("the number of a game"))?;
    let (mut rows, mut next) = (select.query([])?, 1);
    while let Some(row) = rows.next()? {
        let number: u32 = row.get(0)?;
        copy.broken(next..number)?;
        copy.game(number, row)?;
        next = number + 1;
    }
    copy.broken(next..last + 1)?;
    copy.segment.write(connection, copy.first, last)?;
    copy.columns.write(connection)
}

/// Games on their way from one layout to the other.
struct Copy<'d> {
    database: &'d Database,
    games: KnownGames,
    columns: Columns,
    segment: Segment,
    /// The first game of the segment.
    first: u32,
    moves: Statement<'d>,
    place: Statement<'d>,
    rank: Statement<'d>,
    facts: Statement<'d>,
}

impl Copy<'_> {
    fn broken(&mut self, mut numbers: std::ops::Range<u32>) -> Result<()> {
        let connection = self.database.connection();
        numbers.try_for_each(|number| self.columns.add(connection, number, None))
    }

    fn game(&mut self, number: u32, row: &Row<'_>) -> Result<()> {
        let (start, moves): (Option<String>, Vec<u8>) = (row.get(1)?, row.get(2)?);
        let hash = (!moves.is_empty()).then(|| hash(start.as_deref(), &moves));
        let connection = self.database.connection();
        let rank = self.rank.query_row([number], |row| row.get(0))?;
        let basis = Basis::of(hash, start.as_deref());
        let version =
            |texts: &mut _| Version::stored(self.database, number, !moves.is_empty(), texts);
        let standing = self.games.place(self.database, number, basis, rank, version)?;
        let Standing { version_of, rank, .. } = standing;
        self.place.execute(params![number, version_of, rank, hash])?;
        let mut rows = self.facts.query([number, number])?;
        if let Some(row) = rows.next()? {
            self.columns.add(connection, number, Some(Facts::of(row)?.1))?;
        }
        if version_of.is_some() {
            return Ok(());
        }
        let first = start.as_deref().map_or(Ok(Position::start()), start_position)?;
        let game = PackedGame { number, start: first, moves: &moves };
        self.segment.add(number, &keys(&game, &mut MoveList::new())?);
        self.moves.execute(params![number, start, moves])?;
        if self.segment.len() >= Build::default().run_positions {
            self.segment.write(connection, self.first, number)?;
            self.first = number + 1;
        }
        Ok(())
    }
}
