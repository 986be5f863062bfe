//! The page by a finger: a move is tapped and dragged, pieces are put and dragged in the editor, a row of a list is opened.

use crate::browser::Browser;
use crate::database::Sample;

/// A browser as wide and as high as a phone.
fn phone(arguments: &[&str]) -> Option<Browser> {
    let browser = Browser::open(arguments)?;
    browser.size(390, 844);
    Some(browser)
}

fn square(number: u64) -> String {
    format!("#board [data-square=\"{number}\"]")
}

fn pieces(browser: &Browser) -> Vec<u64> {
    let squares = browser.value("[...document.querySelectorAll('#board [data-square]')].filter((one) => one.querySelector('.piece')).map((one) => Number(one.dataset.square))");
    squares.as_array().expect("a list").iter().filter_map(serde_json::Value::as_u64).collect()
}

#[test]
fn a_move_is_tapped_and_another_is_dragged() {
    let Some(browser) = phone(&["--net", "material"]) else { return };
    browser.click("#tab-analyse");
    browser.touch(&[&square(32)]);
    browser.touch(&[&square(28)]);
    browser.wait("document.querySelector('#tree').textContent.includes('32-28')");
    browser.touch(&[&square(19), &square(23)]);
    browser.wait("document.querySelector('#tree').textContent.includes('19-23')");
    assert_eq!(browser.value("scrollY"), 0, "a drag does not scroll");
    // A finger on an empty square scrolls the page below the board.
    browser.touch(&[&square(27), &square(2)]);
    browser.wait("scrollY > 0");
    assert_eq!(browser.value("document.querySelectorAll('#tree button').length"), 2);
}

#[test]
fn pieces_are_put_and_dragged_in_the_editor() {
    let Some(browser) = phone(&["--net", "material"]) else { return };
    browser.click("#setup-button");
    browser.wait("document.querySelector('#setup-fen').value");
    browser.value("scrollTo(0, 0)");
    browser.touch(&["#setup-clear"]);
    browser.wait("document.querySelectorAll('#board .piece').length === 0");
    browser.touch(&["[data-piece='W']"]);
    browser.touch(&[&square(28)]);
    browser.touch(&["[data-piece='b']"]);
    browser.touch(&[&square(19)]);
    assert_eq!(pieces(&browser), [19, 28]);
    browser.touch(&[&square(28), &square(46)]);
    browser.wait("document.querySelector('#setup-fen').value === 'W:WK46:B19'");
    assert_eq!(pieces(&browser), [19, 46]);
    browser.touch(&["#setup-undo"]);
    browser.wait("document.querySelector('#setup-fen').value === 'W:WK28:B19'");
    // The same piece once more takes it away.
    browser.touch(&[&square(19)]);
    assert_eq!(pieces(&browser), [28]);
}

#[test]
fn a_row_of_the_database_opens_its_game() {
    let sample = Sample::build();
    let Some(browser) = phone(&[&sample.path(), "--net", "material"]) else { return };
    browser.wait("document.querySelectorAll('#db-games tbody tr').length === 50");
    browser.value("document.querySelector('#db-found').scrollIntoView()");
    let row = "#db-games tbody tr:nth-child(2)";
    let white = browser.text(&format!("{row} .of-white"));
    browser.touch(&[&format!("{row} .of-white")]);
    browser.wait("document.querySelectorAll('#tree button').length > 10");
    assert!(browser.text("#side-bottom").contains(&white), "{white}");
}
