//! Engines that learn from the games that others play against them, over Hub and DXP.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

use draughts_td::board::{MoveList, Position};
use draughts_td::protocol::hub::{Command, Pos, Reply};
use serde_json::Value;

use crate::program::Program;
use crate::run::{PROGRAM, draughts};

/// The games that a file has learned from.
fn games(file: &Path) -> u64 {
    let bytes = std::fs::read(file).expect("weights");
    let length = u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes")) as usize;
    let header: Value = serde_json::from_slice(&bytes[8..8 + length]).expect("a header");
    let card = header["__metadata__"]["draughts-td"].as_str().expect("a card");
    let card: Value = serde_json::from_str(card).expect("JSON");
    card["training"]["studies"]["games"].as_u64().expect("a number of games")
}

#[test]
fn an_engine_over_hub_learns_from_each_game_and_resumes_from_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.safetensors");
    let engine = format!(
        "hub:{PROGRAM} hub --net material --hash 1 --learn-nodes 100 --learn {}",
        file.display()
    );
    for played in [4, 8] {
        let games_each = ["--games", "4", "--nodes", "200", "--hash", "1"];
        let output = draughts().args(["match", &engine, "random"]).args(games_each).output();
        let output = output.expect("the program runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        // The last game of each match may end with the program that learns from it.
        let least = played * 3 / 4;
        assert!((least..=played).contains(&games(&file)), "{} of {played}", games(&file));
    }
    let eval = draughts().args(["eval", "start", "--net"]).arg(&file).output();
    assert!(eval.expect("the program runs").status.success());
}

/// Wrong guesses on the opponent's time, and analyses in between, are no moves of the game.
#[test]
fn a_game_with_pondering_is_learned_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.safetensors");
    let file = file.to_str().expect("UTF-8");
    let arguments =
        ["hub", "--net", "material", "--hash", "1", "--learn-nodes", "100", "--learn", file];
    let mut engine = Program::start(&arguments);
    engine.say("hub\ninit");
    engine.until_start("ready");
    let search = |engine: &mut Program, position: &Position, mode: &str| {
        let pos = Command::Pos(Pos { start: *position, moves: Vec::new() });
        engine.say(&format!("{pos}\nlevel nodes=100\n{mode}"));
        engine.until_start("done").pop().expect("a line")
    };
    let mut position = Position::start();
    for _ in 0..8 {
        let done = search(&mut engine, &position, "go think");
        let Ok(Some(Reply::Done { mv: Some(mv), .. })) = Reply::parse(&done) else {
            panic!("{done}")
        };
        position = position.succ(mv.find(&position).expect("legal").0);
        let replies = MoveList::legal(&position);
        search(&mut engine, &position.succ(replies[replies.len() - 1]), "go ponder\nstop");
        search(&mut engine, &position.succ(replies[replies.len() / 2]), "go analyze");
        position = position.succ(replies[0]);
    }
    engine.say("new-game\nquit");
    engine.ends(0);
    assert_eq!(games(Path::new(file)), 1);
}

/// A server, and the address it listens on.
fn serve(flags: &[&str], file: &Path) -> (Child, String) {
    let mut server = draughts()
        .args(["dxp", "serve", "0", "--net", "material", "--depth", "2", "--hash", "1"])
        .args(["--games", "2"])
        .args(flags)
        .arg(file)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut lines = BufReader::new(server.stdout.take().expect("a pipe")).lines();
    let line = lines.next().expect("a line").expect("text");
    let address = line.strip_prefix("listening on ").expect("an address").to_owned();
    std::thread::spawn(move || lines.for_each(drop));
    (server, address)
}

#[test]
fn a_server_learns_from_each_game_that_is_played_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.safetensors");
    let (server, address) = serve(&["--learn-nodes", "100", "--learn"], &file);
    play_two(server, &address);
    assert_eq!(games(&file), 2);
}

fn play_two(mut server: Child, address: &str) {
    let guest = ["--net", "material", "--depth", "1", "--games", "2", "--hash", "1"];
    let output = draughts().args(["dxp", "connect", address]).args(guest).output();
    assert!(output.expect("the program runs").status.success());
    assert!(server.wait().expect("it ends").success());
}

/// The games in which each first move of a book was played.
fn first_moves(book: &Path) -> Vec<u64> {
    let show = ["book", "show", "start", "--json", "--book"];
    let output = draughts().args(show).arg(book).output().expect("the program runs");
    let page: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let moves = page["moves"].as_array().expect("moves");
    let games = |one: &Value| {
        ["wins", "draws", "losses"].map(|key| one[key].as_u64().expect("a count")).iter().sum()
    };
    moves.iter().map(games).collect()
}

#[test]
fn a_book_grows_by_the_games_played_with_it_and_with_nothing_else_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let book = folder.path().join("own.book");
    for played in [2, 4] {
        let (server, address) = serve(&["--fill-book", "--book"], &book);
        play_two(server, &address);
        assert_eq!(first_moves(&book).iter().sum::<u64>(), played);
    }
    let positions =
        |book: &Path| std::fs::read_to_string(book).expect("a book").lines().count() - 2;
    let before = positions(&book);
    assert!((30..=120).contains(&before), "{before}");
    // Over Hub, with weights that learn from the same games.
    let weights = folder.path().join("own.safetensors");
    let engine = format!(
        "hub:{PROGRAM} hub --net material --hash 1 --learn-nodes 50 --learn {} --fill-book --book {}",
        weights.display(),
        book.display()
    );
    let games_each = ["--games", "4", "--nodes", "100", "--hash", "1"];
    let output = draughts().args(["match", &engine, "random"]).args(games_each).output();
    assert!(output.expect("the program runs").status.success());
    // These began from drawn openings; the last one may end with the program that writes it.
    let grown = positions(&book) - before;
    assert!((60..=120).contains(&grown), "{grown}");
    assert!((3..=4).contains(&games(&weights)));
}

#[test]
fn a_book_to_fill_has_to_be_named_and_to_be_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.book");
    std::fs::write(&file, "rubbish").expect("written");
    let refused = |arguments: &[&str]| {
        let output = draughts().arg("hub").args(arguments).output();
        let output = output.expect("the program runs");
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(refused(&["--fill-book"]).contains("--book"));
    let text = file.to_str().expect("a path");
    assert!(refused(&["--fill-book", "--book", text]).contains("own.book"));
    assert_eq!(std::fs::read(&file).expect("still there"), b"rubbish");
}

#[test]
fn weights_that_were_not_begun_by_learning_from_play_change_only_if_that_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("net");
    let learn = ["learn", "pdn/sample.pdn.zst", "--games", "20", "-o"];
    assert!(draughts().args(learn).arg(&file).output().expect("it runs").status.success());
    let before = std::fs::read(&file).expect("weights");
    let hub = |more: &[&str]| {
        let mut hub = draughts();
        hub.args(["hub", "--hash", "1"]).args(more).arg("--learn").arg(&file);
        hub.stdin(Stdio::null()).output().expect("it runs")
    };
    let refused = hub(&[]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("--net") && said.contains("--force"), "{said}");
    assert!(std::fs::read(&file).expect("weights") == before);
    assert!(hub(&["--force"]).status.success());
    assert!(std::fs::read(&file).expect("weights") != before);
    assert!(hub(&[]).status.success(), "now they come from there");
}

#[test]
fn what_cannot_learn_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.safetensors");
    std::fs::write(&file, "rubbish").expect("written");
    let output = draughts().args(["hub", "--learn"]).arg(&file).output();
    let output = output.expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--learn"));
}
