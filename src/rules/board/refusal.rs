//! Why a move is refused, or a position as the beginning of a game, in a sentence for people.

use super::{Color, MoveList, Piece, Position, Square};

/// The rule that a move between two squares breaks, where none is legal; the one that a beginner would be told first.
#[must_use]
pub fn refusal(position: &Position, from: Square, to: Square) -> String {
    let us = position.turn();
    match position.at(from) {
        None => return format!("nothing is on {from}"),
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
    let example = own.map_or_else(|| others[0].clone(), |mv| mv.to_string());
    format!("{rule} ({example})")
}

fn quiet_refusal(position: &Position, from: Square, to: Square) -> String {
    if position.at(to).is_some() {
        return format!("a piece is on {to}");
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

/// Whether a game can be played from here.
///
/// # Errors
/// The side that has nothing to play with.
pub fn playable(position: &Position) -> Result<(), String> {
    match Color::ALL.into_iter().find(|&side| position.pieces(side).is_empty()) {
        Some(side) => Err(format!("{side:?} has no piece there, so there is no game to play")),
        None => Ok(()),
    }
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
        assert_eq!(refused(start, 25, 20), "nothing is on 25");
        assert_eq!(refused(start, 20, 25), "the piece on 20 is Black's, and White is to move");
        assert_eq!(refused(start, 36, 31), "a piece is on 31");
        assert_eq!(refused(start, 32, 22), "pieces move along diagonals");
        assert_eq!(refused("W:W28:B1", 28, 32), "men move forward; only captures go back");
        assert_eq!(refused("B:W48:B28", 28, 22), "men move forward; only captures go back");
        assert_eq!(refused(start, 33, 24), "men move one square; there is nothing to capture");
        assert_eq!(refused("W:WK46,28:B1", 46, 23), "the way of the king to 23 is not free");
        assert_eq!(refused("W:W46:B41,37", 46, 37), "White has no legal move");
    }
}
