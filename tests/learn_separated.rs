//! A network with modalities apart through the same doors as all forms: the same weights whatever the threads and however often a run
//! is broken off, files, figures, explanation, play, settings.

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
use draughts_td::values::separated::{Activation, Separated, SeparatedSettings};
use run::{program, told};

const SAMPLE: &str = "pdn/sample.pdn.zst";

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn settings() -> SeparatedSettings {
    SeparatedSettings {
        apart: vec![4, 4, 8],
        hidden: 8,
        activation: Activation::Softsign,
        ..SeparatedSettings::default()
    }
}

/// Learns from a snapshot on, with rates that fall, and breaks off after so many games of this process.
fn learned(from: Snapshot<Separated>, most: u64) -> Trained<Separated> {
    let settings = Hyperparams { games: 1000, epochs: 2, ..Hyperparams::of(settings()) };
    let checked = settings.check().expect("in range");
    let files = [PathBuf::from(SAMPLE)];
    let source = PdnFiles { files: &files, threads: 2 };
    let intervals = Intervals { checkpoint: Duration::MAX, curve: 0 };
    let mut games = 0;
    let mut observe = |event: Event<Separated>| {
        games += u64::from(matches!(event, Event::Game));
        if games >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    fit(&source, &checked, from, intervals, &mut observe).expect("learned")
}

#[test]
fn a_run_broken_off_amid_a_block_ends_with_the_weights_of_one_that_was_not() {
    let start = Snapshot { form: Separated::first(&settings(), 1), place: Place::default() };
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
        let flags = ["--net", "separated", "--games", "500", "--threads", threads, "-o"];
        told(&program(&[&["learn", SAMPLE], &flags[..], &[&shown(&out)]].concat()), 0);
        fs::read(out).expect("a file")
    };
    assert!(bytes("1") == bytes("2"), "files differ");
}

#[test]
fn a_network_with_modalities_apart_is_learned_judged_explained_and_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let net = shown(&folder.path().join("net.safetensors.zst"));
    let flags = ["--games", "500", "--net", "separated", "--apart", "4,5,6", "--hidden", "7"];
    let said = told(&program(&[&["learn", SAMPLE], &flags[..], &["-o", &net]].concat()), 0);
    assert!(said.contains("4,5,6 hidden units apart, 7 in common, ReLU"), "{said}");
    told(&program(&["validate", SAMPLE, "--net", &net]), 0);
    let fen = "W:W27,28,32:B18,19";
    let explained = told(&program(&["eval", fen, "--all", "--net", &net]), 0);
    for part in ["material", "white_man_28", "white_supports_28", "black_attacks_"] {
        assert!(explained.contains(part), "{part}: {explained}");
    }
    let json = told(&program(&["eval", fen, "--net", &net, "--json"]), 0);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let parts = json["contributions"].as_array().expect("parts");
    let sum: f64 = parts.iter().filter_map(|part| part["contribution"].as_f64()).sum();
    let [rest, value] = ["rest", "value"].map(|name| json[name].as_f64().unwrap_or(0.0));
    assert!((rest + sum - value).abs() < 1e-4, "{json}");
    let player = format!("net:{net}");
    told(&program(&["match", &player, "material", "--games", "2", "--nodes", "300"]), 0);
}

#[test]
fn it_learns_from_play_and_from_a_layer_that_sees_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = shown(&folder.path().join("net"));
    let flags = ["--net", "separated", "--apart", "6", "--activation", "softsign", "--games", "8"];
    let pace = ["--nodes", "50", "--measure-games", "0", "-o", &out];
    told(&program(&[&["train"], &flags[..], &pace].concat()), 0);
    told(&program(&["eval", "start", "--net", &out]), 0);
}

#[test]
fn settings_of_other_forms_are_refused_by_name() {
    let learn =
        |more: &[&str]| told(&program(&[&["learn", SAMPLE, "--games", "10"], more].concat()), 2);
    let separated = |more: &[&str]| learn(&[&["--net", "separated"], more].concat());
    let refused = separated(&["--phases", "25,15"]);
    assert!(refused.contains("--phases is a setting of networks; separated"), "{refused}");
    let refused = separated(&["--beta", "2"]);
    assert!(refused.contains("--beta is a setting of networks; a network of ReLU"), "{refused}");
    let refused = separated(&["--stages", "1"]);
    assert!(refused.contains("a setting of patterns is given for a network"), "{refused}");
    for net in ["nn4", "patterns", "nnue"] {
        let refused = learn(&["--net", net, "--apart", "1,2,3"]);
        assert!(
            refused.contains("--apart and --activation are settings of separated"),
            "{refused}"
        );
    }
    let refused = separated(&["--apart", "8,16"]);
    assert!(refused.contains("apart is 8,16; it must be three numbers"), "{refused}");
}
