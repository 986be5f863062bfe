//! What games are searched by, packed: a few bytes a game for each column, so that a search reads no row of a game.

use rusqlite::{Connection, Row, Statement, params};

use super::database::Database;
use crate::error::{DatabaseError, Result};

/// Games of a block.
const BLOCK: u32 = 1 << 16;

/// A column of numbers; 0 is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    /// The place in [`RESULTS`] and one more; 0 for numbers of broken games.
    Result,
    /// The number of White's name.
    White,
    /// The number of Black's name.
    Black,
    /// The number of the event.
    Event,
    /// The number of the site.
    Site,
    /// See [`date_number`].
    Date,
    /// White's rating and one more.
    WhiteRating,
    /// Black's rating and one more.
    BlackRating,
    /// Half-moves.
    Plies,
    /// The number of the source.
    Source,
    /// The number of the first game that this one repeats.
    VersionOf,
    /// What the game says beside that: see the column of `game`.
    Rank,
}

impl Column {
    const ALL: [Column; 12] = [
        Column::Result,
        Column::White,
        Column::Black,
        Column::Event,
        Column::Site,
        Column::Date,
        Column::WhiteRating,
        Column::BlackRating,
        Column::Plies,
        Column::Source,
        Column::VersionOf,
        Column::Rank,
    ];

    /// The name of the column of `game` that is packed.
    fn name(self) -> &'static str {
        match self {
            Column::Result => "result",
            Column::White => "white",
            Column::Black => "black",
            Column::Event => "event",
            Column::Site => "site",
            Column::Date => "date",
            Column::WhiteRating => "white_rating",
            Column::BlackRating => "black_rating",
            Column::Plies => "plies",
            Column::Source => "source",
            Column::VersionOf => "version_of",
            Column::Rank => "rank",
        }
    }
}

pub(crate) const RESULTS: [&str; 5] = ["2-0", "1-1", "0-2", "0-0", "*"];

/// The signs of a date without its points.
const DATE_SIGNS: usize = 8;

/// A sign of a date is one of ten digits or, sorted after them, a question mark.
const DATE_BASE: u32 = 11;

/// A date, `YYYY.MM.DD` with ? for what is not known, as a number that sorts as the text does; 0 for anything else.
pub(crate) fn date_number(text: &str) -> u32 {
    let whole = (text.len() == "YYYY.MM.DD".len()).then(|| date_range(text)).flatten();
    whole.map_or(0, |(first, _)| first)
}

/// The least and the greatest number of the dates that begin so.
pub(crate) fn date_range(beginning: &str) -> Option<(u32, u32)> {
    let mut signs = [None; DATE_SIGNS];
    let mut count = 0;
    for (place, byte) in beginning.bytes().enumerate() {
        match (place, byte) {
            (4 | 7, b'.') => continue,
            (4 | 7, _) => return None,
            (_, b'0'..=b'9') => *signs.get_mut(count)? = Some(u32::from(byte - b'0')),
            (_, b'?') => *signs.get_mut(count)? = Some(DATE_BASE - 1),
            _ => return None,
        }
        count += 1;
    }
    let filled = |other: u32| {
        1 + signs.iter().fold(0, |number, sign| number * DATE_BASE + sign.unwrap_or(other))
    };
    Some((filled(0), filled(DATE_BASE - 1)))
}

/// The greatest number of a date with a year.
pub(crate) const LAST_YEAR: u32 = (DATE_BASE - 1) * DATE_BASE.pow(DATE_SIGNS as u32 - 1);

/// The year of a packed date, if all of it is known.
pub(crate) fn year(date: u32) -> Option<u32> {
    let mut rest = date.checked_sub(1)? / DATE_BASE.pow(DATE_SIGNS as u32 - 4);
    let (mut year, mut unit) = (0, 1);
    for _ in 0..4 {
        let sign = rest % DATE_BASE;
        if sign == DATE_BASE - 1 {
            return None;
        }
        year += unit * sign;
        (rest, unit) = (rest / DATE_BASE, unit * 10);
    }
    Some(year)
}

/// What is packed of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Facts<'a> {
    pub source: i64,
    pub event: Option<i64>,
    pub site: Option<i64>,
    pub date: Option<&'a str>,
    pub players: [Option<i64>; 2],
    pub ratings: [Option<u32>; 2],
    pub result: &'a str,
    pub plies: u32,
    pub version_of: Option<u32>,
    pub rank: u32,
}

impl Facts<'_> {
    pub(super) const SELECT: &'static str = "SELECT id, source, event, site, date, white, black, white_rating, black_rating, result, plies, \
        version_of, rank FROM game WHERE id BETWEEN ?1 AND ?2 ORDER BY id";

    /// The number of a row of [`SELECT`](Self::SELECT), and what is packed of it.
    pub(super) fn of<'r>(row: &'r Row<'_>) -> Result<(u32, Facts<'r>)> {
        let text = |column: usize| {
            let text = row.get_ref(column)?.as_str_or_null();
            text.map_err(|error| DatabaseError::damaged(error.to_string()))
        };
        let facts = Facts {
            source: row.get(1)?,
            event: row.get(2)?,
            site: row.get(3)?,
            date: text(4)?,
            players: [row.get(5)?, row.get(6)?],
            ratings: [row.get(7)?, row.get(8)?],
            result: text(9)?.unwrap_or_default(),
            plies: row.get(10)?,
            version_of: row.get(11)?,
            rank: row.get(12)?,
        };
        Ok((row.get(0)?, facts))
    }

    fn numbers(&self) -> Result<[u32; Column::ALL.len()]> {
        let place = RESULTS.iter().position(|result| *result == self.result);
        let result = place.unwrap_or(RESULTS.len() - 1) as u32 + 1;
        let id = |id: Option<i64>| {
            let wrong = || DatabaseError::damaged("the number of a name or of a file");
            u32::try_from(id.unwrap_or(0)).map_err(|_| wrong())
        };
        let rating = |rating: Option<u32>| rating.map_or(0, |rating| rating.saturating_add(1));
        Ok([
            result,
            id(self.players[0])?,
            id(self.players[1])?,
            id(self.event)?,
            id(self.site)?,
            self.date.map_or(0, date_number),
            rating(self.ratings[0]),
            rating(self.ratings[1]),
            self.plies,
            id(Some(self.source))?,
            self.version_of.unwrap_or(0),
            self.rank,
        ])
    }
}

/// The columns of games that are not written yet.
#[derive(Debug, Default)]
pub(super) struct Columns {
    first: u32,
    numbers: [Vec<u32>; Column::ALL.len()],
}

impl Columns {
    /// Adds the next game; a broken one has nothing to be searched by.
    pub(super) fn add(
        &mut self,
        connection: &Connection,
        number: u32,
        facts: Option<Facts<'_>>,
    ) -> Result<()> {
        if self.numbers[0].len() == BLOCK as usize {
            self.write(connection)?;
        }
        self.push(number, facts)
    }

    fn push(&mut self, number: u32, facts: Option<Facts<'_>>) -> Result<()> {
        if self.numbers[0].is_empty() {
            self.first = number;
        }
        let numbers = facts.map_or(Ok([0; _]), |facts| facts.numbers())?;
        self.numbers.iter_mut().zip(numbers).for_each(|(column, number)| column.push(number));
        Ok(())
    }

    /// Writes a block and forgets it.
    pub(super) fn write(&mut self, connection: &Connection) -> Result<()> {
        if self.numbers[0].is_empty() {
            return Ok(());
        }
        let mut insert = connection.prepare(
            "INSERT INTO packed_column (name, first_game, width, numbers) VALUES (?1, ?2, ?3, ?4)",
        )?;
        for (column, numbers) in Column::ALL.into_iter().zip(&mut self.numbers) {
            let (width, bytes) = packed(numbers);
            insert.execute(params![column.name(), self.first, width as u32, bytes])?;
            numbers.clear();
        }
        Ok(())
    }
}

/// Numbers in as many bytes as the greatest needs, the lower first.
fn packed(numbers: &[u32]) -> (usize, Vec<u8>) {
    let greatest = numbers.iter().max().copied().unwrap_or(0);
    let width = greatest.checked_ilog2().unwrap_or(0) as usize / 8 + 1;
    let bytes = numbers.iter().flat_map(|number| number.to_le_bytes().into_iter().take(width));
    (width, bytes.collect())
}

/// A block of games whose columns can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// The number of its first game.
    pub first: u32,
    /// Its games.
    pub games: u32,
}

impl Block {
    /// The number of its last game.
    pub(super) fn last(self) -> u32 {
        self.first + (self.games - 1)
    }
}

impl Database {
    /// The blocks of all games, in order.
    pub(crate) fn blocks(&self) -> Result<Vec<Block>> {
        let mut select = self.connection().prepare(
            "SELECT first_game, length(numbers) FROM packed_column WHERE name = 'result' ORDER BY first_game",
        )?;
        let block = |row: &Row<'_>| Ok(Block { first: row.get(0)?, games: row.get(1)? });
        let blocks = select.query_map([], block)?;
        let blocks: Vec<Block> = blocks.collect::<rusqlite::Result<_>>()?;
        let mut next = 1u32;
        for block in &blocks {
            next = match next.checked_add(block.games) {
                Some(end) if block.first == next && (1..=BLOCK).contains(&block.games) => end,
                _ => return Err(DatabaseError::damaged("the columns of games")),
            };
        }
        Ok(blocks)
    }

    /// A reader of the columns of blocks.
    pub(crate) fn columns(&self) -> Result<ColumnReader<'_>> {
        let sql = "SELECT width, numbers FROM packed_column WHERE name = ?1 AND first_game = ?2";
        Ok(ColumnReader(self.connection().prepare(sql)?))
    }

    /// What of the columns is another than in the rows of the games.
    pub(super) fn wrong_columns(&self) -> Result<Vec<String>> {
        let mut wrong = Vec::new();
        let mut select = self.connection().prepare(Facts::SELECT)?;
        let mut reader = self.columns()?;
        let mut next = 1;
        self.last_game()?;
        for block in self.blocks()? {
            let last = block.last();
            let mut columns = Columns::default();
            let mut rows = select.query([block.first, last])?;
            while let Some(row) = rows.next()? {
                let (number, facts) = Facts::of(row)?;
                (next..number).try_for_each(|broken| columns.push(broken, None))?;
                columns.push(number, Some(facts))?;
                next = number + 1;
            }
            (next..=last).try_for_each(|broken| columns.push(broken, None))?;
            next = last + 1;
            let mut numbers = Vec::new();
            for (column, expected) in Column::ALL.into_iter().zip(&columns.numbers) {
                reader.read(block, column, &mut numbers)?;
                if numbers != *expected {
                    let (name, first) = (column.name(), block.first);
                    wrong.push(format!("column {name} of games {first} to {last}"));
                }
            }
        }
        Ok(wrong)
    }
}

pub(crate) struct ColumnReader<'d>(Statement<'d>);

impl ColumnReader<'_> {
    /// The numbers of a column of a block.
    pub(crate) fn read(
        &mut self,
        block: Block,
        column: Column,
        numbers: &mut Vec<u32>,
    ) -> Result<()> {
        numbers.clear();
        let read = |row: &Row<'_>| {
            let width: u32 = row.get(0)?;
            let bytes = row.get_ref(1)?.as_blob()?;
            match width {
                1 => numbers.extend(bytes.iter().map(|&byte| u32::from(byte))),
                2 => numbers.extend(wide::<2>(bytes)),
                3 => numbers.extend(wide::<3>(bytes)),
                4 => numbers.extend(wide::<4>(bytes)),
                _ => {}
            }
            Ok(())
        };
        self.0.query_row(params![column.name(), block.first], read)?;
        match numbers.len() == block.games as usize {
            true => Ok(()),
            false => Err(DatabaseError::damaged(format!("column {} of games", column.name()))),
        }
    }
}

fn wide<const WIDTH: usize>(bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
    bytes.as_chunks::<WIDTH>().0.iter().map(|bytes| {
        let mut number = [0; 4];
        number[..WIDTH].copy_from_slice(bytes);
        u32::from_le_bytes(number)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_sort_as_numbers_as_they_do_as_texts() {
        let dates =
            ["0000.00.00", "1997.05.23", "1997.05.??", "1997.??.??", "2003.01.01", "????.??.??"];
        let numbers = dates.map(date_number);
        assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
        assert_eq!(
            numbers.map(year),
            [Some(0), Some(1997), Some(1997), Some(1997), Some(2003), None]
        );
        for text in ["", "1997", "1997-05-23", "1997.05.2x", "1997.05.23.", "é997.05.23"] {
            assert_eq!(date_number(text), 0, "{text}");
        }
        assert_eq!(year(0), None);
        assert!(numbers[4] <= LAST_YEAR && LAST_YEAR < numbers[5]);
        assert_eq!(LAST_YEAR, date_range("9???").expect("a year").1);
    }

    #[test]
    fn a_date_that_ends_early_is_a_range() {
        let number = |date| date_number(date);
        let range = |beginning| date_range(beginning).expect("a beginning");
        assert_eq!(range("1997"), (number("1997.00.00"), number("1997.??.??")));
        assert_eq!(range("1997.0"), (number("1997.00.00"), number("1997.0?.??")));
        assert_eq!(range("1997.05.23"), (number("1997.05.23"), number("1997.05.23")));
        for text in ["19.97", "1997.05.231", "19970"] {
            assert_eq!(date_range(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_take_as_many_bytes_as_the_greatest_needs() {
        for (numbers, width) in [
            (&[0, 0][..], 1),
            (&[1, 255], 1),
            (&[256], 2),
            (&[65_535, 3], 2),
            (&[65_536], 3),
            (&[1 << 24, 7], 4),
            (&[u32::MAX], 4),
        ] {
            let (found, bytes) = packed(numbers);
            assert_eq!((found, bytes.len()), (width, width * numbers.len()), "{numbers:?}");
        }
    }
}
