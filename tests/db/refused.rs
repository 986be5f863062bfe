//! Files that are no database of this program, and questions that make no sense, get a message; no file of anybody's is replaced.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use draughts_td::database::store::Build;

use crate::run::{draughts, told};
use crate::twin::database;

fn run(folder: &Path, command: &str, status: i32) -> String {
    let words = command.split(' ').filter(|word| !word.is_empty());
    told(&draughts().current_dir(folder).arg("db").args(words).output().expect("it runs"), status)
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.pdn"), "[White \"A\"]\n\n1. 32-28 19-23 *\n")
        .expect("written");
    folder
}

const VERBS: [&str; 5] = ["search FILE", "explore FILE", "stats FILE", "export FILE", "check FILE"];

fn every_verb_says(folder: &Path, file: &str, what: &str) {
    for verb in VERBS.iter().chain(&["add FILE games.pdn"]) {
        let said = run(folder, &verb.replace("FILE", file), 2);
        assert!(said.contains(file) && said.contains(what), "{verb}: {said}");
        assert!(said.lines().count() == 1, "{verb}: {said}");
    }
}

#[test]
fn a_file_that_is_no_database_is_named_and_stays_as_it_is() {
    let folder = folder();
    fs::write(folder.path().join("text"), "dear diary, ".repeat(600)).expect("written");
    fs::write(folder.path().join("empty"), "").expect("written");
    every_verb_says(folder.path(), "missing", "no such file");
    every_verb_says(folder.path(), "text", "no database of games");
    every_verb_says(folder.path(), "empty", "no database of games");
    let said = run(folder.path(), "build games.pdn -o text", 2);
    assert!(said.contains("--force"), "{said}");
    assert!(fs::read(folder.path().join("text")).expect("there").starts_with(b"dear diary"));
    run(folder.path(), "build games.pdn -o text --force", 0);
    run(folder.path(), "build games.pdn -o empty", 0);
    run(folder.path(), "search text", 0);
}

/// Changes four bytes of the head of a database: the layout at 60, the program at 68.
fn with_number(from: &Path, to: &Path, at: usize, number: u32) {
    let mut bytes = fs::read(from).expect("there");
    bytes[at..at + 4].copy_from_slice(&number.to_be_bytes());
    fs::write(to, bytes).expect("written");
}

#[test]
fn a_database_of_a_newer_version_or_of_another_program_is_refused() {
    let folder = folder();
    run(folder.path(), "build games.pdn -o games.db", 0);
    let own = folder.path().join("games.db");
    for (name, at, number, what) in [
        ("newer", 60, 4, "newer draughts-td"),
        ("older", 60, 1, "earlier draughts-td"),
        ("foreign", 68, 7, "no database of games"),
    ] {
        let file = folder.path().join(name);
        with_number(&own, &file, at, number);
        let before = fs::read(&file).expect("there");
        every_verb_says(folder.path(), name, what);
        assert!(run(folder.path(), &format!("build games.pdn -o {name}"), 2).contains("--force"));
        assert!(fs::read(&file).expect("there") == before);
    }
}

#[test]
fn a_file_of_games_that_cannot_be_read_is_named() {
    let folder = folder();
    let [games, missing] = ["games.pdn", "missing.pdn"].map(|name| folder.path().join(name));
    let build = |database: &str| {
        let out = folder.path().join(database);
        Build::default()
            .run(&out, &[games.clone(), missing.clone()], &mut |_| ControlFlow::Continue(()))
    };
    let fault = build("games.db").expect_err("a file is missing").to_string();
    assert!(fault.contains("missing.pdn: no such file"), "{fault}");
    assert!(!folder.path().join("games.db").exists(), "a database without a game is left");
}

#[test]
fn a_database_of_other_files_is_not_built_over() {
    let folder = folder();
    fs::write(folder.path().join("other.pdn"), "1. 31-26 *\n").expect("written");
    run(folder.path(), "build games.pdn -o games.db", 0);
    let said = run(folder.path(), "build other.pdn -o games.db", 2);
    assert!(said.contains("db add") && said.contains("--force"), "{said}");
    run(folder.path(), "build games.pdn other.pdn -o games.db", 0);
    assert!(run(folder.path(), "search games.db", 0).contains("2 games"));
    run(folder.path(), "build other.pdn -o games.db --force", 0);
    assert!(run(folder.path(), "search games.db", 0).contains("\n1 game\n"));
}

#[test]
fn a_damaged_database_is_a_message_wherever_it_is_damaged() {
    let folder = folder();
    let whole = fs::read(database()).expect("there");
    let file = folder.path().join("games.db");
    let pages = whole.len() / 4096;
    for step in 0..8 {
        let mut bytes = whole.clone();
        let page = 1 + step * (pages - 2) / 8;
        bytes[page * 4096..(page + 1) * 4096].fill(if step % 2 == 0 { 0 } else { 0xa5 });
        fs::write(&file, &bytes).expect("written");
        for verb in [
            "search games.db --with W27",
            "explore games.db",
            "stats games.db",
            "export games.db -o out.pdn --force",
            "check games.db",
        ] {
            let output =
                draughts().current_dir(folder.path()).arg("db").args(verb.split(' ')).output();
            let output = output.expect("it runs");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.code().is_some_and(|code| code <= 2), "{verb}: {said}");
            assert!(!said.contains("panicked"), "{verb}: {said}");
        }
        assert!(run(folder.path(), "check games.db", draughts_status(&file)).len() > 1);
    }
    fs::write(&file, &whole[..whole.len() / 2]).expect("written");
    run(folder.path(), "check games.db", draughts_status(&file));
}

/// Rows and tables that another program has changed: the work stays within what the file holds.
#[test]
fn numbers_and_tables_that_lie_are_a_message_and_no_endless_work() {
    let folder = folder();
    let file = folder.path().join("games.db");
    let endless = "DROP VIEW games; CREATE VIEW games AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) \
        SELECT id, NULL AS event, NULL AS site FROM n";
    for (sql, verbs) in [
        (endless, &["search games.db", "export games.db", "add games.db games.pdn"][..]),
        (
            "UPDATE game SET id = 4294967295 WHERE id = 1",
            &["export games.db -o out.pdn --force", "search games.db --with W27", "check games.db"],
        ),
        ("UPDATE segment SET last_game = 4294967295", &["check games.db"]),
        ("UPDATE segment SET bits = 40", &["search games.db --position 32-28"]),
        ("UPDATE bucket SET games = x'ffffffff0f01'", &["search games.db --position 32-28"]),
        (
            "UPDATE packed_column SET width = 3 WHERE name = 'date'",
            &["search games.db --from 1990"],
        ),
    ] {
        fs::copy(database(), &file).expect("copied");
        let connection = rusqlite::Connection::open(&file).expect("open");
        connection.execute_batch(&format!("PRAGMA foreign_keys = 0; {sql}")).expect(sql);
        drop(connection);
        for verb in verbs {
            let said = run(folder.path(), verb, 2);
            assert!(said.contains("damaged"), "{sql}: {verb}: {said}");
        }
    }
}

/// A check of a damaged file fails: 1 where it could compare, 2 where it could not.
fn draughts_status(file: &Path) -> i32 {
    let output = draughts().args(["db", "check"]).arg(file).output().expect("it runs");
    let code = output.status.code().expect("a status");
    assert!(code == 1 || code == 2, "{}", String::from_utf8_lossy(&output.stdout));
    code
}

#[test]
fn questions_that_make_no_sense_are_refused_in_a_sentence() {
    let folder = folder();
    run(folder.path(), "build games.pdn -o games.db", 0);
    for (question, what) in [
        ("search games.db --from May", "2003.05"),
        ("search games.db --with W51", "W27,K3"),
        ("search games.db --material 3K", "3K:1K"),
        ("search games.db --moves 32", "32-28"),
        ("search games.db --result win", "--player"),
        ("search games.db --player ?", "no letter"),
        ("search games.db --turned", "--with"),
        ("search games.db --with W27 --lasting 0", "1 position"),
        ("search games.db --position 32-23", "not legal"),
        ("search games.db --fen", "--with"),
        ("explore games.db 32-28 1-50", "1-50"),
        ("stats games.db --by opponent", "--player"),
    ] {
        let said = run(folder.path(), question, 2);
        assert!(said.contains(what), "{question}: {said}");
    }
    run(folder.path(), "search games.db --player nobody", 1);
    run(folder.path(), "explore games.db W:WK1:BK50", 1);
}
