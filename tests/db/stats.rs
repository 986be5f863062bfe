//! Groups of games add up to what the text has.

use std::collections::BTreeMap;

use draughts_td::game::Outcome;
use serde_json::Value;

use crate::twin::{TwinGame, ask, sample};

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
