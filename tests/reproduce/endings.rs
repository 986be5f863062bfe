//! `reproduce endings`, small: every won ending of up to three pieces is won, and the figures do not depend on threads.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::draughts;

fn run(folder: &Path, words: &str) -> String {
    let mut command = draughts();
    let output = command.args(words.split(' ')).current_dir(folder).output().expect("it runs");
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{words}: {err}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn won_endings_are_won_against_perfect_defence() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path();
    run(folder, "endgame build tables --pieces 3");
    let quick = "reproduce endings --quick --positions 20 --endgame tables --threads";
    let printed = run(folder, &format!("{quick} 2 --out two"));
    assert!(printed.contains("| distances | 20 | 20 | 20 |"), "{printed}");
    assert!(printed.contains("| verdicts | 20 | 20 |"), "{printed}");
    run(folder, &format!("{quick} 1 --out one"));
    for name in ["README.md", "figures.jsonl", "settings.json"] {
        let read = |run: &str| fs::read_to_string(folder.join(run).join(name)).expect(name);
        assert_eq!(read("one"), read("two"), "{name}");
    }
    let rows = fs::read_to_string(folder.join("one/figures.jsonl")).expect("rows");
    for row in rows.lines() {
        let row: Value = serde_json::from_str(row).expect("JSON");
        assert_eq!(row["ending"], "won", "{row}");
        assert!(row["knowledge"] == "verdicts" || row["plies"] == row["distance"], "{row}");
    }
}
