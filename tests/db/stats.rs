//! Groups of games add up to what the text has.

use std::collections::BTreeMap;

use draughts_td::board::Color;
use draughts_td::game::Outcome;
use draughts_td::player::{Budget, Engine, Evaluation, Options, StopFlag};
use draughts_td::review::{mistakes, views};
use serde_json::Value;

use crate::run::told;
use crate::twin::{TwinGame, ask, database, db, sample};

/// Games, wins, draws and losses of each name.
fn groups(list: &Value) -> BTreeMap<String, [u64; 4]> {
    let number = |group: &Value, name: &str| group[name].as_u64().expect("a number");
    let group = |group: &Value| {
        let name = group["name"].as_str().expect("a name").to_owned();
        (name, ["games", "wins", "draws", "losses"].map(|name| number(group, name)))
    };
    list.as_array().expect("a list").iter().map(group).collect()
}

fn slow(name: impl Fn(&TwinGame) -> Option<(String, bool)>) -> BTreeMap<String, [u64; 4]> {
    let mut groups = BTreeMap::<String, [u64; 4]>::new();
    for game in sample() {
        let Some((name, is_white)) = name(game) else { continue };
        let counts = groups.entry(name).or_default();
        counts[0] += 1;
        match (game.outcome, is_white) {
            (Outcome::WhiteWins, true) | (Outcome::BlackWins, false) => counts[1] += 1,
            (Outcome::Draw, _) => counts[2] += 1,
            (Outcome::BlackWins, true) | (Outcome::WhiteWins, false) => counts[3] += 1,
            _ => {}
        }
    }
    groups
}

#[test]
fn openings_and_years_add_up_to_all_games() {
    let found = ask("stats", &["--limit", "0", "--plies", "3"]);
    assert_eq!(found["games"].as_u64(), Some(sample().len() as u64));
    let opening = |game: &TwinGame| {
        let moves: Vec<String> = game.moves.iter().take(3).map(ToString::to_string).collect();
        Some((moves.join(" "), true))
    };
    assert_eq!(groups(&found["by"]["opening"]), slow(opening));
    let year = |game: &TwinGame| Some((game.tag("Date")[..4].to_owned(), true));
    assert_eq!(groups(&found["by"]["year"]), slow(year));
    let lengths = groups(&found["by"]["length"]);
    assert_eq!(lengths.values().map(|counts| counts[0]).sum::<u64>(), sample().len() as u64);
}

#[test]
fn a_player_has_opponents_and_sides() {
    let player = "Level 10";
    let found = ask("stats", &["--player", player, "--limit", "0"]);
    let has = |game: &TwinGame| [game.tag("White"), game.tag("Black")].contains(&player);
    let opponent = |game: &TwinGame| {
        let is_white = game.tag("White") == player;
        let other = if is_white { game.tag("Black") } else { game.tag("White") };
        has(game).then(|| (other.to_owned(), is_white))
    };
    assert_eq!(groups(&found["by"]["opponent"]), slow(opponent));
    let side = |game: &TwinGame| {
        let is_white = game.tag("White") == player;
        has(game).then(|| (if is_white { "White" } else { "Black" }.to_owned(), is_white))
    };
    assert_eq!(groups(&found["by"]["side"]), slow(side));
}

/// The same games searched by the library, one after the other.
#[test]
fn the_mistakes_of_a_player_are_those_of_the_latest_games_searched_one_by_one() {
    let flags = ["--player", "Level 10", "--mistakes", "3", "--net", "material", "--nodes", "300"];
    let found = ask("stats", &[&flags[..], &["--limit", "0"]].concat());
    let named = |game: &&TwinGame| [game.tag("White"), game.tag("Black")].contains(&"Level 10");
    let mut games: Vec<&TwinGame> = sample().iter().filter(named).collect();
    games.sort_by_key(|game| std::cmp::Reverse((game.tag("Date").to_owned(), game.number)));
    let options = Options { hash_mb: 64, ..Options::default() };
    let mut engine = Engine::new(&Evaluation::material(), &options).expect("an engine");
    let (mut moves, mut expected) = (0, Vec::new());
    for game in &games[..3] {
        let white = game.tag("White") == "Level 10";
        let own = |ply: usize| (game.positions[ply].turn() == Color::White) == white;
        moves += (0..game.moves.len()).filter(|&ply| own(ply)).count();
        let (start, stop) = (&game.positions[0], StopFlag::new());
        let budget = Budget::of_nodes(300);
        let views = views(&mut engine, start, &game.moves, &budget, &stop, &mut |_, _| {});
        let all = mistakes(start, &game.moves, &views.expect("not stopped"));
        let all = all.iter().filter(|mistake| own(mistake.before));
        expected.extend(all.map(|mistake| (u64::from(game.number), mistake.before as u64)));
    }
    assert!(!expected.is_empty());
    assert_eq!((&found["games"], &found["moves"]), (&3.into(), &moves.into()));
    let number = |one: &Value, name: &str| one[name].as_u64().expect("a number");
    let worst = found["worst"].as_array().expect("a list");
    let mut told: Vec<(u64, u64)> =
        worst.iter().map(|one| (number(one, "game"), number(one, "ply"))).collect();
    told.sort_unstable();
    expected.sort_unstable();
    assert_eq!(told, expected);
    let losses: Vec<f64> = worst.iter().filter_map(|one| one["loss"].as_f64()).collect();
    assert!(losses.is_sorted_by(|a, b| a >= b), "{losses:?}");
    let glyphs = ["inaccuracies", "mistakes", "blunders"];
    let total: u64 = glyphs.iter().map(|name| number(&found, name)).sum();
    assert_eq!(total as usize, told.len());
    let phases = found["phases"].as_array().expect("phases");
    assert_eq!(phases.iter().map(|one| number(one, "moves")).sum::<u64>() as usize, moves);
}

#[test]
fn mistakes_are_those_of_a_player_and_limits_belong_to_them() {
    let file = database().display().to_string();
    for (flags, what) in [
        (&["--mistakes", "3"][..], "--player"),
        (&["--player", "Level 10", "--mistakes", "0"], "0"),
        (&["--player", "Level 10", "--nodes", "5"], "--mistakes"),
        (&["--player", "Level 10", "--mistakes", "1", "--by", "year"], "--by"),
    ] {
        let said = told(&db(&[&["stats", &file], flags].concat()), 2);
        assert!(said.contains(what), "{flags:?}: {said}");
    }
    let none = ask("stats", &["--player", "nobodyhasthisname", "--mistakes", "3"]);
    assert_eq!((&none["games"], &none["moves"]), (&0.into(), &0.into()));
}
