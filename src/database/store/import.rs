//! Games on their way into the tables: the numbers of names, what is written of a game, and the ends of runs.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

use rusqlite::{Connection, Statement, params};

use super::built::{Build, BuildEvent, Built};
use super::columns::{Columns, Facts};
use super::database::Database;
use super::frequent_positions;
use super::known_games::{Basis, KnownGames, Standing};
use super::names::words;
use super::position_index::Segment;
use super::record::{Content, Record, WholeGame};
use super::version::Version;
use crate::error::{DatabaseError, Result};
use crate::files;
use crate::parallel::Batch;
use crate::pdn::PdnError;

/// A file to be read.
pub(super) struct Source {
    pub path: PathBuf,
    pub id: i64,
    /// Games of an earlier call.
    pub before: u64,
    /// Games read in this one.
    pub seen: u64,
    pub fault: Option<String>,
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
pub(super) struct Import<'a> {
    database: &'a Database,
    config: Build,
    pub sources: Vec<Source>,
    /// The source that is being read.
    pub current: usize,
    players: Names,
    events: Names,
    sites: Names,
    layouts: HashMap<(String, String), i64>,
    games: KnownGames,
    segment: Segment,
    columns: Columns,
    first: u32,
    pub next: u32,
    pub built: Built,
}

/// The statements that put a game in.
pub(super) struct Inserts<'c> {
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
    pub(super) fn new(connection: &'c Connection) -> Result<Inserts<'c>> {
        let name = |table: &str| {
            connection.prepare(&format!("INSERT INTO {table} (name, words) VALUES (?1, ?2)"))
        };
        Ok(Inserts {
            player: name("player")?,
            event: name("event")?,
            site: name("site")?,
            layout: connection.prepare("INSERT INTO layout (tags, terminator) VALUES (?1, ?2)")?,
            game: connection.prepare(
                "INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)",
            )?,
            moves: connection.prepare("INSERT INTO moves VALUES (?1, ?2, ?3)")?,
            movetext: connection.prepare("INSERT INTO movetext VALUES (?1, ?2)")?,
            broken: connection.prepare("INSERT INTO broken VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?,
        })
    }
}

impl<'a> Import<'a> {
    pub(super) fn new(
        database: &'a Database,
        config: Build,
        sources: Vec<Source>,
    ) -> Result<Import<'a>> {
        let connection = database.connection();
        let next = database.last_game()? + 1;
        let mut layouts = connection.prepare("SELECT tags, terminator, id FROM layout")?;
        let layouts = layouts.query_map([], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)))?;
        let layouts = layouts.collect::<rusqlite::Result<_>>()?;
        let import = Import {
            database,
            config,
            sources,
            current: 0,
            players: Names::of(connection, "player")?,
            events: Names::of(connection, "event")?,
            sites: Names::of(connection, "site")?,
            layouts,
            games: KnownGames::of(database)?,
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
    pub(super) fn commit(&mut self) -> Result<()> {
        let connection = self.database.connection();
        self.segment.write(connection, self.first, self.next - 1)?;
        self.columns.write(connection)?;
        self.first = self.next;
        for (index, source) in self.sources.iter().enumerate() {
            connection.execute(
                "UPDATE source SET games = ?2, finished = ?3, fault = ?4 WHERE id = ?1",
                params![
                    source.id,
                    source.seen.max(source.before).cast_signed(),
                    index < self.current,
                    source.fault
                ],
            )?;
        }
        connection.execute_batch("COMMIT")?;
        Ok(())
    }

    /// Turns to the source of this name: a file, or a member of an archive, whose name begins with that of the archive.
    fn go_to(&mut self, name: &str) {
        let is_of = |source: &Source| {
            let path = files::name_text(&source.path);
            name == path || name.strip_prefix(&*path).is_some_and(|rest| rest.starts_with('/'))
        };
        let ahead = self.sources[self.current..].iter().position(is_of);
        self.current += ahead.unwrap_or(0);
    }

    pub(super) fn take(
        &mut self,
        batch: Batch<Vec<Record>>,
        event: &mut dyn FnMut(BuildEvent<'_>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>> {
        self.go_to(&batch.file);
        let connection = self.database.connection();
        let mut inserts = Inserts::new(connection)?;
        for record in batch.value {
            let source = &mut self.sources[self.current];
            source.seen += 1;
            if source.seen > source.before {
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

    pub(super) fn fault(
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
            Content::Whole(game) => {
                let standing = self.insert_game(number, source, line, *game, inserts)?;
                let removed = standing.removed;
                removed.map_or(Ok(()), |removed| self.database.remove_copy(number, removed))
            }
            Content::Broken { reason, message, text } => {
                self.built.broken += 1;
                inserts.broken.execute(params![number, source, line, reason, message, text])?;
                self.columns.add(self.database.connection(), number, None)
            }
        }
    }

    pub(super) fn insert_game(
        &mut self,
        number: u32,
        source: i64,
        line: i64,
        game: WholeGame,
        inserts: &mut Inserts<'_>,
    ) -> Result<Standing> {
        let basis = Basis::of(game.hash, game.start.as_deref());
        let (header, text, has_moves) = (&game.header, game.movetext.as_deref(), game.plies > 0);
        let version = |texts: &mut _| Version::of(header, text, has_moves, texts);
        let standing = self.games.place(self.database, number, basis, game.rank, version)?;
        let WholeGame { header, terminator, plies, hash, start, moves, movetext, keys, .. } = game;
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
            version_of: standing.version_of,
            rank: standing.rank,
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
            facts.version_of,
            facts.rank,
            hash,
            tags,
        ])?;
        self.columns.add(self.database.connection(), number, Some(facts))?;
        if let Some(text) = movetext {
            inserts.movetext.execute(params![number, text])?;
        }
        if standing.version_of.is_some() {
            self.built.versions += u64::from(standing.rank > 0);
            self.built.duplicates += u64::from(standing.rank == 0);
            return Ok(standing);
        }
        self.built.plies += plies as u64;
        inserts.moves.execute(params![number, start, moves])?;
        self.segment.add(number, &keys);
        Ok(standing)
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
    pub(super) fn finish(mut self) -> Result<Built> {
        if !self.built.interrupted {
            self.current = self.sources.len();
            if self.has_read_nothing() {
                return self.undo();
            }
        }
        self.commit()?;
        if !self.built.interrupted {
            frequent_positions::count(self.database, self.config.frequent_games)?;
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
        let has_encodings = self.database.has_table("encoding")?;
        for source in &self.sources {
            if has_encodings {
                connection.execute("DELETE FROM encoding WHERE source = ?1", [source.id])?;
            }
            connection.execute("DELETE FROM source WHERE id = ?1 AND games = 0", [source.id])?;
        }
        Err(DatabaseError::NoGame)
    }
}
