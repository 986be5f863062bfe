//! The page without a server of ours, from a plain server of files: the engine runs in the browser, and counts as it does natively.

use std::fs;

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::page::play_on;
use crate::server::Server;
use crate::site::{Site, board_site, engine};

/// A browser on the page without a server.
fn opened() -> Option<(Browser, Site)> {
    let site = Site::serve(&engine()?);
    let browser = Browser::open(&[])?;
    browser.go(&site.address("index.html"));
    Some((browser, site))
}

/// The lines of the answer that the page gives itself.
fn asked(browser: &Browser, path: &str, question: &Value) -> Vec<Value> {
    let text = browser.value(&format!(
        "import('./send.js').then((send) => send.send('{path}', {question})).then((answer) => answer.text())"
    ));
    let text = text.as_str().unwrap_or_else(|| panic!("{path}: {text}"));
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// Without what depends on the time of day, and on where attempts at puzzles are kept.
fn timeless(mut lines: Vec<Value>) -> Vec<Value> {
    for line in &mut lines {
        let line = line.as_object_mut().expect("an object");
        line.remove("ms");
        line.remove("attempts");
    }
    // Reports that come too fast are left out.
    let last = lines.iter().rposition(|line| line.get("nodes").is_some());
    last.map_or(lines.clone(), |last| lines.split_off(last))
}

/// Whether two answers are alike, numbers to what libraries of mathematics may differ in.
fn alike(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| alike(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let same = |(key, value)| other.get(key).is_some_and(|other| alike(value, other));
            one.len() == other.len() && one.iter().all(same)
        }
        (Value::Number(number), _) if number.is_f64() => {
            other.as_f64().zip(one.as_f64()).is_some_and(|(one, other)| (one - other).abs() < 1e-5)
        }
        _ => one == other,
    }
}

/// A game of two moves, packed, in base64.
const GZIP: &str = "H4sIAAAAAAACA4sOz8gsSVVQCssvVorlinbKSUzOVlDyTUwEc4NSi0tzShSUDHUNgVwuQz0FYyNdIwsFQ0tdI2MFIz0FI4sKQ0sFQ5MKIBeoiAsArNJ7sU8AAAA=";
const ZSTD: &str = "KLUv/SRPeQIAW1doaXRlICJWb3MiXQpbQmxhY2sgIk1hYXMiXQpbUmVzdWx0ICIxLTEiXQoKMS4gMzItMjggMTktMjMgMi4gMjh4MTkgMTR4MjMgMS0xCtcLeqo=";

#[test]
fn perft_searches_and_packed_files_are_answered_in_the_browser_as_natively() {
    let Some((browser, _site)) = opened() else { return };
    let middle = "W:W27,28,31,32,33,36-39,42,43,48:B7-9,12-14,16,18,19,23,24,26";
    for (path, question) in [
        ("/api/perft", json!({ "at": {}, "plies": 6 })),
        ("/api/perft", json!({ "at": { "fen": "W:WK46,28,31:BK5,12,18" }, "plies": 5 })),
        ("/api/analyse", json!({ "at": {}, "nodes": 200_000 })),
        ("/api/analyse", json!({ "at": { "fen": middle }, "nodes": 200_000 })),
        ("/api/analyse", json!({ "at": { "fen": middle }, "nodes": 100_000, "lines": 3 })),
        ("/api/inside", json!({ "at": { "fen": middle } })),
        ("/api/position", json!({ "moves": ["32-28", "19-23"] })),
        ("/api/state", json!({})),
        ("/api/paste", json!({ "file": GZIP })),
        ("/api/paste", json!({ "file": ZSTD })),
    ] {
        let here = timeless(asked(&browser, path, &question));
        // The engine of a server remembers what it searched before.
        let (status, there) = Server::start(&["--hash", "32"]).ask(path, &question);
        let (here, there) = (Value::Array(here), Value::Array(timeless(there)));
        assert_eq!(status, 200, "{path} {question}");
        assert!(alike(&here, &there), "{path} {question}: {here} {there}");
    }
}

#[test]
fn a_game_is_played_to_its_end_without_a_server() {
    let Some((browser, _site)) = opened() else { return };
    browser.value("document.querySelector('#play-net').value = 'material'");
    browser.value("document.querySelector('#play-level').value = '1'");
    browser.paste("W:W28,33,38,39,43,44:B7,8,12,13,17,18");
    browser.wait("document.querySelector('[data-square=\"28\"] .piece')");
    browser.wait("!document.querySelector('[data-square=\"20\"] .piece')");
    browser.click("#tab-play");
    play_on(&browser);
    browser.picture("alone.png");
}

#[test]
fn a_search_gives_way_to_a_later_one_and_to_moves() {
    let Some((browser, _site)) = opened() else { return };
    browser.click("#tab-analyse");
    browser.click("#engine");
    browser.wait("document.querySelectorAll('#best-lines .line').length === 3");
    for (plies, text) in ["32-28", "19-23", "28x19"].iter().enumerate() {
        browser.type_into("#move-box", text);
        browser.keys(&["\u{e007}"]);
        browser
            .wait(&format!("document.querySelectorAll('#tree button').length === {}", plies + 1));
    }
    let (status, _) = browser.server.ask("/api/state", &json!({}));
    assert_eq!(status, 200);
    assert_eq!(browser.text("#refusal"), "");
}

#[test]
fn what_is_wrong_with_a_question_is_told() {
    let Some((browser, _site)) = opened() else { return };
    for (path, question, word) in [
        ("/api/position", json!({ "fen": "W:W51:B1" }), "51"),
        ("/api/perft", json!({ "at": {}, "plies": 40 }), "1 to 8"),
        ("/api/nothing", json!({}), "nothing of this name"),
        ("/api/analyse", json!({ "at": {}, "net": "/etc/passwd" }), "no evaluation"),
    ] {
        let lines = asked(&browser, path, &question);
        let error = lines[0]["error"].as_str().unwrap_or_default();
        assert!(error.contains(word), "{path}: {lines:?}");
    }
}

#[test]
fn what_is_no_engine_makes_no_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = folder.path().join("site");
    for (name, content) in [("text", &b"hello"[..]), ("other.wasm", b"\0asm\x01\0\0\0other")] {
        let engine = folder.path().join(name);
        fs::write(&engine, content).expect("written");
        let run = board_site(&site, &engine, &[]);
        let error = String::from_utf8_lossy(&run.stderr);
        assert!(!run.status.success() && error.contains("--target wasm32-wasip1"), "{error}");
        assert!(!site.exists());
    }
}
