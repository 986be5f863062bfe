//! What cannot be exported is said with the remedy, and leaves no file.

use std::fs;
use std::path::Path;

use crate::{SAMPLE, program, shown, told};

fn refused(arguments: &[&str]) -> String {
    told(&program(&[&["export"], arguments].concat()), 2)
}

fn names_in(folder: &Path) -> usize {
    fs::read_dir(folder).expect("a folder").count()
}

#[test]
fn one_format_must_be_named_and_one_only() {
    let said = refused(&[SAMPLE]);
    assert!(said.contains("--npz") && said.contains("--parquet"), "{said}");
    refused(&[SAMPLE, "--npz", "rows.npz", "--parquet", "rows"]);
    refused(&[SAMPLE, "--npz", "rows.npz", "--features", "own"]);
}

#[test]
fn faults_are_told_by_flag_and_file_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("folder");
    let path = |name: &str| shown(&folder.path().join(name));
    let npz = path("rows.npz");
    let without_result = path("games.pdn");
    fs::write(&without_result, "1. 32-28 19-23 2. 28x19 14x23 *\n").expect("written");
    let cases: [(&[&str], &str); 6] = [
        (&[SAMPLE, "--npz", &npz, "--holdout", "1"], "holdout is 1; it must be between 0 and 0.9"),
        (&[SAMPLE, "--npz", &path("rows.zip")], "name it .npz"),
        (&[SAMPLE, "--npz", &path("missing/rows.npz")], "missing"),
        (&["missing.pdn", "--npz", &npz], "missing.pdn: no such file"),
        (
            &[&without_result, "--npz", &npz],
            "no position to export; games read: 1; readable: 1; without a result: 1",
        ),
        (&[SAMPLE, "--npz", &npz, "--inputs", "all"], "sparse, dense"),
    ];
    for (arguments, expected) in cases {
        let said = refused(arguments);
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
    assert_eq!(names_in(folder.path()), 1, "the games alone");
}

#[test]
fn the_games_are_never_written_over() {
    let folder = tempfile::tempdir().expect("folder");
    let games = folder.path().join("games.npz");
    fs::copy("pdn/accept/nags.pdn", &games).expect("copied");
    let said = refused(&[&shown(&games), "--npz", &shown(&games)]);
    assert!(said.contains("would overwrite"), "{said}");
    assert_eq!(fs::read(&games).ok(), fs::read("pdn/accept/nags.pdn").ok());
}

#[cfg(not(feature = "parquet"))]
#[test]
fn a_program_without_parquet_says_how_to_get_it() {
    let folder = tempfile::tempdir().expect("folder");
    let rows = folder.path().join("rows");
    let said = refused(&[SAMPLE, "--parquet", &shown(&rows)]);
    assert!(said.contains("--features parquet") && said.contains("--npz"), "{said}");
    assert!(!rows.exists());
}

#[test]
fn skipped_games_change_the_status_where_that_is_asked_for() {
    let folder = tempfile::tempdir().expect("folder");
    let npz = shown(&folder.path().join("rows.npz"));
    let said = told(&program(&["export", SAMPLE, "--npz", &npz, "--strict"]), 1);
    assert!(said.contains("skipped  6 ambiguous"), "{said}");
    assert!(said.contains("rows     401505 to learn from, 44742 held out"), "{said}");
}
