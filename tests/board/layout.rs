//! Where things are on the page: the board, its steps and the moves in view, names and clocks beside the board, colours that differ.

use std::fs;

use serde_json::json;
use tempfile::TempDir;

use crate::browser::Browser;

const STYLE: &str = include_str!("../../src/web/page/style.css");

/// A screen of a laptop, and one of a phone.
const SIZES: [(u64, u64); 2] = [(1280, 800), (390, 844)];

/// A long game with clocks as a server of games writes them, and with values after the first moves.
fn game_with_clocks() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let moves = "32-28 19-23 28x19 14x23 34-29 23x34 39x30 16-21 44-39 21-26 31-27 17-22 30-25 22x31 36x27 11-17";
    let mut text = String::from(
        "[Event \"Club match\"]\n[Date \"2024.03.05\"]\n[White \"Anna\"]\n[Black \"Boris\"]\n[Result \"1-1\"]\n[WhiteElo \"2105\"]\n\n",
    );
    for (ply, mv) in moves.split(' ').enumerate() {
        let (minute, second) = (2 - ply / 30, 59 - ply % 30);
        let value = if ply == 1 { "[%eval -1.25] " } else { "" };
        text += &format!(
            "{}{} {mv} {{ {value}[%clock w0:0{minute}:{second} B0:05:0{}] }} ",
            ply / 2 + 1,
            if ply % 2 == 0 { "." } else { "..." },
            ply % 10,
        );
    }
    fs::write(folder.path().join("clocks.pdn"), text + "1-1\n").expect("written");
    folder
}

fn opened(folder: &TempDir) -> Option<Browser> {
    let file = folder.path().join("clocks.pdn");
    let browser = Browser::open(&[file.to_str().expect("a name"), "--net", "material"])?;
    browser.wait("document.querySelector('#games button')");
    browser.value("document.querySelector('#games button').click()");
    browser.wait("document.querySelectorAll('#tree button').length === 16");
    Some(browser)
}

/// Whether the whole of an element is within the window.
fn in_view(browser: &Browser, selector: &str) -> bool {
    let box_of = format!("document.querySelector({selector:?}).getBoundingClientRect()");
    let inside = format!(
        "((box) => box.width > 0 && box.top >= -1 && box.left >= -1 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1)({box_of})"
    );
    browser.value(&inside) == true
}

fn scheme(browser: &Browser, name: &str) {
    let features = json!([{ "name": "prefers-color-scheme", "value": name }]);
    browser.devtools("Emulation.setEmulatedMedia", &json!({ "features": features }));
}

#[test]
fn the_board_its_steps_and_the_moves_are_in_view_wherever_the_page_is_scrolled() {
    let folder = game_with_clocks();
    let Some(browser) = opened(&folder) else { return };
    for (width, height) in SIZES {
        browser.size(width, height);
        for name in ["light", "dark"] {
            scheme(&browser, name);
            for tab in ["play", "analyse", "inside"] {
                browser.click(&format!("#tab-{tab}"));
                for end in ["0", "document.documentElement.scrollHeight"] {
                    browser.value(&format!("scrollTo(0, {end})"));
                    browser.value("document.querySelector('#next').click()");
                    for part in ["#board", "#gauge", "#side-top", "#side-bottom", "#walk", "#tree"]
                    {
                        assert!(in_view(&browser, part), "{tab}: {part} at {width}×{height}");
                    }
                }
                browser.value("scrollTo(0, 0)");
                browser.picture(&format!("{tab}-{width}x{height}-{name}.png"));
            }
            browser.click("#first");
        }
    }
}

#[test]
fn names_event_and_clocks_are_beside_the_board_and_turn_with_it() {
    let folder = game_with_clocks();
    let Some(browser) = opened(&folder) else { return };
    let strips = || [browser.text("#side-top"), browser.text("#side-bottom")];
    assert_eq!(strips(), ["BorisClub match, 2024.03.05", "Anna (2105)"], "nothing told yet");
    browser.click("#next");
    browser.wait("document.querySelector('#side-bottom .clock')?.textContent === '2:59'");
    assert_eq!(strips(), ["BorisClub match, 2024.03.055:00", "Anna (2105)2:59"]);
    browser.click("#flip");
    assert_eq!(strips(), ["Anna (2105)Club match, 2024.03.052:59", "Boris5:00"]);
    browser.click("#last");
    browser.wait("document.querySelector('#side-top .clock').textContent === '2:44'");
    let shown = browser.text("#tree");
    assert!(!shown.contains('%') && !shown.contains("0:0"), "clocks are no remarks: {shown}");
    // A new game has other players and no clocks.
    browser.value("document.activeElement.blur()");
    browser.keys(&["n"]);
    browser.wait("document.querySelector('#side-bottom').textContent.includes('You')");
    assert_eq!(browser.value("document.querySelectorAll('.side-strip .clock').length"), 0);
}

#[test]
fn the_gauge_shows_what_is_known_and_turns_with_the_board() {
    let folder = game_with_clocks();
    let Some(browser) = opened(&folder) else { return };
    let label = || browser.value("document.querySelector('#gauge').getAttribute('aria-label')");
    // A short search gives the value of the first place, a comment that of the second move.
    browser.wait(
        "/for White: [+−]?\\d/.test(document.querySelector('#gauge').getAttribute('aria-label'))",
    );
    browser.click("#next");
    browser.click("#next");
    browser
        .wait("document.querySelector('#gauge').getAttribute('aria-label').endsWith('−1.25 men')");
    let white = "(([bar, all]) => bar.height / all.height)([document.querySelector('#gauge .white'), document.querySelector('#gauge')].map((one) => one.getBoundingClientRect()))";
    let share = browser.value(white).as_f64().expect("a share");
    // 50 % and half of the tangens hyperbolicus of -1.25 / 2.5.
    assert!((share - 0.269).abs() < 0.02, "{share}");
    let top = "document.querySelector('#gauge .white').getBoundingClientRect().top - document.querySelector('#gauge').getBoundingClientRect().top";
    assert!(browser.value(top).as_f64().is_some_and(|top| top > 100.0), "White is below");
    browser.click("#flip");
    assert!(browser.value(top).as_f64().is_some_and(|top| top < 5.0), "White is above");
    // During a game against the engine nothing is told that is not known.
    browser.click("#tab-play");
    browser.keys(&["n"]);
    browser.wait("document.querySelectorAll('#tree button').length === 0");
    assert_eq!(label(), "Evaluation: not known");
    // It can be taken away and the board be of wood, which a reload knows.
    let fill = "getComputedStyle(document.querySelector('#board .dark')).fill";
    assert!(!browser.value(fill).to_string().contains("url"));
    browser.click("#settings-button");
    browser.click("#set-gauge");
    browser.value("((boards) => { boards.value = 'wood'; boards.dispatchEvent(new Event('change')); })(document.querySelector('#set-board'))");
    browser.click("#settings button");
    browser.wait("document.querySelector('#gauge').hidden");
    browser.value("location.reload()");
    browser.wait("document.body.dataset.ready === 'true'");
    browser.wait("document.querySelector('#gauge').hidden");
    let wood = browser.value(fill).to_string();
    assert!(
        wood.contains("#wood-dark")
            && browser.value("Boolean(document.querySelector('#wood-dark'))") == true,
        "{wood}"
    );
    browser.picture("wood.png");
}

#[test]
fn sounds_are_off_until_they_are_asked_for() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    browser.value("(window.tones = 0, window.AudioContext = class { constructor() { window.tones += 1; throw new Error('no sound here'); } })");
    browser.click("#tab-analyse");
    let play = |text: &str, plies: usize| {
        browser.type_into("#move-box", text);
        browser.keys(&["\u{e007}"]);
        browser.wait(&format!("document.querySelectorAll('#tree button').length === {plies}"));
    };
    play("32-28", 1);
    assert_eq!(browser.value("window.tones"), 0);
    browser.click("#settings-button");
    assert_eq!(browser.value("document.querySelector('#set-sounds').checked"), false);
    browser.click("#set-sounds");
    browser.click("#settings button");
    browser.click("#first");
    browser.click("#next");
    browser.wait("window.tones === 1");
    // No sound is no reason to stay where one is.
    browser.wait("document.querySelector('#tree [aria-current]')?.textContent === '32-28'");
}

#[test]
fn the_mistakes_of_a_game_are_one_click_away() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    browser.paste("[FEN \"W:W28,37,48:B19,8,3\"]\n\n1. 28-23 19x28 2. 37-32 28x37 0-2");
    browser.wait("document.querySelectorAll('#tree button').length === 4");
    browser.size(390, 844);
    browser.click("#tab-play");
    browser.click("#find-mistakes");
    browser.wait("document.querySelector('#mistakes td')");
    assert!(in_view(&browser, "#whole-game") && in_view(&browser, "#board"));
    assert!(browser.text("#mistakes").contains("28-23"));
}

/// The colours of a name in the style: in the light, and in the dark.
fn colours(name: &str) -> Vec<f64> {
    let name = format!("{name}: #");
    STYLE.split(&name).skip(1).map(|text| luminance(&text[..6])).collect()
}

/// As the Web Content Accessibility Guidelines define it.
fn luminance(colour: &str) -> f64 {
    let part = |at: usize| {
        let value = u8::from_str_radix(&colour[at..at + 2], 16).expect("two digits");
        let value = f64::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4)
}

/// How much lighter one colour is than another, in the light or in the dark.
fn contrast(scheme: usize, lighter: &str, darker: &str) -> f64 {
    let of = |name: &str| colours(&format!("--{name}"))[scheme];
    (of(lighter) + 0.05) / (of(darker) + 0.05)
}

#[test]
fn squares_and_pieces_differ_enough_in_the_light_and_in_the_dark() {
    for scheme in [0, 1] {
        for (lighter, darker) in [("light", "dark"), ("man-white", "dark"), ("dark", "man-black")] {
            let contrast = contrast(scheme, lighter, darker);
            assert!(contrast >= 3.0, "{lighter} {darker}: {contrast:.2} to 1");
        }
    }
}
