//! The lines of the running engine: what is clicked is what was read, however fast they change.

use serde_json::Value;

use crate::browser::Browser;

fn started(net: &str) -> Option<Browser> {
    let browser = Browser::open(&["--net", net])?;
    browser.click("#tab-analyse");
    browser.click("#engine");
    browser.wait("document.querySelectorAll('#best-lines .line').length === 3");
    Some(browser)
}

#[test]
fn a_click_that_takes_its_time_plays_the_line_that_was_read() {
    let Some(browser) = started("reference") else { return };
    // The place is noted at the press: what is read then is what is to be played.
    browser.value("document.querySelector('#best-lines').addEventListener('pointerdown', ({ target }) => { const row = [...target.parentNode.querySelectorAll('button')]; window.read = row.slice(0, row.indexOf(target) + 1).map((one) => one.textContent).join(' '); }, { capture: true })");
    for turn in 0..12 {
        let row = turn % 3 + 1;
        browser.click("#first");
        browser.wait("!document.querySelector('#tree [aria-current]')");
        browser.wait("document.querySelectorAll('#best-lines .line').length === 3");
        browser.value("window.read = null");
        browser.hold(&format!("#best-lines .line:nth-child({row}) button"), 120);
        browser.wait("document.querySelector('#tree [aria-current]')");
        let read = browser.value("window.read");
        let text = read.as_str().expect("a press").to_owned();
        let last = text.rsplit(' ').next().expect("a move");
        browser.wait(&format!(
            "document.querySelector('#tree [aria-current]').textContent === '{last}'"
        ));
    }
}

/// What the list shows, with an engine's answers of our own.
fn shown(browser: &Browser, script: &str) -> Value {
    browser.value(&format!(
        "import('/lines.js').then(({{ Lines }}) => {{ const list = document.createElement('div'); document.body.append(list); const taken = []; const lines = new Lines(list, {{ take: (node, moves) => taken.push(moves.map((move) => move.text).join(' ')), look() {{}}, back() {{}} }}); const found = (...all) => all.map((line) => ({{ score: {{ men: 0 }}, line: line.split(' ').map((text) => ({{ id: text, text }})) }})); {script} }})"
    ))
}

#[test]
fn lines_change_in_place_and_not_at_all_while_one_is_pressed() {
    let Some(browser) = Browser::open(&["--net", "material"]) else { return };
    let told = shown(
        &browser,
        "lines.show(1, found('32-28 19-23', '31-26'));
         const first = list.querySelector('button');
         lines.show(1, found('33-28 18-22 28x17', '32-28'));
         const isSame = first === list.querySelector('button') && first.textContent === '33-28';
         first.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
         lines.show(1, found('34-30'));
         const held = list.textContent;
         dispatchEvent(new PointerEvent('pointerup'));
         first.click();
         return new Promise((done) => setTimeout(() => done([isSame, held, taken.join(), list.textContent])));",
    );
    let expected = ["0.00 33-2818-2228x170.00 32-28", "33-28", "0.00 34-30"];
    assert_eq!(told[0], true, "a line keeps its place and its button");
    assert_eq!([&told[1], &told[2], &told[3]], expected);
}
