//! Moves as people type them: one, or a row of them, in many spellings.

use serde::Deserialize;
use serde_json::{Value, json};

use super::position::{ending, move_json};
use super::position_query::PositionQuery;
use crate::board::{Move, MoveList, Position, Square, refusal};
use crate::error::WebError;
use crate::pdn::{canonical, spell};
use crate::protocol::{Fit, MoveText};

/// The text of a move: two squares and, where those are ambiguous, others on its way.
#[derive(Debug, Deserialize)]
pub(super) struct MoveQuery {
    at: PositionQuery,
    text: String,
    /// Whether captures without a choice may be left out of a row of moves.
    #[serde(default)]
    forced: bool,
}

/// The legal moves of the text, one or a row of them, or why there are none.
pub(super) fn parse_move(query: &MoveQuery) -> Result<Value, WebError> {
    let point = query.at.resolve()?;
    let position = point.position();
    if let Some(ending) = ending(&point) {
        return Ok(json!({ "refused": format!("the game is over: {}", ending.reason) }));
    }
    let single = parse_move_text(position, &query.text);
    let row = tokens(&query.text);
    Ok(match (single, row.as_slice()) {
        (Ok(mv), _) => moves_json(position, &[mv]),
        (Err(_), [_, _, ..]) => match parse_row(position, &row, query.forced) {
            Ok(moves) => moves_json(position, &moves),
            Err((number, reason)) => json!({ "refused": reason, "number": number }),
        },
        (Err(_), [one]) => match parse_move_text(position, one) {
            Ok(mv) => moves_json(position, &[mv]),
            Err(reason) => json!({ "refused": reason }),
        },
        (Err(reason), []) => json!({ "refused": reason }),
    })
}

/// Moves, of which the first is also given by itself.
fn moves_json(start: &Position, moves: &[Move]) -> Value {
    let mut position = *start;
    let mut json = Vec::new();
    for &mv in moves {
        json.push(move_json(&position, mv));
        position = position.succ(mv);
    }
    json!({ "move": json[0], "moves": json })
}

/// The moves of a text without their numbers, comments, parentheses, and the result at the end.
fn tokens(text: &str) -> Vec<String> {
    let mut is_comment = false;
    let plain = |c: char| {
        is_comment = c == '{' || is_comment && c != '}';
        if is_comment || "{}(),;!?".contains(c) { ' ' } else { c }
    };
    let text: String = text.chars().map(plain).collect();
    let token = |word: &str| {
        let number = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = if number.starts_with(['.', '…']) { number } else { word };
        rest.trim_start_matches(['.', '…']).to_owned()
    };
    let words = text.split_whitespace().map(token);
    let is_move = |word: &String| !word.is_empty() && word != "*" && !is_result(word);
    words.filter(is_move).collect()
}

fn is_result(word: &str) -> bool {
    matches!(word, "2-0" | "1-1" | "0-2" | "1-0" | "0-1" | "0-0" | "1/2-1/2" | "½-½")
}

/// The moves of a row, or the number of the first word that is not a move, and why.
fn parse_row(start: &Position, row: &[String], forced: bool) -> Result<Vec<Move>, (usize, String)> {
    let (mut position, mut moves) = (*start, Vec::new());
    for (index, text) in row.iter().enumerate() {
        let mv = loop {
            match (parse_move_text(&position, text), only_capture(&position)) {
                (Ok(mv), _) => break mv,
                (Err(_), Some(capture)) if forced => {
                    moves.push(capture);
                    position = position.succ(capture);
                }
                (Err(reason), _) => return Err((index + 1, reason)),
            }
        };
        moves.push(mv);
        position = position.succ(mv);
    }
    Ok(moves)
}

/// The capture that has to be played, if there is no other move.
fn only_capture(position: &Position) -> Option<Move> {
    let legal = MoveList::legal(position);
    (legal.len() == 1).then(|| legal[0]).filter(|mv| !mv.captured().is_empty())
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
    use super::super::position_query::id;
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

    fn row(text: &str, forced: bool) -> Value {
        let query = json!({ "at": {}, "text": text, "forced": forced });
        let mut answer =
            parse_move(&serde_json::from_value(query).expect("a question")).expect("an answer");
        if let Some(moves) = answer["moves"].as_array() {
            let ids: Vec<Value> = moves.iter().map(|mv| mv["id"].clone()).collect();
            answer = json!(ids);
        }
        answer
    }

    #[test]
    fn a_row_of_moves_is_typed_with_and_without_numbers() {
        let expected = json!(["32-28", "19-23", "28x19x23"]);
        for text in [
            "32-28 19-23 28x19",
            "1. 32-28 19-23 2. 28x19 *",
            "1.3228 (1923) {so} 2.28:19",
            "3228, 1923, 2819 2-0",
        ] {
            assert_eq!(row(text, false), expected, "{text}");
        }
        assert_eq!(row("1. 32-28!", false), json!(["32-28"]));
        let refused = json!({ "refused": "a capture is obligatory (28x19)", "number": 3 });
        assert_eq!(row("32-28 19-23 31-26", false), refused);
    }

    #[test]
    fn captures_without_a_choice_may_be_left_out_where_this_is_set() {
        assert_eq!(row("34-30 20-25 40-34", true), json!(["34-30", "20-25", "40-34"]));
        let whole = json!(["34-30", "20-25", "30-24", "19x30x24", "35x24x30"]);
        assert_eq!(row("34-30 20-25 30-24 35x24", true), whole);
        assert_eq!(row("34-30 20-25 30-24 35x24", false)["number"], 4);
    }
}
