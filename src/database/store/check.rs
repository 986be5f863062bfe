//! A database against the files it was made of: every game read again and compared, and the index made again.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use rusqlite::OptionalExtension;

use super::build::BOARD;
use super::database::Database;
use super::position_index::Segment;
use super::record::{Content, Record, WholeGame, keys_of, unpacked};
use super::scan::{PackedGame, Selected, scan};
use crate::board::Position;
use crate::checksum;
use crate::error::{DatabaseError, Result};
use crate::parallel::{Reading, fold_games};
use crate::pdn::{named_encoding, read_as};

const LISTED: usize = 50;

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Games compared with their files.
    pub games: u64,
    /// Files that are read.
    pub files: u64,
    /// What differs, the first of it in words.
    pub faults: Vec<String>,
    /// How much differs.
    pub differences: u64,
}

impl Checked {
    fn note(&mut self, fault: String) {
        self.differences += 1;
        if self.faults.len() < LISTED {
            self.faults.push(fault);
        }
    }
}

/// Compares a database with the files it was made of, which are found by their checksums among `files` and where they were read. Games
/// that were saved on the board come from no file.
///
/// # Errors
/// A database that cannot be read at all.
pub fn check(
    database: &Database,
    files: &[PathBuf],
    threads: usize,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Checked> {
    let mut checked = Checked::default();
    database.integrity()?.into_iter().for_each(|fault| checked.note(fault));
    if checked.differences > 0 {
        return Ok(checked);
    }
    let known = by_checksum(files)?;
    let (mut numbers, encodings) = (database.numbers_by_source()?, database.encodings()?);
    for source in database.sources()?.into_iter().filter(|source| source.sha256 != BOARD) {
        let numbers = numbers.remove(&source.id).unwrap_or_default();
        let own = || {
            let path = PathBuf::from(&source.file);
            let is_same = checksum::of_file(&path).is_ok_and(|sum| sum == source.sha256);
            is_same.then_some(path)
        };
        match known.get(&source.sha256).cloned().or_else(own) {
            None => checked.note(format!("{}: not found, or changed since", source.file)),
            Some(path) => {
                checked.files += 1;
                let encoding = encodings.get(&source.id).map(String::as_str);
                in_encoding(encoding, || {
                    compare(database, &path, &numbers, threads, &mut checked, progress)
                })?;
                if !source.finished {
                    checked.note(format!("{}: read in part; `db add` resumes", source.file));
                }
            }
        }
    }
    database.wrong_columns()?.into_iter().for_each(|fault| checked.note(fault));
    compare_index(database, &mut checked)?;
    Ok(checked)
}

/// Does work while files are read in the encoding of this name, or in that which each seems to have.
fn in_encoding(name: Option<&str>, work: impl FnOnce() -> Result<()>) -> Result<()> {
    let before = named_encoding();
    let is_known = read_as(name);
    let done = work();
    let _ = read_as(before);
    if is_known { done } else { Err(DatabaseError::damaged("the encoding of a file")) }
}

fn by_checksum(files: &[PathBuf]) -> Result<HashMap<String, PathBuf>> {
    files.iter().map(|file| Ok((checksum::of_file(file)?, file.clone()))).collect()
}

/// Compares the games of one file, which have these numbers in order.
fn compare(
    database: &Database,
    path: &Path,
    numbers: &[u32],
    threads: usize,
    checked: &mut Checked,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<()> {
    let mut left = numbers.iter();
    let mut outcome = Ok(());
    fold_games(
        &[path],
        threads,
        Vec::new,
        |records: &mut Vec<Record>, text, replay| records.push(Record::of(text, replay)),
        |reading| {
            let Reading::Batch(batch) = reading else { return ControlFlow::Continue(()) };
            for (record, &number) in batch.value.iter().zip(left.by_ref()) {
                checked.games += 1;
                match database.differs(number, record) {
                    Ok(None) => {}
                    Ok(Some(what)) => checked.note(format!(
                        "{}:{}: game {number}: {what} differs",
                        path.display(),
                        record.line
                    )),
                    Err(error) => {
                        outcome = Err(error);
                        return ControlFlow::Break(());
                    }
                }
            }
            progress(checked.games)
        },
    );
    if left.next().is_some() {
        checked.note(format!("{}: the file has fewer games than the database", path.display()));
    }
    outcome
}

impl Database {
    /// What of a stored game is another than in its file.
    fn differs(&self, number: u32, record: &Record) -> Result<Option<&'static str>> {
        match &record.content {
            Content::Whole(game) => self.game_differs(number, game),
            Content::Broken { text, .. } => {
                let is_same = match self.broken(number)? {
                    Some(found) => found == unpacked(text)?,
                    None => false,
                };
                Ok((!is_same).then_some("the text of a broken game"))
            }
        }
    }

    fn game_differs(&self, number: u32, game: &WholeGame) -> Result<Option<&'static str>> {
        let Some(stored) = self.stored(number)? else {
            let is_same = game.is_header() && self.has_broken_header(number, game)?;
            return Ok((!is_same).then_some("the game"));
        };
        let select = "SELECT start, moves FROM moves WHERE game = ?1";
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let moves: Option<(Option<String>, Vec<u8>)> = self
            .connection()
            .query_row(select, [stored.version_of.unwrap_or(number)], row)
            .optional()?;
        let text = |packed: &Option<Vec<u8>>| packed.as_deref().map(unpacked).transpose();
        Ok(if stored.header != game.header || stored.terminator != game.terminator {
            Some("a tag or the result")
        } else if moves != Some((game.start.clone(), game.moves.clone())) {
            Some("a move")
        } else if text(&stored.movetext)? != text(&game.movetext)? {
            Some("a comment")
        } else {
            None
        })
    }

    /// Whether a game without moves is among the broken ones, where earlier versions of this program put it.
    fn has_broken_header(&self, number: u32, game: &WholeGame) -> Result<bool> {
        let record = self.broken(number)?.and_then(|text| Record::read("", &text));
        let content = record.map(|record| record.content);
        Ok(matches!(content, Some(Content::Whole(stored)) if *stored == *game))
    }
}

/// Makes each segment of the index again.
fn compare_index(database: &Database, checked: &mut Checked) -> Result<()> {
    let connection = database.connection();
    let mut segments = connection.prepare("SELECT id, first_game, last_game FROM segment")?;
    let mut rows = segments.query([])?;
    let all = database.last_game()?;
    let mut indexed = 0;
    while let Some(row) = rows.next()? {
        let (id, first, last): (i64, u32, u32) = (row.get(0)?, row.get(1)?, row.get(2)?);
        if last > all {
            return Err(DatabaseError::damaged("the index of positions"));
        }
        let mut select =
            connection.prepare("SELECT game FROM moves WHERE game BETWEEN ?1 AND ?2")?;
        let games = select.query_map([first, last], |row| row.get(0))?;
        let games = Selected::These(games.collect::<rusqlite::Result<_>>()?);
        let parts = scan(database, &games, Segment::default, |segment, game, list| {
            segment.add(game.number, &keys(&game, list)?);
            Ok(())
        })?;
        indexed += parts.iter().map(Segment::games).sum::<u64>();
        let mut segment = Segment::default();
        parts.into_iter().for_each(|part| segment.append(part));
        if !segment.is_written(connection, id, first)? {
            checked.note(format!("the index of positions of games {first} to {last}"));
        }
    }
    let games = database.number("SELECT count(*) FROM moves")?;
    if indexed != games.cast_unsigned() {
        checked.note(format!("{indexed} of {games} games are in the index of positions"));
    }
    Ok(())
}

/// The first bits of the keys of a game's positions.
pub(super) fn keys(game: &PackedGame<'_>, list: &mut crate::board::MoveList) -> Result<Vec<u32>> {
    let mut positions: Vec<Position> = Vec::new();
    let mut moves = Vec::new();
    game.replay(list, |position, mv| {
        positions.push(*position);
        moves.extend(mv);
        true
    })?;
    match positions.is_empty() {
        true => Err(DatabaseError::damaged(format!("the moves of game {}", game.number))),
        false => Ok(keys_of(&positions, &moves)),
    }
}
