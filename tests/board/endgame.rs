//! The endgame tables on the page: every move with its verdict, and the best line.

use std::process::Output;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::ask::at;
use crate::browser::Browser;
use crate::run::draughts;
use crate::server::Server;

const WON: &str = "W:WK26,31:B16";

pub fn tables() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display().to_string();
    let built = run(&["endgame", "build", &path, "--pieces", "3"]);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    folder
}

fn run(arguments: &[&str]) -> Output {
    draughts().args(arguments).output().expect("the program runs")
}

#[test]
fn the_page_has_what_the_verb_prints() {
    let folder = tables();
    let path = folder.path().display().to_string();
    let server = Server::start(&["--endgame", &path]);
    assert_eq!(server.answer("/api/state", &json!({}))["endgame"], 3);
    for fen in [WON, "W:WK5:BK46", "W:WK1,K2:BK50"] {
        let told = server.answer("/api/endgame", &json!({ "at": at(fen) }));
        let verb = run(&["endgame", "probe", fen, "--endgame", &path, "--json"]);
        let verb: Value = serde_json::from_slice(&verb.stdout).expect("JSON");
        assert_eq!((&told["value"], &told["plies"]), (&verb["value"], &verb["distance"]), "{fen}");
        let pair = |one: &Value, names: [&str; 3]| names.map(|name| one[name].clone());
        let list = |value: &Value, names: [&str; 3]| -> Vec<[Value; 3]> {
            value["moves"].as_array().expect("moves").iter().map(|one| pair(one, names)).collect()
        };
        let own = list(&told, ["text", "value", "plies"]);
        assert_eq!(own, list(&verb, ["move", "value", "distance"]), "{fen}");
        let line: Vec<&Value> =
            told["line"].as_array().expect("a line").iter().map(|one| &one["text"]).collect();
        let expected: Vec<&Value> = verb["line"].as_array().expect("a line").iter().collect();
        assert_eq!(line, expected, "{fen}");
    }
    let start = server.answer("/api/endgame", &json!({ "at": {} }));
    assert_eq!(start, json!({ "value": null }));
    let without = Server::start(&[]);
    let none = without.answer("/api/endgame", &json!({ "at": at(WON) }));
    assert_eq!(none, json!({ "value": null }));
    assert_eq!(without.answer("/api/state", &json!({}))["endgame"], Value::Null);
}

#[test]
fn moves_have_their_verdicts_and_the_best_line_can_be_followed() {
    let folder = tables();
    let path = folder.path().display().to_string();
    let Some(browser) = Browser::open(&["--endgame", &path, "--net", "material"]) else { return };
    assert_eq!(browser.value("document.querySelectorAll('#endgame *').length"), 0);
    browser.paste(WON);
    browser.wait("document.querySelector('#endgame-value')");
    let told = browser.server.answer("/api/endgame", &json!({ "at": at(WON) }));
    let plies = told["plies"].as_u64().expect("plies");
    assert_eq!(browser.text("#endgame-value"), format!("White wins in {plies} plies."));
    let moves = told["moves"].as_array().expect("moves").len();
    let rows = browser.value("document.querySelectorAll('#endgame-moves tbody tr').length");
    assert_eq!(rows, moves);
    // The last move of the line ends the game.
    browser.click("#endgame-line button:last-child");
    browser.wait(&format!("document.querySelectorAll('#tree button').length === {plies}"));
    browser.wait("/White wins/.test(document.querySelector('#status').textContent)");
    browser.wait("document.querySelectorAll('#endgame *').length === 0");
    browser.click("#first");
    browser.wait("document.querySelector('#endgame-moves')");
    browser.click("#endgame-moves tbody tr:first-child button");
    browser.wait(&format!("/Black loses in {} pl/.test(document.querySelector('#endgame-value')?.textContent) || /White wins/.test(document.querySelector('#status').textContent)", plies - 1));
}
