//! Patterns through the same doors as networks: the same weights whatever the threads and however often a run is broken off, files,
//! figures, explanation, settings.

#[path = "programs/run.rs"]
mod run;

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use draughts_td::learning::{
    Event, Hyperparams, Intervals, PdnFiles, Place, Snapshot, Trained, fit,
};
use draughts_td::values::Form;
use draughts_td::values::patterns::{PatternSettings, Patterns};
use run::{program, told};

const SAMPLE: &str = "pdn/sample.pdn.zst";

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Learns from a snapshot on, with rates that fall, and breaks off after so many games of this process.
fn learned(from: Snapshot<Patterns>, most: u64) -> Trained<Patterns> {
    let form = PatternSettings::default();
    let settings = Hyperparams { games: 2500, epochs: 2, ..Hyperparams::of(form) };
    let checked = settings.check().expect("in range");
    let files = [PathBuf::from(SAMPLE)];
    let source = PdnFiles { files: &files, threads: 2 };
    let intervals = Intervals { checkpoint: Duration::MAX, curve: 0 };
    let mut games = 0;
    let mut observe = |event: Event<Patterns>| {
        games += u64::from(matches!(event, Event::Game));
        if games >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    fit(&source, &checked, from, intervals, &mut observe).expect("learned")
}

#[test]
fn eval_draws_the_windows_and_tells_their_squares_and_men() {
    let program = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_draughts-td"));
        let output = command.env("COLUMNS", "80").args(words).output().expect("the program runs");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let fen = "W:W28,32,K50:B19,23";
    let text = program(&["eval", fen]);
    let boards: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(boards.len(), 10, "{text}");
    assert!(
        boards.iter().all(|line| line.chars().count() <= 80 && line.matches("|   |").count() >= 3),
        "{text}"
    );
    assert!(boards[5].contains('o') && !boards[9].contains('O'), "{text}");
    let all = program(&["eval", fen, "--all"]);
    assert!(all.lines().filter(|line| line.starts_with('|')).count() > 10, "{all}");
    let json: serde_json::Value =
        serde_json::from_str(&program(&["eval", fen, "--json"])).expect("JSON");
    let windows = json["contributions"].as_array().expect("parts");
    let window =
        windows.iter().find(|part| part["name"] == "centre_left turned").expect("a window");
    assert_eq!(window["squares"].as_array().map(Vec::len), Some(12));
    assert_eq!(window["men"], serde_json::json!({ "white": [28], "black": [23] }));
    assert!(windows.iter().any(|part| part.get("squares").is_none()), "kings have none");
}

#[test]
fn a_run_broken_off_amid_a_block_ends_with_the_weights_of_one_that_was_not() {
    let first = Patterns::first(&PatternSettings::default(), 1);
    let start = Snapshot { form: first, place: Place::default() };
    let whole = learned(start.clone(), u64::MAX);
    let mut part = learned(start, 777);
    assert!(part.interrupted && part.snapshot.place.games == 777);
    part = learned(part.snapshot, 2500);
    assert!(part.interrupted);
    part = learned(part.snapshot, u64::MAX);
    assert!(part.snapshot == whole.snapshot, "weights differ");
}

#[test]
fn the_weights_are_the_same_to_the_bit_for_one_and_two_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = |threads: &str| {
        let out = folder.path().join("net");
        let flags = ["--net", "patterns", "--games", "1500", "--threads", threads, "-o"];
        told(&program(&[&["learn", SAMPLE], &flags[..], &[&shown(&out)]].concat()), 0);
        fs::read(out).expect("a file")
    };
    assert!(bytes("1") == bytes("2"), "files differ");
}

#[test]
fn patterns_are_learned_judged_explained_and_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let net = shown(&folder.path().join("net.safetensors.zst"));
    let flags = ["--games", "1500", "--net", "patterns", "--stages", "1", "--globals", "off"];
    let said = told(&program(&[&["learn", SAMPLE], &flags[..], &["-o", &net]].concat()), 0);
    assert!(said.contains("4 windows of 2125764 cases, king squares, 1 stage(s)"), "{said}");
    assert!(said.contains("falling to 0.03") && said.contains("mirrored games off"), "{said}");
    told(&program(&["validate", SAMPLE, "--net", &net]), 0);
    let explained = told(&program(&["eval", "start", "W:W27,28,32:B18,19", "--net", &net]), 0);
    assert!(explained.contains("windows") && explained.contains("centre_left"), "{explained}");
    let player = format!("net:{net}");
    told(&program(&["match", &player, "material", "--games", "2", "--nodes", "300"]), 0);
}

#[test]
fn windows_of_one_s_own_are_learned_and_wrong_ones_told_with_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let (windows, net) = (folder.path().join("own.toml"), shown(&folder.path().join("net")));
    let own = shown(&windows);
    let learn = || {
        let flags = ["--net", "patterns", "--games", "200", "--windows", &own, "-o", &net];
        program(&[&["learn", SAMPLE], &flags[..]].concat())
    };
    fs::write(&windows, "[[window]]\nname = \"key\"\nsquares = [27, 28, 32, 33]\n")
        .expect("written");
    assert!(told(&learn(), 0).contains("1 windows of 81 cases"));
    let explained = told(&program(&["eval", "start", "--net", &net]), 0);
    assert!(explained.contains("key"), "{explained}");
    fs::write(&windows, "[[window]]\nname = \"key\"\nsquares = [27, 51]\n").expect("written");
    let refused = told(&learn(), 2);
    assert!(refused.contains("own.toml") && refused.contains("square 51"), "{refused}");
}

#[test]
fn settings_of_the_other_form_are_refused_by_name() {
    let learn =
        |more: &[&str]| told(&program(&[&["learn", SAMPLE, "--games", "10"], more].concat()), 2);
    let refused = learn(&["--net", "patterns", "--hidden", "40"]);
    assert!(refused.contains("--hidden is a setting of networks"), "{refused}");
    let refused = learn(&["--stages", "1"]);
    assert!(refused.contains("--net patterns"), "{refused}");
}
