//! PDN files into a database: games read on all cores, written by one thread, in runs that a kill cannot halve.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension, Statement, params};

use super::columns::{Columns, Facts};
use super::database::Database;
use super::names::words;
use super::popular;
use super::record::{Content, Record, WholeGame};
use super::replace;
use super::scan::PackedGame;
use super::segment::Segment;
use crate::board::{Position, fen};
use crate::checksum;
use crate::error::{DatabaseError, Result};
use crate::files;
use crate::game::{Replayer, each_game};
use crate::lock::Lock;
use crate::parallel::{Batch, Reading, fold_games};
use crate::pdn::{PdnError, Scan, block_of};

/// In place of the checksum of a file: the source of games that stand in no file, and its name.
pub(super) const BOARD: &str = "board";

/// How the hidden name of a database ends that will replace another one.
const UNFINISHED: &str = ".draughts-td-new";

/// How a database is built.
#[derive(Clone, Copy, Debug)]
pub struct Build {
    /// Threads that read.
    pub threads: usize,
    /// Positions of a run: what a kill may cost, and eight bytes of memory each.
    pub run_positions: usize,
    /// The games of a position whose moves are counted beforehand.
    pub popular_games: u32,
}

impl Default for Build {
    fn default() -> Build {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Build { threads, run_positions: 1 << 24, popular_games: 500 }
    }
}

/// What happens meanwhile.
#[derive(Debug)]
pub enum BuildEvent<'a> {
    /// So many bytes of the files are behind, and so many games.
    Progress {
        /// Bytes of the files as they are on the disk.
        bytes: u64,
        /// Games read in this call.
        games: u64,
    },
    /// A file, or the rest of one, that cannot be read.
    Fault(&'a PdnError),
    /// A file whose games are in the database already.
    Known(&'a Path),
}

/// What a call added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Built {
    /// Games of the files, broken ones and doubles included.
    pub games: u64,
    /// Games that were in the database, or occurred twice.
    pub doubles: u64,
    /// Games that cannot be read.
    pub broken: u64,
    /// Half-moves of the games that are no doubles.
    pub plies: u64,
    /// Faults of files.
    pub faults: u64,
    /// Files whose games were in the database already.
    pub known: u64,
    /// Whether the work was stopped before its end.
    pub interrupted: bool,
}

/// A game that was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saved {
    /// Its number.
    pub game: u32,
    /// The earlier game that it repeats, if it does.
    pub double_of: Option<u32>,
}

impl Build {
    /// Adds a game that stands in no file, such as one that was just played, to a database that is there.
    ///
    /// # Errors
    /// A text that is no game with moves, and a database that cannot be used or is being written.
    pub fn save(self, path: &Path, pdn: &str) -> Result<Saved> {
        let game = own_game(pdn)?;
        if !path.exists() {
            return Err(DatabaseError::Missing);
        }
        let _lock = Lock::on(path)?;
        let database = Database::begin(path)?;
        let source = own_source(&database, pdn.len())?;
        let line = source.met.cast_signed();
        let mut import = Import::new(&database, self, vec![source])?;
        let number = import.next;
        import.next += 1;
        let (start, moves) = (game.start.clone(), game.moves.clone());
        let source = import.sources[0].id;
        let mut inserts = Inserts::new(database.connection())?;
        import.insert_game(number, source, line, game, &mut inserts)?;
        drop(inserts);
        let select = "SELECT double_of FROM game WHERE id = ?1";
        let double_of: Option<u32> =
            database.connection().query_row(select, [number], |row| row.get(0))?;
        if double_of.is_none() {
            let start = start.as_deref().map_or(Ok(Position::start()), fen::read);
            let start = start.map_err(|error| DatabaseError::damaged(error.to_string()))?;
            popular::add(&database, &PackedGame { number, start, moves: &moves })?;
        }
        import.current = 1;
        import.commit()?;
        Ok(Saved { game: number, double_of })
    }

    /// Adds the games of PDN files to a database, which is begun where there is none. Files that are in it, by their checksum, are passed
    /// over, and one that was read in part is read on. `event` may stop the work; what was read until then is kept.
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
        if is_new && matches!(built, Err(DatabaseError::NoGame)) {
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
            Err(DatabaseError::NoGame | DatabaseError::Unread(_)) => {
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
            // What was counted beforehand is true no longer.
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

/// A file to be read.
struct Source {
    path: PathBuf,
    id: i64,
    /// Games of an earlier call.
    before: u64,
    /// Games met in this one.
    met: u64,
    fault: Option<String>,
}

/// The files that are not in the database, each with its row.
fn sources(
    database: &Database,
    files: &[PathBuf],
    event: &mut dyn FnMut(BuildEvent<'_>) -> ControlFlow<()>,
) -> Result<Vec<Source>> {
    let connection = database.connection();
    let mut sources: Vec<Source> = Vec::new();
    for path in files {
        let bytes = std::fs::metadata(path)?.len();
        let sum = checksum::of_file(path)?;
        let select = "SELECT id, games, finished FROM source WHERE sha256 = ?1";
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let known: Option<(i64, i64, bool)> =
            connection.query_row(select, [&sum], row).optional()?;
        let (id, before) = match known {
            Some((id, before, false)) if sources.iter().all(|other| other.id != id) => (id, before),
            Some(_) => {
                let _ = event(BuildEvent::Known(path));
                continue;
            }
            None => {
                connection.execute(
                    "INSERT INTO source (file, bytes, sha256, games, finished) VALUES (?1, ?2, ?3, 0, 0)",
                    params![files::name_text(path), bytes.cast_signed(), sum],
                )?;
                (connection.last_insert_rowid(), 0)
            }
        };
        sources.push(Source {
            path: path.clone(),
            id,
            before: before.cast_unsigned(),
            met: 0,
            fault: None,
        });
    }
    Ok(sources)
}

/// Fails where a file could not be read to its end.
fn check_sources(database: &Database) -> Result<()> {
    let select = "SELECT fault FROM source WHERE fault IS NOT NULL";
    let fault: Option<String> =
        database.connection().query_row(select, [], |row| row.get(0)).optional()?;
    fault.map_or(Ok(()), |fault| Err(DatabaseError::Unread(fault)))
}

/// The one game of a text.
fn own_game(pdn: &str) -> Result<WholeGame> {
    let block = block_of(BOARD, pdn.to_owned());
    let mut record = None;
    each_game(&block, &mut Scan::default(), &mut Replayer::default(), |text, replay| {
        record.get_or_insert_with(|| Record::of(text, replay));
    });
    match record.map(|record| record.content) {
        Some(Content::Whole(game)) => Ok(*game),
        Some(Content::Broken { message, .. }) => Err(DatabaseError::Query(message)),
        None => Err(DatabaseError::Query("there is no game in the text".into())),
    }
}

/// The source of the games that stand in no file, with one more of so many bytes.
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
    Ok(Source { path, id, before: 0, met: games.cast_unsigned() + 1, fault: None })
}

/// Names that have a number.
#[derive(Default)]
struct Names(HashMap<String, i64>);

impl Names {
    fn of(connection: &Connection, table: &str) -> Result<Names> {
        let mut select = connection.prepare(&format!("SELECT name, id FROM {table}"))?;
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(Names(rows.collect::<rusqlite::Result<_>>()?))
    }

    fn number(&mut self, name: Option<&String>, insert: &mut Statement<'_>) -> Result<Option<i64>> {
        let Some(name) = name else { return Ok(None) };
        if let Some(&number) = self.0.get(name) {
            return Ok(Some(number));
        }
        let number = insert.insert(params![name, words(name)])?;
        self.0.insert(name.clone(), number);
        Ok(Some(number))
    }
}

/// The state of a call.
struct Import<'a> {
    database: &'a Database,
    config: Build,
    sources: Vec<Source>,
    /// The source that is being read.
    current: usize,
    players: Names,
    events: Names,
    sites: Names,
    layouts: HashMap<(String, String), i64>,
    /// The first game of each hash.
    seen: HashMap<i64, u32>,
    segment: Segment,
    columns: Columns,
    first: u32,
    next: u32,
    built: Built,
}

/// The statements that put a game in.
struct Inserts<'c> {
    player: Statement<'c>,
    event: Statement<'c>,
    site: Statement<'c>,
    layout: Statement<'c>,
    game: Statement<'c>,
    moves: Statement<'c>,
    movetext: Statement<'c>,
    broken: Statement<'c>,
}

impl<'c> Inserts<'c> {
    fn new(connection: &'c Connection) -> Result<Inserts<'c>> {
        let name = |table: &str| {
            connection.prepare(&format!("INSERT INTO {table} (name, words) VALUES (?1, ?2)"))
        };
        Ok(Inserts {
            player: name("player")?,
            event: name("event")?,
            site: name("site")?,
            layout: connection.prepare("INSERT INTO layout (tags, terminator) VALUES (?1, ?2)")?,
            game: connection.prepare(
                "INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)",
            )?,
            moves: connection.prepare("INSERT INTO moves VALUES (?1, ?2, ?3)")?,
            movetext: connection.prepare("INSERT INTO movetext VALUES (?1, ?2)")?,
            broken: connection.prepare("INSERT INTO broken VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?,
        })
    }
}

impl<'a> Import<'a> {
    fn new(database: &'a Database, config: Build, sources: Vec<Source>) -> Result<Import<'a>> {
        let connection = database.connection();
        let next = database.last_game()? + 1;
        let mut layouts = connection.prepare("SELECT tags, terminator, id FROM layout")?;
        let layouts = layouts.query_map([], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)))?;
        let layouts = layouts.collect::<rusqlite::Result<_>>()?;
        let mut seen = connection
            .prepare("SELECT hash, id FROM game WHERE hash IS NOT NULL AND double_of IS NULL")?;
        let seen = seen.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let seen = seen.collect::<rusqlite::Result<_>>()?;
        let import = Import {
            database,
            config,
            sources,
            current: 0,
            players: Names::of(connection, "player")?,
            events: Names::of(connection, "event")?,
            sites: Names::of(connection, "site")?,
            layouts,
            seen,
            segment: Segment::default(),
            columns: Columns::default(),
            first: next,
            next,
            built: Built::default(),
        };
        import.begin()?;
        Ok(import)
    }

    /// Begins a run.
    fn begin(&self) -> Result<()> {
        self.database.connection().execute_batch("BEGIN IMMEDIATE")?;
        Ok(())
    }

    /// Ends a run: from here on a kill costs nothing of it.
    fn commit(&mut self) -> Result<()> {
        let connection = self.database.connection();
        self.segment.write(connection, self.first, self.next - 1)?;
        self.columns.write(connection)?;
        self.first = self.next;
        for (index, source) in self.sources.iter().enumerate() {
            connection.execute(
                "UPDATE source SET games = ?2, finished = ?3, fault = ?4 WHERE id = ?1",
                params![
                    source.id,
                    source.met.max(source.before).cast_signed(),
                    index < self.current,
                    source.fault
                ],
            )?;
        }
        connection.execute_batch("COMMIT")?;
        Ok(())
    }

    /// Goes on to the source of this name: a file, or a member of an archive, whose name begins with that of the archive.
    fn go_to(&mut self, name: &str) {
        let is_of = |source: &Source| {
            let path = files::name_text(&source.path);
            name == path || name.strip_prefix(&*path).is_some_and(|rest| rest.starts_with('/'))
        };
        let ahead = self.sources[self.current..].iter().position(is_of);
        self.current += ahead.unwrap_or(0);
    }

    fn take(
        &mut self,
        batch: Batch<Vec<Record>>,
        event: &mut dyn FnMut(BuildEvent<'_>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>> {
        self.go_to(&batch.file);
        let connection = self.database.connection();
        let mut inserts = Inserts::new(connection)?;
        for record in batch.value {
            let source = &mut self.sources[self.current];
            source.met += 1;
            if source.met > source.before {
                let id = source.id;
                self.insert(id, record, &mut inserts)?;
            }
        }
        drop(inserts);
        if self.segment.len() >= self.config.run_positions {
            self.commit()?;
            self.begin()?;
        }
        let flow =
            event(BuildEvent::Progress { bytes: batch.packed_bytes, games: self.built.games });
        self.built.interrupted |= flow.is_break();
        Ok(flow)
    }

    fn fault(
        &mut self,
        fault: &PdnError,
        event: &mut dyn FnMut(BuildEvent<'_>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>> {
        self.go_to(fault.file());
        if let Some(source) = self.sources.get_mut(self.current) {
            source.fault = Some(fault.to_string());
        }
        self.built.faults += 1;
        Ok(event(BuildEvent::Fault(fault)))
    }

    fn insert(&mut self, source: i64, record: Record, inserts: &mut Inserts<'_>) -> Result<()> {
        let number = self.next;
        self.next = number.checked_add(1).ok_or_else(|| {
            DatabaseError::Query("a database holds 4 billion games at most".into())
        })?;
        self.built.games += 1;
        let line = record.line.cast_signed();
        match record.content {
            Content::Whole(game) => self.insert_game(number, source, line, *game, inserts),
            Content::Broken { reason, message, text } => {
                self.built.broken += 1;
                inserts.broken.execute(params![number, source, line, reason, message, text])?;
                self.columns.add(self.database.connection(), number, None)
            }
        }
    }

    fn insert_game(
        &mut self,
        number: u32,
        source: i64,
        line: i64,
        game: WholeGame,
        inserts: &mut Inserts<'_>,
    ) -> Result<()> {
        let WholeGame { header, terminator, plies, hash, start, moves, movetext, keys } = game;
        let first = match hash {
            Some(hash) => *self.seen.entry(hash).or_insert(number),
            None => number,
        };
        let double_of = (first != number).then_some(first);
        let tags = (!header.others.is_empty())
            .then(|| serde_json::to_string(&header.others))
            .transpose()
            .map_err(|error| DatabaseError::Query(error.to_string()))?;
        let layout = self.layout(header.layout, terminator, &mut inserts.layout)?;
        let facts = Facts {
            source,
            event: self.events.number(header.event.as_ref(), &mut inserts.event)?,
            site: self.sites.number(header.site.as_ref(), &mut inserts.site)?,
            date: header.date.as_deref(),
            players: [
                self.players.number(header.white.as_ref(), &mut inserts.player)?,
                self.players.number(header.black.as_ref(), &mut inserts.player)?,
            ],
            ratings: header.ratings,
            result: &header.result,
            plies: plies as u32,
            is_double: double_of.is_some(),
        };
        inserts.game.execute(params![
            number,
            source,
            line,
            layout,
            facts.event,
            facts.site,
            facts.date,
            header.round,
            facts.players[0],
            facts.players[1],
            facts.ratings[0],
            facts.ratings[1],
            facts.result,
            facts.plies,
            double_of,
            hash,
            tags,
        ])?;
        self.columns.add(self.database.connection(), number, Some(facts))?;
        if let Some(text) = movetext {
            inserts.movetext.execute(params![number, text])?;
        }
        if double_of.is_some() {
            self.built.doubles += 1;
            return Ok(());
        }
        self.built.plies += plies as u64;
        inserts.moves.execute(params![number, start, moves])?;
        self.segment.add(number, &keys);
        Ok(())
    }

    fn layout(&mut self, tags: String, end: &str, insert: &mut Statement<'_>) -> Result<i64> {
        let key = (tags, end.to_owned());
        if let Some(&number) = self.layouts.get(&key) {
            return Ok(number);
        }
        let number = insert.insert(params![key.0, key.1])?;
        self.layouts.insert(key, number);
        Ok(number)
    }

    /// Ends the last run, and makes what only speeds questions up.
    fn finish(mut self) -> Result<Built> {
        if !self.built.interrupted {
            self.current = self.sources.len();
            if self.has_read_nothing() {
                return self.undo();
            }
        }
        self.commit()?;
        if !self.built.interrupted {
            popular::count(self.database, self.config.popular_games)?;
        }
        Ok(self.built)
    }

    /// Whether no file has a game that can be read.
    fn has_read_nothing(&self) -> bool {
        let Built { games, broken, faults, known, .. } = self.built;
        let is_first = known == 0 && self.sources.iter().all(|source| source.before == 0);
        is_first && games == broken && (games == 0 || faults > 0)
    }

    fn undo(&self) -> Result<Built> {
        let connection = self.database.connection();
        connection.execute_batch("ROLLBACK")?;
        for source in &self.sources {
            connection.execute("DELETE FROM source WHERE id = ?1 AND games = 0", [source.id])?;
        }
        Err(DatabaseError::NoGame)
    }
}

fn has_no_content(path: &Path) -> bool {
    !std::fs::metadata(path).is_ok_and(|data| data.len() > 0)
}
