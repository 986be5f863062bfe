//! PDN files into a database: games read on all cores, written by one thread, in runs that a kill cannot halve.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use rusqlite::{OptionalExtension, params};

use super::built::{Build, BuildEvent, Built, Saved};
use super::database::Database;
use super::frequent_positions;
use super::import::{Import, Inserts, Source};
use super::known_games::Standing;
use super::record::{Content, Record, WholeGame};
use super::replace;
use super::scan::PackedGame;
use crate::board::{Position, fen};
use crate::checksum;
use crate::error::{DatabaseError, Result};
use crate::files;
use crate::lock::Lock;
use crate::parallel::{Reading, fold_games};
use crate::pdn::named_encoding;

/// In place of the checksum of a file: the source of games that come from no file, and its name.
pub(super) const BOARD: &str = "board";

/// How the hidden name of a database ends that will replace another one.
const UNFINISHED: &str = ".draughts-td-new";

impl Build {
    /// Adds a game that comes from no file, such as one that was just played, to an existing database.
    ///
    /// # Errors
    /// A text without a game, one without moves that has no names or no result, and a database that cannot be used or is being written.
    pub fn save(self, path: &Path, pdn: &str) -> Result<Saved> {
        let game = own_game(pdn)?;
        if !path.exists() {
            return Err(DatabaseError::Missing);
        }
        let _lock = Lock::on(path)?;
        let database = Database::begin(path)?;
        let source = own_source(&database, pdn.len())?;
        let line = source.seen.cast_signed();
        let mut import = Import::new(&database, self, vec![source])?;
        let number = import.next;
        import.next += 1;
        let (start, moves) = (game.start.clone(), game.moves.clone());
        let source = import.sources[0].id;
        let mut inserts = Inserts::new(database.connection())?;
        let standing = import.insert_game(number, source, line, game, &mut inserts)?;
        drop(inserts);
        let start = start.as_deref().map_or(Ok(Position::start()), fen::read);
        let start = start.map_err(|error| DatabaseError::damaged(error.to_string()))?;
        let game = PackedGame { number, start, moves: &moves };
        match standing.version_of {
            None => frequent_positions::add(&database, &game)?,
            Some(first) => frequent_positions::replace(&database, first, &game)?,
        }
        import.current = 1;
        import.commit()?;
        let Standing { version_of, rank, removed } = standing;
        Ok(Saved { game: number, version_of, is_copy: rank == 0 && removed.is_none() })
    }

    /// Adds the games of PDN files to a database, which is created if it does not exist. Files that are in it, by their checksum, are passed
    /// over, and one that was read in part is resumed. `event` may stop the work; what was read until then is kept.
    ///
    /// # Errors
    /// A database or a file that cannot be used.
    pub fn run(
        self,
        path: &Path,
        files: &[PathBuf],
        event: &mut dyn FnMut(BuildEvent<'_>) -> ControlFlow<()>,
    ) -> Result<Built> {
        let _lock = Lock::on(path)?;
        let is_new = has_no_content(path);
        let built = self.fill(path, files, event);
        if is_new && matches!(built, Err(DatabaseError::NoGame | DatabaseError::Games { .. })) {
            replace::remove(path)?;
        }
        built
    }

    /// Builds a database of PDN files beside what is at `path`, and replaces that by it once it is whole. What an interruption leaves
    /// beside is resumed by a later call with the same files.
    ///
    /// # Errors
    /// Those of [`Build::run`], and a file that cannot be read to its end where something would be lost; what is there then stays.
    pub fn replace(
        self,
        path: &Path,
        files: &[PathBuf],
        event: &mut dyn FnMut(BuildEvent<'_>) -> ControlFlow<()>,
    ) -> Result<Built> {
        let _lock = Lock::on(path)?;
        let place = crate::files::destination(path)?;
        let unfinished = replace::beside(&place, UNFINISHED);
        if !replace::is_of(&unfinished, files)? {
            replace::remove(&unfinished)?;
        }
        let built = self.fill(&unfinished, files, event);
        let built = built.and_then(|built| match built.interrupted || has_no_content(&place) {
            true => Ok(built),
            false => check_sources(&Database::open(&unfinished)?).map(|()| built),
        });
        match built {
            Ok(built) if built.interrupted => return Ok(built),
            Ok(_) => replace::put(&unfinished, &place)?,
            Err(DatabaseError::NoGame | DatabaseError::Unread(_) | DatabaseError::Games { .. }) => {
                replace::remove(&unfinished)?;
            }
            Err(_) => {}
        }
        built
    }

    /// As [`Build::run`], under a lock that is held.
    fn fill(
        self,
        path: &Path,
        files: &[PathBuf],
        event: &mut dyn FnMut(BuildEvent<'_>) -> ControlFlow<()>,
    ) -> Result<Built> {
        let database = Database::begin(path)?;
        // One transaction for the names of all files, since each waits for the disk.
        database.connection().execute_batch("BEGIN IMMEDIATE")?;
        let sources = sources(&database, files, event)?;
        database.connection().execute_batch("COMMIT")?;
        let known = (files.len() - sources.len()) as u64;
        let mut import = Import::new(&database, self, sources)?;
        import.built.known = known;
        if !import.sources.is_empty() {
            // The counts of frequent positions are no longer true.
            database.connection().execute("DELETE FROM popular", [])?;
        }
        let paths: Vec<PathBuf> = import.sources.iter().map(|source| source.path.clone()).collect();
        let begin = Vec::new;
        let mut outcome = Ok(());
        fold_games(
            &paths,
            self.threads,
            begin,
            |records: &mut Vec<Record>, text, replay| records.push(Record::of(text, replay)),
            |reading| {
                let taken = match reading {
                    Reading::Batch(batch) => import.take(batch, event),
                    Reading::Fault(fault) => import.fault(&fault, event),
                };
                taken.unwrap_or_else(|error| {
                    outcome = Err(error);
                    ControlFlow::Break(())
                })
            },
        );
        outcome?;
        import.finish()
    }
}

/// The files that are not in the database, each with its row.
fn sources(
    database: &Database,
    files: &[PathBuf],
    event: &mut dyn FnMut(BuildEvent<'_>) -> ControlFlow<()>,
) -> Result<Vec<Source>> {
    let connection = database.connection();
    let (encoding, encodings) = (named_encoding(), database.encodings()?);
    let mut sources: Vec<Source> = Vec::new();
    for path in files {
        let failed = DatabaseError::of_games(path);
        let bytes = std::fs::metadata(path).map_err(&failed)?.len();
        let sum = checksum::of_file(path).map_err(&failed)?;
        let select = "SELECT id, games, finished FROM source WHERE sha256 = ?1";
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let known: Option<(i64, i64, bool)> =
            connection.query_row(select, [&sum], row).optional()?;
        let (id, before) = match known {
            Some((id, before, false)) if sources.iter().all(|other| other.id != id) => {
                check_encoding(path, encodings.get(&id).map(String::as_str), encoding)?;
                (id, before)
            }
            Some(_) => {
                let _ = event(BuildEvent::Known(path));
                continue;
            }
            None => {
                connection.execute(
                    "INSERT INTO source (file, bytes, sha256, games, finished) VALUES (?1, ?2, ?3, 0, 0)",
                    params![files::name_text(path), bytes.cast_signed(), sum],
                )?;
                let id = connection.last_insert_rowid();
                if let Some(name) = encoding {
                    database.make_table("encoding")?;
                    connection
                        .execute("INSERT INTO encoding VALUES (?1, ?2)", params![id, name])?;
                }
                (id, 0)
            }
        };
        sources.push(Source {
            path: path.clone(),
            id,
            before: before.cast_unsigned(),
            seen: 0,
            fault: None,
        });
    }
    Ok(sources)
}

/// Fails where the rest of a file would be read in another encoding than its beginning.
fn check_encoding(path: &Path, before: Option<&str>, now: Option<&str>) -> Result<()> {
    if before == now {
        return Ok(());
    }
    let how = before.map_or("without --encoding".into(), |name| format!("with --encoding {name}"));
    let message = format!(
        "{} was read in part {how}; resume it so, or build the database anew with --force",
        path.display()
    );
    Err(DatabaseError::Query(message))
}

/// Fails where a file could not be read to its end.
fn check_sources(database: &Database) -> Result<()> {
    let select = "SELECT fault FROM source WHERE fault IS NOT NULL";
    let fault: Option<String> =
        database.connection().query_row(select, [], |row| row.get(0)).optional()?;
    fault.map_or(Ok(()), |fault| Err(DatabaseError::Unread(fault)))
}

/// The first game of a text.
fn own_game(pdn: &str) -> Result<WholeGame> {
    match Record::read(BOARD, pdn.as_bytes()).map(|record| record.content) {
        Some(Content::Whole(game)) => Ok(*game),
        Some(Content::Broken { message, .. }) => Err(DatabaseError::Text(message)),
        None => Err(DatabaseError::Text("there is no game in the text".into())),
    }
}

/// The source of the games that come from no file, with one more game of `bytes` bytes.
fn own_source(database: &Database, bytes: usize) -> Result<Source> {
    let connection = database.connection();
    connection.execute(
        "INSERT INTO source (file, bytes, sha256, games, finished) VALUES (?1, ?2, ?1, 0, 1)
        ON CONFLICT (sha256) DO UPDATE SET bytes = bytes + excluded.bytes",
        params![BOARD, bytes as i64],
    )?;
    let select = "SELECT id, games FROM source WHERE sha256 = ?1";
    let (id, games): (i64, i64) =
        connection.query_row(select, [BOARD], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let path = PathBuf::from(BOARD);
    Ok(Source { path, id, before: 0, seen: games.cast_unsigned() + 1, fault: None })
}

fn has_no_content(path: &Path) -> bool {
    !std::fs::metadata(path).is_ok_and(|data| data.len() > 0)
}
