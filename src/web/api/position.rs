//! A position of a game without a search: legal moves, counters, the end of the game, and the move of a text.

use serde_json::{Value, json};

use super::position_query::{GamePoint, PositionQuery, id, pieces};
use crate::board::{Color, DrawRule, Move, MoveList, Position, Square, fen};
use crate::error::WebError;
use crate::game::Ending;
use crate::pdn::{canonical, spell};

/// The position with its legal moves.
pub(super) fn position(query: &PositionQuery) -> Result<Value, WebError> {
    Ok(position_json(&query.resolve()?))
}

fn position_json(point: &GamePoint) -> Value {
    let position = point.position();
    let ending = ending(point);
    let legal = if ending.is_some() { Vec::new() } else { legal(position) };
    json!({
        "fen": fen::write(position),
        "turn": color_name(position.turn()),
        "pieces": pieces(position),
        "legal": legal,
        "ending": ending.map(|ending| json!({
            "verdict": ending.verdict.to_string(),
            "result": ending.verdict.outcome().pdn(),
            "reason": ending.reason,
        })),
        "counters": counters(point),
    })
}

/// How the game has ended, if it has.
pub(super) fn ending(point: &GamePoint) -> Option<Ending> {
    let position = point.position();
    if !position.has_moves() {
        return Some(Ending::no_moves(position.turn()));
    }
    point.game.history().draw().map(Ending::by_rule)
}

pub(super) fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn legal(position: &Position) -> Vec<Value> {
    let mut legal: Vec<Move> = MoveList::legal(position).into_iter().collect();
    legal.sort_unstable();
    legal.into_iter().map(|mv| move_json(position, mv)).collect()
}

/// A move with all that the board needs to play it.
pub(super) fn move_json(position: &Position, mv: Move) -> Value {
    json!({
        "id": id(mv),
        "text": spell(position, mv, &mut MoveList::new()),
        "from": mv.from().number(),
        "to": mv.to().number(),
        "captured": mv.captured().into_iter().map(Square::number).collect::<Vec<_>>(),
        "route": canonical(position, mv).into_iter().map(Square::number).collect::<Vec<_>>(),
    })
}

/// The count towards a draw that ends first, in moves left for each side; none where no count runs.
fn counters(point: &GamePoint) -> Vec<Value> {
    let counter = |(rule, plies): (DrawRule, u32)| {
        let name = match rule {
            DrawRule::Repetition => "repetition",
            DrawRule::KingMoves => "kings only and no capture",
            DrawRule::ThreeAgainstOne => "three pieces against one king",
            DrawRule::TwoAgainstOne => "one or two pieces against one king",
        };
        json!({ "rule": name, "moves_left": plies.div_ceil(2) })
    };
    point.game.history().ends_first().into_iter().map(counter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_and_endings_are_reported() {
        let point = |json: Value| {
            position(&serde_json::from_value(json).expect("a spot")).expect("a place")
        };
        let start = point(json!({}));
        assert_eq!(
            (start["legal"].as_array().map(Vec::len), &start["counters"]),
            (Some(9), &json!([]))
        );
        let ending = point(json!({ "fen": "W:WK1:BK50" }));
        let two = json!({ "rule": "one or two pieces against one king", "moves_left": 5 });
        assert_eq!(ending["counters"], json!([two]), "5 moves end before 16");
        let three = point(json!({ "fen": "W:WK1,K2,K3:BK50" }));
        let expected = json!({ "rule": "three pieces against one king", "moves_left": 16 });
        assert_eq!(three["counters"], json!([expected]));
        let over = point(json!({ "fen": "W:W46:B41,37" }));
        assert_eq!((over["ending"]["result"].as_str(), &over["legal"]), (Some("0-2"), &json!([])));
    }
}
