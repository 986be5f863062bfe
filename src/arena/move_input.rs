//! Moves as a person types them.

use crate::board::{Move, Position, Square, refusal};
use crate::protocol::MoveText;

/// A move in the short notation, or in the long one where two captures share the short one.
pub(crate) fn format_move(mv: Move, legal: &[Move]) -> String {
    let count =
        legal.iter().filter(|other| (other.from(), other.to()) == (mv.from(), mv.to())).count();
    let text = if count > 1 { MoveText::from(mv).to_string() } else { mv.to_string() };
    format!("{text:<7}")
}

/// The legal move of a text: a number of the list after `#`, or as many squares as identify the move. A single number that is no
/// origin is a number of the list.
pub(crate) fn parse_move(text: &str, position: &Position, legal: &[Move]) -> Result<Move, String> {
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
        ([], _) => Err(explain_illegal(text, position, &squares)),
        (several, _) => {
            let names: Vec<String> = several.iter().map(|mv| format_move(*mv, legal)).collect();
            let names: Vec<&str> = names.iter().map(|name| name.trim_end()).collect();
            Err(format!("which one: {}?", names.join(" ")))
        }
    }
}

/// Explains why no legal move matches.
fn explain_illegal(text: &str, position: &Position, squares: &[usize]) -> String {
    let square = |index: usize| Square::new(u8::try_from(*squares.get(index)?).ok()?);
    let broken = match (square(0), square(1)) {
        (Some(from), Some(to)) => refusal(position, from, to),
        _ => "such a move does not exist".into(),
    };
    format!("{text} is not legal: {broken}; type moves for the list")
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
