//! `play` on pipes: a game typed by a script, without escape sequences, saved as PDN that can be read again.

use assert_cmd::Command;
use assert_cmd::prelude::*;

use crate::run::draughts;

fn play(arguments: &[&str], typed: &str) -> String {
    let output = Command::from(draughts())
        .args(["play", "--hash", "1", "--depth", "2"])
        .args(arguments)
        .write_stdin(typed)
        .assert()
        .success()
        .get_output()
        .clone();
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn a_game_on_pipes_has_a_board_and_no_escape_sequences() {
    let text = play(&[], "32-28\nmoves\nquit\n");
    assert!(
        text.contains('⛀') && text.contains('⛂') && text.contains("The engine plays "),
        "{text}"
    );
    assert!(!text.contains('\x1b') && !text.contains("> "), "no colours and no prompt: {text}");
    assert!(play(&["--paint", "always"], "quit\n").contains("\x1b[48;5;94m"));
}

#[test]
fn a_saved_game_is_read_by_the_other_verbs_and_played_on() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("my game.pdn");
    let file = file.to_str().expect("UTF-8");
    play(&[], &format!("32-28\n#1\nsave {file}\n"));
    let census = draughts().args(["inspect", file, "--json"]).assert().success();
    let census: serde_json::Value =
        serde_json::from_slice(&census.get_output().stdout).expect("JSON");
    assert_eq!((&census["games"], &census["readable"]), (&1.into(), &1.into()), "{census}");
    assert!(play(&[], &format!("load {file}\n#1\n")).contains("The engine plays "));
}

#[test]
fn a_saved_game_is_packed_as_its_name_says_or_told_why_not() {
    let folder = tempfile::tempdir().expect("folder");
    for (name, magic) in [("a.pdn.zst", [0x28, 0xb5]), ("b.pdn.gz", [0x1f, 0x8b])] {
        let file = folder.path().join(name).display().to_string();
        play(&[], &format!("32-28\nsave {file}\n"));
        assert_eq!(std::fs::read(&file).expect("saved")[..2], magic, "{name}");
        assert!(play(&[], &format!("load {file}\n")).contains("plies; back"), "{name}");
    }
    let archive = folder.path().join("c.pdn.zip");
    assert!(play(&[], &format!("save {}\n", archive.display())).contains(".gz or .zst"));
    let nowhere = play(&[], "save nowhere/d.pdn\nload nowhere/d.pdn\n");
    assert_eq!(nowhere.matches("no such file or folder; check the name").count(), 2, "{nowhere}");
    assert!(!archive.exists() && !nowhere.contains("partial"), "{nowhere}");
}

#[test]
fn the_person_may_have_black_and_another_position() {
    let text = play(&["--colour", "black", "--fen", "W:W28,50:B19,1"], "fen\n");
    assert!(text.contains("The engine plays ") && text.contains("B:W"), "{text}");
}
