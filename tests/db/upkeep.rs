//! Names that are merged and games that are removed: every question obeys, and everything can be taken back.

use std::fs;
use std::path::Path;

use rusqlite::Connection;
use serde_json::Value;

use crate::run::{draughts, told};

fn run(folder: &Path, words: &[&str], status: i32) -> String {
    told(&draughts().current_dir(folder).arg("db").args(words).output().expect("it runs"), status)
}

fn json(folder: &Path, words: &[&str]) -> Value {
    let output = draughts().current_dir(folder).arg("db").args(words).arg("--json").output();
    serde_json::from_slice(&output.expect("it runs").stdout).expect("JSON")
}

/// Four games; one person is written in two ways, and the first game is there twice.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let game = |white: &str, black: &str, moves: &str, result: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
        )
    };
    let games = [
        game("Tsjizjow,A.", "Bos,J.", "1. 32-28 19-23 2. 28x19 14x23", "2-0"),
        game("Dijk,P.", "Chizhov, Aleksej", "1. 33-29 19-23", "0-2"),
        game("Dijk,P.", "Bos,J.", "1. 31-27 19-23", "1-1"),
        game("Bos,K.", "Dijk,P.", "1. 34-30 20-25", "1-1"),
        game("Tsjizjow,A.", "Bos,J.", "1. 32-28 {late} 19-23 2. 28x19 14x23", "2-0"),
    ];
    fs::write(folder.path().join("a.pdn"), games.concat()).expect("written");
    run(folder.path(), &["build", "a.pdn", "-o", "games.db"], 0);
    folder
}

fn games_of(folder: &Path, question: &[&str]) -> Vec<u64> {
    let found = json(folder, &[&["search", "games.db", "--limit", "0"], question].concat());
    let hits = found["hits"].as_array().expect("a list").iter();
    hits.map(|hit| hit["game"].as_u64().expect("a number")).collect()
}

#[test]
fn a_merged_person_is_found_counted_and_explored_by_each_name_until_it_is_split() {
    let folder = folder();
    let folder = folder.path();
    let similar = json(folder, &["names", "games.db"]);
    assert_eq!(similar["groups"], 1, "{similar}");
    assert_eq!(similar["similar"][0][1]["name"], "Tsjizjow,A.");
    let both = ["Chizhov, Aleksej", "Tsjizjow,A."];
    assert_eq!(games_of(folder, &["--player", "Chizhov"]), [2]);
    run(folder, &[&["names", "games.db", "--merge"], &both[..]].concat(), 0);
    for asked in ["Chizhov", "Tsjizjow", "A. Tsjizjow"] {
        assert_eq!(games_of(folder, &["--player", asked]), [2, 5], "{asked}");
        assert_eq!(games_of(folder, &["--player", asked, "--result", "win"]), [2, 5], "{asked}");
        assert_eq!(games_of(folder, &["--text", asked]), [2, 5], "{asked}");
        let stats = json(folder, &["stats", "games.db", "--player", asked]);
        assert_eq!((&stats["games"], &stats["wins"]), (&2.into(), &2.into()), "{asked}");
        let moves =
            json(folder, &["explore", "games.db", "start", "--player", asked, "--net", "none"]);
        assert_eq!(moves.as_array().expect("moves").len(), 2, "{asked}");
    }
    let opponents = json(folder, &["stats", "games.db", "--player", "Bos,J.", "--by", "opponent"]);
    assert!(opponents.to_string().contains("Chizhov, Aleksej"), "{opponents}");
    let named = json(folder, &["names", "games.db"]);
    assert_eq!((&named["groups"], &named["merged"][0]["name"]), (&0.into(), &both[0].into()));
    run(folder, &["names", "games.db", "--split", both[1]], 0);
    assert_eq!(games_of(folder, &["--player", "Chizhov"]), [2]);
    assert_eq!(json(folder, &["names", "games.db"])["groups"], 1);
}

#[test]
fn names_that_no_game_has_are_not_merged() {
    let folder = folder();
    for (words, reason) in [
        (&["--merge", "Bos,J.", "Boss"][..], "'Boss'"),
        (&["--merge", "Bos,J.", "Bos,J."], "two names"),
        (&["--split", "Bos,J."], "merged with no other"),
        (&["--merge", "Bos,J."], "--merge"),
    ] {
        let fault = run(folder.path(), &[&["names", "games.db"], words].concat(), 2);
        assert!(fault.contains(reason), "{fault}");
    }
}

#[test]
fn three_names_merged_in_two_steps_are_one_person_under_the_last_first_name() {
    let folder = folder();
    let folder = folder.path();
    run(folder, &["names", "games.db", "--merge", "Bos,J.", "Bos,K."], 0);
    run(folder, &["names", "games.db", "--merge", "Dijk,P.", "Bos,K."], 0);
    let named = json(folder, &["names", "games.db"]);
    assert_eq!(named["merged"][0]["name"], "Dijk,P.");
    assert_eq!(named["merged"][0]["others"], serde_json::json!(["Bos,J.", "Bos,K."]));
    run(folder, &["names", "games.db", "--split", "Dijk,P."], 0);
    assert_eq!(json(folder, &["names", "games.db"])["merged"], serde_json::json!([]));
}

#[test]
fn a_removed_game_is_found_by_no_question_until_it_is_brought_back() {
    let folder = folder();
    let folder = folder.path();
    let all = [2, 3, 4, 5];
    let export = |words: &[&str]| run(folder, &[&["export", "games.db"], words].concat(), 0);
    let before = export(&[]);
    assert_eq!(games_of(folder, &[]), all);
    let fault = run(folder, &["remove", "games.db", "5"], 2);
    assert!(fault.contains("--yes") && fault.contains("Tsjizjow"), "{fault}");
    assert_eq!(games_of(folder, &[]), all);
    let gone = run(folder, &["remove", "games.db", "5", "--yes"], 0);
    assert!(gone.contains("games 1, 5") && gone.contains("--undo"), "{gone}");
    for question in [
        &[][..],
        &["--versions"],
        &["--position", "32-28 19-23"],
        &["--moves", "32-28"],
        &["--game", "5,1"],
    ] {
        let found = games_of(folder, question);
        assert!(!found.contains(&1) && !found.contains(&5), "{question:?}: {found:?}");
    }
    assert_eq!(games_of(folder, &[]), [2, 3, 4]);
    assert_eq!(json(folder, &["stats", "games.db"])["games"], 3);
    let moves = json(folder, &["explore", "games.db", "--net", "none"]);
    assert!(!moves.to_string().contains("32-28"), "{moves}");
    assert!(!export(&[]).contains("Tsjizjow") && !export(&["--unique"]).contains("Tsjizjow"));
    let again = run(folder, &["add", "games.db", "a.pdn"], 0);
    assert!(again.contains("its games are in the database"), "{again}");
    assert_eq!(games_of(folder, &[]), [2, 3, 4]);
    run(folder, &["check", "games.db", "a.pdn"], 0);
    assert!(run(folder, &["remove", "games.db", "--list"], 0).contains("Tsjizjow"));
    run(folder, &["remove", "games.db", "5", "1", "--undo"], 0);
    assert_eq!(games_of(folder, &[]), all);
    assert_eq!(export(&[]), before);
}

#[test]
fn numbers_of_no_game_change_nothing() {
    let folder = folder();
    let folder = folder.path();
    for (words, reason) in [
        (&["remove", "games.db", "2", "77", "--yes"][..], "no game 77"),
        (&["remove", "games.db", "2", "--undo"], "not removed"),
        (&["remove", "games.db", "0", "--yes"], "no game 0"),
    ] {
        let fault = run(folder, words, 2);
        assert!(fault.contains(reason), "{fault}");
    }
    assert_eq!(games_of(folder, &[]), [2, 3, 4, 5]);
}

#[test]
fn a_table_of_edits_that_is_not_as_made_is_refused() {
    let folder = folder();
    let file = folder.path().join("games.db");
    let make = "CREATE TABLE alias (player INTEGER PRIMARY KEY, same_as INTEGER, more)";
    Connection::open(&file).and_then(|file| file.execute_batch(make)).expect(make);
    let fault = run(folder.path(), &["search", "games.db"], 2);
    assert!(fault.contains("alias"), "{fault}");
}
