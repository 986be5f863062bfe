//! `reproduce mover`, small: the figures do not depend on threads, a run goes on where it stopped, and the mover is better than chance.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::report::{reproduce, text};
use crate::run::draughts;

const SAMPLE: &str = "pdn/sample.pdn.zst";
const FILES: [&str; 4] = ["README.md", "figure-1.svg", "figures.jsonl", "settings.json"];

fn mover(out: &Path, flags: &[&str]) -> Output {
    reproduce(&["mover", SAMPLE, "--match-games", "4"], out, flags)
}

fn run(out: &Path, words: &[&str]) -> String {
    let output = mover(out, words);
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{words:?}: {err}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn the_figures_do_not_depend_on_threads_and_a_run_goes_on_where_it_stopped() {
    let place = tempfile::tempdir().expect("a folder");
    let (one, two) = (place.path().join("one"), place.path().join("two"));
    let printed = run(&one, &["--threads", "1"]);
    assert!(printed.contains("| mover |") && printed.contains("| equal nodes | 100 and 100 |"));
    run(&two, &["--threads", "2"]);
    for name in FILES {
        assert_eq!(text(&one, name), text(&two, name), "{name}");
    }
    // Half of the rows are lost, and come back the same.
    let rows = text(&one, "figures.jsonl");
    let kept: Vec<&str> = rows.lines().step_by(2).collect();
    fs::write(two.join("figures.jsonl"), kept.join("\n") + "\n").expect("rows");
    run(&two, &["--threads", "1"]);
    assert_eq!(text(&two, "figures.jsonl"), rows);
}

#[test]
fn what_was_learned_finds_the_best_move_oftener_than_chance() {
    let place = tempfile::tempdir().expect("a folder");
    run(place.path(), &[]);
    let rows = text(place.path(), "figures.jsonl");
    let rows: Vec<Value> =
        rows.lines().map(|row| serde_json::from_str(row).expect("JSON")).collect();
    let held_out = rows.iter().find(|row| row["row"] == "held_out").expect("held-out positions");
    let numbers = |value: &Value| -> Vec<u64> {
        value.as_array().expect("numbers").iter().filter_map(Value::as_u64).collect()
    };
    let moves = numbers(&held_out["moves"]);
    assert!(moves.iter().all(|&moves| moves > 1), "forced moves are left out");
    let in_front = |order: usize| {
        numbers(&held_out["places"][order]).iter().filter(|&&place| place < 3).count() as f64
    };
    let by_chance: f64 = moves.iter().map(|&moves| f64::min(1.0, 3.0 / moves as f64)).sum();
    let [generated, mover] = [0, 4].map(in_front);
    assert!(mover > 1.3 * by_chance && mover > 1.3 * generated, "{mover} {by_chance} {generated}");
    assert!(numbers(&held_out["places"][8]).iter().zip(&moves).all(|(place, moves)| place < moves));
}

#[test]
fn a_database_without_games_is_told() {
    let place = tempfile::tempdir().expect("a folder");
    let empty = place.path().join("empty.pdn");
    fs::write(&empty, "").expect("a file");
    let mut command = draughts();
    command.args(["reproduce", "mover", "--quick", "--out"]).arg(place.path().join("out"));
    let output = command.arg(&empty).output().expect("it runs");
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && err.contains("empty.pdn"), "{err}");
}
