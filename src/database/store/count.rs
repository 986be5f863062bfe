//! The results of the games in which a move was played.

use rusqlite::Row;

use super::columns::{Column, RESULTS, date_number, year};
use super::database::Database;
use super::scan::{Selected, is_among};
use crate::board::{Color, Move};
use crate::error::Result;

/// The games of one move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveCount {
    /// The move.
    pub mv: Move,
    /// Games in which it was played.
    pub games: u32,
    /// Those that White won.
    pub white: u32,
    /// Those that were drawn.
    pub draws: u32,
    /// Those that Black won.
    pub black: u32,
    /// Those in which the player of the move has a rating.
    pub rated: u32,
    /// The sum of these ratings.
    pub ratings: u64,
    /// The last year in which it was played.
    pub last_year: Option<u32>,
}

/// What a count needs of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GameFacts {
    pub number: u32,
    result: Option<Option<Color>>,
    ratings: [Option<u32>; 2],
    year: Option<u32>,
}

impl MoveCount {
    pub(crate) fn none(mv: Move) -> MoveCount {
        let (games, white, draws, black) = (0, 0, 0, 0);
        MoveCount { mv, games, white, draws, black, rated: 0, ratings: 0, last_year: None }
    }

    pub(crate) fn add(&mut self, game: &GameFacts, player: Color) {
        self.games += 1;
        match game.result {
            Some(Some(Color::White)) => self.white += 1,
            Some(Some(Color::Black)) => self.black += 1,
            Some(None) => self.draws += 1,
            None => {}
        }
        if let Some(rating) = game.ratings[usize::from(player == Color::Black)] {
            self.rated += 1;
            self.ratings += u64::from(rating);
        }
        self.last_year = self.last_year.max(game.year);
    }

    pub(crate) fn merge(&mut self, other: &MoveCount) {
        self.games += other.games;
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.rated += other.rated;
        self.ratings += other.ratings;
        self.last_year = self.last_year.max(other.last_year);
    }

    /// The mean rating of those who played it, if any has one.
    #[must_use]
    pub fn rating(&self) -> Option<u32> {
        (self.rated > 0).then(|| (self.ratings / u64::from(self.rated)) as u32)
    }

    /// The points of the side that plays it, of 100 a game with a result.
    #[must_use]
    pub fn score(&self, player: Color) -> Option<f64> {
        match player {
            Color::White => score(self.white, self.draws, self.black),
            Color::Black => score(self.black, self.draws, self.white),
        }
    }
}

/// The points, of 100 a game, if there is one.
pub(crate) fn score(wins: u32, draws: u32, losses: u32) -> Option<f64> {
    let games = f64::from(wins) + f64::from(draws) + f64::from(losses);
    let points = f64::from(wins) + f64::from(draws) / 2.0;
    (games > 0.0).then(|| 100.0 * points / games)
}

/// More games than this are sooner read from the columns of all than row by row.
const MANY: usize = 1000;

impl GameFacts {
    fn of_row(row: &Row<'_>) -> rusqlite::Result<GameFacts> {
        let date: Option<String> = row.get(4)?;
        Ok(GameFacts {
            number: row.get(0)?,
            result: winner(row.get_ref(1)?.as_str()?),
            ratings: [row.get(2)?, row.get(3)?],
            year: date.and_then(|date| year(date_number(&date))),
        })
    }

    /// Whether both games count alike.
    pub(super) fn counts_as(&self, other: &GameFacts) -> bool {
        let counted = |facts: &GameFacts| (facts.result, facts.ratings, facts.year);
        counted(self) == counted(other)
    }

    /// Those of some games, in order.
    pub(crate) fn select(database: &Database, selected: &Selected) -> Result<Vec<GameFacts>> {
        match selected {
            Selected::These(games) if games.len() <= MANY => {
                let sql =
                    "SELECT id, result, white_rating, black_rating, date FROM game WHERE id = ?1";
                let mut select = database.connection().prepare(sql)?;
                let one = |game| Ok(select.query_row([game], GameFacts::of_row)?);
                database.under_lock(|| games.iter().map(one).collect())
            }
            Selected::These(games) => GameFacts::of_columns(database, is_among(games)),
            Selected::All => GameFacts::of_columns(database, |_| true),
        }
    }

    /// Those of the games that are wanted, asked in order.
    fn of_columns(
        database: &Database,
        mut is_wanted: impl FnMut(u32) -> bool,
    ) -> Result<Vec<GameFacts>> {
        const COLUMNS: [Column; 4] =
            [Column::Result, Column::WhiteRating, Column::BlackRating, Column::Date];
        let (mut facts, mut columns) = (Vec::new(), COLUMNS.map(|_| Vec::new()));
        let mut reader = database.columns()?;
        for block in database.blocks()? {
            for (column, numbers) in COLUMNS.into_iter().zip(&mut columns) {
                reader.read(block, column, numbers)?;
            }
            let [results, white, black, dates] = &columns;
            let games = (block.first..).zip(results).enumerate();
            let games = games.filter(|(_, (number, result))| is_wanted(*number) && **result > 0);
            facts.extend(games.map(|(place, (number, &result))| GameFacts {
                number,
                result: RESULTS.get(result as usize - 1).and_then(|result| winner(result)),
                ratings: [white, black].map(|ratings| ratings[place].checked_sub(1)),
                year: year(dates[place]),
            }));
        }
        Ok(facts)
    }
}

/// The winner of a result: `Some(None)` for a draw, `None` where no result is known.
pub(crate) fn winner(result: &str) -> Option<Option<Color>> {
    match result {
        "2-0" => Some(Some(Color::White)),
        "0-2" => Some(Some(Color::Black)),
        "1-1" => Some(None),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::store::Build;

    #[test]
    fn rows_and_columns_tell_the_same_of_some_games() {
        let folder = tempfile::tempdir().expect("a folder");
        let (games, file) = (folder.path().join("games.pdn"), folder.path().join("games.db"));
        let text = "[Date \"1997.05.23\"]\n[WhiteRating \"1200\"]\n\n1. 32-28 19-23 2-0\n\n\
             [White \"B\"]\n\n1. 32-28 50-1 *\n\n[BlackRating \"900\"]\n\n1. 33-29 19-23 1-1\n\n\
             [Date \"2003.??.??\"]\n\n1. 31-26 0-2\n\n[White \"A\"]\n\n1. 31-27 *\n";
        std::fs::write(&games, text).expect("written");
        Build::default().run(&file, &[games], &mut |_| ControlFlow::Continue(())).expect("built");
        let database = Database::open(&file).expect("it opens");
        for some in [vec![1, 3, 4, 5], vec![1], vec![4, 5], vec![]] {
            let columns = GameFacts::of_columns(&database, is_among(&some)).expect("columns");
            let rows = GameFacts::select(&database, &Selected::These(some)).expect("rows");
            assert_eq!(format!("{columns:?}"), format!("{rows:?}"));
        }
        assert_eq!(GameFacts::select(&database, &Selected::All).expect("all").len(), 4);
    }
}
