//! The moves of a position with their results are those of a slow replay, whatever way led there.

use std::collections::BTreeMap;
use std::path::Path;

use draughts_td::board::Position;
use draughts_td::database::query::{GameFilter, explore};
use draughts_td::database::store::{Build, Database, remove_games, restore_games};
use draughts_td::game::Outcome;
use rusqlite::Connection;
use serde_json::Value;
use std::ops::ControlFlow;

use crate::twin::{Numbers, SAMPLE, TwinGame, ask, database, sample};

/// Games, wins of White, draws, wins of Black.
type Counts = [u32; 4];

fn slow(position: &Position) -> BTreeMap<String, Counts> {
    let mut moves = BTreeMap::<String, Counts>::new();
    for game in sample() {
        let mut played: Vec<_> = (0..game.moves.len())
            .filter(|&ply| game.positions[ply] == *position)
            .map(|ply| game.moves[ply])
            .collect();
        played.sort();
        played.dedup();
        for mv in played {
            let counts = moves.entry(mv.to_string()).or_default();
            counts[0] += 1;
            match game.outcome {
                Outcome::WhiteWins => counts[1] += 1,
                Outcome::Draw => counts[2] += 1,
                Outcome::BlackWins => counts[3] += 1,
                _ => {}
            }
        }
    }
    moves
}

fn quick(database: &Database, position: &Position) -> BTreeMap<String, Counts> {
    let moves = explore(database, position, &GameFilter::default()).expect("an answer");
    assert!(moves.is_sorted_by_key(|count| std::cmp::Reverse(count.games)));
    let counts = moves
        .into_iter()
        .map(|count| (count.mv.to_string(), [count.games, count.white, count.draws, count.black]));
    counts.collect()
}

#[test]
fn moves_are_counted_as_a_slow_replay_counts_them() {
    let database = Database::open(database()).expect("the database");
    let mut numbers = Numbers(5);
    for index in 0..300 {
        let game = &sample()[numbers.below(sample().len())];
        let most = if index % 3 == 0 { game.positions.len() } else { 8 };
        let position = game.positions[numbers.below(most.min(game.positions.len()))];
        assert_eq!(quick(&database, &position), slow(&position), "{position}");
    }
}

/// With few games for a position to be counted beforehand, and many runs, the answers are the same.
#[test]
fn what_is_counted_beforehand_is_what_is_counted_when_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db");
    let build = Build { threads: 2, run_positions: 40_000, frequent_games: 5 };
    build.run(&file, &[SAMPLE.into()], &mut |_| ControlFlow::Continue(())).expect("built");
    let [beforehand, asked] =
        [file.as_path(), database()].map(|file| Database::open(file).expect("open"));
    for game in sample().iter().step_by(40) {
        for position in game.positions.iter().take(12) {
            assert_eq!(quick(&beforehand, position), quick(&asked, position), "{position}");
        }
    }
}

/// Everything that is counted beforehand.
fn counted(file: &Path) -> Vec<(i64, String, [u32; 4])> {
    let connection = Connection::open(file).expect("open");
    let rows = "SELECT position, move, games, white, draws, black FROM popular ORDER BY 1, 2";
    let mut rows = connection.prepare(rows).expect("a table");
    let row = |row: &rusqlite::Row<'_>| {
        Ok((row.get(0)?, row.get(1)?, [row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?]))
    };
    rows.query_map([], row).expect("rows").map(|row| row.expect("a row")).collect()
}

#[test]
fn games_that_go_and_come_back_change_the_counts_of_their_positions_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let [many, few] = [5, u32::MAX].map(|least| {
        let file = folder.path().join(format!("{least}.db"));
        let build = Build { frequent_games: least, ..Build::default() };
        build.run(&file, &[SAMPLE.into()], &mut |_| ControlFlow::Continue(())).expect("built");
        file
    });
    let first = counted(&many);
    assert!(first.len() > 100 && counted(&few).is_empty());
    let gone: Vec<u32> = (1..400).step_by(40).collect();
    for file in [&many, &few] {
        remove_games(file, &gone).expect("removed");
    }
    let less = counted(&many);
    let changed = first.iter().filter(|row| !less.contains(row)).count();
    assert!(0 < changed && changed < first.len() / 2, "{changed} of {}", first.len());
    let [beforehand, asked] = [&many, &few].map(|file| Database::open(file).expect("open"));
    for game in sample().iter().take(400).step_by(20) {
        for position in game.positions.iter().take(12) {
            assert_eq!(quick(&beforehand, position), quick(&asked, position), "{position}");
        }
    }
    restore_games(&many, &gone).expect("restored");
    assert_eq!(counted(&many), first);
}

#[test]
fn the_verb_lists_objects_with_values_and_verdicts() {
    let moves = ask("explore", &[]);
    let moves = moves.as_array().expect("a list");
    let expected = slow(&Position::start());
    assert_eq!(moves.len(), expected.len());
    for object in moves {
        let counts = expected[object["move"].as_str().expect("a move")];
        let number = |name: &str| object[name].as_u64().expect(name) as u32;
        assert_eq!(["games", "white", "draws", "black"].map(number), counts);
        assert!(object["value"].as_f64().is_some_and(|value| value.abs() < 0.5), "{object}");
        assert!(object["last_year"].is_u64() && object["rating"].is_null(), "{object}");
    }
}

#[test]
fn transpositions_and_filters_count() {
    // Two games that come to one position by other moves.
    let other = |game: &'static TwinGame| {
        let after = |other: &&TwinGame| {
            other.positions[3] == game.positions[3] && other.moves[..3] != game.moves[..3]
        };
        sample().iter().find(after).map(|other| [game, other])
    };
    let pair = sample().iter().filter(|game| game.moves.len() > 3).find_map(other);
    let [one, other] = pair.expect("a transposition").map(|game| {
        let moves: Vec<String> = game.moves[..3].iter().map(ToString::to_string).collect();
        ask("explore", &[&moves.join(" ")])
    });
    assert_eq!(one, other);
    let games = |moves: &Value| -> u64 {
        moves.as_array().expect("a list").iter().filter_map(|one| one["games"].as_u64()).sum()
    };
    let white = "Level 10";
    let found = ask("explore", &["start", "--white", white, "--result", "0-2", "--net", "none"]);
    let expected = sample()
        .iter()
        .filter(|game| game.tag("White") == white && game.outcome == Outcome::BlackWins)
        .count();
    assert_eq!(games(&found), expected as u64);
    assert!(found[0]["value"].is_null() && expected > 0);
}
