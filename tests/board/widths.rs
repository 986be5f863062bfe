//! What is seen at the widths of phones, tablets and laptops, and what a list shows while it is searched.

use crate::browser::Browser;
use crate::database::Sample;
use crate::languages::LANGUAGES;

const ENTER: &str = "\u{e007}";

fn number(browser: &Browser, expression: &str) -> f64 {
    browser.value(expression).as_f64().expect("a number")
}

fn listed(browser: &Browser) {
    browser.wait("document.querySelectorAll('#db-moves tbody tr').length > 3");
    browser.wait("document.querySelectorAll('#db-games tbody tr').length === 50");
}

fn speak(browser: &Browser, language: &str) {
    browser.value(&format!(
        "localStorage.setItem('draughts-td-settings', JSON.stringify({{ language: '{language}' }}))"
    ));
    browser.go(&format!("http://127.0.0.1:{}/", browser.server.port));
}

/// The elements that scroll sideways, the page itself among them.
const SIDEWAYS: &str = "[...document.querySelectorAll('html, #panels, #panels *')].filter((one) => one.scrollWidth > one.clientWidth + 1 && (one === document.documentElement || ['auto', 'scroll'].includes(getComputedStyle(one).overflowX))).map((one) => one.tagName + one.id + ' ' + one.scrollWidth + ' ' + one.clientWidth).join()";

#[test]
fn nothing_scrolls_sideways_on_a_laptop_in_any_language() {
    let sample = Sample::build();
    let path = sample.path();
    let Some(browser) = Browser::open(&[&path, "--net", "material"]) else { return };
    for (width, height) in [(1200, 800), (1280, 720), (1280, 900), (1366, 768), (1440, 1080)] {
        browser.size(width, height);
        for language in LANGUAGES.into_iter().chain(["en"]) {
            speak(&browser, language);
            for tab in ["play", "analyse", "inside", "database"] {
                browser.click(&format!("#tab-{tab}"));
                if tab == "database" {
                    listed(&browser);
                }
                let found = browser.value(SIDEWAYS);
                assert_eq!(found, "", "{tab} in {language} at {width}×{height}");
            }
        }
    }
}

#[test]
fn gear_and_help_are_in_the_first_row_on_the_smallest_phone() {
    let sample = Sample::build();
    let path = sample.path();
    let Some(browser) = Browser::open(&[&path, "--net", "material"]) else { return };
    browser.size(320, 640);
    for language in LANGUAGES.into_iter().chain(["en"]) {
        speak(&browser, language);
        let tops = browser.value("new Set(['#tab-play', '#settings-button', '#help-button'].map((one) => Math.round(document.querySelector(one).getBoundingClientRect().top / 8))).size");
        assert_eq!(tops, 1, "{language}");
        let beyond = number(&browser, "document.documentElement.scrollWidth - innerWidth");
        assert!(beyond <= 0.0, "{language}: {beyond}");
    }
}

#[test]
fn a_tablet_has_the_moves_beside_the_board() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    browser.size(768, 1024);
    let apart = number(
        &browser,
        "document.querySelector('#tree').getBoundingClientRect().left - document.querySelector('#board').getBoundingClientRect().right",
    );
    assert!(apart >= 0.0, "{apart}");
    let share = number(
        &browser,
        "document.querySelector('#front').getBoundingClientRect().width / innerWidth",
    );
    assert!(share > 0.95, "{share}");
    assert!(number(&browser, "document.querySelector('#tree').clientHeight") > 300.0);
}

#[test]
fn every_move_from_here_is_in_view_and_no_list_scrolls_within_the_panel() {
    let sample = Sample::build();
    let path = sample.path();
    let Some(browser) = Browser::open(&[&path, "--net", "material"]) else { return };
    browser.size(1280, 800);
    listed(&browser);
    for list in ["#db-moves", "#db-games"] {
        let hidden = format!(
            "document.querySelector('{list}').scrollHeight - document.querySelector('{list}').clientHeight"
        );
        assert!(number(&browser, &hidden) <= 1.0, "{list}");
    }
    browser.click("#tab-inside");
    browser.wait("document.querySelectorAll('#parts tbody tr').length > 0");
    let hidden = "document.querySelector('#move-values').scrollHeight - document.querySelector('#move-values').clientHeight";
    assert!(number(&browser, hidden) <= 1.0);
}

#[test]
fn a_value_that_is_written_as_zero_is_neither_red_nor_blue() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    let classes = browser.value("import('/dom.js').then(({ signClass }) => [0, 0.004, -0.004, 0.0051, -0.0051, -3].map((value) => signClass(value)).concat(signClass(-0.004, 3)).join())");
    assert_eq!(classes, ",,,plus,minus,minus,minus");
}

#[test]
fn an_old_list_cannot_be_clicked_and_a_long_search_says_that_it_works() {
    let sample = Sample::build();
    let path = sample.path();
    let Some(browser) = Browser::open(&[&path, "--net", "material"]) else { return };
    listed(&browser);
    // An answer that takes its time.
    browser.value("(() => { const send = window.fetch; window.fetch = async (...all) => { if (String(all[0]).includes('/db/')) await new Promise((done) => setTimeout(done, 1500)); return send(...all); }; })()");
    browser.type_into("#db-text", "9");
    browser.wait(
        "document.querySelector('#db-games').inert && document.querySelector('#db-moves').inert",
    );
    browser.wait("document.querySelector('#db-note').textContent === 'Searching…'");
    browser.wait(
        "!document.querySelector('#db-games').inert && !document.querySelector('#db-moves').inert",
    );
    assert!(browser.text("#db-note").contains(" of "), "{}", browser.text("#db-note"));
    // The place in a row does not matter, and the names say which games are meant.
    assert_eq!(browser.text("#db-filter"), "Only in the games found: 9.");
    let [white, black] = ["white", "black"]
        .map(|side| browser.text(&format!("#db-games tbody tr:nth-child(2) .of-{side}")));
    browser.click("#db-games tbody tr:nth-child(2) td:nth-child(2)");
    browser.wait("document.querySelectorAll('#tree button').length > 10");
    let strips = browser.text("#side-bottom") + &browser.text("#side-top");
    assert!(strips.contains(&white) && strips.contains(&black), "{white} {black}: {strips}");
}

#[test]
fn a_search_that_is_stopped_leaves_no_list_to_click() {
    let sample = Sample::build();
    let path = sample.path();
    let Some(browser) = Browser::open(&[&path, "--net", "material"]) else { return };
    listed(&browser);
    browser.value("(() => { const send = window.fetch; window.fetch = (path, options) => String(path).includes('/db/games') ? new Promise((done, fail) => { options.signal.addEventListener('abort', () => fail(options.signal.reason)); }) : send(path, options); })()");
    browser.type_into("#db-text", "9");
    browser.wait("!document.querySelector('#db-stop').hidden");
    browser.click("#db-stop");
    browser.wait("document.querySelector('#db-note').textContent === 'Stopped.'");
    assert_eq!(browser.value("document.querySelectorAll('#db-games tr').length"), 0);
    assert_eq!(browser.value("document.querySelector('#db-stop').hidden"), true);
}

#[test]
fn an_explorer_without_a_move_names_the_search_that_left_none() {
    let sample = Sample::build();
    let path = sample.path();
    let Some(browser) = Browser::open(&[&path, "--net", "material"]) else { return };
    listed(&browser);
    browser.type_into("#db-text", "nobodyhasthisname");
    browser.wait("document.querySelector('#db-moves').textContent === 'None of these games has a move from here.'");
    assert!(browser.text("#db-filter").contains("nobodyhasthisname"));
    browser.type_into("#db-text", " ");
    listed(&browser);
    assert_eq!(browser.text("#db-filter"), "");
}

#[test]
fn on_a_phone_a_search_shows_its_games() {
    let sample = Sample::build();
    let path = sample.path();
    let Some(browser) = Browser::open(&[&path, "--net", "material"]) else { return };
    browser.size(390, 844);
    listed(&browser);
    let row = "((box) => box.top < innerHeight && box.top > document.querySelector('#front').getBoundingClientRect().bottom - 1)(document.querySelector('#db-games tbody tr').getBoundingClientRect())";
    assert_eq!(browser.value(row), false);
    browser.type_into("#db-text", "level 9");
    browser.wait("document.querySelector('#db-filter').textContent.includes('level 9')");
    browser.wait(row);
    browser.keys(&[ENTER]);
    browser.wait("((box) => box.top < innerHeight - 60)(document.querySelector('#db-games tbody tr').getBoundingClientRect())");
}

#[test]
fn a_threat_is_no_error_and_goes_with_its_panel() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    browser.click("#tab-analyse");
    browser.value("document.activeElement.blur()");
    browser.keys(&["x"]);
    browser.wait("document.querySelector('#refusal').textContent.startsWith('Threat: ')");
    let colours = browser.value(
        "['#refusal', '#status'].map((one) => getComputedStyle(document.querySelector(one)).color)",
    );
    assert_eq!(colours[0], colours[1]);
    browser.click("#tab-play");
    browser.wait("document.querySelector('#refusal').textContent === ''");
    assert_eq!(browser.value("document.querySelectorAll('#board .arrow').length"), 0);
}

#[test]
fn a_number_stays_with_its_move_and_a_field_with_its_label() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    browser.paste("1. 32-28 19-23 2. 28x19 14x23 3. 34-29 23x34 4. 39x30 16-21 5. 44-39 21-26 6. 31-27 17-22 *");
    browser.wait("document.querySelectorAll('#tree button').length === 12");
    for width in [320, 390, 600, 768, 1000, 1280] {
        browser.width(width);
        let apart = browser.value("[...document.querySelectorAll('#tree .number')].filter((one) => Math.abs(one.getBoundingClientRect().top - one.nextElementSibling.getBoundingClientRect().top) > 10).length");
        assert_eq!(apart, 0, "{width}");
        browser.click("#tab-play");
        let apart = browser.value("[...document.querySelectorAll('#play-form label')].filter((one) => Math.abs(one.getBoundingClientRect().top - one.nextElementSibling.getBoundingClientRect().top) > 16).length");
        assert_eq!(apart, 0, "{width}");
    }
}

#[test]
fn the_page_and_the_terminal_begin_with_the_same_level() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    let level = browser.value("document.querySelector('#play-level').value");
    let help = crate::run::draughts().args(["play", "--help"]).output().expect("the program runs");
    let help = String::from_utf8_lossy(&help.stdout);
    let line = help.split("--level").nth(1).expect("a flag");
    let default = line.split("[default: ").nth(1).and_then(|rest| rest.split(']').next());
    assert_eq!(level.as_str(), default, "{line}");
}

#[test]
fn start_and_squares_without_a_sign_are_read() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    browser.paste("W:W28:B19");
    browser.wait("document.querySelectorAll('#board .piece').length === 2");
    browser.paste("start");
    browser.wait("document.querySelectorAll('#board .piece').length === 40");
    browser.type_into("#move-box", "3228");
    browser.keys(&[ENTER]);
    browser.wait("document.querySelector('#tree button')?.textContent === '32-28'");
}
