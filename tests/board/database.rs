//! The page of a database: what it may ask, and the tab in a real browser.

use std::process::Output;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::ask::{after, at};
use crate::browser::Browser;
use crate::run::draughts;
use crate::server::Server;

/// A database of the sample's games.
pub struct Sample(TempDir);

impl Sample {
    pub fn build() -> Sample {
        Sample::of("pdn/sample.pdn.zst")
    }

    pub fn of(games: &str) -> Sample {
        let sample = Sample(tempfile::tempdir().expect("a folder"));
        let built = sample.run(&["db", "build", games, "-o", &sample.path()]);
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        sample
    }

    pub fn path(&self) -> String {
        self.0.path().join("games.db").display().to_string()
    }

    fn run(&self, arguments: &[&str]) -> Output {
        draughts().args(arguments).output().expect("the program runs")
    }

    /// The answer of `db explore --json`.
    fn explored(&self, position: &[&str]) -> Vec<Value> {
        let path = self.path();
        let arguments = [&["db", "explore", &path][..], position, &["--json"]].concat();
        serde_json::from_slice(&self.run(&arguments).stdout).expect("a list")
    }
}

#[test]
fn the_page_is_answered_as_the_verb_answers() {
    let sample = Sample::build();
    let server = Server::start(&[&sample.path()]);
    assert_eq!(server.answer("/api/state", &json!({}))["database"], "games.db");
    for moves in [&[][..], &["32-28"], &["32-28", "19-23", "28x19"]] {
        let told = server.answer("/api/db/explore", &json!({ "at": after(moves) }));
        let told = told["moves"].as_array().expect("moves").clone();
        let expected = sample.explored(moves);
        assert!(!expected.is_empty(), "{moves:?}");
        let kept = |one: &Value, name: &str| {
            [&one[name], &one["games"], &one["white"], &one["draws"], &one["black"]]
                .map(Clone::clone)
        };
        for (one, own) in told.iter().zip(&expected) {
            let (value, own) = (one["value"].as_f64(), own["value"].as_f64());
            assert_eq!(value.map(|value| value as f32), own.map(|value| value as f32), "{moves:?}");
        }
        let told: Vec<_> = told.iter().map(|one| kept(one, "text")).collect();
        let expected: Vec<_> = expected.iter().map(|one| kept(one, "move")).collect();
        assert_eq!(told, expected, "{moves:?}");
    }
}

#[test]
fn games_are_listed_in_pages_and_opened() {
    let sample = Sample::build();
    let server = Server::start(&[&sample.path()]);
    let ask = |question: Value| server.answer("/api/db/games", &question);
    let all = ask(json!({}));
    let (total, page) =
        (all["total"].as_u64().expect("a number"), all["page"].as_u64().expect("a number"));
    assert!(total > 1000 && page == 50, "{total}");
    assert_eq!(all["games"].as_array().map(Vec::len), Some(50));
    let last = ask(json!({ "from": total - 1 }));
    assert_eq!(last["games"].as_array().map(Vec::len), Some(1));
    let won =
        ["white", "draw", "black"].map(|result| ask(json!({ "result": result }))["total"].as_u64());
    assert!(
        won.iter().flatten().sum::<u64>() <= total
            && won.iter().all(|won| won.is_some_and(|won| won > 0))
    );
    // Every game with the position has the move to it.
    let here = ask(json!({ "at": after(&["32-28", "19-23"]) }));
    let first = &here["games"][0];
    assert!(here["total"].as_u64().is_some_and(|found| found < total));
    let game = server.answer("/api/db/game", &json!({ "game": first["game"] }));
    let ply = first["ply"].as_u64().expect("the position's ply") as usize;
    let moves: Vec<&str> = game["line"]["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .take(ply)
        .filter_map(|mv| mv["id"].as_str())
        .collect();
    let reached = server.answer("/api/position", &after(&moves));
    assert_eq!(reached["fen"], server.answer("/api/position", &after(&["32-28", "19-23"]))["fen"]);
}

#[test]
fn words_are_looked_for_in_players_events_and_dates() {
    let sample = Sample::build();
    let server = Server::start(&[&sample.path()]);
    let ask = |text: &str| server.answer("/api/db/games", &json!({ "text": text }));
    let all = ask("");
    let game = all["games"][0].clone();
    let (white, date) =
        (game["white"].as_str().expect("a name"), game["date"].as_str().unwrap_or_default());
    let found = ask(&format!("{white} {}", date.split('.').next().unwrap_or_default()));
    assert!(found["total"].as_u64().is_some_and(|total| total > 0), "{white}");
    for game in found["games"].as_array().expect("games") {
        let names = [&game["white"], &game["black"], &game["event"]]
            .map(|name| name.as_str().unwrap_or_default().to_lowercase());
        let word = white.split_whitespace().next().expect("a word").to_lowercase();
        assert!(names.iter().any(|name| name.contains(&word)), "{game}");
    }
    assert_eq!(ask("nobodyhasthisname")["total"], 0);
    assert_eq!(ask("?!")["total"], all["total"], "signs alone ask for nothing");
}

#[test]
fn what_cannot_be_answered_is_refused() {
    let sample = Sample::build();
    let server = Server::start(&[&sample.path()]);
    assert_eq!(server.ask("/api/db/game", &json!({ "game": 4_000_000 })).0, 404);
    assert_eq!(server.ask("/api/db/none", &json!({})).0, 404);
    assert_eq!(server.ask("/api/db/games", &json!({ "result": "maybe" })).0, 400);
    assert_eq!(server.ask("/api/db/explore", &json!({ "at": at("W:W99:B1") })).0, 400);
    let without = Server::start(&[]);
    assert_eq!(without.ask("/api/db/games", &json!({})).0, 404);
    let path = sample.path();
    let two = sample.run(&["board", &path, &path]);
    assert!(String::from_utf8_lossy(&two.stderr).contains("db add"), "one database at a time");
}

#[test]
fn the_tab_explores_searches_and_opens() {
    let sample = Sample::build();
    let path = sample.path();
    let Some(browser) = Browser::open(&[&path, "--net", "material"]) else { return };
    browser.wait("document.querySelectorAll('#db-moves tbody tr').length > 3");
    browser.wait("document.querySelectorAll('#db-games tbody tr').length === 50");
    for (width, height) in [(1280, 800), (390, 844)] {
        browser.size(width, height);
        browser.picture(&format!("explorer-{width}.png"));
        let beyond = browser.value("(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('#db-moves'))");
        assert_eq!(beyond, 0, "the moves need scrolling sideways at {width}");
    }
    browser.size(1280, 800);
    // A click on a move plays it, and the moves are those of the next position.
    let first = browser.text("#db-moves tbody button");
    browser.click("#db-moves tbody button");
    browser.wait("document.querySelectorAll('#tree button').length === 1");
    assert_eq!(browser.text("#tree button"), first);
    let before = browser.text("#db-note");
    browser.click("#db-here");
    browser.wait(&format!("document.querySelector('#db-note').textContent !== {before:?}"));
    browser.click("#db-games tbody button");
    browser.wait("document.querySelectorAll('#tree button').length > 10");
    browser.wait("document.querySelector('#tree [aria-current]') !== null");
    // As one types.
    browser.type_into("#db-text", "nobodyhasthisname");
    browser.wait("document.querySelector('#db-note').textContent === 'No game.'");
    browser.wait("document.querySelector('#db-moves .note') !== null");
}

#[test]
fn a_formation_is_searched_as_the_verb_searches() {
    let sample = Sample::build();
    let server = Server::start(&[&sample.path()]);
    for (question, flags) in [
        (json!({ "with": "W27:B18" }), &["--with", "W27:B18"][..]),
        (
            json!({ "with": "WK46:BK5", "turn": "black" }),
            &["--with", "WK46:BK5", "--turn", "black"],
        ),
        (
            json!({ "with": "W27:B24", "any": "W31,36", "without": "B23", "turned": true, "lasting": 4 }),
            &[
                "--with",
                "W27:B24",
                "--any",
                "W31,36",
                "--without",
                "B23",
                "--turned",
                "--lasting",
                "4",
            ],
        ),
    ] {
        let told = server.answer("/api/db/games", &json!({ "formation": question }));
        let path = sample.path();
        let arguments = [&["db", "search", &path, "--json", "--limit", "1"][..], flags].concat();
        let found: Value = serde_json::from_slice(&sample.run(&arguments).stdout).expect("JSON");
        assert!(found["games"].as_u64().is_some_and(|games| games > 0), "{found}");
        assert_eq!(told["total"], found["games"], "{flags:?}");
        assert_eq!(told["games"][0]["game"], found["hits"][0]["game"], "{flags:?}");
    }
    for wrong in [json!({ "with": "X1" }), json!({ "lasting": 0 }), json!({ "turn": "nobody" })] {
        assert_eq!(server.ask("/api/db/games", &json!({ "formation": wrong })).0, 400);
    }
}

#[test]
fn the_editor_puts_three_kinds_of_stones_by_mouse_and_by_keys() {
    let sample = Sample::build();
    let path = sample.path();
    let Some(browser) = Browser::open(&[&path, "--net", "material"]) else { return };
    browser.wait("document.querySelectorAll('#db-games tbody tr').length === 50");
    browser.click("#formation summary");
    let choose = |id: &str, value: &str| {
        browser.value(&format!(
            "((list) => (list.value = '{value}', list.dispatchEvent(new Event('change'))))(document.querySelector('#{id}'))"
        ))
    };
    let found = |formation: Value| {
        let told = browser.server.answer("/api/db/games", &json!({ "formation": formation }));
        let total = told["total"].as_u64().expect("a number");
        assert!(total > 0, "{formation}");
        let shown = "document.querySelector('#db-note').textContent.replace(',', '')";
        browser.wait(&format!("{shown}.endsWith(' of {total}')"));
    };
    let square =
        |number: u64| browser.click(&format!("#formation-board [data-square=\"{number}\"]"));
    square(27);
    found(json!({ "with": "W27" }));
    choose("stone-piece", "b");
    choose("stone-kind", "any");
    square(16);
    // The keys of the board put stones too.
    browser.keys(&["\u{e014}", "\u{e007}"]);
    let label = browser.value("document.activeElement.getAttribute('aria-label')");
    assert_eq!(label, "17, black man, any");
    found(json!({ "with": "W27", "any": "B16,17" }));
    choose("stone-kind", "without");
    square(24);
    choose("formation-turn", "white");
    choose("formation-lasting", "3");
    browser.click("#formation-turned");
    found(
        json!({ "with": "W27", "any": "B16,17", "without": "B24", "turn": "white", "lasting": 3, "turned": true }),
    );
    browser.picture("formation.png");
    // A square may hold several: a man or a king, an empty square, whatever must not be there.
    choose("stone-piece", "wW");
    choose("stone-kind", "without");
    square(16);
    choose("stone-piece", "e");
    choose("stone-kind", "with");
    square(45);
    choose("stone-kind", "any");
    square(16);
    let label = "document.querySelector('#formation-board [data-square=\"16\"]').ariaLabel";
    let several = "16, black man, any, white man or king, not, empty square, any";
    assert_eq!(browser.value(label), several);
    found(json!({
        "with": "W27:E45", "any": "B16,17:E16", "without": "WP16:B24", "turn": "white", "lasting": 3, "turned": true,
    }));
    browser.picture("formation-several.png");
    if let Some(axe) = std::env::var_os("AXE_CORE") {
        let axe = std::fs::read_to_string(axe).expect("axe");
        crate::page::check(&browser, &axe, "the formation editor");
    }
    // What must be there takes the place of what had to be; a second click takes a stone away.
    choose("stone-kind", "with");
    choose("stone-piece", "bB");
    square(45);
    assert_eq!(browser.value(&label.replace("16", "45")), "45, black man or king");
    square(45);
    assert_eq!(browser.value(&label.replace("16", "45")), "45, empty");
    choose("stone-piece", "e");
    choose("stone-kind", "any");
    square(16);
    choose("stone-piece", "wW");
    choose("stone-kind", "without");
    square(16);
    choose("stone-piece", "b");
    // A second click takes a stone away.
    square(24);
    found(json!({ "with": "W27", "any": "B16,17", "turn": "white", "lasting": 3, "turned": true }));
    browser.click("#formation-clear");
    browser.wait("document.querySelector('#db-note').textContent.endsWith('4,994')");
    browser.click("#formation-take");
    browser.wait("document.querySelectorAll('#formation-board .piece').length === 40");
}

#[test]
fn a_game_of_ones_own_is_saved_unless_another_program_writes() {
    let sample = Sample::build();
    let path = sample.path();
    let Some(browser) = Browser::open(&[&path, "--net", "material"]) else { return };
    let saved = |expected: &str| {
        browser.click("#tab-database");
        browser.click("#db-save");
        let told = "document.querySelector('#db-saved').textContent";
        browser.wait(&format!("{told}.includes({expected:?})"));
    };
    saved("Not saved: no move is recorded");
    browser.paste("[White \"Nobody Hasthisname\"]\n[Date \"2030.05.06\"]\n\n1. 32-28 {mine} 19-23 2. 28x19 14x23 2-0");
    browser.wait("document.querySelectorAll('#tree button').length === 4");
    let lock = draughts_td::lock::Lock::on(path.as_ref()).expect("free");
    saved("is being written by");
    drop(lock);
    saved("Saved as game 5001.");
    browser.type_into("#db-text", "nobody hasthis 2030");
    browser.wait("document.querySelectorAll('#db-games tbody tr').length === 1");
    saved("a copy of game 5001");
    browser.click("#db-games tbody button");
    browser.wait("document.querySelector('#tree').textContent.includes('mine')");
}

#[test]
fn the_mistakes_of_a_player_are_those_of_the_verb_and_a_click_shows_one() {
    let sample = Sample::of("pdn/classics.pdn");
    let path = sample.path();
    // The verb searches with tables of 64 MiB.
    let arguments = [&path, "--net", "material", "--hash", "64"];
    let Some(browser) = Browser::open(&arguments) else { return };
    browser.click("#tab-database");
    browser.click("#player-mistakes summary");
    browser.type_into("#mistakes-player", "Springer");
    browser.value("document.querySelector('#mistakes-games').value = '5'");
    browser.click("#mistakes-search");
    browser.wait("document.querySelectorAll('#mistakes-found table').length === 2");
    let flags = ["--player", "Springer", "--mistakes", "5", "--net", "material", "--json"];
    let arguments = [&["db", "stats", &path][..], &flags].concat();
    let found: Value = serde_json::from_slice(&sample.run(&arguments).stdout).expect("JSON");
    let worst = &found["worst"][0];
    let row = "#mistakes-found table:last-child tbody tr";
    assert_eq!(browser.text(&format!("{row} button")), worst["name"]);
    for (width, height) in [(1280, 800), (390, 844)] {
        browser.size(width, height);
        browser.value("document.querySelector('#player-mistakes').scrollIntoView()");
        browser.picture(&format!("player-mistakes-{width}.png"));
    }
    browser.click(&format!("{row} button"));
    let plies = worst["ply"].as_u64().expect("plies");
    browser.wait(&format!("document.querySelectorAll('#tree button').length > {plies}"));
    browser.wait(&format!(
        "document.querySelectorAll('#tree button')[{}].ariaCurrent !== null",
        plies - 1
    ));
    browser.type_into("#mistakes-player", "nobodyhasthisname");
    browser.click("#mistakes-search");
    browser.wait("document.querySelector('#mistakes-note').textContent === 'No game.'");
}

#[test]
fn the_games_sort_by_their_columns_and_are_found_by_side_and_year() {
    let sample = Sample::build();
    let path = sample.path();
    let Some(browser) = Browser::open(&[&path, "--net", "material"]) else { return };
    browser.wait("document.querySelectorAll('#db-games tbody tr').length === 50");
    let first = "document.querySelector('#db-games tbody .of-plies').textContent";
    browser.click("[data-sort='plies']");
    browser.wait("document.querySelector('#db-games [aria-sort=descending] [data-sort=plies]')");
    let most = browser.value(&format!("Number({first})")).as_f64().expect("plies");
    browser.click("[data-sort='plies']");
    browser.wait("document.querySelector('#db-games [aria-sort=ascending] [data-sort=plies]')");
    let fewest = browser.value(&format!("Number({first})")).as_f64().expect("plies");
    assert!(fewest < most, "{fewest} {most}");
    browser.click("[data-sort='plies']");
    browser.wait("!document.querySelector('#db-games [aria-sort]')");
    browser.click("#db-more summary");
    browser.type_into("#db-white", "Level 9");
    browser.wait("/of [\\d,]+/.test(document.querySelector('#db-note').textContent) && [...document.querySelectorAll('#db-games .of-white')].every((one) => one.textContent.startsWith('Level 9'))");
    browser.wait("document.querySelector('#db-filter').textContent.includes('as White Level 9')");
    browser.type_into("#db-to", "1950");
    browser.wait("document.querySelector('#db-note').textContent.startsWith('No game')");
}
