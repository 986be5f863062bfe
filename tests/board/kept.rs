//! What the page keeps and copies: the game before, the position on the board, the clock whose flag has fallen.

use std::fs;
use std::thread;
use std::time::Duration;

use crate::browser::Browser;
use crate::database::Sample;

const ENTER: &str = "\u{e007}";
const GAME: &str = "[White \"Anna\"]\n[Black \"Boris\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *";

pub fn blur(browser: &Browser) {
    browser.value("document.activeElement.blur()");
}

pub fn wait_for_moves(browser: &Browser, count: usize) {
    browser.wait(&format!("document.querySelectorAll('#tree button').length === {count}"));
}

/// Plays moves in the tab Analyse, where nobody answers.
pub fn played(browser: &Browser, moves: &[&str]) {
    browser.click("#tab-analyse");
    for (plies, text) in moves.iter().enumerate() {
        browser.type_into("#move-box", text);
        browser.keys(&[ENTER]);
        wait_for_moves(browser, plies + 1);
    }
    blur(browser);
}

/// What a button of the page copies.
pub fn copied(browser: &Browser, button: &str) -> String {
    let text = browser.value(&format!(
        "(async () => {{ let kept; navigator.clipboard.writeText = async (text) => {{ kept = text; }}; document.querySelector('{button}').click(); for (let i = 0; i < 100 && !kept; i++) await new Promise((done) => setTimeout(done, 20)); return kept; }})()"
    ));
    text.as_str().expect("a text").to_owned()
}

pub fn paste(browser: &Browser, text: &str) {
    browser.value(&format!(
        "(() => {{ const clipboardData = new DataTransfer(); clipboardData.setData('text', {text:?}); document.body.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData, bubbles: true }})); }})()"
    ));
}

fn dropped(browser: &Browser, text: &str) {
    browser.value(&format!(
        "(() => {{ const dataTransfer = new DataTransfer(); dataTransfer.items.add(new File([{text:?}], 'games.pdn')); document.querySelector('#board').dispatchEvent(new DragEvent('drop', {{ dataTransfer, bubbles: true, cancelable: true }})); }})()"
    ));
}

#[test]
fn a_page_of_another_machine_copies_too() {
    let Some(browser) = Browser::open(&[]) else { return };
    played(&browser, &["32-28", "19-23"]);
    let pdn = copied(&browser, "#copy");
    // Browsers give the newer way only to pages that come encrypted or from the machine itself.
    browser.value("void Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    browser.value(
        "document.addEventListener('copy', () => (window.taken = document.activeElement.value))",
    );
    browser.click("#copy");
    browser.wait("window.taken");
    assert_eq!(browser.value("window.taken"), pdn);
    browser.wait("document.querySelector('#refusal').textContent === 'The game is copied.'");
    assert_eq!(browser.value("document.activeElement.id"), "copy");
}

#[test]
fn whatever_takes_the_board_the_game_before_is_one_key_away() {
    let sample = Sample::build();
    let path = sample.path();
    let Some(browser) = Browser::open(&[&path, "pdn/accept/nags.pdn", "--net", "material"]) else {
        return;
    };
    assert_eq!(browser.value("document.querySelector('#bring-back').hidden"), true);
    let moves = ["32-28", "19-23", "28x19", "14x23"];
    played(&browser, &moves);
    let pdn = copied(&browser, "#copy");
    let ways: [(&str, &dyn Fn()); 7] = [
        ("the key n", &|| browser.keys(&["n"])),
        ("New game", &|| {
            browser.click("#tab-play");
            browser.click("#panel-play button.main");
        }),
        ("a pasted position", &|| paste(&browser, "W:W28:B19")),
        ("pasted games", &|| paste(&browser, "1. 31-26 *")),
        ("a dropped file", &|| dropped(&browser, "1. 31-26 *")),
        ("a row of a file", &|| {
            browser
                .value("document.querySelector('#games tbody tr').click()")
                .as_null()
                .unwrap_or(())
        }),
        ("a row of the database", &|| {
            browser.click("#tab-database");
            browser.wait("document.querySelectorAll('#db-games tbody tr').length === 50");
            browser.click("#db-games tbody tr:nth-child(3) td:nth-child(2)");
        }),
    ];
    for tab in ["analyse", "database", "inside"] {
        for (way, replace) in &ways {
            browser.click(&format!("#tab-{tab}"));
            blur(&browser);
            replace();
            browser.wait("!document.querySelector('#tree').textContent.includes('19-23') || document.querySelectorAll('#tree button').length !== 4");
            browser.wait("!document.querySelector('#bring-back').hidden");
            blur(&browser);
            browser.keys(&["u"]);
            wait_for_moves(&browser, moves.len());
            assert_eq!(copied(&browser, "#copy"), pdn, "{way}, {tab}");
        }
    }
    // The page says where it went, and a reload knows it too.
    browser.keys(&["n"]);
    browser.wait("document.querySelector('#refusal').textContent.includes('Bring back (u)')");
    let origin = format!("http://127.0.0.1:{}/", browser.server.port);
    browser.go(&origin);
    browser.click("#bring-back");
    wait_for_moves(&browser, moves.len());
    assert_eq!(copied(&browser, "#copy"), pdn);
}

#[test]
fn every_game_that_was_kept_comes_round_again() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    let first = ["32-28", "31-26", "33-29"];
    for text in first {
        played(&browser, &[text]);
        paste(&browser, "start");
        wait_for_moves(&browser, 0);
    }
    for text in first.iter().rev().chain(first.iter().rev()) {
        browser.keys(&["u"]);
        browser.wait(&format!("document.querySelector('#tree').textContent.includes('{text}')"));
    }
}

#[test]
fn a_game_that_is_not_saved_stays_in_the_drawer_and_a_full_browser_says_so() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    let stored = "JSON.parse(localStorage.getItem('draughts-td-drawer'))";
    browser.value("localStorage.setItem('draughts-td-drawer', JSON.stringify(Array.from({ length: 120 }, (_, place) => ({ id: `g${place}`, names: { white: `W${place}` }, tree: { children: [] }, isSaved: place >= 60 }))))");
    browser.value("location.reload()");
    browser.wait(
        "document.body.dataset.ready === 'true' && !document.querySelector('#bring-back').hidden",
    );
    played(&browser, &["32-28"]);
    // All that are not saved, and the newest of those that are.
    browser.wait(&format!("{stored}.length === 111"));
    let first = browser.value(&format!("{stored}.filter(({{ isSaved }}) => isSaved)[0].id"));
    assert_eq!(first, "g70");
    let said = "no room for another game";
    assert!(!browser.text("#refusal").contains(said));
    // Saved games give way; without any the browser is full.
    browser.value(&format!("localStorage.setItem('draughts-td-drawer', JSON.stringify({stored}.filter(({{ isSaved }}) => !isSaved)))"));
    browser.value("location.reload()");
    browser.wait("document.body.dataset.ready === 'true' && document.querySelectorAll('#tree button').length === 1");
    browser.value("(() => { for (let size = 1 << 22; size; size >>= 1) try { localStorage.setItem(`filler${size}`, 'x'.repeat(size)); } catch {} })()");
    browser.type_into("#move-box", "19-23");
    browser.keys(&[ENTER]);
    browser.wait(
        "document.querySelector('#refusal').textContent.includes('no room for another game')",
    );
    let kept = browser.value(&format!("{stored}.length"));
    assert!(kept.as_u64().is_some_and(|kept| kept >= 60), "{kept}");
    browser.click("#drawer-button");
    assert!(browser.text("#drawer .warning").contains(said));
    browser.value("Object.keys(localStorage).filter((name) => name.startsWith('filler')).forEach((name) => localStorage.removeItem(name))");
}

#[test]
fn the_position_that_is_copied_or_analysed_is_the_one_on_the_board() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    played(&browser, &["32-28"]);
    let before = copied(&browser, "#copy-fen");
    assert!(before.starts_with("B:W28,31,33"), "{before}");
    browser.click("#tab-inside");
    browser.wait("document.querySelectorAll('#parts tbody tr').length > 0");
    assert_eq!(copied(&browser, "#copy-fen"), before);
    browser.value("(document.querySelector('#tool').value = '.', document.querySelector('#tool').dispatchEvent(new Event('change')))");
    for square in [31, 33, 34] {
        browser.square(square);
        browser
            .wait(&format!("!document.querySelector('#board [data-square=\"{square}\"] .piece')"));
    }
    let shown = "W28,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50";
    assert!(copied(&browser, "#copy-fen").starts_with(&format!("B:{shown}:")));
    // The gauge is of this position too: three men down.
    browser.wait("/−3.00 men/.test(document.querySelector('#gauge').getAttribute('aria-label'))");
    // A move of the game is not played on a board that shows something else.
    browser.type_into("#move-box", "20-24");
    browser.keys(&[ENTER]);
    browser.wait(
        "document.querySelector('#refusal').textContent.includes('not the position of the game')",
    );
    wait_for_moves(&browser, 1);
    browser.click("#analyse-this");
    browser.wait("!document.querySelector('#panel-analyse').hidden");
    wait_for_moves(&browser, 0);
    assert!(copied(&browser, "#copy-fen").starts_with(&format!("B:{shown}:")));
    blur(&browser);
    browser.keys(&["u"]);
    wait_for_moves(&browser, 1);
    assert_eq!(copied(&browser, "#copy-fen"), before);
}

#[test]
fn the_clock_of_a_flag_that_fell_shows_nothing_left() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    browser.value("document.querySelector('#play-level').value = '1'");
    browser.value("document.querySelector('#play-clock').value = '60+0'");
    browser.click("#panel-play button.main");
    browser.wait("document.querySelector('#side-bottom .clock')");
    browser.square(32);
    browser.square(28);
    wait_for_moves(&browser, 2);
    // A minute later.
    browser.value("(() => { const now = Date.now; Date.now = () => now() + 61000; })()");
    browser.wait("/Black wins/.test(document.querySelector('#status').textContent)");
    let clocks = || {
        thread::sleep(Duration::from_millis(300));
        ["#side-bottom .clock", "#side-top .clock"].map(|clock| browser.text(clock))
    };
    let after = clocks();
    assert_eq!(after[0], "0:00");
    assert!(after[1].starts_with("0:5") || after[1] == "1:00", "{after:?}");
    browser.click("#first");
    assert_eq!(clocks(), after, "wherever one looks");
    browser.click("#last");
    browser.wait("document.querySelectorAll('#tree .move')[1].querySelector('[aria-current]')");
    browser.go(&format!("http://127.0.0.1:{}/", browser.server.port));
    assert_eq!(clocks(), after, "after a reload");
    assert!(browser.text("#status").contains("Black wins"), "{}", browser.text("#status"));
    browser.click("#undo");
    browser.wait("/White to move/.test(document.querySelector('#status').textContent)");
    assert_eq!(clocks(), after, "a flag that fell stays down");
    assert!(browser.text("#status").contains("White to move"), "the game can be played on");
}

#[test]
fn a_program_that_has_gone_is_said_in_a_sentence() {
    let Some(mut browser) = Browser::open(&["--net", "material"]) else { return };
    browser.server.stop();
    browser.click("#tab-analyse");
    browser.type_into("#move-box", "32-28");
    browser.keys(&[ENTER]);
    browser.wait(
        "document.querySelector('#refusal').textContent.startsWith('The program does not answer.')",
    );
}

#[test]
fn files_that_are_no_pdn_leave_game_and_list_as_they_were() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    assert!(browser.text("#games-note").contains("No files were given"));
    let choose = |name: &str, bytes: &[u8]| {
        let file = folder.path().join(name);
        fs::write(&file, bytes).expect("written");
        browser.click("#tab-analyse");
        browser.value("document.querySelector('#refusal').textContent = ''");
        browser.choose("#open-file", &file);
    };
    let packed = zstd::encode_all(GAME.as_bytes(), 1).expect("packed");
    choose("game.pdn.zst", &packed);
    wait_for_moves(&browser, 4);
    assert_eq!(browser.text("#games-note"), "", "the list is filled");
    let listed = browser.text("#games");
    assert!(listed.contains("Anna – Boris"), "{listed}");
    let noise: Vec<u8> =
        (1..5000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for (name, bytes, word) in [
        ("picture.png", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &noise].concat(), "neither"),
        ("noise.pdn", noise.clone(), "neither"),
        ("cut.pdn.zst", packed[..packed.len() / 2].to_vec(), "damaged"),
        ("game.pdn.bz2", b"BZh91AY&SY\x01".to_vec(), "bzip2"),
        ("empty.pdn", Vec::new(), "empty"),
    ] {
        choose(name, &bytes);
        browser.wait(&format!("document.querySelector('#refusal').textContent.includes('{word}')"));
        assert_eq!(browser.text("#games"), listed, "{name}");
        wait_for_moves(&browser, 4);
    }
}

#[test]
fn a_long_file_is_walked_through_page_by_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("many.pdn");
    let games: String = (1..=230).map(|n| format!("[White \"P{n}\"]\n\n1. 31-26 *\n\n")).collect();
    fs::write(&file, games).expect("written");
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    browser.click("#tab-analyse");
    browser.choose("#open-file", &file);
    let shows = |first: &str, rows: usize| {
        browser.wait(&format!("document.querySelectorAll('#games tbody tr').length === {rows} && document.querySelector('#games tbody td:nth-child(2)').textContent.startsWith('{first} ')"));
    };
    shows("P1", 100);
    browser.click("#later");
    shows("P101", 100);
    browser.click("#later");
    shows("P201", 30);
    assert_eq!(browser.value("document.querySelector('#later').disabled"), true);
    browser.click("#earlier");
    shows("P101", 100);
}
