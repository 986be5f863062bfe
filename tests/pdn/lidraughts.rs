//! A file as Lidraughts exports the games of a user: clocks and values after the moves, ratings, other variants among the games.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use draughts_td::parallel::{ReadError, read_games};

use crate::run::draughts;

const STANDARD: &str = "1. 32-28 { [%eval 0.12] [%clock w0:03:00 B0:03:00] } 1... 19-23 { [%eval 0.25] [%clock W0:03:00 b0:02:58] } \
    2. 28x19 { [%eval 0.2] [%clock w0:02:59 B0:02:58] } 2... 14x23 { [%eval 0.22] [%clock W0:02:59 b0:02:57] }";

/// A game with the tags in the order of the site.
fn game(id: &str, kind: u32, more: &str, moves: &str, result: &str) -> String {
    format!(
        "[Event \"Rated Blitz game\"]\n[Site \"https://lidraughts.org/{id}\"]\n[Date \"2024.03.05\"]\n[Round \"-\"]\n[White \"own_bot\"]\n\
         [Black \"a_person\"]\n[Result \"{result}\"]\n[UTCDate \"2024.03.05\"]\n[UTCTime \"18:20:30\"]\n[WhiteElo \"2105\"]\n\
         [BlackElo \"1987\"]\n[WhiteRatingDiff \"+4\"]\n[BlackRatingDiff \"-5\"]\n[TimeControl \"180+2\"]\n{more}[GameType \"{kind}\"]\n\
         [Termination \"Normal\"]\n\n{moves} {result}\n\n\n"
    )
}

fn export() -> String {
    let placed = "[FEN \"W:W28,40:B19,10:H0:F1\"]\n";
    [
        game("aaaaaaaa", 20, "", STANDARD, "2-0"),
        game("bbbbbbbb", 40, "", "1. 32-28 19-23 2. 28x19 14x23", "0-2"),
        game("cccccccc", 97, "", "1. 46-41 5-10", "1-1"),
        game("dddddddd", 96, "", "1. 32-28 19-23", "2-0"),
        game("eeeeeeee", 98, "", "1. 32-28 19-23", "0-2"),
        game("ffffffff", 26, "", "1. 21-17 9-14", "1-1"),
        game("gggggggg", 25, "", "1. c3-d4 f6-g5", "1-1"),
        game("hhhhhhhh", 99, placed, "1. 40-34 { [%clk 0:02:57] } 10-14", "1-1"),
        game("iiiiiiii", 20, "", "1. 31-27 { [%clock w0:00:01 B0:03:00] }", "0-2"),
    ]
    .concat()
}

fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lidraughts_own_bot_2024-03-06.pdn");
    fs::write(&path, text).expect("written");
    (folder, path)
}

#[test]
fn international_games_are_read_and_other_variants_refused_by_name() {
    let (_folder, path) = file(&export());
    let (mut read, mut refused) = (Vec::new(), Vec::new());
    read_games(&[path], 1, |item| {
        match item {
            Ok((_, game)) => read.push(game.plies()),
            Err(ReadError::Game(error)) => refused.push(error.fault.to_string()),
            Err(ReadError::File(fault)) => panic!("{fault}"),
        }
        ControlFlow::Continue(())
    });
    assert_eq!(read, [4, 2, 1], "with the game from a position of its own");
    let names = [
        "Frisian draughts",
        "Frysk!",
        "Breakthrough",
        "Antidraughts",
        "Brazilian draughts",
        "Russian draughts",
    ];
    let expected =
        names.map(|name| format!("another game: {name}; only GameType 20 is read")).to_vec();
    assert_eq!(refused, expected);
}

#[test]
fn a_database_takes_it_with_clocks_and_values_and_gives_it_back() {
    let text = export();
    let (folder, path) = file(&text);
    let run = |words: &[&str]| {
        let output = draughts().current_dir(folder.path()).args(words).output();
        output.expect("the program runs")
    };
    let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
    let built = run(&["db", "build", name, "-o", "games.db", "--json"]);
    let built: serde_json::Value = serde_json::from_slice(&built.stdout).expect("JSON");
    assert_eq!((&built["games"], &built["broken"]), (&9.into(), &6.into()), "{built}");
    let found = run(&["db", "search", "games.db", "--player", "own_bot", "--json"]);
    let found: serde_json::Value = serde_json::from_slice(&found.stdout).expect("JSON");
    assert_eq!(found["games"], 3);
    assert_eq!(found["hits"][0]["white_rating"], 2105);
    let game = run(&["db", "export", "games.db", "--game", "1"]);
    let game = String::from_utf8(game.stdout).expect("text");
    for part in [STANDARD, "[Site \"https://lidraughts.org/aaaaaaaa\"]", "[WhiteRatingDiff \"+4\"]"]
    {
        assert!(game.contains(part), "{part}: {game}");
    }
}
