//! Databases of strangers, names that SQLite reads in its own way, and files that are replaced meanwhile do no harm.

use std::fs;
use std::path::Path;

use draughts_td::database::DatabaseError;
use draughts_td::database::query::{GameFilter, Pattern, PositionQuery, explore, page, search};
use draughts_td::database::store::{Database, Selected};
use draughts_td::player::StopFlag;
use rusqlite::Connection;

use crate::run::{draughts, told};
use crate::twin::{database, sample};

fn run(folder: &Path, command: &str, status: i32) -> String {
    told(
        &draughts()
            .current_dir(folder)
            .arg("db")
            .args(command.split(' '))
            .output()
            .expect("it runs"),
        status,
    )
}

/// A folder with two games, and a database of the first.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write =
        |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("a.pdn", "[White \"A\"]\n\n1. 32-28 19-23 *\n");
    write("b.pdn", "[White \"B\"]\n\n1. 31-26 19-23 *\n");
    run(folder.path(), "build a.pdn -o games.db", 0);
    folder
}

fn sql(path: &Path, sql: &str) {
    Connection::open(path).and_then(|connection| connection.execute_batch(sql)).expect(sql);
}

#[test]
fn what_no_version_makes_is_refused_and_never_runs() {
    for (make, name) in [
        ("CREATE TRIGGER t AFTER INSERT ON game BEGIN DELETE FROM moves; END", "trigger 't'"),
        ("CREATE TRIGGER game AFTER INSERT ON game BEGIN DELETE FROM moves; END", "trigger 'game'"),
        ("CREATE INDEX i ON game (hex(randomblob(9)))", "index 'i'"),
        ("CREATE INDEX i ON game (date)", "index 'i'"),
        ("CREATE TABLE more (x)", "table 'more'"),
        ("CREATE VIEW v AS SELECT 1", "view 'v'"),
    ] {
        let folder = folder();
        let file = folder.path().join("games.db");
        if make.contains("randomblob") {
            // An index wants functions that always answer alike.
            sql(&file, "CREATE INDEX i ON game (hex(id))");
        } else {
            sql(&file, make);
        }
        let before = fs::read(&file).expect("there");
        for verb in [
            "search games.db",
            "stats games.db",
            "explore games.db",
            "export games.db",
            "check games.db",
            "add games.db b.pdn",
            "build a.pdn b.pdn -o games.db",
        ] {
            let said = run(folder.path(), verb, 2);
            assert!(
                said.contains(name) || verb.starts_with("build") && said.contains("--force"),
                "{verb}: {said}"
            );
        }
        assert!(fs::read(&file).expect("there") == before, "{make}");
        run(folder.path(), "build a.pdn b.pdn -o games.db --force", 0);
        run(folder.path(), "check games.db", 0);
    }
}

#[test]
fn the_statistics_of_another_tool_are_no_stranger() {
    let folder = folder();
    sql(&folder.path().join("games.db"), "ANALYZE");
    run(folder.path(), "add games.db b.pdn", 0);
    assert!(run(folder.path(), "search games.db", 0).contains("2 games"));
}

#[test]
fn a_name_of_a_file_is_no_address() {
    let folder = folder();
    let before = fs::read(folder.path().join("games.db")).expect("there");
    for name in ["file:games.db", ":memory:", "file::memory:?cache=shared"] {
        run(folder.path(), &format!("build b.pdn -o {name}"), 0);
        assert!(run(folder.path(), &format!("search {name}"), 0).contains("\n1 game\n"), "{name}");
        assert!(fs::metadata(folder.path().join(name)).expect("a file").len() > 4096, "{name}");
    }
    assert!(fs::read(folder.path().join("games.db")).expect("there") == before);
}

#[cfg(unix)]
#[test]
fn a_pipe_or_a_link_is_named_and_not_waited_for() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let pipe = |name: &str| {
        let made = std::process::Command::new("mkfifo").arg(at(name)).status().expect("mkfifo");
        assert!(made.success());
    };
    pipe("pipe.db");
    for verb in ["search pipe.db", "add pipe.db a.pdn", "build a.pdn -o pipe.db"] {
        let said = run(folder.path(), verb, 2);
        assert!(said.contains("pipe") && !said.contains("disk"), "{verb}: {said}");
    }
    for name in ["games.db-journal", "games.db-wal"] {
        pipe(name);
        for verb in ["search games.db", "add games.db b.pdn", "check games.db"] {
            let said = run(folder.path(), verb, 2);
            assert!(said.contains(name) && said.contains("move it away"), "{verb}: {said}");
        }
        fs::remove_file(at(name)).expect("removed");
    }
    std::os::unix::fs::symlink(at("a.pdn"), at("games.db-journal")).expect("a link");
    assert!(run(folder.path(), "search games.db", 2).contains("move it away"));
    assert!(fs::read_to_string(at("a.pdn")).expect("there").contains("32-28"));
}

#[test]
fn a_search_asks_the_file_that_it_opened_whatever_takes_its_name() {
    let folder = folder();
    let path = folder.path().join("asked.db");
    fs::copy(database(), &path).expect("copied");
    let opened = Database::open(&path).expect("it opens");
    let pattern = Pattern { with: "W32".parse().expect("a man"), ..Pattern::default() };
    let query = PositionQuery { pattern: Some(pattern), ..PositionQuery::default() };
    let all = |database: &Database| {
        search(database, &GameFilter::default(), &query).expect("an answer").hits.len()
    };
    assert_eq!(all(&opened), sample().len());
    fs::rename(folder.path().join("games.db"), &path).expect("renamed");
    assert_eq!(all(&opened), sample().len());
    assert_eq!(all(&Database::open(&path).expect("it opens")), 1);
}

#[test]
fn a_question_ends_when_its_flag_is_raised() {
    let stop = StopFlag::new();
    let opened = Database::open(database()).expect("it opens").until(&stop);
    let filter = || GameFilter { text: Some("level".into()), ..GameFilter::default() };
    let pattern = Pattern { with: "W32".parse().expect("a man"), ..Pattern::default() };
    let query = PositionQuery { pattern: Some(pattern), ..PositionQuery::default() };
    let start = draughts_td::board::Position::start();
    let is_stopped = |outcomes: [Option<DatabaseError>; 4]| {
        outcomes.map(|error| matches!(error, Some(DatabaseError::Stopped)))
    };
    let ask = || {
        [
            page(&opened, &filter(), 0, 50).err(),
            search(&opened, &filter(), &PositionQuery::default()).err(),
            search(&opened, &GameFilter::default(), &query).err(),
            explore(&opened, &start, &filter()).err(),
        ]
    };
    assert_eq!(is_stopped(ask()), [false; 4]);
    stop.stop();
    assert_eq!(is_stopped(ask()), [true; 4]);
}

/// Texts of games may be large, and so not many are held at once.
#[test]
fn an_export_hands_on_a_large_game_before_it_reads_the_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let comment = "long ".repeat(300_000);
    let game = |white: u32| format!("[White \"{white}\"]\n\n1. 32-28 {{{comment}{white}}} *\n\n");
    fs::write(folder.path().join("long.pdn"), (1..=3).map(game).collect::<String>())
        .expect("written");
    run(folder.path(), "build long.pdn -o long.db", 0);
    let path = folder.path().join("long.db");
    sql(&path, "UPDATE movetext SET text = x'00' WHERE game = 3");
    let mut games = 0;
    let outcome = Database::open(&path).expect("it opens").export(&Selected::All, |_| {
        games += 1;
        Ok(())
    });
    assert!(outcome.is_err());
    assert_eq!(games, 2);
}

#[test]
fn tags_and_comments_of_an_old_encoding_are_written_in_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let text =
        b"[White \"J\xe4ger\"]\n\n1. 32-28 {Gr\xfc\xdfe} 19-23 {schon UTF-8: \xc3\xbc} *\n\n\
        [White \"Br\xfcck\"]\n\n1. 32-28 {verd\xe4chtig} 50-1 *\n";
    fs::write(folder.path().join("old.pdn"), text).expect("written");
    run(folder.path(), "build old.pdn -o old.db", 0);
    let written = draughts().current_dir(folder.path()).args(["db", "export", "old.db"]).output();
    let written = String::from_utf8(written.expect("it runs").stdout).expect("UTF-8");
    for part in ["Jäger", "{Grüße}", "{schon UTF-8: ü}", "Brück", "{verdächtig}"] {
        assert!(written.contains(part), "{part}: {written}");
    }
}

/// On some systems a name need not be UTF-8.
#[cfg(target_os = "linux")]
#[test]
fn names_that_look_alike_as_text_are_two_files() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = folder();
    let [one, other] = [&b"\xff.pdn"[..], b"\xfe.pdn"].map(OsStr::from_bytes);
    fs::rename(folder.path().join("a.pdn"), folder.path().join(one)).expect("renamed");
    fs::rename(folder.path().join("b.pdn"), folder.path().join(other)).expect("renamed");
    let db = |words: &[&OsStr]| {
        told(
            &draughts().current_dir(folder.path()).arg("db").args(words).output().expect("it runs"),
            0,
        )
    };
    let [build, check, out, file] = ["build", "check", "-o", "two.db"].map(OsStr::new);
    db(&[build, one, other, out, file]);
    db(&[check, file, one, other]);
    let opened = Database::open(&folder.path().join("two.db")).expect("it opens");
    let sources = opened.sources().expect("sources");
    assert_eq!(sources.iter().map(|source| source.games).collect::<Vec<_>>(), [1, 1]);
    assert_ne!(sources[0].file, sources[1].file);
}
