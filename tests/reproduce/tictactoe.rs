//! `reproduce tictactoe` writes the same report whatever the threads, resumes after an interruption, and guards its folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::report::{check_trial, content, reproduce};

fn tictactoe(out: &Path, flags: &[&str]) -> Output {
    reproduce(&["tictactoe"], out, flags)
}

/// The report's files; this experiment leaves no folder beside them.
fn all_content(folder: &Path) -> BTreeMap<String, String> {
    let content = content(folder);
    assert_eq!(fs::read_dir(folder).expect("a folder").count(), content.len());
    content
}

#[test]
fn the_report_is_whole_and_does_not_depend_on_threads_or_interruption() {
    let folder = tempfile::tempdir().expect("folder");
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    let output = tictactoe(&one, &["--threads", "1"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).expect("text");
    assert!(
        printed.contains("| Expert-trained | 80 |")
            && printed.contains("no verdict: exactly 0.664")
    );
    check_trial(&printed);
    let whole = all_content(&one);
    check_trial(&whole["README.md"]);
    let names: Vec<&str> = whole.keys().map(String::as_str).collect();
    let expected = [
        "README.md",
        "figure-1.svg",
        "figure-2.svg",
        "figure-3.svg",
        "figure-4.svg",
        "figures.jsonl",
        "settings.json",
    ];
    assert_eq!(names, expected);
    let command = "draughts-td reproduce tictactoe --seed 1 --quick";
    for (name, text) in whole.iter().filter(|(name, _)| *name != "figures.jsonl") {
        assert!(text.contains(command), "{name} does not name the command that made it");
        assert!(!text.contains("NaN") && !text.contains("inf"), "{name}");
    }
    for row in whole["figures.jsonl"].lines() {
        let row: Value = serde_json::from_str(row).expect("a row is JSON");
        assert!(row["expert"][0].as_f64().expect("equity").abs() <= 1.0);
    }

    // As an interrupted run leaves it: some rows in another order, one torn, no report.
    fs::create_dir(&two).expect("folder");
    fs::write(two.join("settings.json"), &whole["settings.json"]).expect("settings");
    let rows: Vec<&str> = whole["figures.jsonl"].lines().collect();
    let some: String = rows[5..40].iter().rev().map(|row| format!("{row}\n")).collect();
    fs::write(two.join("figures.jsonl"), some + &rows[50][..30]).expect("figures");
    let output = tictactoe(&two, &["--threads", "2"]);
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("warning") && said.contains("figures.jsonl.cut-1"), "{said}");
    let cut = two.join("figures.jsonl.cut-1");
    assert_eq!(fs::read_to_string(&cut).expect("what was torn"), rows[50][..30]);
    fs::remove_file(cut).expect("removed");
    assert!(all_content(&two) == whole, "the continued run differs");
}

#[test]
fn finished_simulations_are_not_run_again() {
    let folder = tempfile::tempdir().expect("folder");
    assert!(tictactoe(folder.path(), &[]).status.success());
    let figures = folder.path().join("figures.jsonl");
    let text = fs::read_to_string(&figures).expect("figures");
    // Equities of an imaginary network: a simulation that was run again would take them back.
    let first = text.lines().next().expect("a row");
    let mut row: Value = serde_json::from_str(first).expect("JSON");
    row["random"] = serde_json::json!([0.125, 0.375]);
    fs::write(&figures, text.replacen(first, &row.to_string(), 1)).expect("written");
    assert!(tictactoe(folder.path(), &[]).status.success());
    let again = fs::read_to_string(&figures).expect("figures");
    assert!(again.contains("[0.125,0.375]"));
    assert!(tictactoe(folder.path(), &["--fresh"]).status.success());
    assert_eq!(fs::read_to_string(&figures).expect("figures"), text);
}

#[test]
fn a_doubled_row_is_refused() {
    let folder = tempfile::tempdir().expect("folder");
    assert!(tictactoe(folder.path(), &[]).status.success());
    let figures = folder.path().join("figures.jsonl");
    let text = fs::read_to_string(&figures).expect("figures");
    let doubled = format!("{text}{}\n", text.lines().nth(3).expect("a row"));
    fs::write(&figures, &doubled).expect("written");
    let output = tictactoe(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = format!("figures.jsonl line {}", doubled.lines().count());
    assert!(message.contains(&line) && message.contains("twice"), "{message}");
    assert_eq!(fs::read_to_string(&figures).expect("figures"), doubled);
}

#[test]
fn a_folder_of_another_run_stays_as_it_is() {
    let folder = tempfile::tempdir().expect("folder");
    assert!(tictactoe(folder.path(), &[]).status.success());
    let before = all_content(folder.path());
    let output = tictactoe(folder.path(), &["--seed", "2"]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("seed 1, this run has 2") && message.contains("--fresh"), "{message}");
    assert!(all_content(folder.path()) == before, "something was changed");
}
