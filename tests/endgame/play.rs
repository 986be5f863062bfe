//! Endgame tables at work, through the built program: in the search, over Hub, and in the referee's chair.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::OnceLock;

use tempfile::TempDir;

use crate::run::{draughts, program, told};

/// Tables of three pieces, made once.
fn tables() -> &'static Path {
    static TABLES: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    let (_, path) = TABLES.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("tables");
        let shown = path.display().to_string();
        told(&program(&["endgame", "build", &shown, "--pieces", "3"]), 0);
        (folder, path)
    });
    path
}

/// Two men that become kings before one does: won in seven plies.
const WON: &str = "W:W6,7:B45";

#[test]
fn the_search_knows_a_win_that_it_does_not_see() {
    let dir = tables().display().to_string();
    let analyse = |more: &[&str]| {
        let all = [&["analyse", WON, "--net", "material", "--depth", "2"], more].concat();
        told(&program(&all), 0)
    };
    let probed = told(&program(&["endgame", "probe", WON, "--endgame", &dir]), 0);
    assert!(!analyse(&[]).contains("win in"), "{}", analyse(&[]));
    let known = analyse(&["--endgame", &dir]);
    assert_eq!(known.contains("win in"), probed.contains("win in"), "{known}{probed}");
    assert!(known.contains("win in"), "{known}");
}

#[test]
fn eval_and_analyse_tell_how_a_position_ends_that_the_tables_hold() {
    let dir = tables().display().to_string();
    let told = |verb: &str, fen: &str, more: &[&str]| {
        let all = [&[verb, fen, "--net", "material", "--endgame", &dir], more].concat();
        told(&program(&all), 0)
    };
    let depth = ["--depth", "2"];
    assert!(told("eval", WON, &[]).contains("\nendgame tables: win in 7, for the side to move\n"));
    assert!(told("analyse", WON, &depth).starts_with("endgame tables: win in 7\n"));
    for (verb, more) in [("eval", &[][..]), ("analyse", &depth)] {
        let json = |fen: &str| {
            let text = told(verb, fen, &[more, &["--json"]].concat());
            serde_json::from_str::<serde_json::Value>(&text).expect("JSON")["endgame"].take()
        };
        assert_eq!(json(WON), serde_json::json!({ "value": "win", "distance": 7 }));
        assert_eq!(json("W:WK1:BK50"), serde_json::json!({ "value": "draw" }));
        assert!(json("start").is_null(), "{verb}");
        assert!(!told(verb, "start", more).contains("endgame tables"), "{verb}");
    }
}

#[test]
fn a_folder_of_other_things_is_refused_with_the_remedy() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("notes.txt"), "mine").expect("written");
    let dir = folder.path().display().to_string();
    let refused = told(&program(&["analyse", WON, "--depth", "2", "--endgame", &dir]), 2);
    assert!(refused.contains("--endgame") && refused.contains("endgame build"), "{refused}");
}

/// What `hub` says to these lines, and the score of its last search; then its standard error.
fn hub(words: &str) -> (String, f64, String) {
    let mut child = draughts()
        .args(["hub", "--net", "material"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = child.stdin.take().expect("piped");
    let board = hub_board();
    let words = format!("hub\n{words}\npos pos=W{board}\nlevel depth=2\ngo analyze\nquit\n");
    input.write_all(words.as_bytes()).expect("it listens");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let said = text(&output.stdout);
    let score = said.rsplit("score=").next().and_then(|rest| rest.split_whitespace().next());
    let score = score.and_then(|score| score.parse().ok()).expect("a score");
    (said, score, text(&output.stderr))
}

#[test]
fn hub_takes_the_folder_as_a_parameter_and_keeps_what_it_has_when_that_is_wrong() {
    let dir = tables().display();
    let wrong = "set-param name=endgame value=/no/such/folder";
    let right = format!("set-param name=endgame value=\"{dir}\"");
    let (said, score, noted) = hub(&format!("{wrong}\n{right}\ninit"));
    assert!(said.contains("param name=endgame value=\"\" type=string"), "{said}");
    assert!(said.contains("error message=") && said.contains("ready"), "{said}");
    assert!(score > 50.0, "a win, not some men: {said}");
    assert!(said.contains("info endgame=\"win in 7\"\n"), "{said}");
    assert_eq!(noted, "", "nothing is missing");
}

#[test]
fn hub_keeps_its_tables_when_another_parameter_is_wrong() {
    let dir = tables().display();
    let tables = format!("set-param name=endgame value=\"{dir}\"");
    let (said, score, _) = hub(&format!(
        "{tables}\nset-param name=net value=/no/such\ninit\nset-param name=net value=material\n{tables}\ninit"
    ));
    assert!(said.contains("error message=") && score > 50.0, "{said}");
}

#[test]
fn hub_says_which_tables_are_missing() {
    let folder = tempfile::tempdir().expect("a folder");
    for entry in std::fs::read_dir(tables()).expect("a folder") {
        let path = entry.expect("a file").path();
        std::fs::copy(&path, folder.path().join(path.file_name().expect("a name")))
            .expect("copied");
    }
    std::fs::remove_file(folder.path().join("0101.table")).expect("removed");
    let dir = folder.path().display();
    let (_, _, noted) = hub(&format!("set-param name=endgame value=\"{dir}\"\ninit"));
    assert!(noted.contains("1 of 4 tables of 2 pieces are missing (0101)"), "{noted}");
}

/// The squares of [`WON`] in the letters of Hub.
fn hub_board() -> String {
    let letter = |square| match square {
        6 | 7 => 'w',
        45 => 'b',
        _ => 'e',
    };
    (1..=50).map(letter).collect()
}

#[test]
fn the_referee_ends_games_that_the_tables_know_and_only_when_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let openings = folder.path().join("openings.txt");
    std::fs::write(&openings, format!("{WON}\n")).expect("written");
    let dir = tables().display().to_string();
    let openings = openings.display().to_string();
    let games = |name: &str, more: &[&str]| {
        let pdn = folder.path().join(name);
        let shown = pdn.display().to_string();
        let common = [
            "match",
            "material",
            "random",
            "--games",
            "2",
            "--depth",
            "1",
            "--openings",
            &openings,
        ];
        told(&program(&[&common[..], &["--pdn", &shown, "--endgame", &dir], more].concat()), 0);
        std::fs::read_to_string(pdn).expect("games")
    };
    let ended = games("ended.pdn", &["--adjudicate-endgames"]);
    assert_eq!(ended.matches("win by adjudication: endgame tables").count(), 2, "{ended}");
    assert!(!games("played.pdn", &[]).contains("endgame tables"));
    let alone = program(&["match", "material", "random", "--adjudicate-endgames"]);
    assert!(told(&alone, 2).contains("--endgame"), "{}", told(&alone, 2));
}
