//! Names that are merged and games that are removed: every question obeys, and everything can be taken back.

use std::fs;
use std::path::Path;

use rusqlite::Connection;
use serde_json::Value;

use crate::run::{draughts, told};

fn run(folder: &Path, words: &[&str], status: i32) -> String {
    told(&draughts().current_dir(folder).arg("db").args(words).output().expect("it runs"), status)
}

fn json(folder: &Path, words: &[&str]) -> Value {
    let output = draughts().current_dir(folder).arg("db").args(words).arg("--json").output();
    serde_json::from_slice(&output.expect("it runs").stdout).expect("JSON")
}

/// Four games; one person is written in two ways, and the first game is there twice.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let game = |white: &str, black: &str, moves: &str, result: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
        )
    };
    let games = [
        game("Tsjizjow,A.", "Bos,J.", "1. 32-28 19-23 2. 28x19 14x23", "2-0"),
        game("Dijk,P.", "Chizhov, Aleksej", "1. 33-29 19-23", "0-2"),
        game("Dijk,P.", "Bos,J.", "1. 31-27 19-23", "1-1"),
        game("Bos,K.", "Dijk,P.", "1. 34-30 20-25", "1-1"),
        game("Tsjizjow,A.", "Bos,J.", "1. 32-28 {late} 19-23 2. 28x19 14x23", "2-0"),
    ];
    fs::write(folder.path().join("a.pdn"), games.concat()).expect("written");
    run(folder.path(), &["build", "a.pdn", "-o", "games.db"], 0);
    folder
}

fn games_of(folder: &Path, question: &[&str]) -> Vec<u64> {
    let found = json(folder, &[&["search", "games.db", "--limit", "0"], question].concat());
    let hits = found["hits"].as_array().expect("a list").iter();
    hits.map(|hit| hit["game"].as_u64().expect("a number")).collect()
}

#[test]
fn a_merged_person_is_found_counted_and_explored_by_each_name_until_it_is_split() {
    let folder = folder();
    let folder = folder.path();
    let similar = json(folder, &["names", "games.db"]);
    assert_eq!(similar["groups"], 1, "{similar}");
    assert_eq!(similar["similar"][0][1]["name"], "Tsjizjow,A.");
    let both = ["Chizhov, Aleksej", "Tsjizjow,A."];
    assert_eq!(games_of(folder, &["--player", "Chizhov"]), [2]);
    run(folder, &[&["names", "games.db", "--merge"], &both[..]].concat(), 0);
    for asked in ["Chizhov", "Tsjizjow", "A. Tsjizjow"] {
        assert_eq!(games_of(folder, &["--player", asked]), [2, 5], "{asked}");
        assert_eq!(games_of(folder, &["--player", asked, "--result", "win"]), [2, 5], "{asked}");
        assert_eq!(games_of(folder, &["--text", asked]), [2, 5], "{asked}");
        let stats = json(folder, &["stats", "games.db", "--player", asked]);
        assert_eq!((&stats["games"], &stats["wins"]), (&2.into(), &2.into()), "{asked}");
        let moves =
            json(folder, &["explore", "games.db", "start", "--player", asked, "--net", "none"]);
        assert_eq!(moves.as_array().expect("moves").len(), 2, "{asked}");
    }
    let opponents = json(folder, &["stats", "games.db", "--player", "Bos,J.", "--by", "opponent"]);
    assert!(opponents.to_string().contains("Chizhov, Aleksej"), "{opponents}");
    let named = json(folder, &["names", "games.db"]);
    assert_eq!((&named["groups"], &named["merged"][0]["name"]), (&0.into(), &both[0].into()));
    run(folder, &["names", "games.db", "--split", both[1]], 0);
    assert_eq!(games_of(folder, &["--player", "Chizhov"]), [2]);
    assert_eq!(json(folder, &["names", "games.db"])["groups"], 1);
}

#[test]
fn names_that_no_game_has_are_not_merged() {
    let folder = folder();
    for (words, reason) in [
        (&["--merge", "Bos,J.", "Boss"][..], "'Boss'"),
        (&["--merge", "Bos,J.", "Bos,J."], "two names"),
        (&["--split", "Bos,J."], "merged with no other"),
        (&["--merge", "Bos,J."], "--merge"),
    ] {
        let fault = run(folder.path(), &[&["names", "games.db"], words].concat(), 2);
        assert!(fault.contains(reason), "{fault}");
    }
}

#[test]
fn three_names_merged_in_two_steps_are_one_person_under_the_last_first_name() {
    let folder = folder();
    let folder = folder.path();
    run(folder, &["names", "games.db", "--merge", "Bos,J.", "Bos,K."], 0);
    run(folder, &["names", "games.db", "--merge", "Dijk,P.", "Bos,K."], 0);
    let named = json(folder, &["names", "games.db"]);
    assert_eq!(named["merged"][0]["name"], "Dijk,P.");
    assert_eq!(named["merged"][0]["others"], serde_json::json!(["Bos,J.", "Bos,K."]));
    run(folder, &["names", "games.db", "--split", "Dijk,P."], 0);
    assert_eq!(json(folder, &["names", "games.db"])["merged"], serde_json::json!([]));
}

/// The rows of the views `games` and `versions`.
fn rows(folder: &Path) -> [u32; 2] {
    let file = Connection::open(folder.join("games.db")).expect("a database");
    ["games", "versions"].map(|view| {
        let count = format!("SELECT count(*) FROM {view}");
        file.query_row(&count, [], |row| row.get(0)).expect(view)
    })
}

#[test]
fn a_database_whose_views_show_removed_games_opens_and_hides_the_next() {
    let folder = folder();
    let folder = folder.path();
    run(folder, &["remove", "games.db", "2", "--yes"], 0);
    let schema = include_str!("../../src/database/store/schema.sql");
    let views = &schema[schema.find("CREATE VIEW").expect("views")..];
    let views: String = views
        .lines()
        .filter(|line| !line.starts_with("--"))
        .fold(String::new(), |all, line| all + line + "\n");
    let file = Connection::open(folder.join("games.db")).expect("a database");
    file.execute_batch(&format!("DROP VIEW games; DROP VIEW versions; {views}")).expect("made");
    drop(file);
    assert_eq!((rows(folder), games_of(folder, &[])), ([4, 5], vec![3, 4, 5]));
    run(folder, &["remove", "games.db", "3", "--yes"], 0);
    assert_eq!((rows(folder), games_of(folder, &[])), ([2, 3], vec![4, 5]));
}

#[test]
fn a_removed_game_is_found_by_no_question_until_it_is_brought_back() {
    let folder = folder();
    let folder = folder.path();
    let all = [2, 3, 4, 5];
    let export = |words: &[&str]| run(folder, &[&["export", "games.db"], words].concat(), 0);
    let before = export(&[]);
    assert_eq!(games_of(folder, &[]), all);
    let fault = run(folder, &["remove", "games.db", "5"], 2);
    assert!(fault.contains("--yes") && fault.contains("Tsjizjow"), "{fault}");
    assert_eq!(games_of(folder, &[]), all);
    let gone = run(folder, &["remove", "games.db", "5", "--yes"], 0);
    assert!(gone.contains("games 1, 5") && gone.contains("--undo"), "{gone}");
    for question in [
        &[][..],
        &["--versions"],
        &["--position", "32-28 19-23"],
        &["--moves", "32-28"],
        &["--game", "5,1"],
    ] {
        let found = games_of(folder, question);
        assert!(!found.contains(&1) && !found.contains(&5), "{question:?}: {found:?}");
    }
    assert_eq!(games_of(folder, &[]), [2, 3, 4]);
    assert_eq!(json(folder, &["stats", "games.db"])["games"], 3);
    let moves = json(folder, &["explore", "games.db", "--net", "none"]);
    assert!(!moves.to_string().contains("32-28"), "{moves}");
    assert!(!export(&[]).contains("Tsjizjow") && !export(&["--unique"]).contains("Tsjizjow"));
    let again = run(folder, &["add", "games.db", "a.pdn"], 0);
    assert!(again.contains("its games are in the database"), "{again}");
    assert_eq!(games_of(folder, &[]), [2, 3, 4]);
    run(folder, &["check", "games.db", "a.pdn"], 0);
    assert!(run(folder, &["remove", "games.db", "--list"], 0).contains("Tsjizjow"));
    assert_eq!(rows(folder), [3, 3]);
    run(folder, &["remove", "games.db", "5", "1", "--undo"], 0);
    assert_eq!(games_of(folder, &[]), all);
    assert_eq!(rows(folder), [4, 5]);
    assert_eq!(export(&[]), before);
}

#[test]
fn numbers_of_no_game_change_nothing() {
    let folder = folder();
    let folder = folder.path();
    for (words, reason) in [
        (&["remove", "games.db", "2", "77", "--yes"][..], "no game 77"),
        (&["remove", "games.db", "2", "--undo"], "not removed"),
        (&["remove", "games.db", "0", "--yes"], "no game 0"),
    ] {
        let fault = run(folder, words, 2);
        assert!(fault.contains(reason), "{fault}");
    }
    assert_eq!(games_of(folder, &[]), [2, 3, 4, 5]);
}

#[test]
fn a_table_of_edits_that_is_not_as_made_is_refused() {
    let folder = folder();
    let file = folder.path().join("games.db");
    let make = "CREATE TABLE alias (player INTEGER PRIMARY KEY, same_as INTEGER, more)";
    Connection::open(&file).and_then(|file| file.execute_batch(make)).expect(make);
    let fault = run(folder.path(), &["search", "games.db"], 2);
    assert!(fault.contains("alias"), "{fault}");
}

#[test]
fn a_report_counts_points_and_shows_who_played_whom() {
    let folder = folder();
    let folder = folder.path();
    run(folder, &["names", "games.db", "--merge", "Chizhov, Aleksej", "Tsjizjow,A."], 0);
    let report = json(folder, &["report", "games.db"]);
    let standings = report["standings"].as_array().expect("a list");
    let points: Vec<(&str, u64)> = standings
        .iter()
        .map(|one| (one["name"].as_str().expect("a name"), one["points"].as_u64().expect("points")))
        .collect();
    assert_eq!(points, [("Chizhov, Aleksej", 4), ("Dijk,P.", 2), ("Bos,J.", 1), ("Bos,K.", 1)]);
    assert_eq!(standings[0]["against"], serde_json::json!([[], [2], [2], []]));
    assert_eq!(standings[1]["against"], serde_json::json!([[0], [], [1], [1]]));
    assert_eq!((&report["games"], &report["duplicates"]), (&4.into(), &1.into()));
    let text = run(folder, &["report", "games.db", "--player", "Dijk"], 0);
    for line in ["3 games: White won 0, 2 drawn, Black won 1", "Cross-table", "Decided games"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let nothing = run(folder, &["report", "games.db", "nowhere"], 1);
    assert!(nothing.contains("no event matches 'nowhere'"), "{nothing}");
}

#[test]
fn a_page_has_diagrams_and_replaces_nothing_unasked() {
    let folder = folder();
    let folder = folder.path();
    run(folder, &["report", "games.db", "--html", "r.html", "--nodes", "50"], 0);
    let page = fs::read_to_string(folder.join("r.html")).expect("written");
    assert_eq!(page.matches("<figure>").count(), 2, "two decided games");
    assert!(page.contains("Tsjizjow,A. – Bos,J. 2-0") && page.contains("<h2>Standings</h2>"));
    for words in [
        &["report", "games.db", "--html", "r.html"][..],
        &["compare", "games.db", "Bos,J.", "Dijk", "--html", "r.html"],
        &["report", "games.db", "--html", "games.db"],
        &["report", "games.db", "--html", "none/r.html"],
    ] {
        run(folder, words, 2);
    }
    assert_eq!(fs::read_to_string(folder.join("r.html")).expect("there"), page);
}

#[test]
fn two_players_are_compared_with_each_other_and_with_everybody() {
    let folder = folder();
    let folder = folder.path();
    let found = json(folder, &["compare", "games.db", "Dijk", "Bos,J."]);
    let [dijk, bos] = [&found["players"][0], &found["players"][1]];
    assert_eq!(
        (&dijk["games"], &dijk["losses"], &dijk["draws"]),
        (&3.into(), &1.into(), &2.into())
    );
    assert_eq!((&dijk["white"]["games"], &dijk["black"]["games"]), (&2.into(), &1.into()));
    assert_eq!((&bos["games"], &bos["losses"]), (&2.into(), &1.into()));
    assert_eq!((&found["between"]["games"], &found["between"]["draws"]), (&1.into(), &1.into()));
    assert_eq!(found["list"][0]["game"], 3);
    let told = run(folder, &["compare", "games.db", "Dijk", "Bosch"], 1);
    assert!(told.contains("no player matches 'Bosch'"), "{told}");
}

#[test]
fn scores_in_comments_say_what_moves_lost_and_without_them_a_report_says_so() {
    let folder = folder();
    let folder = folder.path();
    let told = run(folder, &["report", "games.db"], 0);
    assert!(told.contains("No game has scores"), "{told}");
    let told = run(folder, &["compare", "games.db", "Dijk"], 0);
    assert!(told.contains("No game has scores") && !told.contains("lost a move"), "{told}");
    let scored = "[White \"Dijk,P.\"]\n[Black \"Bos,J.\"]\n[Result \"2-0\"]\n\n\
        1. 32-28 {+0.10/9} 19-23 {-0.05/8 loses 14 %} 2. 28x19 {+9.90/9} 14x23 {+0.10/8} 2-0\n";
    fs::write(folder.join("scored.pdn"), scored).expect("written");
    run(folder, &["add", "games.db", "scored.pdn"], 0);
    let report = json(folder, &["report", "games.db"]);
    let [game] = &report["analysed"].as_array().expect("a list")[..] else {
        panic!("one game has scores: {report}")
    };
    assert_eq!((&game["game"], &game["moves"]), (&6.into(), &serde_json::json!([2, 2])));
    let found = json(folder, &["compare", "games.db", "Dijk", "Bos,J."]);
    let loss = |player: usize, side: &str| found["players"][player][side]["loss"].as_f64();
    assert_eq!((loss(0, "white"), loss(0, "black")), (Some(0.0), None));
    assert!(loss(1, "black").is_some_and(|loss| (loss - 0.07).abs() < 0.001), "{found}");
    let told = run(folder, &["compare", "games.db", "Bos,J."], 0);
    assert!(told.contains("lost a move") && told.contains("7.00 %"), "{told}");
}

#[test]
fn a_players_moves_in_a_position_are_those_of_his_side_and_the_engine_says_what_they_lose() {
    let folder = folder();
    let folder = folder.path();
    let asked = |position: &str, more: &[&str]| {
        let words = ["compare", "games.db", "Dijk", "--position", position];
        json(folder, &[&words[..], more].concat())
    };
    let found = asked("start", &["--nodes", "200", "--net", "material"]);
    let player = &found["players"][0];
    let lines = |side: &str| {
        let moves = player[side]["moves"].as_array().expect("moves").iter();
        let mut lines: Vec<String> = moves.map(|one| one["moves"].to_string()).collect();
        lines.sort();
        lines
    };
    assert_eq!(lines("white"), ["[\"31-27\"]", "[\"33-29\"]"]);
    assert_eq!(lines("black"), ["[\"34-30\",\"20-25\"]"]);
    assert!(player["white"]["mean_loss"].is_number(), "{found}");
    let found = asked("31-27", &[]);
    assert_eq!(found["players"][0]["white"]["moves"], serde_json::json!([]));
    assert!(found["players"][0]["white"]["mean_loss"].is_null(), "{found}");
    let told = run(folder, &["compare", "games.db", "Dijk", "--nodes", "5"], 2);
    assert!(told.contains("--position"), "{told}");
}

#[test]
fn a_corrected_game_takes_the_place_of_the_earlier_one_until_it_is_taken_back() {
    let folder = folder();
    let folder = folder.path();
    let before = run(folder, &["export", "games.db"], 0);
    let told = run(
        folder,
        &["edit", "games.db", "3", "--tag", "White=Dam, Piet", "--tag", "Result=0-2"],
        0,
    );
    assert!(told.contains("game 6 replaces game 3"), "{told}");
    assert_eq!(games_of(folder, &[]), [2, 4, 5, 6]);
    assert_eq!(games_of(folder, &["--player", "Piet Dam", "--result", "loss"]), [6]);
    assert_eq!(games_of(folder, &["--game", "3"]), Vec::<u64>::new());
    let text = run(folder, &["search", "games.db", "--game", "6", "--pdn"], 0);
    assert!(text.contains("[White \"Dam, Piet\"]") && text.contains("19-23 0-2"), "{text}");
    // A tag that says more makes a version, and its earlier versions are hidden too.
    run(folder, &["edit", "games.db", "5", "--tag", "Round=7"], 0);
    assert_eq!(games_of(folder, &["--player", "Tsjizjow", "--versions"]), [7]);
    run(folder, &["check", "games.db", "a.pdn"], 0);
    run(folder, &["remove", "games.db", "6", "7", "--undo"], 0);
    assert_eq!(games_of(folder, &[]), [2, 3, 4, 5]);
    assert_eq!(run(folder, &["export", "games.db"], 0), before);
}

#[test]
fn a_game_from_a_file_replaces_one_with_other_moves() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("new.pdn"), "[White \"Dijk,P.\"]\n\n1. 31-27 18-23 2. 27-22 *\n")
        .expect("written");
    run(folder, &["edit", "games.db", "3", "--pdn", "new.pdn"], 0);
    assert_eq!(games_of(folder, &["--position", "31-27 18-23"]), [6]);
    assert_eq!(games_of(folder, &["--position", "31-27 19-23"]), Vec::<u64>::new());
}

#[test]
fn what_is_no_correction_changes_nothing() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("bad.pdn"), "1. 31-27 50-1 *\n").expect("written");
    let before = fs::read(folder.join("games.db")).expect("there");
    for (words, reason) in [
        (&["77", "--tag", "Round=3"][..], "no game 77"),
        (&["3", "--tag", "round=3"], "capital"),
        (&["3", "--tag", "Round"], "NAME=VALUE"),
        (&["3", "--tag", "Date=yesterday"], "2003.05.23"),
        (&["3", "--tag", "Date=13/13/2003"], "2003.05.23"),
        (&["3", "--tag", "Date=2003.02.31"], "?? for what is not known"),
        (&["3", "--tag", "Result=3-0"], "0-2"),
        (&["3", "--tag", "White=Dijk,P."], "nothing changes"),
        (&["3", "--pdn", "a.pdn"], "several games"),
        (&["3", "--pdn", "bad.pdn"], "bad.pdn: ply 2: '50-1'"),
        (&["3", "--tag", "FEN=W:W51:B1"], ""),
    ] {
        let fault = run(folder, &[&["edit", "games.db"], words].concat(), 2);
        assert!(fault.contains(reason), "{fault}");
        assert_eq!(games_of(folder, &[]), [2, 3, 4, 5], "{words:?}");
    }
    assert_eq!(fs::read(folder.join("games.db")).expect("there"), before);
}

#[test]
fn a_replaced_game_that_comes_back_takes_the_place_of_its_corrections() {
    let folder = folder();
    let folder = folder.path();
    let corrected = |game: &str, round: &str| {
        let round = format!("Round={round}");
        run(folder, &["edit", "games.db", game, "--tag", &round], 0);
    };
    let shown = || games_of(folder, &[]);
    let before = shown();
    corrected("3", "1");
    corrected("6", "2");
    assert_eq!(shown(), [2, 4, 5, 7]);
    // By its own number, by that of a correction between, and by that of the last one.
    for asked in ["3", "7"] {
        run(folder, &["remove", "games.db", asked, "--undo"], 0);
        let back = if asked == "3" { &before[..] } else { &[2, 4, 5, 7] };
        assert_eq!(shown(), back, "{asked}");
    }
}

/// Adds the games of the first file once more, as a weekly file that has grown has them.
fn add_grown(folder: &Path, name: &str, times: usize) {
    let games = fs::read_to_string(folder.join("a.pdn")).expect("games").repeat(times);
    fs::write(folder.join(name), format!("{games}[White \"{name}\"]\n\n1. 31-26 *\n")).expect(name);
    run(folder, &["add", "games.db", name], 0);
}

#[test]
fn a_removed_or_corrected_game_does_not_come_back_with_its_grown_file() {
    let folder = folder();
    let folder = folder.path();
    let before = games_of(folder, &[]);
    run(folder, &["remove", "games.db", "2", "--yes"], 0);
    run(folder, &["edit", "games.db", "3", "--tag", "White=Dam"], 0);
    run(folder, &["edit", "games.db", "4", "--tag", "Round=3"], 0);
    add_grown(folder, "b.pdn", 1);
    add_grown(folder, "c.pdn", 2);
    assert_eq!(games_of(folder, &[]), [5, 6, 7, 13, 24]);
    for (white, games) in [("Dijk", vec![]), ("Dam", vec![6]), ("Bos,K.", vec![7])] {
        assert_eq!(games_of(folder, &["--white", white, "--versions"]), games, "{white}");
    }
    assert_eq!(rows(folder)[0], 5);
    assert_eq!(run(folder, &["remove", "games.db", "--list"], 0).lines().count(), 3);
    for back in ["2", "6", "7"] {
        run(folder, &["remove", "games.db", back, "--undo"], 0);
    }
    assert_eq!(games_of(folder, &[]), [&before[..], &[13, 24]].concat());
    assert_eq!(rows(folder)[0], 6);
    // What is removed now are the corrections that were taken back.
    assert_eq!(run(folder, &["remove", "games.db", "--list"], 0).lines().count(), 2);
}

#[test]
fn a_version_of_a_removed_game_that_says_something_new_is_shown() {
    let folder = folder();
    let folder = folder.path();
    run(folder, &["remove", "games.db", "2", "--yes"], 0);
    let game = "[White \"Dijk,P.\"]\n[Black \"Chizhov, Aleksej\"]\n[Result \"0-2\"]\n\n1. 33-29 {why?} 19-23 0-2\n";
    fs::write(folder.join("b.pdn"), game).expect("written");
    run(folder, &["add", "games.db", "b.pdn"], 0);
    assert_eq!(games_of(folder, &["--player", "Chizhov"]), [6]);
}

#[test]
fn a_file_in_a_named_encoding_is_checked_in_that_encoding() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let game = b"[White \"\xf7\xc9\xcb\xd4\xcf\xd2\"]\n[Black \"B\"]\n\n1. 32-28 {caf\xe9} *\n";
    fs::write(folder.join("a.pdn"), game).expect("written");
    fs::write(folder.join("b.pdn"), "[White \"Zo\u{eb}\"]\n[Black \"B\"]\n\n1. 33-28 *\n")
        .expect("written");
    for encoding in ["ibm866", "macintosh", "koi8-r"] {
        let build = ["build", "a.pdn", "-o", "games.db", "--force", "--encoding", encoding];
        run(folder, &build, 0);
        run(folder, &["add", "games.db", "b.pdn"], 0);
        let told = run(folder, &["check", "games.db"], 0);
        assert!(told.contains("2 games of 2 files compared, 0 differences"), "{encoding}: {told}");
    }
    // A file that was read in part is not resumed in another encoding.
    let database = Connection::open(folder.join("games.db")).expect("a database");
    database.execute("UPDATE source SET finished = 0 WHERE id = 1", []).expect("unfinished");
    drop(database);
    let fault = run(folder, &["add", "games.db", "a.pdn"], 2);
    assert!(fault.contains("with --encoding KOI8-R"), "{fault}");
    run(folder, &["add", "games.db", "a.pdn", "--encoding", "koi8-r"], 0);
    run(folder, &["check", "games.db"], 0);
}

#[test]
fn pages_to_print_speak_the_language_of_the_flag_or_of_the_settings() {
    let folder = folder();
    let folder = folder.path();
    let page = |words: &[&str], settings: &str| {
        fs::write(folder.join("settings.toml"), settings).expect("written");
        let mut command = draughts();
        let command = command.current_dir(folder).env("DRAUGHTS_TD_CONFIG", "settings.toml");
        told(&command.args(words).arg("--force").output().expect("it runs"), 0);
        fs::read_to_string(folder.join("r.html")).expect("a page")
    };
    let report = ["db", "report", "games.db", "--html", "r.html"];
    let compare = ["db", "compare", "games.db", "Bos,J.", "Dijk,P.", "--html", "r.html"];
    let english = page(&report, "");
    assert!(english.contains("<html lang=\"en\">") && english.contains("4 games: White won 1"));
    let dutch = page(&[&report[..], &["--language", "nl"]].concat(), "");
    assert!(dutch.contains("<html lang=\"nl\">"), "{dutch}");
    for text in ["4 partijen: ", "<h2>Eindstand</h2>", "Het einde van de besliste partijen"] {
        assert!(dutch.contains(text), "{text}: {dutch}");
    }
    let german = page(&compare, "language = \"de\"");
    assert!(german.contains("Dijk,P. mit Schwarz") && german.contains("beide Seiten"), "{german}");
    fs::write(folder.join("bad.pdn"), "1. 32-28 19-23 2. 50-1 *").expect("written");
    let game = ["diagram", "bad.pdn", "-o", "r.html", "--language", "fr"];
    let french = page(&game, "language = \"de\"");
    assert!(french.contains("<html lang=\"fr\">"), "{french}");
    let refused = run(folder, &["report", "games.db", "--html", "s.html", "--language", "xx"], 2);
    assert!(refused.contains("'xx'"), "{refused}");
}
