//! A game as a line of a list.

use rusqlite::Row;

use crate::error::Result;
use crate::store::Database;

/// As the view `versions`, removed games too.
const SELECT: &str = "SELECT game.id, event.name, site.name, date, round, white.name, black.name, white_rating, black_rating, result, plies, source.file, line, version_of
    FROM game JOIN source ON source.id = game.source
    LEFT JOIN event ON event.id = game.event LEFT JOIN site ON site.id = game.site
    LEFT JOIN player AS white ON white.id = game.white LEFT JOIN player AS black ON black.id = game.black WHERE game.id = ?1";

/// What a list shows of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Its number.
    pub game: u32,
    /// The `Event` tag.
    pub event: Option<String>,
    /// The `Site` tag.
    pub site: Option<String>,
    /// The date, `YYYY.MM.DD`.
    pub date: Option<String>,
    /// The `Round` tag.
    pub round: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// White's rating.
    pub white_rating: Option<u32>,
    /// Black's rating.
    pub black_rating: Option<u32>,
    /// The result.
    pub result: String,
    /// Half-moves.
    pub plies: u32,
    /// The file it was read from.
    pub file: String,
    /// The line of the file on which it begins.
    pub line: u32,
    /// The first game that it repeats, as another version or as a duplicate.
    pub version_of: Option<u32>,
}

impl Listing {
    fn of(row: &Row<'_>) -> rusqlite::Result<Listing> {
        Ok(Listing {
            game: row.get(0)?,
            event: row.get(1)?,
            site: row.get(2)?,
            date: row.get(3)?,
            round: row.get(4)?,
            white: row.get(5)?,
            black: row.get(6)?,
            white_rating: row.get(7)?,
            black_rating: row.get(8)?,
            result: row.get(9)?,
            plies: row.get(10)?,
            file: row.get(11)?,
            line: row.get(12)?,
            version_of: row.get(13)?,
        })
    }

    /// Those of some games.
    ///
    /// # Errors
    /// A damaged file, or a number of no game.
    pub fn select(
        database: &Database,
        games: impl IntoIterator<Item = u32>,
    ) -> Result<Vec<Listing>> {
        let mut select = database.connection().prepare(SELECT)?;
        let row = |game: u32| Ok(select.query_row([game], Listing::of)?);
        database.under_lock(|| games.into_iter().map(row).collect())
    }
}
