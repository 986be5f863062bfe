//! Verbs that read PDN files read a database in their place, with the same result.

use serde_json::Value;

use crate::run::{draughts, told};
use crate::twin::{SAMPLE, database};

/// What a verb prints of some games.
fn of(words: &str, games: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out").to_string_lossy().into_owned();
    let words = words.split(' ').map(|word| match word {
        "GAMES" => games.to_owned(),
        "OUT" => out.clone(),
        word => word.to_owned(),
    });
    let output = draughts().args(words).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn json(words: &str, games: &str) -> Value {
    serde_json::from_str(&of(words, games)).expect("JSON")
}

#[test]
fn inspect_and_learn_find_the_same_in_a_database() {
    let database = database().to_string_lossy();
    let census = |games: &str| {
        let mut census = json("inspect GAMES --json", games);
        // Places differ, since lines may end elsewhere.
        census["skipped_games"] = Value::Null;
        census
    };
    assert_eq!(census(SAMPLE), census(&database));
    let learned = |games: &str| {
        json("learn GAMES --model nn1 --games 300 -o OUT --json", games)["held_out"].clone()
    };
    let held_out = learned(SAMPLE);
    assert!(held_out.is_object());
    assert_eq!(held_out, learned(&database));
    let book = |games: &str| {
        json("book make GAMES --min-games 5 -o OUT --json", games)["positions"].clone()
    };
    assert_eq!(book(SAMPLE), book(&database));
}

#[test]
fn a_database_that_cannot_be_read_is_a_fault_of_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db");
    std::fs::write(&file, b"SQLite format 3\0 and then nothing").expect("written");
    let output = draughts().arg("inspect").arg(&file).output().expect("it runs");
    let said = told(&output, 2);
    assert!(said.contains("games.db") && said.contains("no database of games"), "{said}");
}
