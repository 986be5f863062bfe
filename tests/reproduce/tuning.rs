//! `reproduce tuning` tries changes of the search one after the other, says what was accepted and rejected, and resumes where it was
//! interrupted.

use std::path::Path;
use std::process::Output;

use crate::report::{check_trial, reproduce, text};

fn tuning(out: &Path, flags: &[&str]) -> Output {
    reproduce(&["tuning", "--net", "material", "--hash", "1"], out, flags)
}

const TRY: [&str; 4] = ["--try", "where prob-cut-margin=3", "--try", "without history"];

#[test]
fn every_change_has_a_line_with_its_games_and_a_verdict() {
    let folder = tempfile::tempdir().expect("folder");
    let out = folder.path();
    let output = tuning(out, &[&TRY[..], &["--note", "null moves: they lose"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let readme = text(out, "README.md");
    for part in [
        "| `where prob-cut-margin=3` |",
        "| `without history` |",
        "no verdict",
        "null moves: they lose",
        "reduction-divisor=104",
        "--try 'without history'",
    ] {
        assert!(readme.contains(part), "no '{part}' in {readme}");
    }
    check_trial(&readme);
    let games = text(out, "games/where prob-cut-margin=3.pdn");
    assert_eq!(games.matches("[Event \"The search where prob-cut-margin=3\"]").count(), 4);
    assert!(text(out, "figure-1.svg").starts_with("<svg"));
}

#[test]
fn what_was_tried_stays_when_more_is_tried_whatever_the_threads() {
    let folder = tempfile::tempdir().expect("folder");
    let [parts, whole] = ["parts", "whole"].map(|name| folder.path().join(name));
    for (out, flags) in [(&parts, &TRY[..2]), (&parts, &TRY[..]), (&whole, &TRY[..])] {
        let threads = if out == &parts { "1" } else { "3" };
        let output = tuning(out, &[flags, &["--threads", threads]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(text(&parts, "figures.jsonl"), text(&whole, "figures.jsonl"));
}

#[test]
fn an_unknown_change_is_refused_with_the_known_ones() {
    let folder = tempfile::tempdir().expect("folder");
    for (change, word) in
        [("where luck=1", "prob-cut-margin (0 to 200)"), ("nothing", "where NAME=VALUE")]
    {
        let output = tuning(folder.path(), &["--try", change]);
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(word), "{told}");
    }
}

#[test]
fn a_test_that_cannot_be_one_is_refused() {
    let folder = tempfile::tempdir().expect("folder");
    for (flag, value, word) in [
        ("--gain", "0", "1 to 1000"),
        ("--gain", "nan", "1 to 1000"),
        ("--games", "666", "give 2 to 664"),
    ] {
        let output = tuning(folder.path(), &["--try", "without table", flag, value]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && told.contains(word), "{told}");
    }
}
