//! The page as people use it: by mouse, by keys only, at any width, light and dark.

use std::fs;

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::database::Sample;
use crate::missing::skip;

const ENTER: &str = "\u{e007}";
const TAB: &str = "\u{e004}";
const ESCAPE: &str = "\u{e00c}";
const LEFT: &str = "\u{e012}";
const UP: &str = "\u{e013}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";

fn over(browser: &Browser) -> bool {
    let status = browser.text("#status");
    ["wins", "Nobody", "Draw:"].iter().any(|word| status.contains(word))
}

/// The legal moves that the page knows, by their squares.
fn own_squares(browser: &Browser) -> Vec<u64> {
    let found = browser.value("[...document.querySelectorAll('.can')].map(g => +g.dataset.square)");
    found.as_array().expect("squares").iter().filter_map(Value::as_u64).collect()
}

fn targets(browser: &Browser) -> Vec<u64> {
    let found = browser
        .value("[...document.querySelectorAll('.target')].map(t => +t.parentNode.dataset.square)");
    found.as_array().expect("squares").iter().filter_map(Value::as_u64).collect()
}

fn plies(browser: &Browser) -> u64 {
    browser.value("document.querySelectorAll('#tree button').length").as_u64().unwrap_or(0)
}

/// One move by the mouse: the `turn`th piece that can move, to a square to which it can, on by the way where there are several.
fn click_a_move(browser: &Browser, turn: usize) {
    let before = plies(browser);
    let own = own_squares(browser);
    browser.square(own[turn % own.len()]);
    while plies(browser) == before {
        let to = targets(browser);
        let Some(&to) = to.first() else { break };
        browser.square(to);
        let moved = format!(
            "document.querySelectorAll('#tree button').length > {before} || document.querySelector('.target')"
        );
        browser.wait(&moved);
    }
}

/// A game against the easiest level, by the mouse.
pub fn play_to_the_end(browser: &Browser) {
    browser.value("document.querySelector('#play-level').value = '1'");
    browser.click("#panel-play button.main");
    play_on(browser);
}

/// Plays the position on the board to its end.
pub fn play_on(browser: &Browser) {
    browser.wait("document.querySelectorAll('.can').length > 0");
    for turn in 0..400 {
        if over(browser) {
            break;
        }
        click_a_move(browser, 7 * turn);
        browser.wait("document.querySelector('.can') || /wins|Nobody|Draw:/.test(document.querySelector('#status').textContent)");
        browser.wait(
            "/White to move|wins|Nobody|Draw:/.test(document.querySelector('#status').textContent)",
        );
    }
    assert!(over(browser), "{}", browser.text("#status"));
}

/// The game as it is copied to the clipboard.
fn copied(browser: &Browser) -> String {
    let text = browser.value(
        "(async () => { let kept; navigator.clipboard.writeText = async (text) => { kept = text; }; document.querySelector('#copy').click(); for (let i = 0; i < 100 && !kept; i++) await new Promise((done) => setTimeout(done, 20)); return kept; })()",
    );
    text.as_str().expect("PDN").to_owned()
}

#[test]
fn what_people_wrote_beside_the_moves_comes_back_as_it_was_pasted() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    let text = "1. 32-28! {solid} (1. 33-29 19-24?! (1... 20-24 {why?}) 2. 38-33) 1... 19-23 2. 28x19 14x23??";
    browser.paste(text);
    browser.wait("document.querySelectorAll('#tree button').length === 8");
    let pdn = copied(&browser);
    assert_eq!(pdn, text);
    // A reload finds it again.
    browser.value("location.reload()");
    browser.wait("document.querySelectorAll('#tree button').length === 8");
    assert_eq!(copied(&browser), pdn);
}

#[test]
fn a_game_that_was_pasted_keeps_its_text_and_gets_what_is_played() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    let text = "[Site \"Club\"]\n[Annotator \"C\"]\n[WhiteElo \"1200\"]\n[Result \"2-0\"]\n\n{intro} 1. 32-28 $10 (1. 33-29 99-1 {no}) 19-23 2-0 {end}";
    browser.paste(text);
    browser.wait("document.querySelectorAll('#tree button').length === 3");
    assert_eq!(copied(&browser), text);
    browser.value("document.querySelector('#last').click()");
    browser.wait("document.querySelector('#tree [aria-current]')?.textContent === '19-23'");
    browser.type_into("#move-box", "28x19");
    browser.keys(&[ENTER]);
    browser.wait("document.querySelectorAll('#tree button').length === 4");
    assert_eq!(copied(&browser), text.replace("19-23 2-0", "19-23 2. 28x19 2-0"));
}

#[test]
fn a_game_is_played_to_its_end_by_mouse() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    play_to_the_end(&browser);
    let pdn = copied(&browser);
    assert!(pdn.contains("[White \"You\"]") && pdn.contains("[WhiteType \"human\"]"), "{pdn}");
    assert!(!pdn.contains("[Result \"*\"]") && pdn.contains("[Date \"20"), "{pdn}");
}

#[test]
fn a_game_is_played_to_its_end_by_keys_only() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    // The position comes by the text field, where Tab leads to the button after it.
    browser.click("#tab-analyse");
    browser.type_into("#paste", "W:W28,33,39:B17");
    browser.keys(&[TAB, ENTER]);
    browser.wait("document.querySelector('[data-square=\"17\"] .piece')");
    browser.wait("!document.querySelector('[data-square=\"20\"] .piece')");
    browser.value("document.querySelector('#tab-analyse').focus()");
    browser.keys(&[LEFT]);
    browser.wait("!document.querySelector('#panel-play').hidden");
    // The one tab stop of the board is square 28 in the beginning.
    browser.value("document.querySelector('[role=gridcell][tabindex=\"0\"]').focus()");
    let label = || browser.value("document.activeElement.getAttribute('aria-label')");
    assert_eq!(label(), "28, white man, can move");
    browser.keys(&[RIGHT]);
    assert_eq!(label(), "29, empty");
    browser.keys(&[LEFT, ENTER]);
    assert_eq!(label(), "28, white man, picked up");
    browser.keys(&[UP]);
    let number = label().as_str().expect("a label").to_owned();
    assert!(number.starts_with("22") || number.starts_with("23"), "{number}");
    if number.starts_with("23") {
        browser.keys(&[LEFT]);
    }
    assert_eq!(label(), "22, empty, target");
    browser.keys(&[ENTER]);
    browser.wait("/White to move/.test(document.querySelector('#status').textContent)");
    browser.wait("document.querySelectorAll('#tree button').length === 2");
    let moves = browser.value("document.querySelector('#move-box').focus()");
    assert!(moves.is_null());
    browser.keys(&["3", "3", "x", "2", "2", ENTER]);
    browser.wait("/White wins/.test(document.querySelector('#status').textContent)");
    // Keys of the page walk through the game.
    browser.value("document.activeElement.blur()");
    browser.keys(&[LEFT, "k"]);
    browser.wait("document.querySelector('#tree [aria-current]').textContent === '28-22'");
    browser.keys(&[DOWN]);
    browser.wait("/White wins/.test(document.querySelector('#status').textContent)");
    browser.keys(&["?"]);
    assert_eq!(browser.value("document.querySelector('#help').open"), true);
    browser.keys(&[ESCAPE]);
}

#[test]
fn captures_that_are_alike_are_asked_for_and_the_coup_turc_is_played_right() {
    let Some(browser) = Browser::open(&[]) else { return };
    browser.paste("W:WK47:B14,19,29,31,42");
    browser.wait("document.querySelectorAll('.can').length === 1");
    browser.square(47);
    browser.square(36);
    browser.wait("/Several captures/.test(document.querySelector('#refusal').textContent)");
    let way = targets(&browser);
    assert!(way.len() >= 2, "{way:?}");
    browser.square(way[0]);
    browser.wait("document.querySelectorAll('#tree button').length === 1");
    assert!(browser.text("#tree").contains("47x38x"), "{}", browser.text("#tree"));
    // The king takes 39, 21 and 42 and stops before 34, since what it took is still there.
    browser.paste("W:WK44:B21,34,39,42");
    browser.wait("document.querySelectorAll('#tree button').length === 0");
    assert_eq!(own_squares(&browser), [44]);
    browser.square(44);
    assert_eq!(targets(&browser), [48]);
    browser.square(48);
    browser.wait("/44x48/.test(document.querySelector('#tree').textContent)");
    let stands = |square: u64| {
        browser
            .value(&format!("Boolean(document.querySelector('[data-square=\"{square}\"] .piece'))"))
    };
    assert_eq!([21, 39, 42, 44, 34, 48].map(stands), [false, false, false, false, true, true]);
}

#[test]
fn a_move_against_the_rules_is_refused_with_the_rule() {
    let Some(browser) = Browser::open(&[]) else { return };
    browser.paste("W:W28,40,50:B22,12,3");
    browser.wait("document.querySelectorAll('.can').length === 1");
    browser.square(40);
    browser.wait(
        "/[Cc]apture of 2 is obligatory/.test(document.querySelector('#refusal').textContent)",
    );
    browser.type_into("#move-box", "50-44");
    browser.keys(&[ENTER]);
    browser.wait("/28x8/.test(document.querySelector('#refusal').textContent)");
}

#[test]
fn pasted_games_are_analysed_and_names_are_only_text() {
    let Some(browser) = Browser::open(&[]) else { return };
    browser.paste("[White \"<img src=x onerror=alert(1)>\"]\n[FEN \"W:W28,37,48:B19,8,3\"]\n\n1. 28-23 19x28 2. 37-32 28x37 0-2");
    browser.wait("document.querySelectorAll('#tree button').length === 4");
    assert_eq!(browser.value("document.querySelectorAll('img').length"), 0);
    assert!(browser.text("#games").contains("<img src=x"));
    browser.value("document.querySelector('#review-nodes').value = '10000'");
    browser.click("#review");
    browser.wait("document.querySelector('#mistakes td')");
    assert!(browser.text("#mistakes").contains("28-23"), "{}", browser.text("#mistakes"));
    assert!(browser.text("#tree").contains("28-23?"), "{}", browser.text("#tree"));
    assert_eq!(browser.value("document.querySelectorAll('#graph .dot').length > 0"), true);
    browser.value("document.activeElement.blur()");
    browser.keys(&[UP, "l"]);
    browser.wait("document.querySelectorAll('#best-lines .line').length === 3");
    browser.wait("document.querySelectorAll('#board line.arrow').length === 3");
    browser.keys(&[ESCAPE]);
    browser.wait("document.querySelector('#engine').getAttribute('aria-pressed') === 'false'");
}

#[test]
fn the_parts_that_are_shown_add_up_and_a_lifted_piece_changes_the_value() {
    let Some(browser) = Browser::open(&[]) else { return };
    browser.click("#tab-inside");
    browser.wait("document.querySelectorAll('#groups tbody tr').length > 0");
    let sum = browser.value(
        "[...document.querySelectorAll('#groups tbody tr')].reduce((sum, row) => sum + Number(row.cells[1].textContent.replace('−', '-')), 0)",
    );
    let value =
        browser.value("Number(document.querySelector('#value').textContent.replace('−', '-'))");
    let apart = (sum.as_f64().expect("a sum") - value.as_f64().expect("a value")).abs();
    assert!(apart < 0.0035, "rounded to three digits each: {sum} {value}");
    browser.wait("[...document.querySelectorAll('#move-values tbody tr')].every((row) => row.cells[2].textContent !== '…')");
    assert_eq!(browser.value("document.querySelectorAll('#move-values tbody tr').length"), 9);
    // Without a man Black has less.
    browser.value("(document.querySelector('#tool').value = '.', document.querySelector('#tool').dispatchEvent(new Event('change')))");
    browser.square(19);
    browser.wait("document.querySelector('#change')");
    let change = browser.text("#change");
    assert!(change.starts_with('+'), "{change}");
}

#[test]
fn nothing_leaves_the_machine_and_the_page_is_there_at_once() {
    let Some(browser) = Browser::open(&["pdn/accept/nags.pdn"]) else { return };
    let asked =
        browser.value("performance.getEntriesByType('resource').map((entry) => entry.name)");
    let asked = asked.as_array().expect("names");
    let origin = format!("http://127.0.0.1:{}/", browser.server.port);
    assert!(asked.len() > 5);
    let is_styled = browser.value("getComputedStyle(document.querySelector('.unseen')).position");
    assert_eq!(is_styled, "absolute", "the style in the page is taken");
    assert!(asked.iter().all(|name| name.as_str().is_some_and(|name| name.starts_with(&origin))));
    assert_eq!(browser.value("location.hash"), "", "the token is not left in the address");
    let paint = browser.value("performance.getEntriesByType('paint')[0]?.startTime ?? 0");
    println!("first paint after {paint} ms");
    assert!(paint.as_f64().expect("a time") < 1500.0, "{paint}");
    // A reload finds the token and the game again; a stranger's page without them is told what to do.
    browser.click("#tab-play");
    browser.square(32);
    browser.square(28);
    browser.wait("document.querySelectorAll('#tree button').length >= 2");
    browser.go(&origin);
    browser.wait("document.querySelectorAll('#tree button').length >= 2");
}

#[test]
fn a_reload_finds_variations_and_sides_again_and_moves_nothing() {
    let Some(browser) = Browser::open(&[]) else { return };
    let origin = format!("http://127.0.0.1:{}/", browser.server.port);
    let again = || {
        browser.go(&origin);
        browser.wait("document.body.dataset.ready");
    };
    // What is shown is kept.
    let black_is_to_move =
        || browser.wait("/Black to move/.test(document.querySelector('#status').textContent)");
    browser.click("#tab-analyse");
    for moves in [["32-28", "19-23"], ["31-27", "20-24"]] {
        for text in moves {
            let before = plies(&browser);
            browser.type_into("#move-box", text);
            browser.keys(&[ENTER]);
            browser.wait(&format!("document.querySelectorAll('#tree button').length > {before}"));
        }
        browser.value("document.activeElement.blur()");
        browser.click("#first");
    }
    browser.click("#next");
    black_is_to_move();
    let told = browser.text("#tree");
    again();
    // The engine is nobody's opponent here, although Black is to move.
    assert_eq!(browser.text("#tree"), told);
    assert_eq!(browser.text("#tree [aria-current]"), "32-28");
    assert!(browser.text("#status").contains("Black to move"), "{}", browser.text("#status"));
    // With the black men a game begins with the engine's move, in the new game and not in the old one.
    browser.value("document.querySelector('#play-color').value = 'black'");
    browser.click("#tab-play");
    browser.keys(&["n"]);
    browser.wait("document.querySelectorAll('#tree button').length === 1");
    black_is_to_move();
    again();
    assert_eq!(plies(&browser), 1, "the person is to move");
    assert_eq!(browser.value("document.querySelector('#play-color').value"), "black");
}

#[test]
fn axe_finds_nothing_and_no_width_needs_scrolling_sideways() {
    let sample = Sample::build();
    let path = sample.path();
    let Some(browser) = Browser::open(&["pdn/accept/nags.pdn", &path]) else { return };
    let axe = std::env::var_os("AXE_CORE").map(|path| fs::read_to_string(path).expect("axe"));
    if axe.is_none() {
        skip("axe", "AXE_CORE does not name axe.min.js");
    }
    browser.click("#tab-play");
    for scheme in ["light", "dark"] {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        browser.devtools("Emulation.setEmulatedMedia", &json!({ "features": features }));
        for tab in ["play", "analyse", "inside", "database"] {
            browser.click(&format!("#tab-{tab}"));
            if tab == "inside" {
                browser.wait("document.querySelectorAll('#parts tbody tr').length > 0");
            }
            if tab == "database" {
                browser.wait("document.querySelectorAll('#db-games tbody tr').length > 0");
            }
            for width in [320, 768, 1440] {
                browser.width(width);
                let beyond = browser.value("document.documentElement.scrollWidth - innerWidth");
                assert!(beyond.as_i64().expect("pixels") <= 0, "{tab} at {width}: {beyond} beyond");
                browser.picture(&format!("{tab}-{width}-{scheme}.png"));
            }
            if let Some(axe) = &axe {
                check(&browser, axe, &format!("{tab}, {scheme}"));
            }
        }
    }
}

/// Runs axe in the page. The driver's scripts are not bound by the page's own rules.
pub fn check(browser: &Browser, axe: &str, place: &str) {
    browser.devtools("Runtime.evaluate", &json!({ "expression": axe }));
    let found = browser.value(
        "axe.run().then((result) => result.violations.map((one) => one.id + ': ' + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 150)).join(' | ')))",
    );
    assert_eq!(found, json!([]), "{place}");
}
