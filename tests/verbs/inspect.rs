//! `inspect` accounts for every game and says of each skipped one which, where and why.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::run::draughts;

const GAMES: &str = "[White \"A\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n\
    [White \"B\"]\n\n1. 32-28 19-23 2. 28-22 *\n\n\
    [White \"C\"]\n[GameType \"40\"]\n\n1. 32-28 *\n\n\
    [White \"D\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n";

fn inspect(folder: &Path, args: &[&str]) -> Output {
    run(folder, &[args, &["--json"]].concat())
}

fn run(folder: &Path, args: &[&str]) -> Output {
    draughts().current_dir(folder).arg("inspect").args(args).output().expect("it runs")
}

fn folder_with(name: &str, content: impl AsRef<[u8]>) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("folder");
    std::fs::write(folder.path().join(name), content).expect("written");
    folder
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("JSON on standard output")
}

#[test]
fn the_census_accounts_for_every_game() {
    let folder = folder_with("games.pdn", GAMES);
    let output = inspect(folder.path(), &["games.pdn"]);
    assert!(output.status.success());
    let census = json(&output);
    assert_eq!((&census["games"], &census["readable"]), (&4.into(), &2.into()));
    assert_eq!(census["skipped"]["illegal_move"], 1);
    assert_eq!(census["skipped"]["variant"], 1);
    assert_eq!(census["results"]["2-0"], 2);
    assert_eq!((&census["plies"], &census["duplicates"]), (&8.into(), &1.into()));
    let removed: u64 = ["forced_capture", "discontinuity"]
        .iter()
        .filter_map(|reason| census["removed"][reason].as_u64())
        .sum();
    assert_eq!(census["kept"].as_u64().expect("kept") + removed, 10);
}

#[test]
fn a_skipped_game_is_named_with_place_move_and_alternatives() {
    let folder = folder_with("games.pdn", GAMES);
    let census = json(&inspect(folder.path(), &["games.pdn"]));
    let illegal = &census["skipped_games"][0];
    assert_eq!((&illegal["file"], &illegal["line"]), (&"games.pdn".into(), &8.into()));
    assert_eq!((&illegal["game"], &illegal["reason"]), (&2.into(), &"illegal_move".into()));
    assert_eq!((&illegal["ply"], &illegal["move"]), (&2.into(), &"28-22".into()));
    assert_eq!(illegal["legal"], serde_json::json!(["28x19"]));
    let variant = &census["skipped_games"][1];
    assert!(variant["message"].as_str().expect("message").contains("Frisian"));
}

#[test]
fn strict_turns_a_skipped_game_into_status_1() {
    let folder = folder_with("games.pdn", GAMES);
    assert_eq!(inspect(folder.path(), &["--strict", "games.pdn"]).status.code(), Some(1));
    let clean = folder_with("clean.pdn", "1. 32-28 19-23 1-1\n");
    assert_eq!(inspect(clean.path(), &["--strict", "clean.pdn"]).status.code(), Some(0));
}

#[test]
fn a_comment_that_hides_a_game_is_named_with_the_line_where_it_opens() {
    let text = "[White \"A\"]\n\n1. 32-28 19-23 {open\n\n1. 34-30 20-25 *\n\n[White \"C\"]\n\n1. 32-28 {open\n[White \"D\"]\n1. 34-30 {x} *\n";
    let folder = folder_with("games.pdn", text);
    let census = json(&inspect(folder.path(), &["games.pdn"]));
    assert_eq!(census["games"], 2);
    let comments = census["open_comments"].as_array().expect("a list");
    let named = |index: usize| comments[index].as_str().expect("a message");
    assert_eq!(comments.len(), 2, "{census}");
    assert!(named(0).starts_with("games.pdn:3: game 1 ("), "{census}");
    assert!(named(0).ends_with("a comment without its }"), "{census}");
    assert!(named(1).starts_with("games.pdn:9: game 2 ("), "{census}");
    let text = String::from_utf8(run(folder.path(), &["games.pdn"]).stdout).expect("UTF-8");
    assert!(text.contains(named(0)) && text.contains(named(1)), "{text}");
    let clean = folder_with("clean.pdn", "1. 32-28 {so} 19-23 1-1\n");
    assert!(json(&inspect(clean.path(), &["clean.pdn"])).get("open_comments").is_none());
}

#[test]
fn a_missing_file_is_status_2_and_the_others_are_read() {
    let folder = folder_with("games.pdn", GAMES);
    let output = inspect(folder.path(), &["missing.pdn", "games.pdn"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(json(&output)["games"], 4);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("missing.pdn: no such file"), "{message}");
}

#[test]
fn the_list_of_skipped_games_is_short_unless_all_are_asked_for() {
    let folder = folder_with("bad.pdn", "[White \"A\"]\n\n1. 32-22 *\n\n".repeat(50));
    let listed = |args: &[&str]| {
        json(&inspect(folder.path(), args))["skipped_games"].as_array().map(Vec::len)
    };
    assert_eq!(listed(&["bad.pdn"]), Some(20));
    assert_eq!(listed(&["bad.pdn", "--all"]), Some(50));
    let text = run(folder.path(), &["bad.pdn"]).stdout;
    assert!(String::from_utf8_lossy(&text).contains("30 more"));
}

#[test]
fn a_pipe_gets_text_and_json_is_one_line_for_who_asks() {
    let folder = folder_with("games.pdn", GAMES);
    let text = String::from_utf8(run(folder.path(), &["games.pdn"]).stdout).expect("UTF-8");
    assert!(text.contains("4  games") && !text.contains('{'), "{text}");
    let object = String::from_utf8(inspect(folder.path(), &["games.pdn"]).stdout).expect("UTF-8");
    assert_eq!(object.lines().count(), 1, "{object}");
}

#[test]
fn the_census_does_not_depend_on_the_number_of_threads() {
    let folder = folder_with("games.pdn", GAMES.repeat(5000));
    let alone = inspect(folder.path(), &["games.pdn", "--threads", "1"]);
    let together = inspect(folder.path(), &["games.pdn", "--threads", "3"]);
    assert_eq!(alone.stdout, together.stdout);
    assert_eq!(json(&alone)["games"], 20_000);
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    use std::process::Stdio;
    let folder =
        folder_with("bad.pdn", GAMES.to_owned() + &"[White \"A\"]\n\n1. 32-22 *\n\n".repeat(5000));
    let mut child = draughts()
        .current_dir(folder.path())
        .args(["inspect", "--all", "bad.pdn"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_is_no_pdn_is_said_to_be_none() {
    let folder = folder_with("README.md", "# Results\n\n* 1-1\n* 2-0 after 47-1\n");
    let output = inspect(folder.path(), &["README.md"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(json(&output)["readable"], 0);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("README.md: this is no PDN"), "{message}");
}

#[test]
fn a_game_that_cannot_be_read_does_not_make_its_file_something_else() {
    for game in ["[GameType \"40\"]\n\n1. 32-28 *\n", "1. 32-28 32-28 *\n"] {
        let folder = folder_with("games.pdn", game);
        let output = inspect(folder.path(), &["games.pdn"]);
        assert!(output.status.success() && json(&output)["readable"] == 0, "{game}");
    }
}

#[test]
fn a_folder_is_read_as_its_pdn_files_in_order() {
    let folder = folder_with("b.pdn", GAMES);
    std::fs::write(folder.path().join("a.pdn"), "1. 32-22 *\n1. 32-28 *\n").expect("written");
    std::fs::write(folder.path().join("notes.txt"), "1. 32-22 *\n").expect("written");
    let census = json(&inspect(folder.path(), &["."]));
    assert_eq!(census["games"], 6);
    let first = census["skipped_games"][0]["file"].as_str().expect("a file");
    assert!(first.ends_with("a.pdn"), "{first}");
    let empty = tempfile::tempdir().expect("folder");
    let output = inspect(empty.path(), &["."]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && message.contains("no PDN file"), "{message}");
}

/// A file may be called anything and a tag may hold anything; the terminal must not obey.
#[test]
fn nothing_of_the_input_commands_the_terminal() {
    let games = "1. 32-28 *\n\n[FEN \"\x1b]0;title\x07\u{202e}W\"]\n\n1. 32-28 *\n";
    let folder = folder_with("a\x1b[31m.pdn", games);
    for format in ["--all", "--json"] {
        let output = run(folder.path(), &["a\x1b[31m.pdn", "missing\u{9b}", format]);
        let shown = String::from_utf8(output.stdout).expect("UTF-8");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        for text in [&shown, &said] {
            let obeyed = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
            assert!(!text.contains(obeyed), "{text:?}");
        }
        assert!(shown.contains("\\u001b") && said.contains("\\u009b"), "{shown}{said}");
        if format == "--json" {
            let census: Value = serde_json::from_str(&shown).expect("JSON");
            assert_eq!(census["skipped_games"][0]["file"], "a\x1b[31m.pdn");
        }
    }
}

#[test]
fn a_game_of_very_many_moves_is_skipped_and_the_next_one_is_read() {
    let long =
        "[FEN \"W:WK4:BK50\"]\n".to_owned() + &"4-10 50-45 10-4 45-50 ".repeat(10_000) + "*\n\n";
    let folder = folder_with("long.pdn", long + GAMES);
    let census = json(&inspect(folder.path(), &["long.pdn"]));
    assert_eq!((&census["games"], &census["skipped"]["too_long"]), (&5.into(), &1.into()));
}
