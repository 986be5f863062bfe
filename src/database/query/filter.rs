//! Finds games by their tags.

use std::collections::BTreeSet;

use super::conditions::{Conditions, Numbers, Test};
use super::named;
use crate::error::{DatabaseError, Result};
use crate::store::{Column, Database, LAST_YEAR, RESULTS, Selected, Shown, date_range};

/// What the tags of a game must say. What is not set passes every game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// Words, each of which begins a word of a player's name or of the event, or the date.
    pub text: Option<String>,
    /// A player, on either side.
    pub player: Option<String>,
    /// The other player.
    pub opponent: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// Words of the event.
    pub event: Option<String>,
    /// Words of the site.
    pub site: Option<String>,
    /// The first date: a year, a month or a day.
    pub from: Option<String>,
    /// The last date.
    pub to: Option<String>,
    /// The lowest rating of both players.
    pub min_rating: Option<u32>,
    /// The highest rating of both players.
    pub max_rating: Option<u32>,
    /// The results; empty for all.
    pub results: Vec<ResultFilter>,
    /// The fewest half-moves.
    pub min_plies: Option<u32>,
    /// The most half-moves.
    pub max_plies: Option<u32>,
    /// A part of the name of the file.
    pub source: Option<String>,
    /// Numbers of games; empty for all.
    pub numbers: Vec<u32>,
    /// Whether every version and duplicate of a game passes, instead of the newest that does.
    pub versions: bool,
}

/// A result that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultFilter {
    /// White has won.
    White,
    /// A draw.
    Draw,
    /// Black has won.
    Black,
    /// No result is known, or none that counts.
    Unknown,
    /// The player of the question has won.
    Win,
    /// The player of the question has lost.
    Loss,
}

impl GameFilter {
    /// Whether every game passes.
    #[must_use]
    pub fn is_all(&self) -> bool {
        *self == GameFilter::default()
    }

    /// The games that pass, each in one version.
    ///
    /// # Errors
    /// A question that makes no sense, or a damaged file.
    pub(crate) fn select(&self, database: &Database) -> Result<Selected> {
        if self.is_all() {
            return database.shown_games();
        }
        Ok(Selected::These(self.shown(database)?.games))
    }

    /// The numbers of the games that pass, each in one version, also of all.
    ///
    /// # Errors
    /// A question that makes no sense, or a damaged file.
    pub(crate) fn shown(&self, database: &Database) -> Result<Shown> {
        let mut games = self.conditions(database)?.games(database)?;
        if !self.numbers.is_empty() {
            let numbers: BTreeSet<u32> = self.numbers.iter().copied().collect();
            games.retain(|game| numbers.contains(game));
        }
        let removed = database.removed_games()?;
        games.retain(|game| !removed.contains(game));
        match self.versions {
            true => Ok(Shown { games, ..Shown::default() }),
            false => database.shown(games),
        }
    }

    fn conditions(&self, database: &Database) -> Result<Conditions> {
        let mut all = Conditions::default();
        if let Some(text) = &self.text {
            all.extend(named::anywhere(database, text)?);
        }
        self.players(database, &mut all)?;
        for (name, table, column) in
            [(&self.event, "event", Column::Event), (&self.site, "site", Column::Site)]
        {
            if let Some(name) = name {
                all.push(Test::In(column, named::words(database, table, name)?));
            }
        }
        self.dates(&mut all)?;
        // Ratings have 1 added; 0 is an unknown one.
        let ratings = [Column::WhiteRating, Column::BlackRating];
        if let Some(least) = self.min_rating {
            let test = |column| all.push(Test::Between(column, least.saturating_add(1), u32::MAX));
            ratings.into_iter().for_each(test);
        }
        if let Some(most) = self.max_rating {
            let test = |column| all.push(Test::Between(column, 1, most.saturating_add(1)));
            ratings.into_iter().for_each(test);
        }
        if self.min_plies.is_some() || self.max_plies.is_some() {
            let (first, last) = (self.min_plies.unwrap_or(0), self.max_plies.unwrap_or(u32::MAX));
            all.push(Test::Between(Column::Plies, first, last));
        }
        if let Some(part) = &self.source {
            let (files, mut sources) = (database.sources()?, Numbers::default());
            for source in files.iter().filter(|source| source.file.contains(part)) {
                sources.insert(named::number_of(source.id, files.len())?);
            }
            all.push(Test::In(Column::Source, sources));
        }
        Ok(all)
    }

    /// The conditions on players and results, which may depend on the player's side.
    fn players(&self, database: &Database, all: &mut Conditions) -> Result<()> {
        for (name, column) in [(&self.white, Column::White), (&self.black, Column::Black)] {
            if let Some(name) = name {
                all.push(Test::In(column, named::player(database, name)?));
            }
        }
        if self.opponent.is_some() && self.player.is_none() {
            return Err(DatabaseError::Query(
                "--opponent wants --player, whose opponent it is".into(),
            ));
        }
        let depends =
            self.results.iter().any(|one| matches!(one, ResultFilter::Win | ResultFilter::Loss));
        let Some(player) = &self.player else {
            if depends {
                return Err(DatabaseError::Query(
                    "a win or a loss is that of --player; without, say 2-0 or 0-2".into(),
                ));
            }
            if !self.results.is_empty() {
                all.push(self.result_test("2-0", "0-2"));
            }
            return Ok(());
        };
        let player = named::player(database, player)?;
        let opponent =
            self.opponent.as_deref().map(|name| named::player(database, name)).transpose()?;
        let side = |own: Column, other: Column, won: &str, lost: &str| {
            let mut row = vec![Test::In(own, player.clone())];
            row.extend(opponent.clone().map(|opponent| Test::In(other, opponent)));
            row.extend((!self.results.is_empty()).then(|| self.result_test(won, lost)));
            row
        };
        all.extend(vec![vec![
            side(Column::White, Column::Black, "2-0", "0-2"),
            side(Column::Black, Column::White, "0-2", "2-0"),
        ]]);
        Ok(())
    }

    /// The results, where those of the player are known.
    fn result_test(&self, won: &str, lost: &str) -> Test {
        let mut set = Numbers::default();
        for one in &self.results {
            let texts: &[&str] = match one {
                ResultFilter::White => &["2-0"],
                ResultFilter::Draw => &["1-1"],
                ResultFilter::Black => &["0-2"],
                ResultFilter::Unknown => &["*", "0-0"],
                ResultFilter::Win => &[won],
                ResultFilter::Loss => &[lost],
            };
            let places = RESULTS.iter().enumerate().filter(|(_, result)| texts.contains(result));
            places.for_each(|(place, _)| set.insert(place + 1));
        }
        Test::In(Column::Result, set)
    }

    /// A date without a year passes neither `--from` nor `--to`.
    fn dates(&self, all: &mut Conditions) -> Result<()> {
        if let Some(from) = &self.from {
            all.push(Test::Between(Column::Date, begun_date("--from", from)?.0, LAST_YEAR));
        }
        if let Some(to) = &self.to {
            all.push(Test::Between(Column::Date, 1, begun_date("--to", to)?.1));
        }
        Ok(())
    }
}

/// The range of a date as far as it is given: `2003`, `2003.05` or `2003.05.23`.
fn begun_date(flag: &str, text: &str) -> Result<(u32, u32)> {
    const BOUNDS: [(usize, u32, u32); 3] = [(4, 0, 9999), (2, 1, 12), (2, 1, 31)];
    let parts: Vec<&str> = text.split(['.', '-', '/']).collect();
    let fits = |(part, (length, least, most)): (&&str, (usize, u32, u32))| {
        part.len() == length
            && part.bytes().all(|byte| byte.is_ascii_digit())
            && part.parse().is_ok_and(|number: u32| (least..=most).contains(&number))
    };
    let is_date = parts.len() <= BOUNDS.len() && parts.iter().zip(BOUNDS).all(fits);
    is_date.then(|| date_range(&parts.join("."))).flatten().ok_or_else(|| {
        let form = "write 2003, 2003.05 or 2003.05.23";
        DatabaseError::Query(format!("{flag}: '{text}' is not a date; {form}"))
    })
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::store::{Build, check};

    /// A database with a duplicate, a broken game and dates, in two runs.
    fn database(folder: &std::path::Path) -> Database {
        let texts = [
            "[White \"A\"]\n[Date \"1997.05.23\"]\n[WhiteRating \"1200\"]\n\n1. 32-28 19-23 2-0\n\n\
             [White \"A\"]\n[Date \"1997.05.23\"]\n\n1. 32-28 19-23 2-0\n\n[White \"B\"]\n\n1. 32-28 50-1 *\n",
            "[Black \"A\"]\n\n1. 33-29 19-23 0-2\n",
        ];
        let file = folder.join("games.db");
        for (number, text) in texts.into_iter().enumerate() {
            let games = folder.join(format!("{number}.pdn"));
            std::fs::write(&games, text).expect("written");
            let built = Build::default().run(&file, &[games], &mut |_| ControlFlow::Continue(()));
            built.expect("built");
        }
        Database::open(&file).expect("it opens")
    }

    #[test]
    fn duplicates_and_broken_games_are_left_out_and_runs_follow_one_another() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = database(folder.path());
        let blocks = database.blocks().expect("blocks");
        let blocks: Vec<_> = blocks.iter().map(|block| (block.first, block.games)).collect();
        assert_eq!(blocks, [(1, 3), (4, 1)]);
        let filter = |filter: GameFilter| filter.shown(&database).expect("games").games;
        assert_eq!(filter(GameFilter::default()), [1, 4]);
        let player = || Some("A".to_owned());
        assert_eq!(filter(GameFilter { player: player(), ..GameFilter::default() }), [1, 4]);
        assert_eq!(filter(GameFilter { black: player(), ..GameFilter::default() }), [4]);
        assert_eq!(filter(GameFilter { from: Some("1990".into()), ..GameFilter::default() }), [1]);
    }

    #[test]
    fn columns_that_do_not_fit_the_games_are_refused_or_told() {
        let folder = tempfile::tempdir().expect("a folder");
        drop(database(folder.path()));
        let path = folder.path().join("games.db");
        let change = |sql: &str| {
            let connection = rusqlite::Connection::open(&path).expect("open");
            assert!(connection.execute(sql, []).expect(sql) > 0, "{sql}");
            let database = Database::open(&path).expect("it opens");
            let found = GameFilter { white: Some("A".into()), ..GameFilter::default() };
            let checked = check(&database, &[], 1, &mut |_| ControlFlow::Continue(()));
            (
                found.shown(&database).map(|shown| shown.games).map_err(|error| error.to_string()),
                checked,
            )
        };
        let (found, checked) = change(
            "UPDATE packed_column SET numbers = x'020202' WHERE name = 'white' AND first_game = 1",
        );
        assert_eq!(found, Ok(vec![]));
        assert_eq!(checked.expect("checked").faults, ["column white of games 1 to 3"]);
        for wrong in [
            "UPDATE packed_column SET width = 9 WHERE name = 'white'",
            "UPDATE packed_column SET numbers = x'0102' WHERE name = 'white'",
            "UPDATE packed_column SET first_game = 3 WHERE name = 'result' AND first_game = 4",
            "DELETE FROM packed_column WHERE name = 'white'",
            "UPDATE packed_column SET numbers = x'' WHERE name = 'result'",
        ] {
            let (found, checked) = change(wrong);
            assert!(found.expect_err(wrong).contains("damaged"), "{wrong}");
            assert!(checked.is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_date_may_end_early() {
        assert_eq!(begun_date("--from", "2003").ok(), date_range("2003"));
        assert_eq!(begun_date("--from", "2003-05-23").ok(), date_range("2003.05.23"));
        for text in [
            "",
            "03",
            "2003.5",
            "2003.05.23.1",
            "2003.13",
            "2003.00.01",
            "2003-05-32",
            "May 2003",
            "????",
        ] {
            assert!(begun_date("--from", text).is_err(), "{text}");
        }
    }
}
