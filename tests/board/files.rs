//! PDN files of the user's computer, chosen, dropped or pasted on the page.

use std::fs;

use crate::browser::Browser;

const GAMES: &str = "[White \"Jos\u{e9}\"]\n[Black \"A\"]\n\n1. 32-28 19-23 2. 28x19 *\n\n[White \"B\"]\n[Black \"C\"]\n\n1. 31-26 *\n";

fn listed(browser: &Browser, moves: usize) {
    browser.wait("document.querySelectorAll('#games tbody tr').length === 2");
    browser.wait(&format!("document.querySelectorAll('#tree button').length === {moves}"));
    assert!(browser.text("#games").contains("José"), "{}", browser.text("#games"));
}

#[test]
fn a_file_is_chosen_and_its_games_are_listed_and_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let latin: Vec<u8> = GAMES.chars().map(|c| u8::try_from(c).expect("Latin-1")).collect();
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    for (name, bytes) in [("utf8.pdn", GAMES.as_bytes()), ("latin.pdn", &latin)] {
        let file = folder.path().join(name);
        fs::write(&file, bytes).expect("written");
        browser.click("#tab-analyse");
        browser.choose("#open-file", &file);
        listed(&browser, 3);
        browser.click("#games tbody tr:nth-child(2) button");
        browser.wait("document.querySelectorAll('#tree button').length === 1");
    }
    let file = folder.path().join("none.pdn");
    fs::write(&file, "no game at all").expect("written");
    browser.choose("#open-file", &file);
    browser.wait("document.querySelector('#refusal').textContent.includes('neither')");
}

#[test]
fn a_file_is_dropped_anywhere_on_the_page() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    let drag = |name: &str| {
        browser.value(&format!(
            "(() => {{ const dataTransfer = new DataTransfer(); dataTransfer.items.add(new File([{GAMES:?}], 'games.pdn')); return document.querySelector('#board').dispatchEvent(new DragEvent('{name}', {{ dataTransfer, bubbles: true, cancelable: true }})); }})()"
        ))
    };
    // A prevented event: the browser is not to open the file in place of the page.
    assert_eq!(drag("dragover"), false);
    assert_eq!(browser.value("document.body.classList.contains('dropping')"), true);
    assert_eq!(drag("drop"), false);
    listed(&browser, 3);
    assert_eq!(browser.value("document.body.classList.contains('dropping')"), false);
}

#[test]
fn games_and_positions_are_pasted_outside_of_fields() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    let paste = |text: &str| {
        browser.value(&format!(
            "(() => {{ const clipboardData = new DataTransfer(); clipboardData.setData('text', {text:?}); document.body.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData, bubbles: true }})); }})()"
        ))
    };
    paste(GAMES);
    listed(&browser, 3);
    paste("W:W28:B19");
    browser.wait("document.querySelectorAll('#board .piece').length === 2");
}
