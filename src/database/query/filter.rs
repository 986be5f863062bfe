//! Games by what stands in their tags.

use std::collections::BTreeSet;

use rusqlite::params_from_iter;
use rusqlite::types::Value;

use crate::error::{DatabaseError, Result};
use crate::store::{Database, Selected, matches, words};

/// What is asked of the tags of a game. What is not set takes every game.
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

/// What is asked, ready for SQL.
#[derive(Default)]
struct Conditions {
    /// Conditions on the row of a game, with their values.
    sql: Vec<String>,
    values: Vec<Value>,
    /// Conditions that an index answers alone. A game must fulfil one of each list.
    lists: Vec<Vec<String>>,
}

/// The games that fulfil a condition of a list.
fn list_sql(condition: &str) -> String {
    format!("SELECT id FROM game WHERE double_of IS NULL AND {condition}")
}

impl Conditions {
    fn push(&mut self, sql: &str, values: impl IntoIterator<Item = Value>) {
        self.sql.push(sql.to_owned());
        self.values.extend(values);
    }

    /// The games that pass, in order. Those of the lists are found first, and only their rows are read: left to itself SQLite may prefer
    /// an index that has half of all games.
    fn select(self, database: &Database) -> Result<Selected> {
        let connection = database.connection();
        let mut selected = Selected::All;
        for list in &self.lists {
            let mut games: Vec<u32> = Vec::new();
            for condition in list {
                let mut select = connection.prepare(&list_sql(condition))?;
                let found = select.query_map([], |row| row.get(0))?;
                games.extend(found.collect::<rusqlite::Result<Vec<u32>>>()?);
            }
            games.sort_unstable();
            games.dedup();
            selected = Selected::These(games).among(selected);
        }
        if self.sql.is_empty() && !self.lists.is_empty() {
            return Ok(selected);
        }
        let (from, list) = match selected {
            Selected::All => ("game", None),
            Selected::These(games) => {
                let from = "json_each(?) AS wanted CROSS JOIN game ON game.id = wanted.value";
                let list = serde_json::to_string(&games);
                let list = list.map_err(|error| DatabaseError::Query(error.to_string()))?;
                (from, Some(Value::from(list)))
            }
        };
        let conditions = ["double_of IS NULL".to_owned()].into_iter().chain(self.sql);
        let conditions = conditions.collect::<Vec<_>>().join(" AND ");
        let sql = format!("SELECT game.id FROM {from} WHERE {conditions} ORDER BY game.id");
        let mut select = connection.prepare(&sql)?;
        let values = list.into_iter().chain(self.values);
        let games = select.query_map(params_from_iter(values), |row| row.get(0))?;
        Ok(Selected::These(games.collect::<rusqlite::Result<_>>()?))
    }
}

impl GameFilter {
    /// Whether every game passes.
    #[must_use]
    pub fn is_all(&self) -> bool {
        *self == GameFilter::default()
    }

    /// The numbers of the games that pass, doubles left out.
    ///
    /// # Errors
    /// A question that makes no sense, or a damaged file.
    pub fn select(&self, database: &Database) -> Result<Selected> {
        if self.is_all() {
            return Ok(Selected::All);
        }
        self.conditions(database)?.select(database)
    }

    fn conditions(&self, database: &Database) -> Result<Conditions> {
        let mut all = Conditions::default();
        for word in self
            .text
            .iter()
            .flat_map(|text| text.split_whitespace())
            .filter(|word| !words(word).is_empty())
        {
            let (players, events) =
                (named(database, "player", word)?, named(database, "event", word)?);
            let mut list = vec![
                format!("white IN ({players})"),
                format!("black IN ({players})"),
                format!("event IN ({events})"),
            ];
            // The beginning of a date; a tilde is behind all that stands in one.
            if word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
                list.push(format!("date >= '{word}' AND date < '{word}~'"));
            }
            all.lists.push(list);
        }
        self.players(database, &mut all)?;
        for (name, table) in [(&self.event, "event"), (&self.site, "site")] {
            if let Some(name) = name {
                all.lists.push(vec![format!("{table} IN ({})", named(database, table, name)?)]);
            }
        }
        self.dates(&mut all)?;
        let numbers = [
            (self.min_rating, "white_rating >= ? AND black_rating >= ?", 2),
            (self.max_rating, "white_rating <= ? AND black_rating <= ?", 2),
            (self.min_plies, "plies >= ?", 1),
            (self.max_plies, "plies <= ?", 1),
        ];
        for (number, sql, times) in numbers {
            if let Some(number) = number {
                all.push(sql, std::iter::repeat_n(Value::from(i64::from(number)), times));
            }
        }
        if let Some(source) = &self.source {
            let sql = "source IN (SELECT id FROM source WHERE instr(file, ?) > 0)";
            all.push(sql, [Value::from(source.clone())]);
        }
        if !self.numbers.is_empty() {
            let numbers: Vec<String> = self.numbers.iter().map(ToString::to_string).collect();
            all.push(&format!("game.id IN ({})", numbers.join(",")), []);
        }
        Ok(all)
    }

    /// The conditions on players and results, which may depend on the player's side.
    fn players(&self, database: &Database, all: &mut Conditions) -> Result<()> {
        for (name, side) in [(&self.white, "white"), (&self.black, "black")] {
            if let Some(name) = name {
                all.lists.push(vec![format!("{side} IN ({})", named(database, "player", name)?)]);
            }
        }
        if self.opponent.is_some() && self.player.is_none() {
            return Err(DatabaseError::Query(
                "--opponent wants --player, whose opponent it is".into(),
            ));
        }
        let player =
            self.player.as_deref().map(|name| named(database, "player", name)).transpose()?;
        let opponent =
            self.opponent.as_deref().map(|name| named(database, "player", name)).transpose()?;
        let side = |own: &str, other: &str, won: &str, lost: &str| -> Option<String> {
            let mut parts = Vec::new();
            if let Some(player) = &player {
                parts.push(format!("{own} IN ({player})"));
            }
            if let Some(opponent) = &opponent {
                parts.push(format!("{other} IN ({opponent})"));
            }
            parts.extend(self.results(won, lost));
            (!parts.is_empty()).then(|| parts.join(" AND "))
        };
        let sides = (side("white", "black", "2-0", "0-2"), side("black", "white", "0-2", "2-0"));
        let depends =
            self.results.iter().any(|one| matches!(one, ResultFilter::Win | ResultFilter::Loss));
        if depends && player.is_none() {
            return Err(DatabaseError::Query(
                "a win or a loss is that of --player; without, say 2-0 or 0-2".into(),
            ));
        }
        match sides {
            (Some(white), Some(black)) if player.is_some() => all.lists.push(vec![white, black]),
            (Some(either), _) => all.lists.push(vec![either]),
            _ => {}
        }
        Ok(())
    }

    fn results(&self, won: &str, lost: &str) -> Option<String> {
        let texts = self.results.iter().map(|one| match one {
            ResultFilter::White => "'2-0'".to_owned(),
            ResultFilter::Draw => "'1-1'".to_owned(),
            ResultFilter::Black => "'0-2'".to_owned(),
            ResultFilter::Unknown => "'*', '0-0'".to_owned(),
            ResultFilter::Win => format!("'{won}'"),
            ResultFilter::Loss => format!("'{lost}'"),
        });
        let texts: Vec<String> = texts.collect();
        (!texts.is_empty()).then(|| format!("result IN ({})", texts.join(", ")))
    }

    /// Dates are compared as texts; those without a year sort behind all digits.
    fn dates(&self, all: &mut Conditions) -> Result<()> {
        if let Some(from) = &self.from {
            all.push("date >= ? AND date < ':'", [Value::from(begun_date(from)?)]);
        }
        if let Some(to) = &self.to {
            all.push("date <= ?", [Value::from(begun_date(to)? + "~")]);
        }
        Ok(())
    }
}

/// A date as far as it is given: `2003`, `2003.05` or `2003.05.23`.
fn begun_date(text: &str) -> Result<String> {
    let parts: Vec<&str> = text.split(['.', '-', '/']).collect();
    let is_number = |part: &&str, length: usize| {
        part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let rest = parts.iter().skip(1).all(|part| is_number(part, 2));
    if parts.len() > 3 || !is_number(&parts[0], 4) || !rest {
        let text = format!("'{text}' is no date; write 2003, 2003.05 or 2003.05.23");
        return Err(DatabaseError::Query(text));
    }
    Ok(parts.join("."))
}

/// The numbers of the names with these words, for a list of SQL.
fn named(database: &Database, table: &str, name: &str) -> Result<String> {
    let question = words(name);
    if question.is_empty() {
        return Err(DatabaseError::Query(format!("'{name}' has no letter to look for")));
    }
    let mut select = database.connection().prepare(&format!("SELECT id, words FROM {table}"))?;
    let mut rows = select.query([])?;
    let mut found = BTreeSet::new();
    while let Some(row) = rows.next()? {
        let known =
            row.get_ref(1)?.as_str().map_err(|error| DatabaseError::damaged(error.to_string()))?;
        if matches(known, &question) {
            found.insert(row.get::<_, i64>(0)?);
        }
    }
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    Ok(found.join(","))
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::store::Build;

    #[test]
    fn names_events_dates_and_results_are_answered_by_an_index_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let (games, file) = (folder.path().join("games.pdn"), folder.path().join("games.db"));
        std::fs::write(&games, "[White \"A\"]\n[Black \"B\"]\n\n1. 32-28 19-23 *\n")
            .expect("written");
        let built = Build::default().run(&file, &[games], &mut |_| ControlFlow::Continue(()));
        built.expect("built");
        let database = Database::open(&file).expect("it opens");
        for condition in [
            "white IN (1,2)",
            "black IN (1) AND result IN ('2-0')",
            "event IN (1)",
            "date >= '1997' AND date < '1997~'",
            "result IN ('1-1')",
        ] {
            let sql = format!("EXPLAIN QUERY PLAN {}", list_sql(condition));
            let mut plan = database.connection().prepare(&sql).expect(condition);
            let lines = plan.query_map([], |row| row.get::<_, String>(3)).expect(condition);
            let lines: Vec<String> = lines.collect::<rusqlite::Result<_>>().expect(condition);
            assert!(lines[0].contains("COVERING INDEX game_of_"), "{condition}: {lines:?}");
        }
    }

    #[test]
    fn a_date_may_end_early() {
        assert_eq!(begun_date("2003").expect("a year"), "2003");
        assert_eq!(begun_date("2003-05-23").expect("a day"), "2003.05.23");
        for text in ["", "03", "2003.5", "2003.05.23.1", "May 2003", "????"] {
            assert!(begun_date(text).is_err(), "{text}");
        }
    }
}
