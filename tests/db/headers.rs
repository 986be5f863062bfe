//! Games of which only the header and the result are known: unplayed ones, and those whose moves nobody wrote down.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use draughts_td::board::Position;
use draughts_td::database::query::{GameFilter, Grouping, explore, search, statistics};
use draughts_td::database::store::{Build, Built, Database, check};

use crate::run::{draughts, told};
use crate::twin::games_of;

const HEADER: &str = "[Event \"Round 1\"]\n[Date \"2021.03.04\"]\n[Round \"1\"]\n[White \"Ada Veldman\"]\n[Black \"Cor Broek\"]\n[Result \"2-0\"]\n";
const PLAYED: &str = "[Event \"Round 1\"]\n[White \"Eva\"]\n[Black \"Dirk\"]\n\n1. 32-28 18-23 2. 37-32 23-29 0-2\n\n";

fn build(folder: &Path, text: &str) -> Built {
    let (pdn, file) = (folder.join("games.pdn"), folder.join("games.db"));
    fs::write(&pdn, text).expect("written");
    let build = Build { frequent_games: 1, ..Build::default() };
    build.run(&file, &[pdn], &mut |_| ControlFlow::Continue(())).expect("built")
}

fn run(folder: &Path, words: &str) -> String {
    let words = words.replace("FILE", &folder.join("games.db").to_string_lossy());
    told(&draughts().args(words.split(' ')).output().expect("it runs"), 0)
}

#[test]
fn a_header_with_a_result_is_a_game_that_is_found_counted_exported_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let built = build(folder.path(), &format!("{HEADER}\n{PLAYED}"));
    assert_eq!((built.games, built.broken, built.versions, built.plies), (2, 0, 0, 4));
    for words in [
        "--player Veldman",
        "--white Ada --black Broek",
        "--event round --result 2-0",
        "--from 2021 --to 2021",
        "--player Broek --result loss",
        "--max-plies 0",
    ] {
        let found = run(folder.path(), &format!("db search FILE {words}"));
        assert!(found.contains("Ada Veldman") && found.contains("1 game\n"), "{words}: {found}");
    }
    assert!(run(folder.path(), "db search FILE --event round").contains("2 games\n"));
    assert!(!run(folder.path(), "db search FILE --player Eva").contains("Veldman"));
    let database = Database::open(&folder.path().join("games.db")).expect("it opens");
    let all = statistics(&database, &GameFilter::default(), Grouping::All).expect("statistics");
    let counts = all[0].counts;
    assert_eq!((counts.games, counts.wins, counts.losses), (2, 1, 1));
    let exported = run(folder.path(), "db export FILE --player Veldman");
    assert_eq!(exported.trim_end(), format!("{HEADER}\n*"));
    let again = tempfile::tempdir().expect("a folder");
    assert_eq!(build(again.path(), &run(folder.path(), "db export FILE")).broken, 0);
    assert!(run(again.path(), "db search FILE --player Veldman").contains("2-0"));
    assert!(run(folder.path(), "db check FILE").contains("2 games"));
}

#[test]
fn a_game_without_moves_changes_neither_the_moves_of_a_position_nor_what_is_learned() {
    let moves = |text: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        build(folder.path(), text);
        let database = Database::open(&folder.path().join("games.db")).expect("it opens");
        let filters =
            [GameFilter::default(), GameFilter { min_plies: Some(0), ..GameFilter::default() }];
        let counted =
            filters.map(|filter| explore(&database, &Position::start(), &filter).expect("moves"));
        let exported = run(folder.path(), "db export FILE");
        let games = games_of(exported.as_bytes()).into_iter();
        (counted, games.map(|game| (game.moves, game.outcome)).collect::<Vec<_>>())
    };
    let with = moves(&format!("{HEADER}\n{PLAYED}{HEADER}\n"));
    assert_eq!(with.0[0], with.0[1], "counted beforehand and when asked");
    assert_eq!(with, moves(PLAYED));
}

#[test]
fn headers_are_one_game_only_where_all_facts_are_known_and_equal() {
    let second = |change: &dyn Fn(&str) -> String| {
        let folder = tempfile::tempdir().expect("a folder");
        let built = build(folder.path(), &format!("{}\n{}\n", change(HEADER), HEADER));
        let other = tempfile::tempdir().expect("a folder");
        let turned = build(other.path(), &format!("{}\n{}\n", HEADER, change(HEADER)));
        assert_eq!((built.games, built.broken, turned.broken), (2, 0, 0));
        (built.versions + built.duplicates, turned.versions + turned.duplicates)
    };
    assert_eq!(second(&str::to_owned), (1, 1));
    assert_eq!(second(&|text| format!("{text}[Annotator \"Eva\"]\n")), (1, 1));
    assert_eq!(second(&|text| text.replace("Ada Veldman", "VELDMAN, Ada")), (1, 1));
    for (from, to) in [
        ("Ada", "Eva"),
        ("Cor", "Dirk"),
        ("Round 1", "Round 2"),
        ("[Round \"1\"]", "[Round \"2\"]"),
        ("03.04", "03.05"),
        ("03.04", "??.??"),
        ("Result \"2-0\"", "Result \"0-2\""),
    ] {
        assert_eq!(second(&|text| text.replace(from, to)), (0, 0), "{to}");
    }
    // A fact that neither has proves nothing.
    for line in HEADER.lines().filter(|line| !line.starts_with("[Result")) {
        let folder = tempfile::tempdir().expect("a folder");
        let text = HEADER.replace(&format!("{line}\n"), "");
        let built = build(folder.path(), &format!("{text}\n2-0\n\n{text}\n2-0\n\n{PLAYED}"));
        assert_eq!((built.games, built.versions + built.duplicates), (3, 0), "{line}");
    }
}

#[test]
fn copies_of_a_header_are_known_after_the_database_was_closed() {
    let folder = tempfile::tempdir().expect("a folder");
    build(folder.path(), &format!("{HEADER}\n{PLAYED}"));
    let built = build(folder.path(), &format!("{PLAYED}{HEADER}\n"));
    assert_eq!((built.games, built.duplicates), (2, 2));
    let database = Database::open(&folder.path().join("games.db")).expect("it opens");
    let found = search(&database, &GameFilter::default(), &Default::default()).expect("found");
    assert_eq!((found.hits.len(), found.left_out), (2, 2));
}

#[test]
fn what_has_no_name_or_no_result_or_may_have_moves_is_no_such_game() {
    let header = "[White \"Ada\"]\n[Black \"Cor\"]\n[Result \"2-0\"]\n\n";
    for text in [
        "[Result \"2-0\"]\n\n".to_owned(),
        "[White \"?\"]\n[Result \"2-0\"]\n\n".into(),
        header.replace("2-0", "*"),
        format!("{header}{{1. 32-28 18-23 2-0\n\n"),
        format!("{header}(1. 32-28 18-23) 2-0\n\n"),
        format!("{header}1. 32&28 18&23 2-0\n\n"),
        format!("[FEN \"W:W32:B1\"]\n{header}"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let built = build(folder.path(), &format!("{PLAYED}{text}"));
        assert_eq!((built.games, built.broken), (2, 1), "{text}");
    }
    for text in ["{did not appear} 2-0", "not played 2-0"] {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(build(folder.path(), &format!("{header}{text}\n")).broken, 0, "{text}");
        assert!(run(folder.path(), "db export FILE").contains(text), "{text}");
    }
}

/// Earlier versions put such games among the broken ones.
#[test]
fn a_database_that_has_a_header_among_the_broken_games_agrees_with_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    build(folder.path(), HEADER);
    let file = folder.path().join("games.db");
    let earlier = |text: &str| {
        let connection = rusqlite::Connection::open(&file).expect("open");
        let text = zstd::encode_all(text.as_bytes(), 3).expect("packed");
        let sql =
            "INSERT OR REPLACE INTO broken SELECT 1, 1, 1, 'empty', 'no move is recorded', ?1";
        connection.execute(sql, [text]).expect("broken");
        let sql = "DELETE FROM moves; DELETE FROM game; DELETE FROM bucket; DELETE FROM segment;
            UPDATE packed_column SET numbers = zeroblob(length(numbers)), width = length(numbers)";
        connection.execute_batch(sql).expect("changed");
        let database = Database::open(&file).expect("it opens");
        check(&database, &[], 1, &mut |_| ControlFlow::Continue(())).expect("checked").faults
    };
    assert_eq!(earlier(HEADER.trim_end()), Vec::<String>::new());
    assert_eq!(earlier(&HEADER.replace("Ada", "Eva")).len(), 1);
}
