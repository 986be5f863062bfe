//! A game that is in no file: put into the database as `db add` would, and counted at once.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use draughts_td::board::Position;
use draughts_td::database::query::{GameFilter, PositionQuery, explore, search};
use draughts_td::database::store::{Build, Database, MoveCount, Saved, check};

use crate::twin::SAMPLE;

fn pdn(white: &str, moves: &str) -> String {
    format!(
        "[White \"{white}\"]\n[Black \"Engine\"]\n[Date \"2031.01.02\"]\n[Result \"2-0\"]\n\n{moves} 2-0\n"
    )
}

fn built(folder: &Path, frequent_games: u32) -> PathBuf {
    let file = folder.join("games.db");
    let build = Build { frequent_games, ..Build::default() };
    build.run(&file, &[SAMPLE.into()], &mut |_| ControlFlow::Continue(())).expect("built");
    file
}

fn first_moves(file: &Path) -> Vec<MoveCount> {
    let database = Database::open(file).expect("it opens");
    explore(&database, &Position::start(), &GameFilter::default()).expect("moves")
}

#[test]
fn a_saved_game_is_found_counted_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = built(folder.path(), 100);
    let before = first_moves(&file);
    let saved = Build::default().save(&file, &pdn("Anna", "1. 32-28 19-23 2. 28x19 14x23"));
    assert_eq!(saved.expect("saved"), Saved { game: 5001, version_of: None, is_copy: false });
    // The start is counted beforehand: the count has the game, and is what it would be if it were made now.
    let after = first_moves(&file);
    let games = |moves: &[MoveCount]| moves.iter().map(|count| count.games).sum::<u32>();
    assert_eq!(games(&after), games(&before) + 1);
    assert!(after.iter().any(|count| count.last_year == Some(2031)));
    let counted = folder.path().join("counted.pdn");
    let database = Database::open(&file).expect("it opens");
    let all: Vec<u8> =
        (1..=5001).filter_map(|number| database.pdn(number).expect("it reads")).flatten().collect();
    fs::write(&counted, all).expect("written");
    let whole = folder.path().join("whole.db");
    let build = Build { frequent_games: 100, ..Build::default() };
    build.run(&whole, &[counted], &mut |_| ControlFlow::Continue(())).expect("built");
    assert_eq!(after, first_moves(&whole));
    let checked = check(&database, &[], 2, &mut |_| ControlFlow::Continue(())).expect("checked");
    assert_eq!((checked.games, checked.faults), (5000, vec![]), "a saved game has no file");
}

#[test]
fn a_game_that_is_there_already_is_kept_as_a_copy_or_a_version() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = built(folder.path(), 100);
    let save = |white: &str, moves: &str| Build::default().save(&file, &pdn(white, moves));
    let first = save("Anna", "1. 32-28 19-23").expect("saved");
    let games = first_moves(&file);
    let again = save("Anna", "1. 32-28 19-23").expect("saved");
    let version_of = Some(first.game);
    assert_eq!(again, Saved { game: first.game + 1, version_of, is_copy: true });
    let annotated = save("Anna", "1. 32-28! 19-23").expect("saved");
    assert_eq!(annotated, Saved { game: first.game + 2, version_of, is_copy: false });
    assert_eq!(first_moves(&file), games, "a game is counted once");
    let filter = |player: &str, source: Option<&str>| GameFilter {
        player: Some(player.into()),
        source: source.map(String::from),
        ..GameFilter::default()
    };
    let found = |filter: GameFilter| {
        let database = Database::open(&file).expect("it opens");
        search(&database, &filter, &PositionQuery::default()).expect("found").hits
    };
    for filter in [filter("Anna", None), filter("Anna", Some("board"))] {
        let games: Vec<u32> = found(filter).iter().map(|hit| hit.game).collect();
        assert_eq!(games, [annotated.game]);
    }
    // A short game of another player is another game.
    assert_eq!(save("Boris", "1. 32-28 19-23").expect("saved").version_of, None);
    let database = Database::open(&file).expect("it opens");
    let sources = database.sources().expect("sources");
    let own = sources.iter().find(|source| source.file == "board").expect("a source");
    assert_eq!((own.games, own.finished), (4, true));
}

/// The first save has no rating: the counts of its positions are another with the second.
#[test]
fn a_version_that_counts_otherwise_changes_the_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = built(folder.path(), 100);
    let plain = pdn("Anna", "1. 32-28 19-23");
    let before = first_moves(&file);
    Build::default()
        .save(&file, &plain.replace("[Result \"2-0\"]\n", "").replace("2-0", "*"))
        .expect("saved");
    let version =
        Build::default().save(&file, &plain.replace("[Date", "[WhiteRating \"2000\"]\n[Date"));
    assert!(!version.expect("saved").is_copy);
    let after = first_moves(&file);
    let sum = |moves: &[MoveCount]| {
        moves.iter().fold((0, 0, 0), |(games, white, rated), count| {
            (games + count.games, white + count.white, rated + count.rated)
        })
    };
    let (games, white, rated) = sum(&before);
    assert_eq!(sum(&after), (games + 1, white + 1, rated + 1));
}

#[test]
fn what_is_no_game_or_has_no_database_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = built(folder.path(), 500);
    let error = |path: &Path, moves: &str| {
        Build::default().save(path, &pdn("Anna", moves)).expect_err("refused").to_string()
    };
    let without_result = Build::default().save(&file, &pdn("Anna", "").replace("2-0", "*"));
    assert!(without_result.expect_err("refused").to_string().contains("no move is recorded"));
    assert!(error(&file, "1. 32-28 1-50").contains("1-50"));
    let missing = folder.path().join("none.db");
    assert!(error(&missing, "1. 32-28").contains("no such file") && !missing.exists());
    let _lock = draughts_td::lock::Lock::on(&file).expect("free");
    assert!(error(&file, "1. 32-28").contains("is being written by"));
}
