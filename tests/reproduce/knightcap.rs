//! `reproduce knightcap` at its small size: a whole report, the same from what an interruption left, and clear words for bad input.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::report::{FEW, reproduce, text};

fn knightcap(out: &Path, flags: &[&str]) -> Output {
    reproduce(&["knightcap"], out, flags)
}

#[test]
fn the_report_is_whole_and_the_same_from_what_an_interruption_left() {
    let folder = tempfile::tempdir().expect("folder");
    let place = folder.path();
    let output = knightcap(place, &[FEW.as_str(), "--seeds", "1"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (report, figures) = (text(place, "README.md"), text(place, "figures.jsonl"));
    assert!(report.contains("draughts-td reproduce knightcap few.pdn --seeds 1 --quick"));
    assert!(report.contains("rose by 500 points in 6 games on a chess server"), "{report}");
    assert!(!report.contains("NaN") && !report.contains("inf"), "{report}");
    let rows: Vec<Value> =
        figures.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let still = rows.iter().find(|row| row["arm"] == "still").expect("the control");
    let curve = still["curve"].as_array().expect("a curve");
    assert!(curve.len() > 2, "{still}");
    // Weights that never move measure the same for ever.
    assert!(curve.iter().all(|point| point["scores"] == curve[0]["scores"]), "{still}");

    let cut: String = figures.lines().take(rows.len() - 9).map(|row| format!("{row}\n")).collect();
    fs::write(place.join("figures.jsonl"), cut).expect("figures");
    let output = knightcap(place, &[FEW.as_str(), "--seeds", "1", "--threads", "1"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(text(place, "figures.jsonl"), figures);
    assert_eq!(text(place, "README.md"), report);
}

#[test]
fn files_without_games_and_missing_files_are_errors() {
    let folder = tempfile::tempdir().expect("folder");
    let empty = folder.path().join("empty.pdn");
    fs::write(&empty, "").expect("a file");
    let place = folder.path().join("run");
    let output = knightcap(&place, &[empty.to_str().expect("text"), "--seeds", "1"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("no game "), "{error}");
    let output = knightcap(&place, &["missing.pdn"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("missing.pdn"));
}
