//! Training: the next puzzles of a deck, and the attempts at them.

use std::fmt::Display;
use std::path::Path;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;
use serde_json::{Value, json};

use super::engine_pool::EnginePool;
use super::puzzle_file::{PuzzleDeck, PuzzleFile};
use super::score::line_json;
use crate::board::fen;
use crate::error::WebError;
use crate::practice::{self, Attempt, AttemptsError, Practice, Task};
use crate::puzzle::{Exercise, Language, Themes};
use crate::tablebase::Tables;

/// The most puzzles of an answer.
const MAX_COUNT: usize = 100;
/// New endings among which the practice chooses.
const ENDINGS: usize = 40;
/// The time of a move that ends the calendar of an attempt: the year 9999.
const LAST_TIME: i64 = 253_402_300_799;

/// Which puzzles there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Deck {
    /// Those of the database, or of the program where it has none.
    Combinations,
    /// Those that a player missed.
    Mistakes,
    /// Won endings, against the tables.
    Endings,
}

/// Puzzles for a session. Attempts come with the question where the page keeps them.
#[derive(Debug, Deserialize)]
pub(super) struct TrainQuery {
    deck: Deck,
    count: usize,
    /// Seconds since 1970.
    now: i64,
    #[serde(default)]
    name: String,
    /// The code of the language in which themes are named.
    #[serde(default)]
    language: String,
    attempts: Option<Vec<Attempt>>,
}

/// Attempts to be kept, the text of a file of them, or neither: then those that are kept.
#[derive(Debug, Deserialize)]
pub(super) struct AttemptsQuery {
    #[serde(default)]
    add: Vec<Attempt>,
    text: Option<String>,
}

/// Where puzzles and attempts are.
#[derive(Clone, Copy, Debug)]
pub(super) struct PuzzleSource<'a> {
    pub(super) attempts: Option<&'a Path>,
    pub(super) database: Option<&'a Path>,
}

fn bad(error: &AttemptsError) -> WebError {
    let source = std::error::Error::source(error);
    WebError::Bad(source.map_or(error.to_string(), |source| format!("{error}: {source}")))
}

impl PuzzleSource<'_> {
    /// The names of the decks that have puzzles.
    pub(super) fn decks(self, engines: &EnginePool) -> Vec<&'static str> {
        let has_mistakes = self.has_mistakes();
        let has_endings =
            tables(engines).is_some_and(|tables| !practice::endings(tables, 1, 1).is_empty());
        let decks = [("combinations", true), ("mistakes", has_mistakes), ("endings", has_endings)];
        decks.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name).collect()
    }

    fn has_mistakes(self) -> bool {
        let file = self.database.and_then(|path| PuzzleFile::open(path).ok());
        file.is_some_and(|file| file.has_missed().is_ok_and(|has| has))
    }

    /// The puzzles of the database; `None` without one.
    fn file(self) -> Result<Option<PuzzleFile>, WebError> {
        self.database.map(|path| PuzzleFile::open(path).map_err(unread)).transpose()
    }
}

fn unread(error: impl Display) -> WebError {
    WebError::Bad(error.to_string())
}

/// The puzzles of a deck.
fn tasks(
    file: Option<&PuzzleFile>,
    query: &TrainQuery,
    attempts: &[Attempt],
    engines: &EnginePool,
    rng: &mut Xoshiro256PlusPlus,
) -> Result<Vec<Task>, WebError> {
    let name = query.name.trim();
    let deck = match query.deck {
        Deck::Combinations => PuzzleDeck::All,
        Deck::Mistakes => PuzzleDeck::Missed((!name.is_empty()).then_some(name)),
        Deck::Endings => return Ok(endings(tables(engines), attempts, rng)),
    };
    let stored = file.map_or(Ok(Vec::new()), |file| file.tasks(deck).map_err(unread))?;
    if stored.is_empty() && query.deck == Deck::Combinations {
        return Ok(Exercise::built_in().iter().map(Exercise::task).collect());
    }
    Ok(stored)
}

/// A task with its solution; endings have no solution but the tables.
fn exercise(file: Option<&PuzzleFile>, task: &Task) -> Result<Exercise, WebError> {
    let stored = file.map_or(Ok(None), |file| file.exercise(&task.puzzle).map_err(unread))?;
    let built_in = || Exercise::built_in().iter().find(|one| one.fen == task.puzzle).cloned();
    Ok(stored.or_else(built_in).unwrap_or_else(|| Exercise {
        fen: task.puzzle.clone(),
        moves: String::new(),
        asked: 0,
        rating: task.grade.max(0.0) as u32,
        themes: Vec::new(),
        source: String::new(),
    }))
}

fn tables(engines: &EnginePool) -> Option<&Tables> {
    engines.options().endgame.as_ref().map(|endgame| endgame.tables())
}

/// Endings that were tried, so that they come back, and new ones.
fn endings(
    tables: Option<&Tables>,
    attempts: &[Attempt],
    rng: &mut Xoshiro256PlusPlus,
) -> Vec<Task> {
    let Some(tables) = tables else { return Vec::new() };
    let tried = |attempt: &Attempt| practice::ending(tables, &fen::read(&attempt.puzzle).ok()?);
    let mut all = practice::endings(tables, ENDINGS, rng.random());
    all.extend(attempts.iter().filter_map(tried));
    all.sort_by(|a, b| a.puzzle.cmp(&b.puzzle));
    all.dedup();
    all
}

/// Themes by their names; in English where a language has none.
fn names<'a>(themes: &'a [String], language: &str) -> Vec<&'a str> {
    let language = match language {
        "nl" => Language::Nl,
        "fr" => Language::Fr,
        "ru" => Language::Ru,
        _ => Language::En,
    };
    let known = Themes::built_in();
    themes
        .iter()
        .map(|id| known.get(id).map_or(id.as_str(), |theme| theme.name(language)))
        .collect()
}

/// The next puzzles, with the rating of the solver and how many of the deck are due.
pub(super) fn train(
    engines: &EnginePool,
    source: PuzzleSource<'_>,
    query: &TrainQuery,
) -> Result<Value, WebError> {
    if query.count > MAX_COUNT || !(0..=LAST_TIME).contains(&query.now) {
        return Err(WebError::Bad(format!("at most {MAX_COUNT} puzzles, at a time since 1970")));
    }
    let kept = match (&query.attempts, source.attempts) {
        (Some(_), _) | (None, None) => Vec::new(),
        (None, Some(path)) => practice::read(path).map_err(|error| bad(&error))?,
    };
    let attempts = query.attempts.as_deref().unwrap_or(&kept);
    attempts.iter().try_for_each(Attempt::check).map_err(|error| bad(&error))?;
    let mut seed = [0; 32];
    getrandom::fill(&mut seed)?;
    let mut rng = Xoshiro256PlusPlus::from_seed(seed);
    let file = source.file()?;
    let tasks = tasks(file.as_ref(), query, attempts, engines, &mut rng)?;
    let practice = Practice::of(attempts);
    let chosen = practice.next(&tasks, query.count, query.now, rng.random());
    let puzzles = chosen.into_iter().map(|place| {
        let exercise = exercise(file.as_ref(), &tasks[place])?;
        let line = match exercise.read() {
            Some((position, moves)) => line_json(&position, &moves),
            None => json!([]),
        };
        Ok(json!({
            "fen": exercise.fen, "line": line, "asked": exercise.asked, "themes": names(&exercise.themes, &query.language),
            "about": exercise.source, "rating": practice.grade(&tasks[place]).round(),
        }))
    });
    let puzzles: Result<Vec<Value>, WebError> = puzzles.collect();
    Ok(json!({
        "rating": practice.rating(),
        "tried": practice.tried(),
        "due": practice.due_of(&tasks, query.now),
        "puzzles": puzzles?,
    }))
}

/// Keeps attempts, reads a file of them, or lists those that are kept.
pub(super) fn attempts(source: PuzzleSource<'_>, query: &AttemptsQuery) -> Result<Value, WebError> {
    if let Some(text) = &query.text {
        let attempts = practice::read_lines(text).map_err(|error| bad(&error))?;
        return Ok(json!({ "attempts": attempts }));
    }
    let path = source.attempts.ok_or(WebError::NotFound)?;
    if query.add.is_empty() {
        let attempts = practice::read(path).map_err(|error| bad(&error))?;
        return Ok(json!({ "attempts": attempts }));
    }
    query.add.iter().try_for_each(Attempt::check).map_err(|error| bad(&error))?;
    practice::append(path, &query.add).map_err(|error| bad(&error))?;
    Ok(json!({}))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Options;

    fn engines() -> EnginePool {
        EnginePool::new(Vec::new(), Options { hash_mb: 1, ..Options::default() })
    }

    const NOWHERE: PuzzleSource<'static> = PuzzleSource { attempts: None, database: None };

    fn ask(source: PuzzleSource<'_>, query: Value) -> Result<Value, String> {
        let query = serde_json::from_value(query).map_err(|error| error.to_string())?;
        train(&engines(), source, &query).map_err(|error| error.to_string())
    }

    #[test]
    fn a_session_has_puzzles_with_legal_solutions_and_a_rating() {
        let answer = ask(NOWHERE, json!({ "deck": "combinations", "count": 10, "now": 0 }));
        let answer = answer.expect("an answer");
        assert_eq!((&answer["tried"], &answer["due"]), (&json!(0), &json!(0)));
        let puzzles = answer["puzzles"].as_array().expect("puzzles");
        assert_eq!(puzzles.len(), 10);
        for puzzle in puzzles {
            let plies = puzzle["line"].as_array().expect("a line").len() as u64;
            assert!(plies >= puzzle["asked"].as_u64().expect("a number") && plies > 0, "{puzzle}");
        }
        assert_eq!(NOWHERE.decks(&engines()), ["combinations"]);
    }

    #[test]
    fn a_missed_puzzle_comes_back_and_attempts_are_checked() {
        let puzzle = &Exercise::built_in()[3].fen;
        let attempt = |at: i64| json!({ "puzzle": puzzle, "at": at, "solved": false, "seconds": 3.0, "grade": 1500.0 });
        let query = |at: i64| json!({ "deck": "combinations", "count": 1, "now": 86_400, "attempts": [attempt(at)] });
        let answer = ask(NOWHERE, query(0)).expect("an answer");
        assert_eq!((&answer["puzzles"][0]["fen"], &answer["due"]), (&json!(puzzle), &json!(1)));
        assert!(answer["rating"].as_f64() < Some(1500.0));
        assert!(ask(NOWHERE, query(-1)).expect_err("no time").contains("`at`"));
        for (count, now) in [(101, 0), (1, -1), (1, i64::MAX)] {
            let query = json!({ "deck": "combinations", "count": count, "now": now });
            assert!(ask(NOWHERE, query).is_err());
        }
    }

    #[test]
    fn attempts_are_kept_in_the_file_and_read_from_a_text() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("attempts.jsonl");
        let source = PuzzleSource { attempts: Some(&path), database: None };
        let attempt = json!({ "puzzle": "W:W28:B23", "at": 5, "solved": true, "hinted": false, "seconds": 3.5, "grade": 1500.0 });
        let asked = |query: Value| {
            let query = serde_json::from_value(query).expect("a question");
            attempts(source, &query).map_err(|error| error.to_string())
        };
        asked(json!({ "add": [attempt] })).expect("kept");
        assert_eq!(asked(json!({})).expect("a list")["attempts"], json!([attempt]));
        let text = std::fs::read_to_string(&path).expect("a file");
        assert_eq!(asked(json!({ "text": text })).expect("a list")["attempts"], json!([attempt]));
        assert!(asked(json!({ "text": "{" })).expect_err("no attempt").starts_with("line 1"));
        let rated = ask(source, json!({ "deck": "combinations", "count": 0, "now": 9 }));
        assert_eq!(rated.expect("an answer")["tried"], 1);
    }
}
