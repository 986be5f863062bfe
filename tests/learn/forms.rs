//! What holds for every form of evaluation: the same weights whatever the threads and however often a run is broken off, and the way
//! from learning to figures, explanation and play.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use draughts_td::learning::{Event, Hyperparams, Intervals, PdnFiles, Snapshot, Trained, fit};
use draughts_td::models::Model;
use draughts_td::models::network::{NetworkModel, NetworkSettings};
use draughts_td::models::nnue::{HiddenOptimiser, Nnue, NnueSettings};
use draughts_td::models::patterns::{PatternSettings, Patterns};
use draughts_td::models::separated::{Activation, Separated, SeparatedSettings};

use crate::run::{program, told};

const SAMPLE: &str = "pdn/sample.pdn.zst";

/// Each form as `learn` is told of it, small, with what it says of itself and a contribution that its explanation names.
const FORMS: &[(&[&str], &[&str], &str)] = &[
    (&["--model", "nn4", "--hidden", "6"], &["222 inputs", "6 hidden"], "material"),
    (
        &["--model", "patterns", "--stages", "1", "--globals", "off"],
        &[
            "4 windows of 2125764 cases, king squares, 1 stage",
            "falling to 0.03",
            "mirrored games off",
        ],
        "centre_left",
    ),
    (
        &["--model", "nnue", "--hidden", "12", "--globals", "off"],
        &["12 hidden units", "hidden-lr 0.0005 by Adam"],
        "unit_12",
    ),
    (
        &["--model", "separated", "--feature-layers", "4,5,6", "--hidden", "7"],
        &["4,5,6 hidden units apart, 7 in common, ReLU"],
        "white_supports_28",
    ),
];

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// `learn` on the first games of the sample; what it said.
fn learn(model: &[&str], more: &[&str]) -> String {
    told(&program(&[&["learn", SAMPLE, "--games", "500", "--force"], model, more].concat()), 0)
}

#[test]
fn the_weights_are_the_same_to_the_bit_for_one_and_two_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = shown(&folder.path().join("net"));
    for (model, _, _) in FORMS {
        let bytes = |threads: &str| {
            learn(model, &["--threads", threads, "-o", &out]);
            fs::read(&out).expect("a file")
        };
        assert!(bytes("1") == bytes("2"), "files differ: {model:?}");
    }
}

#[test]
fn what_is_learned_is_judged_explained_and_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let net = shown(&folder.path().join("net.safetensors.zst"));
    for (model, words, part) in FORMS {
        let said = learn(model, &["-o", &net]);
        words.iter().for_each(|words| assert!(said.contains(words), "{words}: {said}"));
        told(&program(&["validate", SAMPLE, "--net", &net]), 0);
        let eval =
            |more: &str| told(&program(&["eval", "W:W27,28,32:B18,19", "--net", &net, more]), 0);
        let explained = eval("--all");
        assert!(explained.contains(part), "{part}: {explained}");
        let json: serde_json::Value = serde_json::from_str(&eval("--json")).expect("JSON");
        let parts = json["contributions"].as_array().expect("parts");
        let sum: f64 = parts.iter().filter_map(|part| part["contribution"].as_f64()).sum();
        let [rest, value] = ["rest", "value"].map(|name| json[name].as_f64().unwrap_or(0.0));
        assert!((rest + sum - value).abs() < 1e-4, "{json}");
        let player = format!("net:{net}");
        told(&program(&["match", &player, "material", "--games", "2", "--nodes", "300"]), 0);
    }
}

/// Learns from a snapshot on, with rates that fall, and breaks off after some games of this process.
fn learned<F: Model>(settings: &F::Settings, from: Snapshot<F>, most: u64) -> Trained<F> {
    let settings = Hyperparams { games: 1500, epochs: 2, ..Hyperparams::of(settings.clone()) };
    let checked = settings.check().expect("in range");
    let files = [PathBuf::from(SAMPLE)];
    let source = PdnFiles { files: &files, threads: 2 };
    let intervals = Intervals { checkpoint: Duration::MAX, curve: 0 };
    let mut games = 0;
    let mut observe = |event: Event<F>| {
        games += u64::from(matches!(event, Event::Game));
        if games >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    fit(&source, &checked, from, intervals, &mut observe).expect("learned")
}

/// Broken off twice, once in each pass: neither weights nor place may differ from those of a run in one go.
fn resumes_where_it_was_broken_off<F: Model + PartialEq>(settings: &F::Settings) {
    let start = Snapshot::first(F::first(settings, 1));
    let whole = learned(settings, start.clone(), u64::MAX);
    let mut part = learned(settings, start, 777);
    assert!(part.interrupted && part.snapshot.place.games == 777);
    // In the second pass.
    part = learned(settings, part.snapshot, 1100);
    assert!(part.interrupted);
    part = learned(settings, part.snapshot, u64::MAX);
    assert!(part.snapshot == whole.snapshot, "weights differ");
}

#[test]
fn runs_broken_off_amid_a_block_end_with_the_weights_of_those_that_were_not() {
    resumes_where_it_was_broken_off::<NetworkModel>(&NetworkSettings {
        hidden: 6,
        ..NetworkSettings::default()
    });
    resumes_where_it_was_broken_off::<Patterns>(&PatternSettings::default());
    for hidden_optimizer in [HiddenOptimiser::Plain, HiddenOptimiser::Adam] {
        resumes_where_it_was_broken_off::<Nnue>(&NnueSettings {
            hidden: 8,
            hidden_optimizer,
            ..NnueSettings::default()
        });
    }
    resumes_where_it_was_broken_off::<Separated>(&SeparatedSettings {
        feature_layers: vec![4, 4, 8],
        hidden: 8,
        activation: Activation::Softsign,
        ..SeparatedSettings::default()
    });
}

#[test]
fn a_hidden_layer_may_start_from_patterns() {
    let folder = tempfile::tempdir().expect("a folder");
    let [patterns, net] = ["patterns", "net"].map(|name| shown(&folder.path().join(name)));
    let first = ["learn", SAMPLE, "--model", "patterns", "--games", "100", "-o", &patterns];
    told(&program(&first), 0);
    let learn = |more: &[&str]| {
        let flags = ["learn", SAMPLE, "--model", "nnue", "--games", "20", "--init", &patterns];
        program(&[&flags[..], more, &["--force", "-o", &net]].concat())
    };
    // A rate near zero leaves the weights where they started.
    let still = ["--lr", "1e-12", "--rest-lr", "0", "--hidden-lr", "0"];
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
fn settings_that_a_hidden_layer_beside_patterns_does_not_have_are_refused_by_name() {
    let learn =
        |more: &[&str]| told(&program(&[&["learn", SAMPLE, "--games", "10"], more].concat()), 2);
    let refused = learn(&["--model", "nnue", "--phases", "25,15"]);
    assert!(refused.contains("--phases is a setting of networks; nnue"), "{refused}");
    for net in ["nn4", "patterns"] {
        for [name, value] in [["--hidden-lr", "0.1"], ["--hidden-optimizer", "sgd"]] {
            let refused = learn(&["--model", net, name, value]);
            assert!(refused.contains(&format!("{name} is a setting of nnue")), "{refused}");
        }
    }
    let refused = learn(&["--model", "nnue", "--hidden-optimizer", "adam", "--batch-games", "8"]);
    assert!(refused.contains("--hidden-optimizer adam makes a step after every game"), "{refused}");
    let refused = learn(&["--model", "nnue", "--hidden", "1025"]);
    assert!(refused.contains("hidden is 1025; it must be at most 1024"), "{refused}");
}

#[test]
fn modalities_apart_learn_from_play_and_from_a_layer_that_sees_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = shown(&folder.path().join("net"));
    let flags = [
        "--model",
        "separated",
        "--feature-layers",
        "6",
        "--activation",
        "softsign",
        "--games",
        "8",
    ];
    let pace = ["--nodes", "50", "--eval-games", "0", "-o", &out];
    told(&program(&[&["train"], &flags[..], &pace].concat()), 0);
    told(&program(&["eval", "start", "--net", &out]), 0);
}

#[test]
fn settings_that_modalities_apart_do_not_have_are_refused_by_name() {
    let learn =
        |more: &[&str]| told(&program(&[&["learn", SAMPLE, "--games", "10"], more].concat()), 2);
    let separated = |more: &[&str]| learn(&[&["--model", "separated"], more].concat());
    let refused = separated(&["--phases", "25,15"]);
    assert!(refused.contains("--phases is a setting of networks; separated"), "{refused}");
    let refused = separated(&["--beta", "2"]);
    assert!(refused.contains("--beta is a setting of networks; a network of ReLU"), "{refused}");
    let refused = separated(&["--stages", "1"]);
    assert!(refused.contains("--stages is a setting of patterns; separated has none"), "{refused}");
    let kind = |net: &'static str| if net == "nn4" { "networks" } else { net };
    for net in ["nn4", "patterns", "nnue"] {
        let refused = learn(&["--model", net, "--feature-layers", "1,2,3"]);
        let owner = format!("--feature-layers is a setting of separated; {}", kind(net));
        assert!(refused.contains(&owner), "{refused}");
    }
    let refused = separated(&["--feature-layers", "8,16"]);
    assert!(refused.contains("feature-layers is 8,16; it must be three numbers"), "{refused}");
}
