//! `reproduce backgammon` writes the same report whatever the threads, resumes after an interruption, and says what is missing.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::report::{content, reproduce};
use crate::run::draughts;

fn backgammon(out: &Path, flags: &[&str]) -> Output {
    reproduce(&["backgammon", "--gnubg", "none"], out, flags)
}

#[test]
fn the_report_is_whole_and_does_not_depend_on_threads_or_interruption() {
    let folder = tempfile::tempdir().expect("folder");
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    let output = backgammon(&one, &["--threads", "1"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let whole = content(&one);
    let names: Vec<&str> = whole.keys().map(String::as_str).collect();
    let expected = ["README.md", "figure-1.svg", "figure-2.svg", "figures.jsonl", "settings.json"];
    assert_eq!(names, expected);
    let command = "draughts-td reproduce backgammon --seed 1 --gnubg none --quick";
    for (name, text) in whole.iter().filter(|(name, _)| *name != "figures.jsonl") {
        assert!(text.contains(command), "{name} does not name the command that made it");
        assert!(!text.contains("NaN") && !text.contains("inf"), "{name}");
    }
    let report = &whole["README.md"];
    assert!(report.contains("Not in this run: pubeval, gnubg 0-ply"), "{report}");
    assert!(report.contains("TDLeaf(λ) with expected values adds nothing"), "{report}");

    // As an interrupted run leaves it: some rows in another order, with the networks of a few.
    fs::create_dir_all(two.join("nets")).expect("folder");
    fs::write(two.join("settings.json"), &whole["settings.json"]).expect("settings");
    let rows: Vec<&str> = whole["figures.jsonl"].lines().collect();
    let some: String = rows[1..20].iter().rev().map(|row| format!("{row}\n")).collect();
    fs::write(two.join("figures.jsonl"), some).expect("figures");
    for entry in fs::read_dir(one.join("nets")).expect("nets") {
        let path = entry.expect("entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if name.starts_with("lambda-0-") {
            fs::copy(&path, two.join("nets").join(name)).expect("copied");
        }
    }
    let output = backgammon(&two, &["--threads", "2"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(content(&two) == whole, "the continued run differs");
}

#[test]
fn invalid_weights_of_pubeval_are_refused() {
    let folder = tempfile::tempdir().expect("folder");
    let weights = folder.path().join("weights.txt");
    fs::write(&weights, "0.5 0.25").expect("written");
    let output = backgammon(&folder.path().join("out"), &["--pubeval", &weights.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("weights.txt") && message.contains("holds 2 numbers"), "{message}");
    let output = backgammon(&folder.path().join("out"), &["--pubeval", "/nowhere/weights.txt"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_missing_gnubg_is_an_error_that_names_the_remedy() {
    let folder = tempfile::tempdir().expect("folder");
    let output = draughts()
        .args(["reproduce", "backgammon", "--quick", "--gnubg", "/nowhere/gnubg", "--out"])
        .arg(folder.path())
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("/nowhere/gnubg") && message.contains("--gnubg none"), "{message}");
}
