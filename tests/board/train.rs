//! The tab Train in a real browser: puzzles are solved, refuted and shown, attempts kept, exported and brought back.

use std::fs;

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::database::Sample;
use crate::endgame::tables;
use crate::run::program;
use crate::server::Server;

fn open(attempts: &str) -> Option<Browser> {
    open_with(&["--attempts", attempts])
}

fn open_with(arguments: &[&str]) -> Option<Browser> {
    let browser = Browser::open(arguments)?;
    browser.click("#tab-train");
    browser.wait("/Your rating/.test(document.querySelector('#train-rating').textContent)");
    Some(browser)
}

/// The task that the page shows: what the server sent.
fn begin(browser: &Browser) -> Value {
    browser.value(
        "(() => { const own = window.fetch; window.fetch = async (path, ...rest) => { const answer = await own(path, ...rest); if (String(path) === '/api/train') window.tasks = (await answer.clone().json()).puzzles; return answer; }; })()",
    );
    browser.click("#train-begin");
    browser.wait("/^1 of \\d/.test(document.querySelector('#train-task').textContent)");
    browser.value("window.tasks[0]")
}

/// Turns to a deck.
fn choose_deck(browser: &Browser, name: &str) {
    browser.value(&format!(
        "(() => {{ const deck = document.querySelector('#train-deck'); deck.value = {name:?}; deck.dispatchEvent(new Event('change')); }})()",
    ));
}

/// Plays the moves of White that are asked for; the replies come with them.
fn solve(browser: &Browser, task: &Value) {
    let asked = task["asked"].as_u64().expect("a number") as usize;
    let line = task["line"].as_array().expect("a line");
    let count = "document.querySelectorAll('#tree button').length";
    for (place, step) in line.iter().enumerate().take(asked).step_by(2) {
        play(browser, step["text"].as_str().expect("a move"));
        let plies = if place + 1 < asked { place + 2 } else { place + 1 };
        browser.wait(&format!("{count} >= {plies}"));
    }
    told(browser, "Solved.");
}

/// Plays a move by its text.
fn play(browser: &Browser, text: &str) {
    browser.type_into("#move-box", text);
    browser.click("#move-form button");
}

fn told(browser: &Browser, words: &str) {
    browser.wait(&format!("document.querySelector('#train-task').textContent.includes({words:?})"));
}

#[test]
fn a_puzzle_is_solved_and_the_attempt_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("attempts.jsonl");
    let Some(browser) = open(file.to_str().expect("a name")) else { return };
    let task = begin(&browser);
    told(&browser, "1 of 10");
    browser.click("#train-hint");
    told(&browser, "Look at the piece on");
    solve(&browser, &task);
    browser.picture("train-solved");
    browser.wait("/from 1 puzzle/.test(document.querySelector('#train-rating').textContent)");
    let kept = fs::read_to_string(&file).expect("a file");
    let attempt: Value = serde_json::from_str(kept.trim()).expect("one attempt");
    assert_eq!(
        (&attempt["puzzle"], &attempt["solved"], &attempt["hinted"]),
        (&task["fen"], &true.into(), &true.into())
    );
    browser.click("#train-next");
    told(&browser, "2 of 10");
}

#[test]
fn a_wrong_move_is_refuted_and_the_solution_can_be_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("attempts.jsonl");
    let Some(browser) = open(file.to_str().expect("a name")) else { return };
    let task = begin(&browser);
    let right = task["line"][0]["id"].as_str().expect("a move").to_owned();
    let wrong = browser.value(&format!(
        "(async () => {{ const {{ ask }} = await import('/api.js'); return (await ask('/api/position', {{ fen: {} }})).legal.find(({{ id }}) => id !== {right:?})?.text ?? null; }})()",
        task["fen"],
    ));
    play(&browser, wrong.as_str().expect("a puzzle leaves a choice"));
    told(&browser, "does not win: ");
    browser.picture("train-refuted");
    browser.click("#train-again");
    told(&browser, "White to play and win.");
    browser.click("#train-show");
    told(&browser, "The solution is ");
    browser.wait("/from 1 puzzle/.test(document.querySelector('#train-rating').textContent)");
    let kept = fs::read_to_string(&file).expect("a file");
    assert_eq!(kept.lines().count(), 1, "one attempt: {kept}");
    assert!(kept.contains("\"solved\":false"), "{kept}");

    // Another visit brings the attempts in.
    let other = folder.path().join("other.jsonl");
    let browser = open(other.to_str().expect("a name")).expect("the browser was there");
    browser.click("#panel-train summary");
    browser.choose("#train-import", &file);
    browser.wait("/from 1 puzzle/.test(document.querySelector('#train-rating').textContent)");
    assert_eq!(fs::read_to_string(&other).expect("a file"), kept);
}

#[test]
fn an_ending_is_won_against_the_longest_defence_of_the_tables() {
    let (folder, tables) = (tempfile::tempdir().expect("a folder"), tables());
    let file = folder.path().join("attempts.jsonl").display().to_string();
    let endgame = tables.path().display().to_string();
    let Some(browser) = open_with(&["--attempts", &file, "--endgame", &endgame]) else { return };
    choose_deck(&browser, "endings");
    let task = begin(&browser);
    told(&browser, "the tables defend");
    let line = browser.value(&format!(
        "(async () => {{ const {{ ask }} = await import('/api.js'); return (await ask('/api/endgame', {{ at: {{ fen: {} }} }})).line; }})()",
        task["fen"],
    ));
    let line = line.as_array().expect("a line");
    assert!(line.len() >= 5 && line.len() % 2 == 1, "{line:?}");
    let count = "document.querySelectorAll('#tree button').length";
    for (place, step) in line.iter().enumerate().step_by(2) {
        play(&browser, step["text"].as_str().expect("a move"));
        browser.wait(&format!("{count} >= {}", (place + 2).min(line.len())));
    }
    told(&browser, "Solved.");
    browser.wait("/from 1 puzzle/.test(document.querySelector('#train-rating').textContent)");
    assert!(fs::read_to_string(&file).expect("a file").contains("\"solved\":true"));
}

/// Two games whose White misses a win: each Black errs with the first move.
const MISSED: &str = "[White \"Bos,A.\"]\n[Black \"Smit,B.\"]\n\
[FEN \"B:W16,24,26,31,34,37,38,39,40,41,42,43,44,45,46,47,48,49:B1,2,3,4,6,7,8,9,10,11,12,13,15,18,22,23,25\"]\n\n1. ... 10-14 2. 37-32 *\n\n\
[White \"Smit,B.\"]\n[Black \"Bos,A.\"]\n[FEN \"B:W27,28,32,33,34,41,49:B3,8,16,17,19,20,23\"]\n\n1. ... 17-21 2. 41-37 *\n";

#[test]
fn a_player_practises_the_wins_that_he_missed_and_no_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = |file: &str| folder.path().join(file).display().to_string();
    fs::write(name("games.pdn"), MISSED).expect("written");
    let sample = Sample::of(&name("games.pdn"));
    let made = program(&["puzzle", "make", &sample.path(), "--nodes", "20000", "--json"]);
    let made: Value = serde_json::from_slice(&made.stdout).expect("figures");
    assert_eq!(made["puzzles"], 2, "{made}");
    let Some(browser) = open_with(&[&sample.path(), "--attempts", &name("attempts.jsonl")]) else {
        return;
    };
    assert_eq!(browser.value("document.querySelector('#train-name-row').hidden"), true);
    choose_deck(&browser, "mistakes");
    assert_eq!(browser.value("document.querySelector('#train-name-row').hidden"), false);
    browser.type_into("#train-name", "bos");
    let task = begin(&browser);
    told(&browser, "1 of 1.");
    assert!(task["fen"].as_str().is_some_and(|fen| fen.starts_with("W:W16,24,26")), "{task}");
    browser.picture("train-mistakes");
    solve(&browser, &task);
    browser.wait("document.querySelector('#train-about').textContent.includes('Bos,A. – Smit,B.')");
    browser.wait("/from 1 puzzle/.test(document.querySelector('#train-rating').textContent)");
    browser.click("#train-next");
    told(&browser, "1 of 1 solved.");

    // The page remembers the name, and says so where a name has no puzzle.
    browser.go(&browser.server.address);
    assert_eq!(browser.value("document.querySelector('#train-name').value"), "bos");
    browser.click("#tab-train");
    choose_deck(&browser, "mistakes");
    browser.type_into("#train-name", "os");
    browser.click("#train-begin");
    told(&browser, "No puzzle of this player.");
}

#[test]
fn a_database_without_puzzles_leaves_those_of_the_program() {
    let (sample, folder) = (Sample::build(), tempfile::tempdir().expect("a folder"));
    let file = folder.path().join("attempts.jsonl").display().to_string();
    let server = Server::start(&[&sample.path(), "--attempts", &file]);
    let question = json!({ "deck": "combinations", "count": 10, "now": 0 });
    let answer = server.answer("/api/train", &question);
    assert_eq!(answer["puzzles"].as_array().map(Vec::len), Some(10), "{answer}");
}
