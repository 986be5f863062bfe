//! `reproduce strength` plays the programs of its flags, says how it came out and under what conditions, and resumes where it
//! was interrupted.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::report::{reproduce, text};
use crate::run::PROGRAM;

/// Our own engine over Hub, with the plain man count: it searches as many nodes as it is asked for, and so plays the same again.
fn ourselves() -> String {
    format!("Man count=hub:{PROGRAM} hub --net material --hash 1")
}

fn strength(out: &Path, flags: &[&str]) -> Output {
    reproduce(&["strength", "--hash", "1"], out, flags)
}

#[test]
fn a_match_with_a_hub_engine_ends_in_a_report_with_its_conditions() {
    let folder = tempfile::tempdir().expect("folder");
    let flags = ["--against", &ourselves(), "--note", "Both sides are *one* program"];
    let output = strength(folder.path(), &flags);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let readme = text(folder.path(), "README.md");
    let version = concat!("draughts-td ", env!("CARGO_PKG_VERSION"));
    for line in [
        "How strong reference is",
        "| Man count |",
        &format!("| Man count | calls itself `{version}` |"),
        "332 ballots, drawn by the seed, 4 games a match",
        "| our transposition table | 1 MiB |",
        "| our endgame tables | none |",
        "Both sides are *one* program",
        "--against 'Man count=hub:",
    ] {
        assert!(readme.contains(line), "no '{line}' in {readme}");
    }
    let games = text(folder.path(), "games/Man count.pdn");
    assert_eq!(games.matches("[Event \"reference against Man count\"]").count(), 4);
    assert!(text(folder.path(), "figure-1.svg").starts_with("<svg"));
}

#[test]
fn random_openings_and_a_clock_are_conditions_and_parts_of_the_command() {
    let folder = tempfile::tempdir().expect("folder");
    let flags = ["--against", &ourselves(), "--random-plies", "8", "--tc", "0.2+0.01"];
    let output = strength(folder.path(), &[&flags[..], &["--seed", "7"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let readme = text(folder.path(), "README.md");
    for line in [
        "2 of 8 random plies, drawn by the seed, with a value of at most 0.08 men; 4 games a match",
        "| a move of our side and of Hub engines | 0.2+0.01 |",
        "--random-plies 8 --balanced 0.08 --hash 1 --seed 7 --quick",
    ] {
        assert!(readme.contains(line), "no '{line}' in {readme}");
    }
    let output = strength(folder.path(), &["--against", &ourselves(), "--tc", "10", "--time", "1"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("--tc"));
}

#[test]
fn two_games_at_a_time_are_told_and_come_out_as_one_by_one() {
    let [one, two] = [(); 2].map(|()| tempfile::tempdir().expect("folder"));
    let against = ourselves();
    for (folder, more) in [(&one, &[][..]), (&two, &["--concurrency", "2"])] {
        let output = strength(folder.path(), &[&["--against", &against], more].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let [readme, beside] = [&one, &two].map(|folder| text(folder.path(), "README.md"));
    assert!(beside.contains("| games at a time | 2 |"), "{beside}");
    assert!(!readme.contains("games at a time"), "{readme}");
    let [one, two] = [&one, &two].map(|folder| text(folder.path(), "figures.jsonl"));
    assert_eq!(one, two);
}

#[test]
fn games_that_are_ended_early_are_told_with_the_flags_that_ended_them() {
    let folder = tempfile::tempdir().expect("folder");
    let against = ourselves();
    let early = ["--draw", "movenumber=3", "movecount=1", "score=5000", "--maxmoves", "90"];
    let output = strength(folder.path(), &[&["--against", &against], &early[..]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let readme = text(folder.path(), "README.md");
    let flags = "--draw movenumber=3 movecount=1 score=5000 --maxmoves 90";
    for line in [
        &format!("| games ended early by | `{flags}` |"),
        &format!("'Man count=hub:{PROGRAM} hub --net material --hash 1' {flags} "),
        "| Man count | adjudication | 0 | 4 | 0 |",
        "- Man count: 4 × draw by adjudication: the scores agree",
    ] {
        assert!(readme.contains(line), "no '{line}' in {readme}");
    }
}

#[test]
fn an_interrupted_match_resumes_with_the_games_it_has() {
    let folder = tempfile::tempdir().expect("folder");
    let against = ourselves();
    let play = || {
        let output = strength(folder.path(), &["--against", &against]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    play();
    let state = folder.path().join("games/Man count.pdn.state.jsonl");
    let whole = (text(folder.path(), "README.md"), text(folder.path(), "figures.jsonl"));
    let games = fs::read_to_string(&state).expect("games");
    let first_two: Vec<&str> = games.lines().take(3).collect();
    fs::write(&state, first_two.join("\n") + "\n").expect("written");
    fs::write(folder.path().join("figures.jsonl"), "").expect("written");
    play();
    assert_eq!((text(folder.path(), "README.md"), text(folder.path(), "figures.jsonl")), whole);
    let games = fs::read_to_string(&state).expect("games");
    assert_eq!(games.lines().take(3).collect::<Vec<_>>(), first_two);
}

#[test]
fn what_is_no_opponent_is_refused_with_the_form() {
    let folder = tempfile::tempdir().expect("folder");
    let twice = ["--against", "a=hub:x", "--against", "a=hub:y"];
    for (flags, message) in [
        (&["--against", "material"][..], "NAME=dxp:HOST:PORT"),
        (&["--against", "../a=hub:x"], "name of a file"),
        (&twice, "names must differ"),
        (&[], "--against"),
        (&["--against", "a=hub:./no-such-program"], "a: "),
    ] {
        let output = strength(folder.path(), flags);
        assert_eq!(output.status.code(), Some(2), "{flags:?}");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(message), "{flags:?}: {error}");
    }
}
