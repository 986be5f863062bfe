//! Games that are edited on the page: comments, glyphs, variations, names, undo and redo, the drawer, rows of moves.

use crate::browser::Browser;
use crate::database::Sample;
use crate::kept::{blur, copied, paste, played, wait_for_moves};

const ENTER: &str = "\u{e007}";
const GAME: &str = "{a scan}\n[Event \"Old\"]\n[White \"Anna\"]\n[Opening \"x\"]\n[WhiteElo \"1200\"]\n[Result \"2-0\"]\n\n{intro} 1. 32-28 $10 19-23 {a slip} (1... 19-24 99-1 {no}) \
     (1... 18-23 2. 37-32) 2. 28x19 2-0 {end}";

fn opened(text: &str, moves: usize) -> Option<Browser> {
    let browser = Browser::open(&["--net", "material"])?;
    paste(&browser, text);
    wait_for_moves(&browser, moves);
    browser.value("document.querySelector('#edit').open = true");
    Some(browser)
}

fn pdn(browser: &Browser) -> String {
    copied(browser, "#copy")
}

fn click_move(browser: &Browser, text: &str) {
    browser.value(&format!(
        "[...document.querySelectorAll('#tree button')].find((one) => one.textContent.startsWith('{text}')).click()"
    ));
    browser.wait(&format!(
        "document.querySelector('#tree [aria-current]')?.textContent.startsWith('{text}')"
    ));
}

fn comment(browser: &Browser, text: &str) {
    browser.value(&format!(
        "(() => {{ const field = document.querySelector('#edit-comment'); field.value = {text:?}; field.dispatchEvent(new Event('change')); }})()"
    ));
}

#[test]
fn what_is_edited_is_written_and_all_else_stays_to_the_byte() {
    let Some(browser) = opened(GAME, 6) else { return };
    assert_eq!(pdn(&browser).trim_end(), GAME);
    click_move(&browser, "19-23");
    comment(&browser, "a slip of the pen");
    browser.click("[data-sign='?']");
    browser.wait("document.querySelector('#tree [aria-current]').textContent === '19-23?'");
    let expected = GAME.replace("19-23 {a slip}", "19-23? {a slip of the pen}");
    assert_eq!(pdn(&browser).trim_end(), expected);
    click_move(&browser, "37-32");
    browser.click("#edit-delete");
    wait_for_moves(&browser, 5);
    let expected = expected.replace(" 2. 37-32)", ")");
    assert_eq!(pdn(&browser).trim_end(), expected);
    for _ in 0..3 {
        blur(&browser);
        browser.click("#undo-edit");
    }
    wait_for_moves(&browser, 6);
    browser.wait("document.querySelector('#undo-edit').disabled");
    assert_eq!(pdn(&browser).trim_end(), GAME, "all is undone");
    for _ in 0..3 {
        browser.click("#redo-edit");
    }
    wait_for_moves(&browser, 5);
    assert_eq!(pdn(&browser).trim_end(), expected, "and done again");
}

#[test]
fn a_variation_becomes_the_main_line_and_the_rest_of_a_line_goes() {
    let Some(browser) = opened("1. 32-28 19-23 (1... 18-23 {so} 2. 37-32) 2. 28x19 14x23 *", 6)
    else {
        return;
    };
    click_move(&browser, "37-32");
    browser.click("#edit-promote");
    browser.wait("document.querySelector('#edit-promote').disabled");
    let expected = "1. 32-28 18-23 {so} (1... 19-23 2. 28x19 14x23) 2. 37-32 *";
    assert_eq!(pdn(&browser).trim_end(), expected);
    click_move(&browser, "19-23");
    browser.click("#edit-cut");
    wait_for_moves(&browser, 4);
    assert_eq!(pdn(&browser).trim_end(), "1. 32-28 18-23 {so} (1... 19-23) 2. 37-32 *");
    blur(&browser);
    browser
        .value("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true }))");
    wait_for_moves(&browser, 6);
}

#[test]
fn a_game_on_paper_is_entered_with_its_names_and_a_row_of_moves() {
    let sample = Sample::build();
    let path = sample.path();
    let Some(browser) = Browser::open(&[&path, "--net", "material"]) else { return };
    browser.click("#tab-analyse");
    browser.type_into("#move-box", "1. 3228 (1923) 2. 28x19 14x23");
    browser.keys(&[ENTER]);
    wait_for_moves(&browser, 4);
    browser.click("#names-button");
    browser.type_into("#name-white", "Ann");
    browser.type_into("#name-black", "Bob");
    browser.type_into("#name-round", "3");
    browser.type_into("#name-date", "1912.05.??");
    browser.value("document.querySelector('#name-result').value = '1-1'");
    browser.click("#names-form button.main");
    browser.wait("document.querySelector('#side-bottom .name').textContent === 'Ann'");
    let text = pdn(&browser);
    for tag in [
        "[Date \"1912.05.??\"]",
        "[Round \"3\"]",
        "[White \"Ann\"]",
        "[Black \"Bob\"]",
        "[Result \"1-1\"]",
    ] {
        assert!(text.contains(tag), "{tag}: {text}");
    }
    blur(&browser);
    browser.click("#undo-edit");
    browser.wait("document.querySelector('#side-bottom .name').textContent === 'White'");
}

#[test]
fn a_row_with_a_move_that_is_not_legal_plays_nothing_and_names_it() {
    let Some(browser) = opened("1. 32-28 *", 1) else { return };
    browser.type_into("#move-box", "19-23 31-26");
    browser.keys(&[ENTER]);
    browser.wait("document.querySelector('#refusal').textContent.startsWith('Move 1 of the row') || document.querySelector('#refusal').textContent.startsWith('Move 2 of the row')");
    wait_for_moves(&browser, 1);
}

#[test]
fn the_only_capture_plays_itself_where_this_is_set() {
    let Some(browser) = opened("1. 34-30 20-25 *", 2) else { return };
    click_move(&browser, "20-25");
    browser.click("#settings-button");
    browser.click("#set-forced");
    browser.value("document.querySelector('#settings').close()");
    browser.type_into("#move-box", "30-24");
    browser.keys(&[ENTER]);
    browser.wait(
        "[...document.querySelectorAll('#tree button')].some((one) => one.textContent === '19x30')",
    );
}

#[test]
fn a_game_is_in_the_drawer_until_it_is_saved_or_thrown_away() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    played(&browser, &["32-28", "19-23"]);
    // Another tab of the browser, or a day later.
    browser.value("sessionStorage.removeItem('draughts-td-game')");
    browser.value("location.reload()");
    browser.wait("document.body?.dataset.ready === 'true' && document.querySelectorAll('#tree button').length === 0");
    browser.click("#drawer-button");
    browser.wait("document.querySelectorAll('#drawer tr').length === 1");
    browser.click("#drawer tr button");
    wait_for_moves(&browser, 2);
    browser.click("#tab-play");
    browser.click("#play-form + div button.main");
    browser.wait("document.querySelectorAll('#tree button').length === 0");
    browser.click("#drawer-button");
    browser.value("[...document.querySelectorAll('#drawer tr button')].at(-1).click()");
    browser.wait("document.querySelectorAll('#drawer tr').length === 0");
}

#[test]
fn a_position_is_set_up_beside_the_board_and_its_address_opens_it() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    browser.click("#tab-analyse");
    browser.click("#setup-button");
    browser.click("#setup-clear");
    browser.click("[data-square='28']");
    browser.click("[data-piece='B']");
    browser.click("[data-square='5']");
    browser.wait("document.querySelector('#setup-fen').value === 'W:W28:BK5'");
    assert_eq!(copied(&browser, "#copy-fen"), "W:W28:BK5", "what the board shows");
    browser.click("#setup-swap");
    browser.wait("document.querySelector('#setup-fen').value === 'B:WK46:B23'");
    browser.click("#setup-undo");
    browser.wait("document.querySelector('#setup-fen').value === 'W:W28:BK5'");
    let link = copied(&browser, "#setup-link");
    assert!(link.ends_with("/#fen=W:W28:BK5"), "{link}");
    browser.type_into("#setup-fen", "W:W51:B1");
    browser.keys(&[ENTER]);
    browser.wait("document.querySelector('#setup-note').textContent.includes('51')");
    browser.type_into("#setup-fen", "B:W32,37:BK5,12");
    browser.keys(&[ENTER]);
    browser.wait("document.querySelector('#setup-note').textContent === '' && document.querySelector('#setup-turn').value === 'B'");
    browser.click("#setup-analyse");
    browser.wait("document.querySelector('#setup').hidden && document.querySelector('#status').textContent === 'Black to move.'");
    browser.wait("location.hash === '#fen=B:W32,37:BK5,12'");
    browser.value("void (location.hash = '#fen=W:W28:BK5')");
    browser.wait("document.querySelector('#status').textContent === 'White to move.'");
    assert_eq!(copied(&browser, "#copy-fen"), "W:W28:BK5");
    browser.value("location.reload()");
    browser.wait("document.body?.dataset.ready === 'true' && document.querySelectorAll('#board .piece').length === 2");
}

#[test]
fn at_each_mistake_the_board_asks_for_a_better_move_before_it_shows_one() {
    // 28-23 gives a man away.
    let game = "[FEN \"W:W28,37,48:B19,8,3\"]\n\n1. 28-23 19x28 2. 37-32 28x37 *";
    let Some(browser) = opened(game, 4) else { return };
    browser.value("(() => { document.querySelector('#review-nodes').value = '10000'; document.querySelector('#find-mistakes').click(); })()");
    browser.wait("document.querySelectorAll('#review-sides tbody tr').length === 2");
    browser.wait("!document.querySelector('#retry-row').hidden");
    let before = browser.value("document.querySelectorAll('#tree button').length");
    browser.click("#retry-begin");
    browser.wait("document.querySelector('#retry-task').textContent.startsWith('1 of ')");
    browser.wait("document.querySelector('#tree').hidden");
    browser.type_into("#move-box", "28-23");
    browser.keys(&[ENTER]);
    browser.wait("document.querySelector('#retry-task').textContent.startsWith('This was played')");
    browser.type_into("#move-box", "28-22");
    browser.keys(&[ENTER]);
    browser.wait("/^(Right|28-22 loses)/.test(document.querySelector('#retry-task').textContent)");
    browser.click("#retry-end");
    browser.wait("!document.querySelector('#tree').hidden");
    assert_eq!(
        browser.value("document.querySelectorAll('#tree button').length"),
        before,
        "tries are no moves of the game"
    );
}

#[test]
fn undo_in_a_game_against_the_engine_takes_the_engines_reply_back_too() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    browser.click("#play-form + div button.main");
    browser.type_into("#move-box", "32-28");
    browser.keys(&[ENTER]);
    wait_for_moves(&browser, 2);
    blur(&browser);
    browser
        .value("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true }))");
    wait_for_moves(&browser, 0);
    browser.wait("document.querySelector('#status').textContent === 'White to move.'");
}
