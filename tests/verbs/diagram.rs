//! Diagrams: the form is that of the name, and nothing of the user's is replaced unasked.

use std::fs;
use std::path::Path;

use crate::run::{draughts, told};

fn run(folder: &Path, words: &[&str], status: i32) -> String {
    told(
        &draughts().current_dir(folder).arg("diagram").args(words).output().expect("it runs"),
        status,
    )
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let games = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n\n\
        [White \"Cas\"]\n[Black \"Dan\"]\n\n1. 33-28! 18-22 {a <plan>} 2. 39-33 *\n";
    fs::write(folder.path().join("games.pdn"), games).expect("written");
    folder
}

#[test]
fn the_ending_of_the_name_says_what_is_drawn() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    run(folder.path(), &["W:W27,28:B14,K46", "--arrow", "27-21,28-22", "-o", "a.svg"], 0);
    let svg = fs::read_to_string(at("a.svg")).expect("written");
    assert_eq!(
        (svg.matches("class=\"arrow\"").count(), svg.matches("class=\"piece").count()),
        (2, 4)
    );
    run(folder.path(), &["32-28", "19-23", "-o", "b.png", "--size", "120", "--print"], 0);
    let png = fs::read(at("b.png")).expect("written");
    assert!(png.starts_with(b"\x89PNG") && png[16..24] == [0, 0, 0, 120, 0, 0, 0, 120]);
    run(folder.path(), &["games.pdn", "--game", "2", "-o", "c.html"], 0);
    let page = fs::read_to_string(at("c.html")).expect("written");
    assert!(page.contains("<h1>Cas – Dan</h1>") && page.contains("a &lt;plan&gt;"));
    assert_eq!(page.matches("<svg ").count(), 2);
}

/// On some systems a name need not be UTF-8.
#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_no_utf_8_is_taken_where_a_position_or_a_file_is() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder();
    let name = std::ffi::OsStr::from_bytes(b"bad\xff.pdn");
    let game = "[FEN \"W:W33,46:B23,31\"]\n\n1. 46-41 *\n";
    fs::write(folder.path().join(name), game).expect("written");
    for (words, expected) in [
        (&["diagram"][..], "<svg"),
        (&["puzzle", "check"], "sound"),
        (&["analyse", "-o", "out.pdn", "--nodes", "300", "--net", "material"], "1 games written"),
        (&["analyse", "--net", "material"], "file of games"),
    ] {
        let output = draughts().current_dir(folder.path()).args(words).arg(name).output();
        let output = output.expect("it runs");
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8_lossy(&told);
        assert!(told.contains(expected) && !told.contains("invalid UTF-8"), "{words:?}: {told}");
    }
}

#[test]
fn a_game_of_a_file_and_of_a_database_is_drawn_after_any_ply() {
    let folder = folder();
    let build = draughts()
        .current_dir(folder.path())
        .args(["db", "build", "games.pdn", "-o", "games.db"])
        .output();
    assert!(build.expect("it runs").status.success());
    for file in ["games.pdn", "games.db"] {
        for (ply, fen) in [("0", "W:W31,32,"), ("1", "B:W28,31,32,"), ("2", "W:W28,31,32,")] {
            let svg = run(folder.path(), &[file, "--game", "2", "--ply", ply], 0);
            assert!(svg.contains(fen), "{file} {ply}: {svg}");
        }
        let fault = run(folder.path(), &[file, "--game", "3"], 2);
        assert!(fault.contains("no game 3"), "{fault}");
        let fault = run(folder.path(), &[file, "--ply", "5"], 2);
        assert!(fault.contains("4 plies"), "{fault}");
    }
}

#[test]
fn what_cannot_be_drawn_is_refused_and_no_file_is_replaced_unasked() {
    let folder = folder();
    for (words, reason) in [
        (&["W:W51"][..], "51"),
        (&["start", "--arrow", "34-34"], "34-29"),
        (&["start", "--mark", "0"], "1 to 50"),
        (&["start", "-o", "a.gif"], ".png"),
        (&["start", "-o", "a.html"], "that of a game"),
        (&["missing.pdn"], "missing.pdn"),
        (&["start", "--ply", "3"], "--ply"),
        (&["games.pdn", "--every", "3"], ".html"),
        (&["games.pdn", "-o", "games.pdn"], "games.pdn"),
    ] {
        let told = run(folder.path(), words, 2);
        assert!(told.contains(reason), "{words:?}: {told}");
    }
    let kept = folder.path().join("kept.svg");
    fs::write(&kept, "mine").expect("written");
    run(folder.path(), &["start", "-o", "kept.svg"], 2);
    assert_eq!(fs::read_to_string(&kept).expect("there"), "mine");
    run(folder.path(), &["start", "-o", "kept.svg", "--force"], 0);
    assert!(fs::read_to_string(&kept).expect("there").starts_with("<svg "));
}
