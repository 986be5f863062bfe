//! Patterns with a hidden layer through the same doors as all forms: the same weights whatever the threads and however often a run is
//! broken off, files, figures, explanation, settings.

#[path = "programs/run.rs"]
mod run;

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use draughts_td::learning::{
    Event, Hyperparams, Intervals, PdnFiles, Place, Snapshot, Trained, fit,
};
use draughts_td::values::Form;
use draughts_td::values::nnue::{Nnue, NnueSettings};
use run::{program, told};

const SAMPLE: &str = "pdn/sample.pdn.zst";

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Learns from a snapshot on, with rates that fall, and breaks off after so many games of this process.
fn learned(from: Snapshot<Nnue>, most: u64) -> Trained<Nnue> {
    let form = NnueSettings { hidden: 8, ..NnueSettings::default() };
    let settings = Hyperparams { games: 1500, epochs: 2, ..Hyperparams::of(form) };
    let checked = settings.check().expect("in range");
    let files = [PathBuf::from(SAMPLE)];
    let source = PdnFiles { files: &files, threads: 2 };
    let intervals = Intervals { checkpoint: Duration::MAX, curve: 0 };
    let mut games = 0;
    let mut observe = |event: Event<Nnue>| {
        games += u64::from(matches!(event, Event::Game));
        if games >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    fit(&source, &checked, from, intervals, &mut observe).expect("learned")
}

#[test]
fn a_run_broken_off_amid_a_block_ends_with_the_weights_of_one_that_was_not() {
    let first = Nnue::first(&NnueSettings { hidden: 8, ..NnueSettings::default() }, 1);
    let start = Snapshot { form: first, place: Place::default() };
    let whole = learned(start.clone(), u64::MAX);
    let mut part = learned(start, 777);
    assert!(part.interrupted && part.snapshot.place.games == 777);
    part = learned(part.snapshot, u64::MAX);
    assert!(part.snapshot == whole.snapshot, "weights differ");
}

#[test]
fn the_weights_are_the_same_to_the_bit_for_one_and_two_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = |threads: &str| {
        let out = folder.path().join("net");
        let flags = ["--net", "nnue", "--games", "1000", "--threads", threads, "-o"];
        told(&program(&[&["learn", SAMPLE], &flags[..], &[&shown(&out)]].concat()), 0);
        fs::read(out).expect("a file")
    };
    assert!(bytes("1") == bytes("2"), "files differ");
}

#[test]
fn a_hidden_layer_beside_patterns_is_learned_judged_explained_and_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let net = shown(&folder.path().join("net.safetensors.zst"));
    let flags = ["--games", "1000", "--net", "nnue", "--hidden", "12", "--globals", "off"];
    let said = told(&program(&[&["learn", SAMPLE], &flags[..], &["-o", &net]].concat()), 0);
    assert!(said.contains("12 hidden units") && said.contains("hidden 0.02"), "{said}");
    told(&program(&["validate", SAMPLE, "--net", &net]), 0);
    let fen = "W:W27,28,32:B18,19";
    let explained = told(&program(&["eval", fen, "--all", "--net", &net]), 0);
    assert!(explained.contains("centre_left") && explained.contains("unit_12"), "{explained}");
    let json = told(&program(&["eval", fen, "--net", &net, "--json"]), 0);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let parts = json["contributions"].as_array().expect("parts");
    let sum: f64 = parts.iter().filter_map(|part| part["contribution"].as_f64()).sum();
    assert!((sum - json["value"].as_f64().expect("a value")).abs() < 1e-4, "{json}");
    let player = format!("net:{net}");
    told(&program(&["match", &player, "material", "--games", "2", "--nodes", "300"]), 0);
}

#[test]
fn a_run_may_start_from_patterns() {
    let folder = tempfile::tempdir().expect("a folder");
    let [patterns, net] = ["patterns", "net"].map(|name| shown(&folder.path().join(name)));
    let first = ["learn", SAMPLE, "--net", "patterns", "--games", "100", "-o", &patterns];
    told(&program(&first), 0);
    let learn = |more: &[&str]| {
        let flags = ["learn", SAMPLE, "--net", "nnue", "--games", "20", "--init", &patterns];
        program(&[&flags[..], more, &["-o", &net]].concat())
    };
    // A rate near zero leaves the weights where they started.
    let still = ["--rate", "1e-12", "--rest-rate", "0", "--hidden-rate", "0"];
    told(&learn(&still), 0);
    let value = |net: &str| {
        let json = told(&program(&["eval", "W:W27,28,32:B18,19", "--net", net, "--json"]), 0);
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        json["value"].as_f64().expect("a value")
    };
    assert!((value(&net) - value(&patterns)).abs() < 1e-6);
    let refused = told(&learn(&["--stages", "1"]), 2);
    assert!(refused.contains("other stages than this run"), "{refused}");
}

#[test]
fn settings_of_other_forms_are_refused_by_name() {
    let learn =
        |more: &[&str]| told(&program(&[&["learn", SAMPLE, "--games", "10"], more].concat()), 2);
    let refused = learn(&["--net", "nnue", "--phases", "25,15"]);
    assert!(refused.contains("--phases is a setting of networks; nnue"), "{refused}");
    for net in ["nn4", "patterns"] {
        let refused = learn(&["--net", net, "--hidden-rate", "0.1"]);
        assert!(refused.contains("--hidden-rate is a setting of nnue"), "{refused}");
    }
    let refused = learn(&["--net", "nnue", "--hidden", "1025"]);
    assert!(refused.contains("hidden is 1025; it must be at most 1024"), "{refused}");
}
