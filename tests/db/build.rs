//! Building: duplicates, broken games, runs that are broken off, files that come again.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use draughts_td::database::store::{Build, BuildEvent, Database, check};
use serde_json::Value;

use crate::run::{draughts, told};
use crate::twin::{SAMPLE, db};

const GAMES: &str = "[White \"Sijbrands, Ton\"]\n[Black \"Wiersma, Harm\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n\
    [White \"T. Sijbrands\"]\n[Black \"H. Wiersma\"]\n\n1. 32-28 19-23 2. 28-22 *\n\n\
    [White \"Ton Sijbrands\"]\n[Black \"Harm Wiersma\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n\
    [White \"SIJBRANDS Ton\"]\n[Black \"wiersma harm\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n";

fn json(folder: &Path, words: &[&str]) -> Value {
    let output = draughts().current_dir(folder).arg("db").args(words).arg("--json").output();
    let output = output.expect("it runs");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{words:?}: {}", String::from_utf8_lossy(&output.stderr)))
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.pdn"), GAMES).expect("written");
    folder
}

#[test]
fn versions_are_counted_and_broken_games_kept_with_the_reason() {
    let folder = folder();
    let built = json(folder.path(), &["build", "games.pdn", "-o", "games.db"]);
    // The words of the names are the same in all three, and are written otherwise.
    let counts = ["games", "versions", "duplicates", "broken"].map(|name| built[name].clone());
    assert_eq!(counts, [4, 2, 0, 1].map(Value::from));
    let found = json(folder.path(), &["search", "games.db", "--player", "ton sijbrands"]);
    assert_eq!((&found["games"], &found["duplicates"]), (&1.into(), &2.into()));
    let text = String::from_utf8(
        db(&["export", &folder.path().join("games.db").to_string_lossy()]).stdout,
    );
    assert_eq!(text.expect("text").trim(), GAMES.trim());
    assert_eq!(json(folder.path(), &["check", "games.db"])["differences"], 0);
}

#[test]
fn games_in_the_database_are_not_added_again() {
    let folder = folder();
    json(folder.path(), &["build", "games.pdn", "-o", "games.db"]);
    let again = json(folder.path(), &["build", "games.pdn", "-o", "games.db"]);
    assert_eq!(again["games"], 0);
    fs::copy(folder.path().join("games.pdn"), folder.path().join("copy.pdn")).expect("copied");
    assert_eq!(json(folder.path(), &["add", "games.db", "copy.pdn"])["games"], 0);
    fs::write(folder.path().join("more.pdn"), format!("{GAMES}\n[White \"A\"]\n\n1. 31-26 *\n"))
        .expect("written");
    let more = json(folder.path(), &["add", "games.db", "more.pdn"]);
    assert_eq!((&more["games"], &more["duplicates"]), (&5.into(), &3.into()));
    assert_eq!(json(folder.path(), &["search", "games.db"])["games"], 2);
    let moves = json(folder.path(), &["explore", "games.db"]);
    assert_eq!((&moves[0]["games"], &moves[1]["games"]), (&1.into(), &1.into()));
    assert_eq!(json(folder.path(), &["check", "games.db"])["differences"], 0);
}

/// All that a database holds, as text: tables without what depends on where a run ended.
fn content(file: &Path) -> Vec<String> {
    let database = Database::open(file).expect("it opens");
    let last = database.last_game().expect("a number");
    let game = |number| {
        String::from_utf8(database.pdn(number).expect("it reads").expect("a game")).expect("text")
    };
    (1..=last).map(game).collect()
}

/// A build that is broken off after some blocks, by a signal or by a kill.
#[test]
fn a_build_that_was_broken_off_resumes_and_nothing_is_there_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, whole) = (folder.path().join("games.db"), folder.path().join("whole.db"));
    let build = Build { threads: 2, run_positions: 100_000, frequent_games: 100 };
    let sources: Vec<PathBuf> = vec![SAMPLE.into()];
    build.run(&whole, &sources, &mut |_| ControlFlow::Continue(())).expect("built");
    for blocks in 1..4 {
        let mut seen = 0;
        let mut stop = |event: BuildEvent<'_>| {
            seen += u32::from(matches!(event, BuildEvent::Progress { .. }));
            if seen < blocks { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let built = build.run(&file, &sources, &mut stop).expect("some of it");
        assert!(built.interrupted);
    }
    build.run(&file, &sources, &mut |_| ControlFlow::Continue(())).expect("the rest");
    assert!(content(&file) == content(&whole));
    let checked =
        check(&Database::open(&file).expect("open"), &[], 2, &mut |_| ControlFlow::Continue(()));
    let checked = checked.expect("checked");
    assert_eq!((checked.games, checked.faults), (5000, vec![]));
}

#[cfg(unix)]
#[test]
fn a_killed_build_resumes_with_the_same_command() {
    use std::process::Stdio;
    use std::time::Duration;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db");
    // The sample several times under other checksums, so that there is time to kill.
    let packed = fs::read(SAMPLE).expect("the sample");
    let mut words =
        vec!["db".to_owned(), "build".into(), "-o".into(), file.to_string_lossy().into_owned()];
    for copy in 0..4u8 {
        let path = folder.path().join(format!("{copy}.pdn.zst"));
        let more = zstd::encode_all(format!("[Event \"{copy}\"]\n\n1. 32-28 *\n\n").as_bytes(), 3);
        fs::write(&path, [more.expect("packed"), packed.clone()].concat()).expect("written");
        words.push(path.to_string_lossy().into_owned());
    }
    for pause in [150, 400, 700, 1000] {
        let mut child = draughts()
            .args(&words)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it runs");
        std::thread::sleep(Duration::from_millis(pause));
        child.kill().expect("killed");
        child.wait().expect("gone");
    }
    let said = draughts().args(&words).output().expect("it runs");
    told(&said, 0);
    let checked = db(&["check", &file.to_string_lossy(), "--json"]);
    let checked: Value = serde_json::from_slice(&checked.stdout).expect("JSON");
    assert_eq!(
        (&checked["games"], &checked["differences"]),
        (&20004.into(), &0.into()),
        "{checked}"
    );
    let found = db(&["search", &file.to_string_lossy(), "--limit", "1", "--json"]);
    let found: Value = serde_json::from_slice(&found.stdout).expect("JSON");
    assert_eq!(found["games"], 4998);
}

/// A file that may not grow is as a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_is_a_message_and_the_same_command_resumes() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db");
    let words = format!("'{}' db build {SAMPLE} -o '{}'", crate::run::PROGRAM, file.display());
    for blocks in [8, 300, 1500] {
        let limited = format!("ulimit -f {blocks}; {words}");
        let output = std::process::Command::new("sh").args(["-c", &limited]).output();
        let said = told(&output.expect("it runs"), 2);
        assert!(said.contains("disk is full") && said.contains("games.db"), "{said}");
    }
    told(&db(&["build", SAMPLE, "-o", &file.to_string_lossy()]), 0);
    told(&db(&["check", &file.to_string_lossy()]), 0);
}

#[test]
fn a_file_that_has_changed_is_added_and_not_built_again() {
    let folder = folder();
    json(folder.path(), &["build", "games.pdn", "-o", "games.db"]);
    let corrected = GAMES.replace("[White \"T. Sijbrands\"]", "[White \"Ton Sijbrands\"]");
    fs::write(folder.path().join("games.pdn"), corrected).expect("written");
    let build = ["db", "build", "games.pdn", "-o", "games.db"];
    let said = draughts().current_dir(folder.path()).args(build).output().expect("it runs");
    let said = told(&said, 2);
    assert!(
        said.contains("games.pdn has changed since") && said.contains("db add games.db games.pdn"),
        "{said}"
    );
    let added = json(folder.path(), &["add", "games.db", "games.pdn"]);
    assert_eq!((&added["games"], &added["duplicates"]), (&4.into(), &3.into()));
}

#[test]
fn a_second_writer_gets_a_message_and_readers_continue() {
    let folder = folder();
    json(folder.path(), &["build", "games.pdn", "-o", "games.db"]);
    let file = folder.path().join("games.db");
    let lock = draughts_td::lock::Lock::on(&file).expect("free");
    fs::copy(SAMPLE, folder.path().join("sample.pdn.zst")).expect("copied");
    let add = ["db", "add", "games.db", "sample.pdn.zst"];
    let output = draughts().current_dir(folder.path()).args(add).output().expect("it runs");
    assert!(told(&output, 2).contains("is being written by"));
    assert_eq!(json(folder.path(), &["search", "games.db"])["games"], 1);
    drop(lock);
    assert_eq!(json(folder.path(), &["add", "games.db", "sample.pdn.zst"])["games"], 5000);
}
