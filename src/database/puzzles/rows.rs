//! The rows of the table of puzzles: written, read again, and chosen.

use rusqlite::{Connection, Row, params};
use serde_json::{Value, json};

use crate::board::{Color, fen};
use crate::error::{DatabaseError, Result};
use crate::pdn::spell_line;
use crate::practice::Task;
use crate::puzzle::{Exercise, Puzzle, moves_of};
use crate::query::person;
use crate::store::Database;

/// A puzzle with its number, its themes, and the game that it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPuzzle {
    /// Its number.
    pub id: u32,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its rating.
    pub rating: u32,
    /// Its themes.
    pub themes: Vec<String>,
    /// The file of the game.
    pub file: String,
    /// The number of the game in its file.
    pub game: u32,
    /// The name of White.
    pub white: String,
    /// The name of Black.
    pub black: String,
    /// The event.
    pub event: String,
    /// The date, `YYYY.MM.DD` with question marks for what is not known; empty where nothing is known.
    pub date: String,
}

impl StoredPuzzle {
    /// The solution as PDN spells it.
    #[must_use]
    pub fn solution(&self) -> Vec<String> {
        spell_line(&self.puzzle.position, &self.puzzle.moves)
    }
}

impl StoredPuzzle {
    /// The puzzle as a solver gets it.
    #[must_use]
    pub fn exercise(&self) -> Exercise {
        let players = match (self.white.as_str(), self.black.as_str()) {
            ("", "") => String::new(),
            (white, black) => format!("{white} – {black}"),
        };
        let parts = [players.as_str(), &self.event, &self.date];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        Exercise {
            fen: fen::write(&self.puzzle.position),
            moves: self.solution().join(" "),
            asked: self.puzzle.asked,
            rating: self.rating,
            themes: self.themes.clone(),
            source: parts.join(", "),
        }
    }

    /// The puzzle with all that is known of it, as `puzzle list --json` prints it.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let puzzle = &self.puzzle;
        json!({
            "id": self.id, "fen": fen::write(&puzzle.position), "moves": self.solution(), "asked": puzzle.asked, "gain": puzzle.gain,
            "before": puzzle.before, "value": puzzle.value, "lead": puzzle.lead, "nodes": puzzle.nodes, "level": puzzle.level, "rating": self.rating,
            "themes": self.themes, "missed": puzzle.missed, "solver": format!("{:?}", puzzle.solver), "file": self.file, "game": self.game,
            "ply": puzzle.ply, "white": self.white, "black": self.black, "event": self.event, "date": self.date,
        })
    }

    /// The name of the player who had to find it.
    #[must_use]
    pub fn solver(&self) -> &str {
        if self.puzzle.solver == Color::White { &self.white } else { &self.black }
    }
}

/// Puzzles to be practised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleDeck<'a> {
    /// All puzzles.
    All,
    /// Those whose win this player missed in his game; without a name, anybody.
    Missed(Option<&'a str>),
}

/// Which puzzles are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleFilter {
    /// These numbers only, if there are any.
    pub ids: Vec<u32>,
    /// A theme that they have.
    pub theme: Option<String>,
    /// A player of the game, as in a search of games: words of the name in any order, in any case, or initials for given names.
    pub player: Option<String>,
    /// The lowest level.
    pub min_level: Option<u8>,
    /// The highest level.
    pub max_level: Option<u8>,
    /// The least gain in men.
    pub min_gain: Option<i32>,
    /// The fewest moves of the solver.
    pub min_moves: Option<usize>,
    /// Only those that the solver missed in the game.
    pub missed: bool,
}

/// Whether a name is that of the player who is asked for.
pub(super) type IsPlayer = dyn Fn(&str) -> bool + Sync;

/// The check of the names of a player; without one every name passes.
pub(super) fn named(player: Option<&str>) -> Result<Box<IsPlayer>> {
    Ok(match player {
        Some(player) => Box::new(person(player)?),
        None => Box::new(|_| true),
    })
}

impl PuzzleFilter {
    fn passes(&self, stored: &StoredPuzzle, is_player: &IsPlayer) -> bool {
        let StoredPuzzle { puzzle, white, black, themes, .. } = stored;
        // The other player did not miss it.
        let is_named =
            is_player(stored.solver()) || !self.missed && (is_player(white) || is_player(black));
        (self.ids.is_empty() || self.ids.contains(&stored.id))
            && self.theme.as_ref().is_none_or(|theme| themes.contains(theme))
            && is_named
            && self.min_level.is_none_or(|level| puzzle.level >= level)
            && self.max_level.is_none_or(|level| puzzle.level <= level)
            && self.min_gain.is_none_or(|gain| puzzle.gain >= gain)
            && self.min_moves.is_none_or(|moves| puzzle.asked.div_ceil(2) >= moves)
            && (!self.missed || puzzle.missed)
    }
}

/// What a row says of the game of a puzzle.
pub(super) struct Origin<'a> {
    pub source: i64,
    pub game: u32,
    pub white: &'a str,
    pub black: &'a str,
    pub event: &'a str,
    pub date: &'a str,
}

/// Writes a puzzle unless its position is there; whether it was written.
pub(super) fn write(
    connection: &Connection,
    puzzle: &Puzzle,
    themes: &str,
    origin: &Origin<'_>,
) -> Result<bool> {
    let mut insert = connection.prepare(
        "INSERT OR IGNORE INTO puzzle (position, moves, asked, gain, before, value, lead, nodes, level, rating, themes, missed, solver,
            last_position, last_move, source, game, ply, white, black, event, date)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22)",
    )?;
    let (last, error) = &puzzle.last;
    let rows = insert.execute(params![
        fen::write(&puzzle.position),
        spell_line(&puzzle.position, &puzzle.moves).join(" "),
        puzzle.asked as u32,
        puzzle.gain,
        puzzle.before,
        puzzle.value,
        puzzle.lead,
        puzzle.nodes.cast_signed(),
        puzzle.level,
        puzzle.rating(),
        themes,
        puzzle.missed,
        if puzzle.solver == Color::White { "W" } else { "B" },
        fen::write(last),
        spell_line(last, &[*error]).join(" "),
        origin.source,
        origin.game,
        puzzle.ply as u32,
        origin.white,
        origin.black,
        origin.event,
        origin.date,
    ])?;
    Ok(rows > 0)
}

/// The columns of a puzzle.
const COLUMNS: &str = "SELECT puzzle.id, position, moves, asked, gain, before, value, lead, nodes, level, rating, themes, missed, solver,
        last_position, last_move, file, game, ply, white, black, event, date
    FROM puzzle JOIN puzzle_source ON puzzle_source.id = puzzle.source";

/// The puzzles that pass a filter, in order.
pub(super) fn read(database: &Database, filter: &PuzzleFilter) -> Result<Vec<StoredPuzzle>> {
    if !database.has_table("puzzle")? {
        return Ok(Vec::new());
    }
    let mut select = database.connection().prepare(&format!("{COLUMNS} ORDER BY puzzle.id"))?;
    let is_player = named(filter.player.as_deref())?;
    let mut rows = select.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let stored = stored(row)?;
        if filter.passes(&stored, &*is_player) {
            found.push(stored);
        }
    }
    Ok(found)
}

/// The puzzles of a deck as tasks.
pub(super) fn tasks(database: &Database, deck: PuzzleDeck<'_>) -> Result<Vec<Task>> {
    let (only_missed, player) = match deck {
        PuzzleDeck::All => (false, None),
        PuzzleDeck::Missed(player) => (true, player),
    };
    let is_player = named(player)?;
    if !database.has_table("puzzle")? {
        return Ok(Vec::new());
    }
    let select =
        "SELECT position, rating, CASE solver WHEN 'W' THEN white ELSE black END FROM puzzle
        WHERE missed OR NOT ?1 ORDER BY id";
    let mut select = database.connection().prepare(select)?;
    let mut rows = select.query([only_missed])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let name: String = row.get(2)?;
        if is_player(&name) {
            found.push(Task { puzzle: row.get(0)?, grade: row.get(1)? });
        }
    }
    Ok(found)
}

/// Whether a win was missed in the game of a puzzle.
pub(super) fn has_missed(database: &Database) -> Result<bool> {
    let select = "SELECT EXISTS (SELECT 1 FROM puzzle WHERE missed)";
    Ok(database.has_table("puzzle")?
        && database.connection().query_row(select, [], |row| row.get(0))?)
}

/// The puzzle of a position.
pub(super) fn at(database: &Database, position: &str) -> Result<Option<StoredPuzzle>> {
    if !database.has_table("puzzle")? {
        return Ok(None);
    }
    let mut select = database.connection().prepare(&format!("{COLUMNS} WHERE position = ?1"))?;
    let mut rows = select.query([position])?;
    rows.next()?.map(stored).transpose()
}

fn stored(row: &Row<'_>) -> Result<StoredPuzzle> {
    let id: u32 = row.get(0)?;
    let damaged = || DatabaseError::damaged(format!("puzzle {id}"));
    let position = |text: String| fen::read(&text).map_err(|_| damaged());
    let text: String = row.get(2)?;
    let start = position(row.get(1)?)?;
    let moves = moves_of(&start, &text).ok_or_else(damaged)?;
    let last = position(row.get(14)?)?;
    let error: String = row.get(15)?;
    let error =
        moves_of(&last, &error).and_then(|moves| moves.first().copied()).ok_or_else(damaged)?;
    let asked = row.get::<_, u32>(3)? as usize;
    if asked.is_multiple_of(2) || asked > moves.len() {
        return Err(damaged());
    }
    let themes: String = row.get(11)?;
    let solver: String = row.get(13)?;
    Ok(StoredPuzzle {
        id,
        puzzle: Puzzle {
            position: start,
            moves,
            asked,
            gain: row.get(4)?,
            before: row.get(5)?,
            value: row.get(6)?,
            lead: row.get(7)?,
            nodes: row.get::<_, i64>(8)?.max(0).cast_unsigned(),
            level: row.get(9)?,
            last: (last, error),
            solver: if solver == "W" { Color::White } else { Color::Black },
            ply: row.get::<_, u32>(18)? as usize,
            missed: row.get(12)?,
        },
        rating: row.get(10)?,
        themes: themes.split_whitespace().map(str::to_owned).collect(),
        file: row.get(16)?,
        game: row.get(17)?,
        white: row.get(19)?,
        black: row.get(20)?,
        event: row.get(21)?,
        date: row.get(22)?,
    })
}
