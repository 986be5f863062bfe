//! The page as files, once it was visited: it can be installed, works without its server, and gives way to a newer version whole.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::kept::{copied, played, wait_for_moves};
use crate::site::{Site, engine};

/// The moves of a game, and the same as they are typed.
const MOVES: [&str; 4] = ["32-28", "19-23", "28x19", "14x23"];

/// A browser that has visited the page and keeps it.
fn visited(site: &Site) -> Option<Browser> {
    let browser = Browser::open(&[])?;
    browser.go(&site.address("index.html"));
    browser.wait("navigator.serviceWorker.controller");
    Some(browser)
}

/// Waits until what an expression promises is true.
fn wait_for(browser: &Browser, promise: &str) {
    let until = Instant::now() + Duration::from_secs(40);
    while browser.value(promise) != true {
        assert!(Instant::now() < until, "{promise} never came");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The caches of the page, as many as there are versions.
fn versions(browser: &Browser) -> Value {
    browser.value("caches.keys().then((names) => names.length)")
}

/// The position on the board.
fn fen(browser: &Browser) -> String {
    copied(browser, "#copy-fen")
}

#[test]
fn after_one_visit_the_page_plays_and_analyses_without_its_server_and_has_its_games() {
    let Some(engine) = engine() else { return };
    let site = Site::serve(&engine);
    let Some(browser) = visited(&site) else { return };
    played(&browser, &MOVES);
    let pdn = copied(&browser, "#copy");
    browser.keys(&["n"]);
    browser.wait("!document.querySelector('#bring-back').hidden");
    site.stop();
    // By each of its addresses, as it was left and as it was visited.
    for name in ["", "index.html", "?from=home"] {
        browser.go(&site.address(name));
        browser.wait("!document.querySelector('#bring-back').hidden");
    }
    browser.click("#tab-play");
    browser.value("document.querySelector('#play-net').value = 'material'");
    browser.click("#panel-play button.main");
    browser.type_into("#move-box", "32-28");
    browser.keys(&["\u{e007}"]);
    wait_for_moves(&browser, 2);
    browser.click("#tab-analyse");
    browser.click("#engine");
    browser.wait("document.querySelectorAll('#best-lines .line').length === 3");
    browser.click("#bring-back");
    wait_for_moves(&browser, MOVES.len());
    assert_eq!(copied(&browser, "#copy"), pdn);
    // Nothing else is answered from what is kept.
    let other = "fetch('nothing.js').then(() => 'answered', () => 'failed')";
    assert_eq!(browser.value(other), "failed");
}

#[test]
fn puzzles_are_solved_without_the_server_and_attempts_stay_in_the_browser() {
    let Some(engine) = engine() else { return };
    let site = Site::serve(&engine);
    let Some(browser) = visited(&site) else { return };
    site.stop();
    browser.go(&site.address(""));
    browser.click("#tab-train");
    browser.wait("/Your rating appears/.test(document.querySelector('#train-rating').textContent)");
    browser.click("#train-begin");
    browser.wait("/^1 of 10/.test(document.querySelector('#train-task').textContent)");
    browser.click("#train-show");
    browser.wait("/^The solution is/.test(document.querySelector('#train-task').textContent)");
    browser.wait("/from 1 puzzle/.test(document.querySelector('#train-rating').textContent)");
    browser.go(&site.address(""));
    browser.click("#tab-train");
    browser.wait("/from 1 puzzle/.test(document.querySelector('#train-rating').textContent)");
}

#[test]
fn an_address_names_a_position_with_and_without_the_server() {
    let Some(engine) = engine() else { return };
    let site = Site::serve(&engine);
    let Some(browser) = visited(&site) else { return };
    let opened = |name: &str| {
        let address = site.address(&format!("{name}#fen=W:W28,32,K46:B5,19"));
        browser.visit("about:blank");
        browser.go(&address);
        assert_eq!(fen(&browser), "W:W28,32,K46:B5,19", "{address}");
        assert_eq!(copied(&browser, "#copy-link"), address);
    };
    opened("index.html");
    site.stop();
    opened("index.html");
    opened("");
    // Another one is opened without loading the page.
    browser.value("location.hash = '#fen=B:W28:B19'");
    browser.wait("document.querySelector('#status').textContent.includes('Black')");
    assert_eq!(fen(&browser), "B:W28:B19");
}

#[test]
fn a_browser_finds_everything_that_it_wants_of_a_page_to_install_it() {
    let Some(engine) = engine() else { return };
    let site = Site::serve(&engine);
    let Some(browser) = visited(&site) else { return };
    let manifest = browser.devtools("Page.getAppManifest", &json!({}));
    assert_eq!(manifest["errors"], json!([]), "{manifest}");
    assert_eq!(manifest["url"], site.address("manifest.json"));
    let errors = browser.devtools("Page.getInstallabilityErrors", &json!({}));
    let errors = errors["installabilityErrors"].as_array().expect("errors");
    // A window of a test is no usual one.
    let real = errors.iter().filter(|error| error["errorId"] != "in-incognito");
    assert_eq!(real.count(), 0, "{errors:?}");
    for size in [180, 192, 512] {
        let picture = format!(
            "fetch('icon-{size}.png').then((answer) => answer.blob()).then(createImageBitmap).then(({{ width, height }}) => [width, height])"
        );
        assert_eq!(browser.value(&picture), json!([size, size]));
    }
}

/// Another engine, which does the same: one with a section that means nothing (WebAssembly Core 2.0, 5.5.3).
fn other_engine(site: &Site, engine: &Path) -> PathBuf {
    let other = site.folder().with_file_name("other.wasm");
    let program = [fs::read(engine).expect("read"), vec![0, 2, 1, b'x']].concat();
    fs::write(&other, program).expect("written");
    other
}

#[test]
fn a_newer_version_takes_over_whole_and_when_asked_and_no_game_is_lost() {
    let Some(engine) = engine() else { return };
    let site = Site::serve(&engine);
    let Some(browser) = visited(&site) else { return };
    played(&browser, &MOVES);
    browser.keys(&["n"]);
    played(&browser, &MOVES[..2]);
    assert_eq!(versions(&browser), 1);
    let update = || {
        browser.value(
            "navigator.serviceWorker.ready.then((kept) => kept.update()).then(() => 'seen', () => 'failed')",
        )
    };
    // Half of it is there: nothing changes.
    let whole = fs::read(site.folder().join("engine.wasm")).expect("read");
    site.write(&other_engine(&site, &engine));
    let newer = fs::read(site.folder().join("engine.wasm")).expect("read");
    fs::write(site.folder().join("engine.wasm"), &whole).expect("written");
    update();
    wait_for(
        &browser,
        "navigator.serviceWorker.getRegistration().then((kept) => !kept.installing && !kept.waiting)",
    );
    wait_for(&browser, "caches.keys().then((names) => names.length === 1)");
    assert_eq!(browser.value("document.querySelector('#newer')"), Value::Null);
    // All of it is there: it waits until it is asked for.
    fs::write(site.folder().join("engine.wasm"), newer).expect("written");
    update();
    browser.wait("document.querySelector('#newer')");
    assert_eq!(versions(&browser), 2);
    browser.value("document.body.dataset.old = 'yes'");
    browser.click("#newer button");
    browser.wait("!document.body.dataset.old && document.body.dataset.ready === 'true'");
    wait_for(&browser, "caches.keys().then((names) => names.length === 1)");
    wait_for_moves(&browser, 2);
    browser.click("#bring-back");
    wait_for_moves(&browser, MOVES.len());
    assert_eq!(browser.value("document.querySelector('#newer')"), Value::Null);
    let sizes = "fetch('engine.wasm').then((answer) => answer.arrayBuffer()).then((bytes) => bytes.byteLength)";
    assert_eq!(browser.value(sizes), whole.len() + 4);
}
