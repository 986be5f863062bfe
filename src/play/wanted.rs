//! The legal move that a person means, typed or pointed at, and the rule that forbids any other.

use crate::board::{Color, Move, MoveList, Piece, Position, Square};
use crate::protocol::MoveText;

/// A move in the short form, in the long one where two captures share it.
#[must_use]
pub fn written(mv: Move, legal: &[Move]) -> String {
    let twins =
        legal.iter().filter(|other| (other.from(), other.to()) == (mv.from(), mv.to())).count();
    let text = if twins > 1 { MoveText::from(mv).to_string() } else { mv.to_string() };
    format!("{text:<7}")
}

/// The legal move a person means: a number behind `#`, or squares as far as they tell it apart. A number alone that is
/// no origin is taken for a number of the list.
///
/// # Errors
/// What is wrong with the text, or the rule that the move breaks.
pub fn choose(text: &str, position: &Position, legal: &[Move]) -> Result<Move, String> {
    let numbered = |number: usize| {
        let found = number.checked_sub(1).and_then(|index| legal.get(index)).copied();
        found.ok_or_else(|| format!("the list has {} moves; type moves to see it", legal.len()))
    };
    if let Some(number) = text.strip_prefix('#') {
        return number
            .trim()
            .parse()
            .map_err(|_| format!("'{text}' is no number of the list"))
            .and_then(numbered);
    }
    let squares =
        squares(text).ok_or_else(|| format!("'{text}' is no move and no command; type help"))?;
    let fits = |mv: &Move| {
        let own = [mv.from(), mv.to()].map(|square| usize::from(square.number()));
        let captured = mv.captured().into_iter().map(|square| usize::from(square.number()));
        let (route, rest) = squares.split_at(squares.len().min(2));
        route.iter().zip(own).all(|(typed, own)| *typed == own)
            && rest.iter().all(|typed| captured.clone().any(|c| c == *typed))
    };
    let fitting: Vec<Move> = legal.iter().copied().filter(fits).collect();
    match (fitting.as_slice(), squares.as_slice()) {
        ([mv], &[number]) if number <= legal.len() && legal[number - 1] != *mv => {
            Err(format!("do you mean {mv} or move #{number} of the list, {}?", legal[number - 1]))
        }
        ([mv], _) => Ok(*mv),
        ([], &[number]) => numbered(number)
            .map_err(|_| format!("no move starts on {number}; type moves for the list")),
        ([], _) => Err(illegal(text, position, &squares)),
        (several, _) => {
            let names: Vec<String> = several.iter().map(|mv| written(*mv, legal)).collect();
            let names: Vec<&str> = names.iter().map(|name| name.trim_end()).collect();
            Err(format!("which one: {}?", names.join(" ")))
        }
    }
}

/// Why the squares, which name no legal move, name none.
fn illegal(text: &str, position: &Position, squares: &[usize]) -> String {
    let square = |index: usize| Square::new(u8::try_from(*squares.get(index)?).ok()?);
    let broken = match (square(0), square(1)) {
        (Some(from), Some(to)) => refusal(position, from, to),
        _ => "such a move does not exist".into(),
    };
    format!("{text} is not legal: {broken}; type moves for the list")
}

/// The rule that a move between two squares breaks, where none is legal; the one that a beginner would be told first.
#[must_use]
pub fn refusal(position: &Position, from: Square, to: Square) -> String {
    let us = position.turn();
    match position.at(from) {
        None => return format!("nothing stands on {from}"),
        Some((color, _)) if color != us => {
            return format!("the piece on {from} is {color:?}'s, and {us:?} is to move");
        }
        Some(_) => {}
    }
    let legal = MoveList::legal(position);
    match legal.first().map(|mv| mv.captured().len()) {
        None => format!("{us:?} has no legal move"),
        Some(0) => quiet_refusal(position, from, to),
        Some(count) => capture_refusal(&legal, from, count),
    }
}

fn capture_refusal(legal: &MoveList, from: Square, count: u32) -> String {
    let others: Vec<String> = legal.into_iter().map(|mv| mv.to_string()).collect();
    let rule = match count {
        1 => "a capture is obligatory".into(),
        count => format!("capture of {count} is obligatory, the most that is possible"),
    };
    let own = legal.into_iter().find(|mv| mv.from() == from);
    let hint = own.map_or_else(|| others[0].clone(), |mv| mv.to_string());
    format!("{rule} ({hint})")
}

fn quiet_refusal(position: &Position, from: Square, to: Square) -> String {
    if position.at(to).is_some() {
        return format!("a piece stands on {to}");
    }
    let rows = i32::from(to.row()) - i32::from(from.row());
    let files = i32::from(to.file()) - i32::from(from.file());
    if rows.abs() != files.abs() || rows == 0 {
        return "pieces move along diagonals".into();
    }
    let is_man = position.at(from).is_some_and(|(_, piece)| piece == Piece::Man);
    let forward = if position.turn() == Color::White { rows < 0 } else { rows > 0 };
    match (is_man, forward, rows.abs()) {
        (true, false, _) => "men move forward; only captures go back".into(),
        (true, true, _) => "men move one square; there is nothing to capture".into(),
        (false, ..) => format!("the way of the king to {to} is not free"),
    }
}

/// The numbers of a typed move; four digits without a separator are two squares.
fn squares(text: &str) -> Option<Vec<usize>> {
    if text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit()) {
        return Some(vec![text[..2].parse().ok()?, text[2..].parse().ok()?]);
    }
    let parts = text.split(|c: char| "-x:X ".contains(c)).filter(|part| !part.is_empty());
    let numbers: Option<Vec<usize>> =
        parts.map(|part| part.parse().ok().filter(|n| (1..=50).contains(n))).collect();
    numbers.filter(|numbers| !numbers.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    fn refused(text: &str, from: u8, to: u8) -> String {
        let position = fen::read(text).expect(text);
        let square = |number| Square::new(number).expect("a square");
        refusal(&position, square(from), square(to))
    }

    #[test]
    fn a_capture_of_the_most_pieces_is_named() {
        let text = "W:W28,40,50:B22,12,3";
        assert_eq!(
            refused(text, 40, 35),
            "capture of 2 is obligatory, the most that is possible (28x8)"
        );
        assert_eq!(refused("W:W28,40:B23", 40, 35), "a capture is obligatory (28x19)");
    }

    #[test]
    fn every_refusal_names_its_rule() {
        let start = "W:W31-50:B1-20";
        assert_eq!(refused(start, 25, 20), "nothing stands on 25");
        assert_eq!(refused(start, 20, 25), "the piece on 20 is Black's, and White is to move");
        assert_eq!(refused(start, 36, 31), "a piece stands on 31");
        assert_eq!(refused(start, 32, 22), "pieces move along diagonals");
        assert_eq!(refused("W:W28:B1", 28, 32), "men move forward; only captures go back");
        assert_eq!(refused("B:W48:B28", 28, 22), "men move forward; only captures go back");
        assert_eq!(refused(start, 33, 24), "men move one square; there is nothing to capture");
        assert_eq!(refused("W:WK46,28:B1", 46, 23), "the way of the king to 23 is not free");
        assert_eq!(refused("W:W46:B41,37", 46, 37), "White has no legal move");
    }
}
