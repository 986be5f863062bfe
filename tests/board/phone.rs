//! The page on a phone, and what is easily cut off or hidden.

use std::fs;

use crate::browser::Browser;

/// A browser as wide and as high as a phone.
fn phone(arguments: &[&str]) -> Option<Browser> {
    let browser = Browser::open(arguments)?;
    browser.size(390, 844);
    Some(browser)
}

fn number(browser: &Browser, expression: &str) -> f64 {
    browser.value(expression).as_f64().expect("a number")
}

#[test]
fn a_walk_through_a_game_leaves_the_board_where_it_is() {
    let Some(browser) = phone(&["pdn/sample.pdn.zst"]) else { return };
    browser.wait("document.querySelector('#games button')");
    browser.value("document.querySelector('#games button').click()");
    browser.wait("document.querySelectorAll('#tree button').length > 60");
    browser.value("scrollTo(0, 0)");
    for (button, place) in [
        ("last", "all.length - 1"),
        ("first", "-1"),
        ("next", "0"),
        ("last", "all.length - 1"),
        ("back", "all.length - 2"),
    ] {
        browser.value(&format!("document.querySelector('#{button}').click()"));
        browser.wait(&format!(
            "((all) => all.findIndex((move) => move.hasAttribute('aria-current')) === {place})([...document.querySelectorAll('#tree button')])"
        ));
        assert_eq!(number(&browser, "scrollY"), 0.0, "{button}");
    }
    let is_seen = browser.value(
        "(([box, at]) => at.top >= box.top - 1 && at.bottom <= box.bottom + 1)([document.querySelector('#tree'), document.querySelector('#tree [aria-current]')].map((one) => one.getBoundingClientRect()))",
    );
    assert_eq!(is_seen, true, "the list is scrolled to the move");
    assert!(number(&browser, "document.querySelector('#tree').scrollTop") > 0.0);
}

#[test]
fn tabs_are_in_one_row_and_no_column_is_cut_off() {
    let Some(browser) = phone(&[]) else { return };
    let rows = browser.value("new Set([...document.querySelectorAll('header button:not([hidden])')].map((tab) => tab.getBoundingClientRect().top)).size");
    assert_eq!(rows, 1);
    browser.click("#tab-inside");
    browser.wait("document.querySelectorAll('#parts tbody tr').length > 0");
    browser.wait("[...document.querySelectorAll('#move-values tbody tr')].every((row) => row.cells[2].textContent !== '…')");
    for list in ["#groups", "#move-values", "#parts"] {
        let beyond = format!(
            "document.querySelector('{list}').scrollWidth - document.querySelector('{list}').clientWidth"
        );
        assert_eq!(number(&browser, &beyond), 0.0, "{list}");
    }
    browser.picture("inside-390.png");
}

#[test]
fn the_list_of_keys_opens_at_its_top() {
    let Some(browser) = phone(&[]) else { return };
    browser.size(390, 500);
    browser.click("#help-button");
    let (height, shown) = (
        number(&browser, "document.querySelector('#help').scrollHeight"),
        number(&browser, "document.querySelector('#help').clientHeight"),
    );
    assert!(height > shown, "{height} {shown}");
    assert_eq!(number(&browser, "document.querySelector('#help').scrollTop"), 0.0);
    browser.click("#help button");
    assert_eq!(browser.value("document.querySelector('#help').open"), false);
}

#[test]
fn the_signs_of_mistakes_are_drawn_within_the_graph() {
    let Some(browser) = phone(&[]) else { return };
    browser.click("#tab-analyse");
    browser.value("import('/graph.js').then(({ gameGraph }) => document.querySelector('#graph').replaceChildren(gameGraph([1, 1, 0.5, -1, 1], [0, 1, 2, 3].map((before) => ({ before, sign: '??' })), 0, () => {})))");
    let outside = browser.value(
        "[...document.querySelectorAll('#graph text')].map((text) => text.getBBox()).filter(({ x, y, width, height }) => x < -1 || y < -1 || x + width > 301 || y + height > 91).length",
    );
    assert_eq!(outside, 0);
    assert_eq!(browser.value("document.querySelectorAll('#graph text').length"), 6);
}

#[test]
fn a_count_towards_a_draw_is_told_in_moves() {
    let Some(browser) = phone(&[]) else { return };
    browser.paste("W:WK1,K2,K3:BK50");
    browser.wait("document.querySelector('#status').textContent.includes('Draw in 16 more moves (three pieces against one king).')");
}

#[test]
fn a_game_with_a_misprint_opens_up_to_it_from_a_file_as_from_a_paste() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("misprint.pdn");
    let text = "[White \"A\"]\n[Black \"B\"]\n\n1. 32-28 19-23 2. 28-50 *";
    fs::write(&file, text).expect("written");
    let Some(browser) = phone(&[file.to_str().expect("a name")]) else { return };
    let opened = || {
        browser.wait("document.querySelectorAll('#tree button').length === 2");
        let told = "Move 2, White: 28-50 is not legal; shown up to there.";
        browser.wait(&format!("document.querySelector('#refusal').textContent === '{told}'"));
    };
    browser.wait("document.querySelector('#games button')");
    browser.value("document.querySelector('#games button').click()");
    opened();
    browser.paste("W:W28:B19");
    browser.wait("document.querySelectorAll('#tree button').length === 0");
    browser.paste(text);
    opened();
}
