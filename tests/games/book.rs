//! `draughts-td book`: made from games, shown, merged, and played from.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::run::draughts;

fn run(arguments: &[&str], folder: &Path) -> Output {
    draughts().args(arguments).current_dir(folder).output().expect("the program runs")
}

fn done(arguments: &[&str], folder: &Path) -> String {
    let output = run(arguments, folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy("pdn/sample.pdn.zst", folder.path().join("games.pdn.zst")).expect("copied");
    folder
}

#[test]
fn a_book_is_made_shown_and_merged() {
    let folder = folder();
    let folder = folder.path();
    done(&["book", "make", "games.pdn.zst", "--plies", "6", "-o", "own.book.zst"], folder);
    let show = |book: &str| -> Value {
        let text = done(&["book", "show", "start", "--book", book, "--json"], folder);
        serde_json::from_str(&text).expect("JSON")
    };
    let played = |shown: &Value| -> u64 {
        let moves = shown["moves"].as_array().expect("moves");
        let counts = ["wins", "draws", "losses"];
        moves.iter().flat_map(|mv| counts.map(|name| mv[name].as_u64().expect("a count"))).sum()
    };
    let one = show("own.book.zst");
    assert!(played(&one) > 2000, "{one}");
    done(&["book", "merge", "own.book.zst", "own.book.zst", "-o", "both.book"], folder);
    assert_eq!(played(&show("both.book")), 2 * played(&one));
    let unknown = run(&["book", "show", "W:WK5:BK46", "--book", "both.book"], folder);
    assert_eq!(unknown.status.code(), Some(1), "no is an answer");
    let rubbish = run(&["book", "show", "start", "--book", "games.pdn.zst"], folder);
    assert_eq!(rubbish.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&rubbish.stderr).contains("is no book"));
}

#[test]
fn a_player_with_a_book_plays_its_moves_in_a_match_and_over_hub() {
    let folder = folder();
    let folder = folder.path();
    let make = ["book", "make", "games.pdn.zst", "--plies", "12", "--min-games", "2"];
    done(&[&make[..], &["-o", "own.book"]].concat(), folder);
    let players =
        ["match", "material with book own.book", "material", "--nodes", "50", "--hash", "1"];
    let games = ["--games", "4", "--pdn", "games.pdn"];
    done(&[&players[..], &games].concat(), folder);
    let text = fs::read_to_string(folder.join("games.pdn")).expect("games");
    assert!(text.contains("material with book own"), "{text}");
    assert!(text.contains("/0 "), "moves of the book have no depth: {text}");
    let lines = "hub\ninit\nlevel nodes=50\npos\ngo\n";
    fs::write(folder.join("lines"), lines).expect("written");
    let input = fs::File::open(folder.join("lines")).expect("lines");
    let mut hub = draughts();
    hub.args(["hub", "--net", "material", "--book", "own.book"]).current_dir(folder).stdin(input);
    let answer = hub.output().expect("the program runs");
    let said = String::from_utf8(answer.stdout).expect("UTF-8");
    assert!(said.contains("done move=") && !said.contains("info depth"), "{said}");
}

/// The moves of each game in a file by its round, without comments and times.
fn moves(file: &Path) -> BTreeMap<String, Vec<String>> {
    let text = fs::read_to_string(file).expect("games");
    let is_move = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_digit())
            && word.contains(['-', 'x'])
            && !word.contains('/')
    };
    let game = |text: &str| {
        let (tags, moves) = text.split_once("\n\n").expect("moves");
        let round = tags.lines().find(|line| line.starts_with("[Round")).expect("a round");
        (round.into(), moves.split_whitespace().filter(is_move).map(String::from).collect())
    };
    text.split("[Event ").skip(1).map(game).collect()
}

#[test]
fn games_with_a_book_do_not_depend_on_who_plays_which() {
    let folder = folder();
    let folder = folder.path();
    let make = ["book", "make", "games.pdn.zst", "--plies", "12", "--min-games", "2"];
    done(&[&make[..], &["-o", "own.book"]].concat(), folder);
    let played = |workers: &str| {
        let players =
            ["match", "material with book own.book", "material", "--depth", "1", "--hash", "1"];
        let name = format!("{workers}.pdn");
        let games = ["--games", "20", "--concurrency", workers, "--pdn", &name];
        done(&[&players[..], &games].concat(), folder);
        moves(&folder.join(&name))
    };
    let alone = played("1");
    assert!(alone.len() == 20 && alone == played("4"), "other games on four threads");
    let firsts: HashSet<&[String]> = alone.values().map(|game| &game[..2]).collect();
    assert!(firsts.len() > 3, "ballots: {firsts:?}");
}

#[test]
fn a_book_of_few_games_keeps_no_move_of_few_games_and_says_why_it_is_small() {
    let folder = folder();
    let folder = folder.path();
    let pdn = |count: usize, moves: &str, result: &str| {
        format!("[Event \"a\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n").repeat(count)
    };
    // The move of few games has the best score.
    let games =
        pdn(83, "1. 32-28 18-23 2. 37-32", "1-1") + &pdn(13, "1. 34-29 17-22 2. 40-34", "2-0");
    fs::write(folder.join("few.pdn"), games).expect("written");
    let made = run(&["book", "make", "few.pdn", "-o", "own.book"], folder);
    let note = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success() && note.contains("40 or more") && note.contains("--min-games"));
    let moves = |book: &str| -> Vec<String> {
        let text = done(&["book", "show", "start", "--book", book, "--json"], folder);
        let shown: Value = serde_json::from_str(&text).expect("JSON");
        let moves = shown["moves"].as_array().expect("moves").iter();
        moves.map(|mv| mv["move"].as_str().expect("a move").into()).collect()
    };
    assert_eq!(moves("own.book"), ["32-28"]);
    done(&["book", "make", "few.pdn", "--min-games", "10", "-o", "more.book"], folder);
    assert_eq!(moves("more.book"), ["34-29", "32-28"]);
    let none = run(&["book", "make", "few.pdn", "--min-games", "90", "-o", "x.book"], folder);
    assert!(String::from_utf8_lossy(&none.stderr).contains("try --min-games 22"));
}

#[test]
fn a_driver_gives_a_book_and_takes_it_away() {
    let folder = folder();
    let folder = folder.path();
    done(&["book", "make", "games.pdn.zst", "--plies", "4", "-o", "own.book"], folder);
    let answer = |value: &str| {
        let lines = format!(
            "hub\nset-param name=book value=own.book\nset-param name=book value={value}\ninit\npos\nlevel nodes=50\ngo\n"
        );
        fs::write(folder.join("lines"), lines).expect("written");
        let input = fs::File::open(folder.join("lines")).expect("lines");
        let mut hub = draughts();
        hub.args(["hub", "--net", "material", "--hash", "1"]).current_dir(folder).stdin(input);
        String::from_utf8(hub.output().expect("it runs").stdout).expect("UTF-8")
    };
    let [kept, closed, missing] = ["true", "false", "no-such.book"].map(answer);
    assert!(!kept.contains("info depth") && closed.contains("info depth"), "{kept}{closed}");
    assert!(missing.contains("error message=") && missing.contains("no-such.book"), "{missing}");
    assert!(!missing.contains("info depth"), "the book of before stays: {missing}");
}
