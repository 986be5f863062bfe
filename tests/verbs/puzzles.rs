//! `puzzle verify` as a command: what is not unique is named, and removed if that is asked for.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::run::draughts;

fn run(folder: &Path, words: &[&str]) -> Output {
    draughts().current_dir(folder).arg("puzzle").args(words).output().expect("the program runs")
}

fn listed(folder: &Path) -> usize {
    let list = run(folder, &["list", "puzzles.db", "--json"]);
    String::from_utf8_lossy(&list.stdout).lines().count()
}

#[test]
fn only_what_is_not_unique_is_removed() {
    let place = tempfile::tempdir().expect("folder");
    let folder = place.path();
    let game = "[FEN \"B:W27,28,32,33,34,41,49:B3,8,16,17,19,20,23\"]\n\n1... 17-21 2. 33-29 20-25 3. 29x18 *\n";
    fs::write(folder.join("shot.pdn"), game).expect("written");
    let made = run(folder, &["make", "shot.pdn", "-o", "puzzles.db"]);
    assert_eq!((made.status.code(), listed(folder)), (Some(0), 1));
    let again = run(folder, &["make", "puzzles.db", "-o", "puzzles.db"]);
    let fault = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(again.status.code() == Some(2) && fault.contains("a file of puzzles"), "{fault}");
    let verify = |more: &[&str]| run(folder, &[&["verify", "puzzles.db"], more].concat()).status;
    assert_eq!(verify(&["--nodes", "20000", "--remove"]).code(), Some(0));
    assert_eq!(listed(folder), 1);
    // One node does not see the win.
    assert_eq!(verify(&["--nodes", "1"]).code(), Some(1));
    assert_eq!(listed(folder), 1);
    assert_eq!(verify(&["--nodes", "1", "--remove"]).code(), Some(1));
    assert_eq!(listed(folder), 0);
}
