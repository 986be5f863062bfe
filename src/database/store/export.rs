//! Games as PDN again: the tags as they were, the moves in the spelling of PDN 3.0 or, with comments, as they were.

use std::mem;

use rusqlite::{OptionalExtension, Row};

use super::database::Database;
use super::header::Header;
use super::record::unpacked;
use super::scan::{PackedGame, Selected, start_position};
use crate::board::{Move, MoveList, Position};
use crate::error::{DatabaseError, Result};
use crate::pdn::{GameSheet, Games, Outcome, Scan, Terminator, block_of, decode};

/// Tags without a text after them would be taken for tags of the next game: a star ends them.
fn end_tags(text: &mut Vec<u8>) {
    let whole = text.trim_ascii_end().len();
    let line = text[..whole].rsplit(|byte| *byte == b'\n').next();
    let line = line.unwrap_or_default().trim_ascii_start();
    if line.starts_with(b"[") && !line.eq_ignore_ascii_case(b"[/pdn]") {
        text.truncate(whole);
        text.extend(b"\n\n*");
    }
}

/// What keeps a game without tags from being read as more moves of the game before it: a star ends that one or, where the star would be
/// a part of a variation or a comment that nothing closes, a tag begins the next.
fn separator(before: &mut Vec<u8>) -> &'static [u8] {
    let last = before.trim_ascii_end().rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
    let ends = last == b"*" || Outcome::ALL.iter().any(|one| one.pdn().as_bytes() == last);
    if ends && !before.iter().any(|byte| b"({;%".contains(byte)) {
        return b"";
    }
    let (block, mut scan) = (block_of("", mem::take(before)), Scan::default());
    let (mut is_unclosed, mut is_ended) = (false, true);
    let mut games = Games::new(&block, &mut scan);
    while let Some(game) = games.next() {
        is_unclosed = game.warnings().any(|(warning, _)| warning.may_hide_moves());
        is_ended = game.terminator().is_some();
    }
    *before = block.text;
    match (is_unclosed, is_ended) {
        (true, _) => b"[Event \"?\"]\n\n",
        (false, true) => b"",
        (false, false) => b"*\n\n",
    }
}

/// A text as the reader decodes it: UTF-8, or else Windows-1252, each comment by itself.
fn in_utf8(text: Vec<u8>) -> Vec<u8> {
    if std::str::from_utf8(&text).is_ok() {
        return text;
    }
    let parts = text.split_inclusive(|byte| matches!(byte, b'\n' | b'{' | b'}'));
    let mut whole = String::with_capacity(text.len());
    for part in parts {
        match std::str::from_utf8(part) {
            Ok(part) => whole.push_str(part),
            // A long one is not held twice: each byte of the old encoding is a letter.
            Err(_) => part.chunks(BYTES).for_each(|piece| whole.push_str(&decode(piece))),
        }
    }
    whole.into_bytes()
}

/// Games that are read together, before any is handed on, and the bytes after which no more are.
const CHUNK: usize = 256;
const BYTES: usize = 1 << 20;

/// The row of a game as it is written.
pub(super) struct Stored {
    pub header: Header,
    pub terminator: String,
    pub version_of: Option<u32>,
    pub movetext: Option<Vec<u8>>,
}

impl Stored {
    const SELECT: &'static str = "SELECT layout.tags, terminator, event.name, site.name, date, round, white.name, black.name, white_rating, \
        black_rating, result, game.tags, version_of, text FROM game JOIN layout ON layout.id = game.layout \
        LEFT JOIN event ON event.id = game.event LEFT JOIN site ON site.id = game.site \
        LEFT JOIN player AS white ON white.id = game.white LEFT JOIN player AS black ON black.id = game.black \
        LEFT JOIN movetext ON movetext.game = game.id WHERE game.id = ?1";

    fn of(row: &Row<'_>) -> rusqlite::Result<(Stored, Option<String>)> {
        let header = Header {
            layout: row.get(0)?,
            event: row.get(2)?,
            site: row.get(3)?,
            date: row.get(4)?,
            round: row.get(5)?,
            white: row.get(6)?,
            black: row.get(7)?,
            ratings: [row.get(8)?, row.get(9)?],
            result: row.get(10)?,
            others: Vec::new(),
        };
        let (terminator, version_of, movetext) = (row.get(1)?, row.get(12)?, row.get(13)?);
        Ok((Stored { header, terminator, version_of, movetext }, row.get(11)?))
    }
}

impl Database {
    /// A game as PDN in UTF-8, with an empty line after it; a broken one as it is in its file. `None` if no game has this number.
    ///
    /// # Errors
    /// A damaged file.
    pub fn pdn(&self, number: u32) -> Result<Option<Vec<u8>>> {
        let text = match self.stored(number)? {
            Some(stored) => Some(self.text_of(number, &stored)?),
            None => self.broken(number)?.map(|text| in_utf8(text.trim_ascii().to_vec())),
        };
        Ok(text.map(|mut text| {
            end_tags(&mut text);
            text.extend(b"\n\n");
            text
        }))
    }

    fn text_of(&self, number: u32, stored: &Stored) -> Result<Vec<u8>> {
        let mut text = String::new();
        stored.header.write(&mut text)?;
        if !text.is_empty() {
            text.push('\n');
        }
        if let Some(packed) = &stored.movetext {
            let mut body = in_utf8(unpacked(packed)?);
            // A long text is held once.
            body.splice(0..0, text.into_bytes());
            return Ok(body);
        }
        text += &self.movetext(stored.version_of.unwrap_or(number), stored)?;
        Ok(text.into_bytes())
    }

    /// The row of a game that can be read.
    pub(super) fn stored(&self, number: u32) -> Result<Option<Stored>> {
        let found = self.connection().query_row(Stored::SELECT, [number], Stored::of).optional()?;
        let Some((mut stored, others)) = found else { return Ok(None) };
        if let Some(others) = others {
            stored.header.others = serde_json::from_str(&others)
                .map_err(|_| DatabaseError::damaged(format!("the tags of game {number}")))?;
        }
        Ok(Some(stored))
    }

    /// The moves of a game without comments.
    fn movetext(&self, number: u32, stored: &Stored) -> Result<String> {
        let (start, moves) = self.moves(number)?;
        let is_result = stored.terminator == "result";
        let outcome = Outcome::ALL.into_iter().find(|one| one.pdn() == stored.header.result);
        let outcome = outcome.unwrap_or(Outcome::Unknown);
        let end = if is_result { Terminator::Result } else { Terminator::Star };
        let text = GameSheet { start, moves, outcome, ..GameSheet::default() }.to_pdn(end);
        // The tags are before the empty line.
        let text = text.split_once("\n\n").map_or("", |(_, moves)| moves).trim_end();
        Ok(match stored.terminator.is_empty() {
            true => text.strip_suffix('*').unwrap_or(text).trim_end().to_owned(),
            false => text.to_owned(),
        })
    }

    /// The start and the moves of a game that repeats none.
    ///
    /// # Errors
    /// A damaged file, or a number of no game.
    pub fn moves(&self, number: u32) -> Result<(Position, Vec<Move>)> {
        let select = "SELECT start, moves FROM moves WHERE game = ?1";
        let row = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let (start, bytes): (Option<String>, Vec<u8>) =
            self.connection().query_row(select, [number], row)?;
        let start = start.as_deref().map_or(Ok(Position::start()), start_position)?;
        let mut moves = Vec::new();
        let game = PackedGame { number, start, moves: &bytes };
        game.replay(&mut MoveList::new(), |_, mv| {
            moves.extend(mv);
            true
        })?;
        Ok((start, moves))
    }

    /// The text of a game that cannot be read.
    pub(super) fn broken(&self, number: u32) -> Result<Option<Vec<u8>>> {
        let select = "SELECT text FROM broken WHERE id = ?1";
        let found: Option<Vec<u8>> =
            self.connection().query_row(select, [number], |row| row.get(0)).optional()?;
        found.as_deref().map(unpacked).transpose()
    }

    /// Hands on games as PDN in order: all, broken ones and duplicates included, or some.
    ///
    /// # Errors
    /// A damaged file, or an error of `each`.
    pub fn export(
        &self,
        selected: &Selected,
        mut each: impl FnMut(Vec<u8>) -> Result<()>,
    ) -> Result<()> {
        let removed = self.removed_games()?;
        let numbers: &mut dyn Iterator<Item = u32> = match selected {
            Selected::All => &mut (1..=self.last_game()?).filter(|game| !removed.contains(game)),
            Selected::These(games) => &mut games.iter().copied(),
        };
        let mut numbers = numbers.peekable();
        let mut separates: &[u8] = b"";
        while numbers.peek().is_some() {
            self.check_stop()?;
            // The reader of the text may be slow, and another process may want to write the file.
            let texts = self.under_lock(|| self.texts(&mut numbers))?;
            for mut text in texts {
                if !text.starts_with(b"[") {
                    text.splice(0..0, separates.iter().copied());
                }
                separates = separator(&mut text);
                each(text)?;
            }
        }
        Ok(())
    }

    /// The texts of the next games.
    fn texts(&self, numbers: &mut impl Iterator<Item = u32>) -> Result<Vec<Vec<u8>>> {
        let (mut texts, mut bytes) = (Vec::new(), 0);
        for number in numbers.take(CHUNK) {
            if let Some(text) = self.pdn(number)? {
                bytes += text.len();
                texts.push(text);
            }
            if bytes >= BYTES {
                break;
            }
        }
        Ok(texts)
    }
}
