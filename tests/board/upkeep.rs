//! Upkeep of a database on the page: games corrected, removed and brought back, names merged, reports, diagrams.

use std::fs;

use serde_json::json;

use crate::browser::Browser;
use crate::database::Sample;
use crate::kept::{paste, wait_for_moves};

/// Five games of three players, of whom one is written in two ways; one game has scores.
fn games() -> Sample {
    let game = |white: &str, black: &str, result: &str, moves: &str| {
        format!(
            "[Event \"Town cup\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
        )
    };
    let scored =
        "1. 32-28 {+9.00/9 0.1s} 19-23 {+0.00/8 0.1s} 2. 28x19 {+0.00/9 0.1s} 14x23 {-0.10/8 0.1s}";
    let text = [
        game("Jansen, Gerard", "Bakker, P.", "2-0", scored),
        game("Bakker, P.", "Smit, Q.", "1-1", "1. 33-29 19-23"),
        game("Smit, Q.", "Jansen,G.", "0-2", "1. 31-27 19-23"),
        game("Jansen, Gerard", "Smit, Q.", "2-0", "1. 32-28 18-23"),
        game("Bakker, P.", "Jansen, Gerard", "1-1", "1. 34-30 20-25"),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.pdn");
    fs::write(&file, text.concat()).expect("written");
    Sample::of(file.to_str().expect("a name"))
}

fn page(sample: &Sample) -> Option<Browser> {
    let browser = Browser::open(&[&sample.path(), "--net", "material"])?;
    browser.wait("document.querySelectorAll('#db-games tbody tr').length === 5");
    Some(browser)
}

/// Waits until an element says this.
fn says(browser: &Browser, selector: &str, text: &str) {
    browser.wait(&format!("document.querySelector('{selector}')?.textContent.includes({text:?})"));
}

/// Looks at an element on a screen and on a phone.
fn check(browser: &Browser, name: &str, element: &str) {
    for (width, height) in [(1280, 800), (390, 844)] {
        browser.size(width, height);
        browser.value(&format!("document.querySelector('{element}').scrollIntoView()"));
        browser.picture(&format!("{name}-{width}.png"));
        let beyond = browser.value("document.documentElement.scrollWidth - innerWidth");
        assert!(beyond.as_i64().is_some_and(|beyond| beyond <= 0), "{name} at {width}: {beyond}");
        if let Some(axe) = std::env::var_os("AXE_CORE") {
            let axe = fs::read_to_string(axe).expect("axe");
            crate::page::check(browser, &axe, name);
        }
    }
    browser.size(1280, 800);
}

#[test]
fn a_game_is_corrected_removed_and_brought_back_each_after_a_question() {
    let sample = games();
    let Some(browser) = page(&sample) else { return };
    let rows = |count: usize| {
        browser
            .wait(&format!("document.querySelectorAll('#db-games tbody tr').length === {count}"));
    };
    assert_eq!(browser.value("document.querySelector('#db-correct').hidden"), true);
    browser.click("#db-games tbody tr:nth-child(2) button");
    says(&browser, "#db-correct", "Correct game 2");
    browser.click("#names-button");
    browser.type_into("#name-white", "Bakker, Piet");
    browser.click("#names-form button.main");
    browser.wait("document.querySelector('#side-bottom .name').textContent === 'Bakker, Piet'");
    browser.click("#db-correct");
    check(&browser, "correct", "#agree");
    browser.click("#agree-no");
    browser.click("#db-correct");
    browser.click("#agree-yes");
    says(&browser, "#db-saved", "Game 6 replaces game 2.");
    says(&browser, "#db-games", "Bakker, Piet");
    rows(5);
    browser.click("#db-saved .take-back");
    says(&browser, "#db-saved", "Found again: 2.");
    browser.wait("!document.querySelector('#db-games').textContent.includes('Bakker, Piet')");
    says(&browser, "#db-remove", "Remove game 2");
    browser.click("#db-remove");
    browser.click("#agree-yes");
    says(&browser, "#db-saved", "Removed: 2.");
    rows(4);
    // Without the note too.
    browser.click("#removed summary");
    browser.wait("document.querySelectorAll('#removed-list tbody tr').length === 2");
    check(&browser, "removed", "#removed");
    browser.click("#removed-list tbody tr:last-child button");
    rows(5);
}

#[test]
fn names_are_merged_on_the_page_and_the_merger_is_undone() {
    let sample = games();
    let Some(browser) = page(&sample) else { return };
    browser.click("#person-names summary");
    browser.wait("document.querySelectorAll('.same-person input').length === 2");
    check(&browser, "names", "#person-names");
    browser.click(".same-person button");
    says(&browser, "#agree-question", "Count Jansen,G. as Jansen, Gerard?");
    browser.click("#agree-yes");
    says(&browser, "#names-note", "Jansen,G. counts as Jansen, Gerard now.");
    let found = |count: usize| {
        let asked = json!({ "text": "gerard" });
        assert_eq!(browser.server.answer("/api/db/games", &asked)["total"], count);
    };
    found(4);
    browser.click("#names-note .take-back");
    says(&browser, "#names-note", "The names are as before.");
    found(3);
}

#[test]
fn the_report_of_an_event_opens_games_and_players_and_is_printed() {
    let sample = games();
    let Some(browser) = page(&sample) else { return };
    browser.click("#db-games tbody button");
    says(&browser, "#db-about", "Town cup");
    browser.click("#db-about button:last-child");
    says(&browser, "#report h3", "Town cup");
    says(&browser, "#report p", "5 games: White won 2, 2 drawn, Black won 1.");
    let titles = browser
        .value("[...document.querySelectorAll('#report h4')].map((one) => one.textContent).join()");
    let expected = "Standings,Cross-table,Openings,Decided games,Longest games,Missed wins";
    assert_eq!(titles, expected);
    check(&browser, "report", "#report");
    // The missed win opens before the move that missed it.
    browser.click(".report-table:last-child tbody button");
    wait_for_moves(&browser, 4);
    browser.wait("document.querySelector('#tree [aria-current]') === null");
    browser.click("#report button.link");
    says(&browser, "#report h3", "Jansen, Gerard");
    browser
        .wait("document.querySelector('#report h4').textContent === 'Results against everybody'");
    browser.type_into("#report-other", "Smit");
    browser.click("#players-form button");
    says(&browser, "#report p", "Smit won 0.");
    browser.click("#report-search");
    says(&browser, "#report", "loses");
    check(&browser, "compare", "#report");
    browser.value("window.opened = null, window.open = (url) => (window.opened = url)");
    browser.click("#report-print");
    browser.wait("window.opened?.startsWith('blob:')");
    let printed = browser.value("window.opened").as_str().expect("an address").to_owned();
    browser.value(&format!("void fetch({printed:?}).then((page) => page.text()).then((text) => (window.printed = text)).catch((error) => (window.printed = String(error)))"));
    browser.visit(&printed);
    browser.wait("document.querySelectorAll('h1, table, svg').length > 4");
    browser.picture("printed.png");
    let font = browser.value("getComputedStyle(document.body).fontFamily");
    assert!(font.as_str().is_some_and(|font| font.contains("Georgia")), "{font}");
}

#[test]
fn the_shown_position_is_a_picture_with_its_marks_and_the_game_a_page() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    paste(&browser, "1. 32-28! 19-23 *");
    wait_for_moves(&browser, 2);
    browser.click("#last");
    browser.wait("document.querySelectorAll('.moved').length === 2");
    browser.value("window.saved = [], URL.createObjectURL = ((make) => (blob) => (window.saved.push(blob), make(blob)))(URL.createObjectURL.bind(URL))");
    browser.click("#diagram-button");
    browser.wait("document.querySelector('#diagram-preview').naturalWidth > 0");
    check(&browser, "diagram", "#diagram");
    browser.click("#diagram-print");
    browser.click("#diagram-png");
    browser.wait("window.saved.at(-1).type === 'image/png'");
    browser.click("#diagram-svg");
    browser.wait("window.saved.at(-1).type === 'image/svg+xml'");
    browser.value("void window.saved.at(-1).text().then((text) => (window.drawn = text))");
    // The squares of the last move are marked.
    browser.wait("window.drawn?.split('#8c8c8c').length === 3");
    browser.value("window.open = (url) => url");
    browser.click("#diagram-page");
    browser.wait("window.saved.at(-1).type === 'text/html'");
}

#[test]
fn a_comment_that_is_being_written_is_there_after_a_reload() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    paste(&browser, "1. 32-28 19-23 *");
    wait_for_moves(&browser, 2);
    browser.value("document.querySelector('#edit').open = true");
    browser.type_into("#edit-comment", "not left yet");
    browser.value("location.reload()");
    browser.wait("document.body?.dataset.ready === 'true' && document.querySelector('#tree')?.textContent.includes('not left yet')");
}

#[test]
fn on_a_phone_the_games_that_are_found_come_into_view() {
    let sample = games();
    let Some(browser) = page(&sample) else { return };
    browser.size(390, 844);
    let is_seen = "((box) => box.top >= 0 && box.bottom < 560)(document.querySelector('#db-games tbody tr').getBoundingClientRect())";
    browser.type_into("#db-text", "bakker");
    browser.wait("document.querySelectorAll('#db-games tbody tr').length === 3");
    browser.wait(is_seen);
    browser.picture("phone-search.png");
    // A tap on a row opens its game, and shows the board.
    browser.click("#db-games tbody tr:nth-child(2) td:nth-child(3)");
    wait_for_moves(&browser, 2);
    browser.value("scrollTo(0, 0)");
    browser.value("((list) => (list.focus(), list.value = 'white', list.dispatchEvent(new Event('change'))))(document.querySelector('#db-result'))");
    browser.wait("document.querySelectorAll('#db-games tbody tr').length === 1");
    browser.wait(is_seen);
}
