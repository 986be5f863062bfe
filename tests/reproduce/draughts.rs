//! `reproduce` with draughts, at a small size: every experiment ends in a whole report, whatever the threads and interruptions.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::report::{FEW, check_trial, content, reproduce};
use crate::run::draughts;

fn from_few(experiment: &str, out: &Path, flags: &[&str]) -> Output {
    reproduce(&[experiment, FEW.as_str()], out, flags)
}

fn rows(folder: &Path, kind: &str) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("figures.jsonl")).expect("figures");
    let rows = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a row is JSON"));
    rows.filter_map(|row| row.get(kind).cloned()).collect()
}

/// Words that are no numbers, where numbers should be.
fn has_no_number(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.into_iter().any(|word| ["NaN", "inf", "null"].contains(&word))
}

#[test]
fn every_experiment_writes_a_whole_report() {
    // The experiment, its networks and matches at the small size (two seeds), and a line of its report.
    let cases = [
        ("networks", 5, 15, "NN3 is better than NN1"),
        ("phases", 21, 26, "The opening network of NN5"),
        ("lambda", 19, 18, "λ = 0.9 is better than λ = 0.7"),
        ("ablation", 15, 14, "The inputs most used"),
        ("techniques", 1, 6, "What the techniques of the search are worth"),
    ];
    for (experiment, recipes, pairings, line) in cases {
        let folder = tempfile::tempdir().expect("folder");
        let output = from_few(experiment, folder.path(), &[]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        check_report(experiment, folder.path(), line);
        check_count(folder.path(), [recipes, pairings]);
    }
}

/// Every training and every match has a row for each of the two seeds.
fn check_count(folder: &Path, pieces: [usize; 2]) {
    let rows = ["trial", "bout"].map(|kind| rows(folder, kind).len());
    assert_eq!(rows, pieces.map(|count| 2 * count));
}

/// Every file of the report names its command, plots hold numbers only, and the report has this line.
fn check_report(experiment: &str, folder: &Path, line: &str) {
    let files = content(folder);
    assert!(files["README.md"].contains(line), "{experiment}: no '{line}'");
    check_trial(&files["README.md"]);
    let command = format!("draughts-td reproduce {experiment} few.pdn");
    for (name, text) in files.iter().filter(|(name, _)| *name != "figures.jsonl") {
        assert!(text.contains(&command), "{experiment}: {name} does not name its command");
        let is_figure = name.ends_with(".svg");
        assert!(!is_figure || !has_no_number(text), "{experiment}: {name} holds no number");
    }
}

/// Cuts the last line off a file.
fn lose_last_line(path: &Path) {
    let text = fs::read_to_string(path).expect("a file");
    let (kept, _) = text.trim_end().rsplit_once('\n').expect("lines");
    fs::write(path, format!("{kept}\n")).expect("written");
}

#[test]
fn ways_of_learning_patterns_play_the_base_in_matches_that_resume_in_the_middle() {
    let folder = tempfile::tempdir().expect("folder");
    let play = |more: &[&str]| {
        let output = from_few("patterns", folder.path(), &[&["--seeds", "1"], more].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    play(&[]);
    check_report("patterns", folder.path(), "**one stage**: cannot be told from the base");
    let pieces = ["trial", "bout"].map(|kind| rows(folder.path(), kind).len());
    assert_eq!(pieces, [23, 23]);
    // As a run that is killed after the first game of its last match leaves it.
    let whole = content(folder.path());
    let last = folder.path().join("games/half-games-base-1.pdn.state.jsonl");
    let games = fs::read_to_string(&last).expect("games");
    let first = games.lines().nth(1).expect("a game");
    lose_last_line(&folder.path().join("figures.jsonl"));
    lose_last_line(&last);
    play(&[]);
    assert!(content(folder.path()) == whole, "the continued run differs");
    assert_eq!(fs::read_to_string(&last).expect("games").lines().nth(1), Some(first));
}

#[test]
fn a_match_with_a_program_outside_is_part_of_the_networks_and_a_fresh_run_plays_it_again() {
    let folder = tempfile::tempdir().expect("folder");
    let play = |more: &[&str]| {
        let flags = ["--seeds", "1", "--against", "material", "--time", "0.001"];
        let output = from_few("networks", folder.path(), &[&flags, more].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    play(&[]);
    let timed = rows(folder.path(), "bout").into_iter().filter(|bout| !bout["seconds"].is_null());
    assert_eq!(timed.count(), 5);
    let readme = fs::read_to_string(folder.path().join("README.md")).expect("report");
    assert!(readme.contains("Elo against material, 1 ms a move"));
    // Games of an earlier run do not count in a fresh one.
    let games = folder.path().join("games/nn1-1.pdn");
    let marked = fs::read_to_string(&games).expect("games").replace("book", "look");
    fs::write(&games, &marked).expect("marked");
    play(&["--fresh"]);
    assert!(!fs::read_to_string(&games).expect("games").contains("look"));
}

#[test]
fn figures_of_filters_depend_neither_on_threads_nor_on_interruption() {
    let folder = tempfile::tempdir().expect("folder");
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    assert!(from_few("filters", &one, &["--threads", "1"]).status.success());
    check_report("filters", &one, "The paper's filter is better than none");
    check_count(&one, [11, 12]);
    check_filters(&one);
    let whole = content(&one);
    // As an interrupted run leaves it: some rows in another order, one torn, some networks gone, no report.
    fs::create_dir(&two).expect("folder");
    fs::write(two.join("settings.json"), &whole["settings.json"]).expect("settings");
    let lines: Vec<&str> = whole["figures.jsonl"].lines().collect();
    let some: String = lines[3..20].iter().rev().map(|row| format!("{row}\n")).collect();
    fs::write(two.join("figures.jsonl"), some + &lines[25][..40]).expect("figures");
    assert!(from_few("filters", &two, &["--threads", "2"]).status.success());
    fs::remove_file(two.join("figures.jsonl.cut-1")).expect("what was torn");
    assert!(content(&two) == whole, "the continued run differs");
}

/// Checks that all filters are judged on the same positions of a seed.
fn check_filters(folder: &Path) {
    for set in ["paper", "all"] {
        let mut counts: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for trial in rows(folder, "trial") {
            let positions = trial[set][0]["positions"].as_u64().expect("a count");
            counts.entry(trial["seed"].as_u64().expect("a seed")).or_default().push(positions);
        }
        for (seed, counts) in counts {
            assert!(
                counts[0] > 0 && counts.iter().all(|&n| n == counts[0]),
                "{set} {seed}: {counts:?}"
            );
        }
    }
}

#[test]
fn another_size_in_the_same_folder_is_refused() {
    let folder = tempfile::tempdir().expect("folder");
    assert!(from_few("techniques", folder.path(), &[]).status.success());
    let before = content(folder.path());
    let output = from_few("techniques", folder.path(), &["--nodes", "60"]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("nodes") && message.contains("--fresh"), "{message}");
    assert!(content(folder.path()) == before, "something was changed");
}

#[test]
fn a_backtick_in_a_file_s_name_stays_inside_the_command() {
    let folder = tempfile::tempdir().expect("folder");
    let (games, out) = (folder.path().join("my `best` games.pdn"), folder.path().join("out"));
    fs::copy(&*FEW, &games).expect("copied");
    let mut command = draughts();
    command.args(["reproduce", "techniques"]).arg(&games).args(["--quick", "--out"]).arg(&out);
    assert!(command.output().expect("it runs").status.success());
    let readme = fs::read_to_string(out.join("README.md")).expect("report");
    let line = "Made by ``draughts-td reproduce techniques 'my `best` games.pdn' --quick`` with draughts-td ";
    assert!(readme.contains(line), "{readme}");
}
