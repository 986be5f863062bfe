//! `puzzle check` as a command: positions and files, verdicts, exit status, faults of the input.

use std::fs;
use std::process::Output;

use serde_json::Value;

use crate::run::draughts;

fn check(words: &[&str]) -> Output {
    let mut program = draughts();
    program.args(["puzzle", "check"]).args(words).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Only the man on 46 stops the man on 31.
const SOUND: &str = "W:W33,46:B23,31";

#[test]
fn the_exit_status_and_the_verdict_agree() {
    for (words, verdict, status) in [
        (&[SOUND][..], "sound", 0),
        (&["W:W33,38,46:B23,31"], "cooked", 1),
        (&["W:W46:BK5"], "no solution", 1),
        (&["W:WK46,K47,K48:BK5", "--nodes", "1"], "not proved", 1),
    ] {
        let run = check(words);
        let out = text(&run.stdout);
        assert_eq!(run.status.code(), Some(status), "{words:?} {out}{}", text(&run.stderr));
        assert!(out.starts_with(&format!("{}: {verdict}\n", words[0])), "{out}");
        let json = check(&[words, &["--json"]].concat());
        let json: Value = serde_json::from_slice(&json.stdout).expect("an object");
        assert_eq!(json["verdict"], verdict);
    }
}

#[test]
fn a_file_has_positions_by_lines_or_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let (lines, games) = (folder.path().join("problems.txt"), folder.path().join("problems.pdn"));
    let solution = "46-41 31-36 41-37";
    fs::write(&lines, format!("# two\n{SOUND}\n\n{SOUND} {solution}\n")).expect("written");
    let game =
        format!("[Event \"a\"]\n[GameType \"20\"]\n[FEN \"{SOUND}\"]\n\n1. {solution} *\n\n");
    fs::write(&games, game.repeat(2)).expect("written");
    for file in [lines, games] {
        let run = check(&[file.to_str().expect("a name"), "--json"]);
        let found: Vec<Value> = text(&run.stdout)
            .lines()
            .map(|line| serde_json::from_str(line).expect("an object"))
            .collect();
        assert_eq!(found.len(), 2, "{}", text(&run.stderr));
        assert_eq!(found[1]["solution"][0], "46-41");
    }
}

#[test]
fn what_cannot_be_read_is_named_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, content: &str| {
        let path = folder.path().join(name);
        fs::write(&path, content).expect("written");
        path.to_str().expect("a name").to_owned()
    };
    let bad_line = file("lines.txt", &format!("{SOUND}\nW:W51:B1\n"));
    let bad_move = file("moves.txt", &format!("{SOUND} 33-27\n"));
    let bad_game =
        file("games.pdn", &format!("[GameType \"20\"]\n[FEN \"{SOUND}\"]\n\n1. 33-27 *\n"));
    let empty = file("empty.txt", "");
    for (words, named) in [
        (&["W:W51:B1"][..], "51"),
        (&["W:W33:B"], "Black has no piece"),
        (&["missing.pdn"], "no file missing.pdn"),
        (&[SOUND, "--solution", "33-27"], "33-27"),
        (&[SOUND, "--solution", "[FEN \"W:W1:B50\"] 1-6"], "solution"),
        (&[SOUND, "--allow-duals", "all"], "last-move"),
        (&[SOUND, "--nodes", "0"], "--nodes"),
        (&[&bad_line], "lines.txt:2"),
        (&[&bad_move], "moves.txt:1"),
        (&[&bad_game], "game 1"),
        (&[&empty], "holds no position"),
        (&[&empty, "--solution", "33-28"], "--solution is for one position"),
    ] {
        let run = check(words);
        assert_eq!(run.status.code(), Some(2), "{words:?}");
        let fault = text(&run.stderr);
        assert!(fault.contains(named), "{words:?}: {fault}");
    }
}
