//! A position of a game without a search: legal moves, counters, the end of the game, and the move of a text.

use serde::Deserialize;
use serde_json::{Value, json};

use super::position_query::{GamePoint, PositionQuery, id, pieces};
use crate::board::refusal;
use crate::board::{Color, DrawRule, Move, MoveList, Position, Square, fen};
use crate::error::WebError;
use crate::game::Ending;
use crate::pdn::{canonical, spell};
use crate::protocol::{Fit, MoveText};

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

/// The text of a move: two squares and, where those are ambiguous, others on its way.
#[derive(Debug, Deserialize)]
pub(super) struct MoveQuery {
    at: PositionQuery,
    text: String,
}

/// The legal move of the text, or why there is none.
pub(super) fn parse_move(query: &MoveQuery) -> Result<Value, WebError> {
    let point = query.at.resolve()?;
    let position = point.position();
    if let Some(ending) = ending(&point) {
        return Ok(json!({ "refused": format!("the game is over: {}", ending.reason) }));
    }
    Ok(match parse_move_text(position, &query.text) {
        Ok(mv) => json!({ "move": move_json(position, mv) }),
        Err(reason) => json!({ "refused": reason }),
    })
}

/// The legal move of a text: by its two squares, by all squares of its way, or by the captured ones after the two.
fn parse_move_text(position: &Position, text: &str) -> Result<Move, String> {
    if let Ok(written) = text.trim().parse::<MoveText>()
        && let Ok((mv, Fit::Exact)) = written.find(position)
    {
        return Ok(mv);
    }
    let squares = squares(text).ok_or("a move is two squares, such as 32-28 or 28x19")?;
    let (from, to) = (squares[0], squares[squares.len() - 1]);
    let legal = MoveList::legal(position);
    let fits = |mv: &Move| mv.from() == from && mv.to() == to;
    let fitting: Vec<Move> = legal.into_iter().filter(fits).collect();
    let on_way = |mv: &Move| {
        let way = canonical(position, *mv);
        squares.iter().all(|square| way.contains(square) || mv.captured().contains(*square))
    };
    let exact: Vec<Move> = fitting.iter().copied().filter(on_way).collect();
    match (exact.as_slice(), fitting.as_slice()) {
        ([mv], _) | ([], [mv]) => Ok(*mv),
        ([], []) => Err(refusal(position, from, to)),
        (several, all) => {
            let several = if several.is_empty() { all } else { several };
            let mut list = MoveList::new();
            let names: Vec<String> =
                several.iter().map(|mv| spell(position, *mv, &mut list)).collect();
            Err(format!("several captures fit: {}", names.join(" or ")))
        }
    }
}

fn squares(text: &str) -> Option<Vec<Square>> {
    // 3228 is 32-28: two squares of two digits.
    if let Ok([a, b, c, d]) = <[char; 4]>::try_from(text.trim().chars().collect::<Vec<_>>())
        && [a, b, c, d].iter().all(char::is_ascii_digit)
    {
        return squares(&format!("{a}{b}-{c}{d}"));
    }
    let numbers = text.split(|c: char| "-x:X× ".contains(c)).filter(|part| !part.is_empty());
    let squares: Option<Vec<Square>> =
        numbers.map(|part| part.parse().ok().and_then(Square::new)).collect();
    squares.filter(|squares| (2..=24).contains(&squares.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(fen: &str, text: &str) -> Result<String, String> {
        parse_move_text(&crate::board::fen::read(fen).expect(fen), text).map(id)
    }

    #[test]
    fn a_move_may_be_written_in_many_ways() {
        for text in ["32-28", "32 28", "32x28", " 32 - 28 ", "3228", " 3228 "] {
            assert_eq!(chosen("W:W31-50:B1-20", text), Ok("32-28".into()), "{text}");
        }
        assert_eq!(chosen("W:W28:B23", "28x19"), Ok("28x19x23".into()));
    }

    #[test]
    fn an_ambiguous_capture_is_resolved_by_its_way() {
        let fen = "W:WK47:B14,19,29,31,42";
        let query = chosen(fen, "47x36").expect_err("two captures");
        assert_eq!(query, "several captures fit: 47x38x20x9x36 or 47x38x24x13x36");
        assert_eq!(chosen(fen, "47x38x20x9x36"), Ok("47x36x14x29x31x42".into()));
        assert_eq!(chosen(fen, "47x36x19x29x31x42"), Ok("47x36x19x29x31x42".into()));
    }

    #[test]
    fn a_refused_move_names_its_rule() {
        assert_eq!(chosen("W:W28,40:B23", "40-35"), Err("a capture is obligatory (28x19)".into()));
        for text in ["", "32", "a-b", "32-51", "0-1", "3251", "0001", "٣٢٢٨", "32-28-"] {
            let refused = chosen("W:W31-50:B1-20", text);
            assert!(refused.is_err() || text == "32-28-", "{text}");
        }
    }

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
