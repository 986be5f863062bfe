//! The order of a list of games: by one of its columns.

use std::str::FromStr;

use super::named;
use super::search::Hit;
use crate::error::{DatabaseError, Result};
use crate::store::{Column, Database, words};

/// A column of a list that can be sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListColumn {
    /// White's name, without accents and signs.
    White,
    /// Black's name.
    Black,
    /// White's rating.
    WhiteRating,
    /// Black's rating.
    BlackRating,
    /// The event.
    Event,
    /// The round: numbers by their value, then words.
    Round,
    /// The date.
    Date,
    /// The result: White's wins, draws, Black's wins.
    Result,
    /// Half-moves.
    Plies,
}

impl ListColumn {
    /// The columns by their names.
    const NAMES: [(&'static str, ListColumn); 9] = [
        ("white", ListColumn::White),
        ("black", ListColumn::Black),
        ("white_rating", ListColumn::WhiteRating),
        ("black_rating", ListColumn::BlackRating),
        ("event", ListColumn::Event),
        ("round", ListColumn::Round),
        ("date", ListColumn::Date),
        ("result", ListColumn::Result),
        ("plies", ListColumn::Plies),
    ];
}

impl FromStr for ListColumn {
    type Err = DatabaseError;

    fn from_str(text: &str) -> Result<ListColumn> {
        let found = ListColumn::NAMES.iter().find(|(name, _)| *name == text);
        found.map(|(_, column)| *column).ok_or_else(|| {
            let names: Vec<&str> = ListColumn::NAMES.iter().map(|(name, _)| *name).collect();
            DatabaseError::Query(format!(
                "'{text}' is no column of games; these are: {}",
                names.join(", ")
            ))
        })
    }
}

/// Sorts games by a column, those alike by their numbers. Games of which it is not known come last in either direction.
///
/// # Errors
/// A damaged file.
pub fn sort(
    database: &Database,
    hits: &mut [Hit],
    column: ListColumn,
    descending: bool,
) -> Result<()> {
    let keys = database.under_lock(|| keys(database, column))?;
    let key = |hit: &Hit| keys.get(hit.game as usize).copied().unwrap_or(0);
    hits.sort_by_key(|hit| hit.game);
    hits.sort_by(|one, other| {
        let (one, other) = (key(one), key(other));
        match (one == 0 || other == 0, descending) {
            (true, _) => (one == 0).cmp(&(other == 0)),
            (false, false) => one.cmp(&other),
            (false, true) => other.cmp(&one),
        }
    });
    Ok(())
}

/// What the games are sorted by, by their numbers; 0 is unknown.
fn keys(database: &Database, column: ListColumn) -> Result<Vec<u32>> {
    let name_of = |column, table| -> Result<Vec<u32>> {
        let ranks = ranks(database, table)?;
        let ids = database.whole_column(column)?;
        Ok(ids.into_iter().map(|id| ranks.get(id as usize).copied().unwrap_or(0)).collect())
    };
    match column {
        ListColumn::White => name_of(Column::White, "player"),
        ListColumn::Black => name_of(Column::Black, "player"),
        ListColumn::Event => name_of(Column::Event, "event"),
        ListColumn::WhiteRating => database.whole_column(Column::WhiteRating),
        ListColumn::BlackRating => database.whole_column(Column::BlackRating),
        ListColumn::Date => database.whole_column(Column::Date),
        ListColumn::Plies => database.whole_column(Column::Plies),
        ListColumn::Result => {
            let unknown = |result: u32| if result == 5 { 0 } else { result };
            Ok(database.whole_column(Column::Result)?.into_iter().map(unknown).collect())
        }
        ListColumn::Round => rounds(database),
    }
}

/// The places of the names of a table by the alphabet, from 1; 0 for a name without a letter or digit.
fn ranks(database: &Database, table: &str) -> Result<Vec<u32>> {
    let mut names: Vec<(String, usize)> = Vec::new();
    named::each(database, table, |id, name| names.push((words(name), id)))?;
    Ok(places(names, String::is_empty))
}

/// The places of the rounds in order.
fn rounds(database: &Database) -> Result<Vec<u32>> {
    let mut select =
        database.connection().prepare("SELECT id, round FROM game WHERE round IS NOT NULL")?;
    let mut rows = select.query([])?;
    let mut found: Vec<((u64, String), usize)> = Vec::new();
    while let Some(row) = rows.next()? {
        database.check_stop()?;
        let (game, round): (u32, String) = (row.get(0)?, row.get(1)?);
        let digits = round.bytes().take_while(u8::is_ascii_digit).count();
        let number = round[..digits].parse().unwrap_or(u64::MAX);
        found.push(((number, round), game as usize));
    }
    Ok(places(found, |(_, round)| round == "?" || round == "-"))
}

/// The places of keys in order, by their numbers; equal keys have one place, and 0 is unknown.
fn places<K: Ord>(mut keys: Vec<(K, usize)>, is_unknown: impl Fn(&K) -> bool) -> Vec<u32> {
    keys.sort_unstable();
    let mut places = vec![0; keys.iter().map(|(_, id)| id + 1).max().unwrap_or(0)];
    for (place, alike) in (1..).zip(keys.chunk_by(|(one, _), (other, _)| one == other)) {
        if !is_unknown(&alike[0].0) {
            alike.iter().for_each(|(_, id)| places[*id] = place);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::board::{MoveList, Position};
    use crate::query::{GameFilter, PositionQuery, explore, search, transpositions};
    use crate::store::Build;

    fn built(pdn: &str) -> (tempfile::TempDir, Database) {
        let folder = tempfile::tempdir().expect("a folder");
        let [text, file] = ["games.pdn", "games.db"].map(|name| folder.path().join(name));
        std::fs::write(&text, pdn).expect("written");
        Build::default().run(&file, &[text], &mut |_| ControlFlow::Continue(())).expect("built");
        (folder, Database::open(&file).expect("opened"))
    }

    #[test]
    fn games_sort_by_each_column_and_those_without_a_value_come_last() {
        let game = |white: &str, tags: &str, moves: &str, result: &str| {
            format!("[White \"{white}\"]\n{tags}[Result \"{result}\"]\n\n{moves} {result}\n\n")
        };
        let pdn = game(
            "Zoë",
            "[Round \"10\"]\n[WhiteRating \"900\"]\n[Date \"1990\"]\n",
            "1. 32-28",
            "0-2",
        ) + &game("?", "", "1. 33-28 18-23", "*")
            + &game(
                "Ábel",
                "[Round \"2\"]\n[WhiteRating \"1200\"]\n[Date \"1989.05\"]\n",
                "1. 31-26 17-22 2. 34-29",
                "2-0",
            );
        let (_folder, database) = built(&pdn);
        let sorted = |column: &str, descending: bool| -> Vec<u32> {
            let all = search(&database, &GameFilter::default(), &PositionQuery::default());
            let mut hits = all.expect("games").hits;
            let column = column.parse().expect("a column");
            sort(&database, &mut hits, column, descending).expect("sorted");
            hits.iter().map(|hit| hit.game).collect()
        };
        for column in ["white", "white_rating", "round", "date", "result"] {
            let rising = if column == "white_rating" { [1, 3, 2] } else { [3, 1, 2] };
            assert_eq!(sorted(column, false), rising, "{column}");
            assert_eq!(sorted(column, true), [rising[1], rising[0], 2], "{column}");
        }
        assert_eq!(sorted("plies", false), [1, 2, 3]);
        assert_eq!(sorted("black", false), [1, 2, 3], "unknown of all");
        assert!("place".parse::<ListColumn>().is_err());
    }

    #[test]
    fn a_move_that_nobody_played_is_named_where_it_leads_to_a_known_position() {
        let pdn = "1. 31-26 20-25 2. 32-28 *\n\n[White \"B\"]\n\n1. 32-28 20-25 2. 37-32 *\n";
        let (_folder, database) = built(pdn);
        let mut position = Position::start();
        let find = |position: &Position, text: &str| {
            let legal = MoveList::legal(position);
            legal.into_iter().find(|mv| mv.to_string() == text).expect(text)
        };
        for text in ["32-28", "20-25"] {
            position = position.succ(find(&position, text));
        }
        let filter = GameFilter::default();
        let played = explore(&database, &position, &filter).expect("moves");
        let reached = transpositions(&database, &position, &filter, &played).expect("moves");
        assert_eq!(
            played.iter().map(|count| count.mv).collect::<Vec<_>>(),
            [find(&position, "37-32")]
        );
        assert_eq!(reached, [(find(&position, "31-26"), 1)], "game 1 has it by another order");
    }
}
