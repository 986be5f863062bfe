//! A database that is replaced: the old games are there until the new database is whole.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use draughts_td::database::query::{GameFilter, PositionQuery, search};
use draughts_td::database::store::{Build, BuildEvent, Database, check};

use crate::run::{draughts, told};
use crate::twin::SAMPLE;

/// A folder with a database of one game and its PDN file.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("old.pdn"), "[White \"Old\"]\n\n1. 32-28 19-23 *\n")
        .expect("written");
    let file = folder.path().join("games.db");
    told(&build(folder.path(), &[&folder.path().join("old.pdn").to_string_lossy()]), 0);
    (folder, file)
}

fn build(folder: &Path, words: &[&str]) -> std::process::Output {
    let words = [&["db", "build", "-o", "games.db"], words].concat();
    draughts().current_dir(folder).args(words).output().expect("it runs")
}

fn games(file: &Path) -> usize {
    let database = Database::open(file).expect("it opens");
    search(&database, &GameFilter::default(), &PositionQuery::default()).expect("found").hits.len()
}

fn is_whole(file: &Path) -> bool {
    let database = Database::open(file).expect("it opens");
    let checked = check(&database, &[], 2, &mut |_| ControlFlow::Continue(()));
    checked.expect("checked").faults.is_empty()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    let mut names: Vec<String> =
        entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn beside_a_writer_a_forced_build_changes_nothing() {
    let (folder, file) = folder();
    let (before, there) = (fs::read(&file).expect("there"), names(folder.path()));
    let lock = draughts_td::lock::Lock::on(&file).expect("free");
    fs::copy(SAMPLE, folder.path().join("sample.pdn.zst")).expect("copied");
    let said = told(&build(folder.path(), &["sample.pdn.zst", "--force"]), 2);
    assert!(said.contains("is being written by"), "{said}");
    drop(lock);
    fs::remove_file(folder.path().join("sample.pdn.zst")).expect("removed");
    assert!(fs::read(&file).expect("there") == before);
    assert_eq!(names(folder.path()), there);
}

#[cfg(unix)]
#[test]
fn a_killed_forced_build_leaves_the_old_games_and_resumes() {
    use std::process::Stdio;
    use std::time::Duration;
    let (folder, file) = folder();
    let words = ["db", "build", SAMPLE, "--force", "-o", &file.to_string_lossy()].map(String::from);
    for pause in [20, 100, 200, 300, 450, 600] {
        let command = &mut draughts();
        let command = command.args(&words).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it runs");
        std::thread::sleep(Duration::from_millis(pause));
        child.kill().expect("killed");
        child.wait().expect("gone");
        let games = games(&file);
        assert!(games == 1 || games == 4994, "{games} after {pause} ms");
        assert!(is_whole(&file));
    }
    told(&draughts().args(&words).output().expect("it runs"), 0);
    assert_eq!(games(&file), 4994);
    assert!(is_whole(&file));
    assert_eq!(names(folder.path()), ["games.db", "old.pdn"]);
}

#[test]
fn an_interrupted_forced_build_resumes_where_it_was() {
    let (folder, file) = folder();
    let build = Build { threads: 2, run_positions: 100_000, frequent_games: 100 };
    let sources = [PathBuf::from(SAMPLE)];
    let mut blocks = 0;
    let mut stop = |event: BuildEvent<'_>| {
        blocks += u32::from(matches!(event, BuildEvent::Progress { .. }));
        if blocks < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let some = build.replace(&file, &sources, &mut stop).expect("some of it");
    assert!(some.interrupted && some.games > 0);
    assert_eq!(games(&file), 1);
    let rest =
        build.replace(&file, &sources, &mut |_| ControlFlow::Continue(())).expect("the rest");
    assert!(rest.games < 5000 && !rest.interrupted, "{rest:?}");
    assert_eq!(games(&file), 4994);
    assert!(is_whole(&file));
    // What was left of a build of other files is no part of this one.
    let mut stop = |_: BuildEvent<'_>| ControlFlow::Break(());
    assert!(build.replace(&file, &sources, &mut stop).expect("some").interrupted);
    let old = [folder.path().join("old.pdn")];
    build.replace(&file, &old, &mut |_| ControlFlow::Continue(())).expect("built");
    assert_eq!(games(&file), 1);
    assert_eq!(names(folder.path()), ["games.db", "old.pdn"]);
}

#[test]
fn files_that_cannot_be_read_replace_nothing_and_make_no_database() {
    let (folder, file) = folder();
    let packed = fs::read(SAMPLE).expect("the sample");
    let noise: Vec<u8> = (0..5000u32).map(|place| (place * place / 7 % 251) as u8).collect();
    let half = packed.len() / 2;
    for (name, bytes) in [
        ("empty.pdn", &[][..]),
        ("noise.pdn", &noise),
        ("text.pdn", b"a letter to a friend\nwho plays draughts\n"),
        ("cut.pdn.zst", &packed[..200]),
        ("half.pdn.zst", &packed[..half]),
    ] {
        fs::write(folder.path().join(name), bytes).expect("written");
        let before = fs::read(&file).expect("there");
        let said = told(&build(folder.path(), &[name, "--force"]), 2);
        assert!(said.contains(name) && said.contains("nothing is"), "{said}");
        told(&build(folder.path(), &["old.pdn", name, "--force"]), 2);
        assert!(fs::read(&file).expect("there") == before, "{name}");
        let words = ["db", "build", name, "-o", "other.db"];
        let output = draughts().current_dir(folder.path()).args(words).output().expect("it runs");
        // Where a part is read, there is a database of it, and nothing is lost by that.
        let has_games = name.starts_with("half");
        told(&output, if has_games { 0 } else { 2 });
        assert_eq!(folder.path().join("other.db").exists(), has_games, "{name}");
        if !has_games {
            let words = ["db", "add", "games.db", name];
            told(&draughts().current_dir(folder.path()).args(words).output().expect("it runs"), 2);
        }
    }
    assert_eq!(games(&file), 1);
    assert!(names(folder.path()).iter().all(|name| !name.starts_with('.')));
}

/// A journal belongs to the file beside it, and would undo pages of the one that follows.
#[test]
fn what_a_killed_writer_left_is_not_applied_to_the_new_database() {
    let (folder, file) = folder();
    let sources = [PathBuf::from(SAMPLE)];
    let go = &mut |_: BuildEvent<'_>| ControlFlow::Continue(());
    Build::default().run(&file, &sources, go).expect("added");
    let writer = rusqlite::Connection::open(&file).expect("open");
    let change = "PRAGMA cache_size = 4; PRAGMA cache_spill = 1; BEGIN; UPDATE game SET line = line + 1; UPDATE player SET words = 'x' || words";
    writer.execute_batch(change).expect("changed");
    let journal = |file: &Path| PathBuf::from(format!("{}-journal", file.display()));
    let (pages, log) =
        (fs::read(&file).expect("pages"), fs::read(journal(&file)).expect("a journal"));
    drop(writer);
    fs::write(&file, pages).expect("written");
    fs::write(journal(&file), log).expect("written");
    let old = [folder.path().join("old.pdn")];
    Build::default().replace(&file, &old, go).expect("built");
    assert_eq!(games(&file), 1);
    assert!(is_whole(&file) && !journal(&file).exists());
}
