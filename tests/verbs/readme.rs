//! What the guide shows is true: its Python lines give the value that `eval` gives, and its settings are accepted.

use std::fs;
use std::path::Path;

use crate::python::{output, python};
use crate::run::{PROGRAM, draughts};

/// The first fenced block of this language.
fn block<'a>(text: &'a str, language: &str) -> &'a str {
    let start = text.split_once(&format!("```{language}\n")).expect("a block").1;
    start.split_once("```").expect("an end").0
}

/// The script, run in this folder.
fn within(folder: &Path, script: &str) -> String {
    format!("import os; os.chdir({:?})\n{script}", folder.display().to_string())
}

#[test]
fn the_python_lines_read_a_network_and_agree_with_eval() {
    let Some(python) = python("import numpy, safetensors") else { return };
    let folder = tempfile::tempdir().expect("temporary folder");
    let net = folder.path().join("net.safetensors");
    let learned =
        draughts().args(["learn", "pdn/sample.pdn.zst", "--games", "500", "-o"]).arg(&net).output();
    assert!(learned.expect("the program runs").status.success());
    let page = fs::read_to_string("docs/python.md").expect("the page");
    let code =
        block(&page, "python").replace("\"target/release/draughts-td\"", &format!("{PROGRAM:?}"));
    let printed = output(&python, &within(folder.path(), &code), &[]);
    let fen = code.split_once("fen = \"").and_then(|rest| rest.1.split_once('"')).expect("a FEN").0;
    let eval = draughts().args(["eval", fen, "--json", "--net"]).arg(&net).output();
    let eval: serde_json::Value =
        serde_json::from_slice(&eval.expect("the program runs").stdout).expect("JSON");
    let expected = eval["value"].as_f64().expect("a value");
    let found: f64 =
        printed.split_whitespace().next().and_then(|n| n.parse().ok()).expect("a number");
    assert!((found - expected).abs() < 1e-3, "Python says {found}, eval says {expected}");
}

#[test]
fn the_python_lines_for_a_hidden_layer_agree_with_eval() {
    let Some(python) = python("import numpy, safetensors") else { return };
    let folder = tempfile::tempdir().expect("temporary folder");
    let net = folder.path().join("nnue.safetensors");
    let flags = ["learn", "pdn/sample.pdn.zst", "--games", "500", "--model", "nnue", "-o"];
    let learned = draughts().args(flags).arg(&net).output();
    assert!(learned.expect("the program runs").status.success());
    let page = fs::read_to_string("docs/python.md").expect("the page");
    let (_, after) = page.split_once("`--model nnue` adds three tensors").expect("the lines");
    let printed = output(&python, &within(folder.path(), block(after, "python")), &[]);
    let found: f64 =
        printed.split_whitespace().find_map(|word| word.parse().ok()).expect("a number");
    let fen = "W:W27,28,31,32,33:B12,13,18,19,23";
    let eval = draughts().args(["eval", fen, "--json", "--net"]).arg(&net).output();
    let eval: serde_json::Value =
        serde_json::from_slice(&eval.expect("the program runs").stdout).expect("JSON");
    let value = eval["value"].as_f64().expect("a value");
    let parts = eval["contributions"].as_array().expect("parts").iter();
    let units = parts.filter(|part| part["name"].as_str().is_some_and(|n| n.starts_with("unit_")));
    let layer: f64 = units.filter_map(|part| part["contribution"].as_f64()).sum();
    // A contribution is the unit's share of the value, which is the tanh of the sum.
    let expected = layer * value.atanh() / value;
    assert!((found - expected).abs() < 1e-3, "Python says {found}, eval says {expected}");
}

#[test]
fn the_configuration_shown_is_accepted() {
    let page = fs::read_to_string("docs/learning.md").expect("the page");
    let folder = tempfile::tempdir().expect("temporary folder");
    let config = folder.path().join("run.toml");
    fs::write(&config, block(&page, "toml")).expect("written");
    let learned = draughts()
        .args(["learn", "pdn/sample.pdn.zst", "--games", "50", "--config"])
        .arg(&config)
        .arg("-o")
        .arg(folder.path().join("net"))
        .output()
        .expect("the program runs");
    assert!(learned.status.success(), "{}", String::from_utf8_lossy(&learned.stderr));
}
