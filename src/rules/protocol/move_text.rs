//! A move as another program wrote it: two squares and, if it said so, the captured set.

use std::fmt;
use std::str::FromStr;

use super::error::MoveError;
use crate::board::{Bitboard, Move, MoveList, Position, Square};

/// A move as written, in the form Hub and DXP share: origin, destination, captured squares; not yet known to be legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveText {
    /// Where the piece starts.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// The captured squares; `None` if a capture was written without them.
    pub captured: Option<Bitboard>,
}

/// How well a move as written fits the legal move found for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// Origin, destination and captured set are the move's own.
    Exact,
    /// The captured squares were missing or wrong; the two squares left only one legal move.
    TwoSquares,
}

impl From<Move> for MoveText {
    fn from(mv: Move) -> MoveText {
        MoveText { from: mv.from(), to: mv.to(), captured: Some(mv.captured()) }
    }
}

impl MoveText {
    /// The legal move that was meant. A captured set that is missing or wrong is forgiven when only one legal move
    /// joins the two squares; [`Fit`] says so.
    ///
    /// # Errors
    /// No legal move, or several, join the two squares.
    pub fn find(self, position: &Position) -> Result<(Move, Fit), MoveError> {
        if let Some(captured) = self.captured
            && let Some(mv) = Move::find(position, self.from, self.to, captured)
        {
            return Ok((mv, Fit::Exact));
        }
        let mut legal = MoveList::legal(position);
        let all = legal.clone();
        legal.retain(|mv| mv.from() == self.from && mv.to() == self.to);
        match legal.len() {
            0 => Err(MoveError::Illegal { written: self.to_string(), legal: list(&all) }),
            1 => Ok((legal[0], Fit::TwoSquares)),
            count => Err(MoveError::Ambiguous { written: self.to_string(), count }),
        }
    }
}

/// The legal moves for a message: all of them, or the first dozen.
fn list(legal: &MoveList) -> String {
    let written = |mv: Move| MoveText::from(mv).to_string();
    let mut words: Vec<String> = legal.into_iter().take(12).map(written).collect();
    if legal.is_empty() {
        words.push("none, the game is over".into());
    } else if legal.len() > words.len() {
        words.push(format!("and {} more", legal.len() - words.len()));
    }
    words.join(" ")
}

/// The notation of Hub: `32-28`, `28x19x23`; every captured square, ascending, no leading zeros.
impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.captured {
            Some(captured) if captured.is_empty() => write!(f, "{}-{}", self.from, self.to),
            Some(captured) => {
                write!(f, "{}x{}", self.from, self.to)?;
                captured.into_iter().try_for_each(|square| write!(f, "x{square}"))
            }
            None => write!(f, "{}x{}", self.from, self.to),
        }
    }
}

/// Reads Hub's notation: leading zeros and any order of the captured squares are allowed.
impl FromStr for MoveText {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<MoveText, MoveError> {
        let syntax = || MoveError::Syntax(text.chars().take(40).collect());
        let is_capture = text.contains(['x', 'X', ':']);
        let squares: Option<Vec<Square>> = text.split(['-', 'x', 'X', ':']).map(square).collect();
        match squares.ok_or_else(syntax)?.as_slice() {
            [from, to] if is_capture => Ok(MoveText { from: *from, to: *to, captured: None }),
            [from, to] => Ok(MoveText { from: *from, to: *to, captured: Some(Bitboard::EMPTY) }),
            [from, to, captured @ ..] if is_capture => {
                let captured = captured.iter().copied().collect();
                Ok(MoveText { from: *from, to: *to, captured: Some(captured) })
            }
            _ => Err(syntax()),
        }
    }
}

fn square(digits: &str) -> Option<Square> {
    let is_number = (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| digits.parse().ok().and_then(Square::new)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    fn read(text: &str) -> MoveText {
        text.parse().expect(text)
    }

    #[test]
    fn the_notation_of_hub_reads_and_writes_itself() {
        for text in ["32-28", "28x19x23", "47x36x14x29x31x42", "38x38x18x19x32x33", "28x19"] {
            assert_eq!(read(text).to_string(), text);
        }
    }

    #[test]
    fn leading_zeros_and_any_order_of_captured_squares_are_read() {
        assert_eq!(read("07-12"), read("7-12"));
        assert_eq!(read("47x36x42x31x29x14"), read("47x36x14x29x31x42"));
    }

    #[test]
    fn rubbish_is_no_move() {
        for text in
            ["", "-", "32", "32-", "32-28-23", "0-5", "32-51", "a3-b4", "3²-28", "123-4", "32 28"]
        {
            assert!(text.parse::<MoveText>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_capture_without_its_list_is_found_when_it_is_the_only_one() {
        let position = fen::read("W:W28:B23").expect("fen");
        let (mv, fit) = read("28x19").find(&position).expect("legal");
        assert_eq!((MoveText::from(mv).to_string().as_str(), fit), ("28x19x23", Fit::TwoSquares));
        assert_eq!(read("28x19x23").find(&position).expect("legal").1, Fit::Exact);
        assert_eq!(read("28-19").find(&position).expect("lenient").1, Fit::TwoSquares);
    }

    #[test]
    fn two_captures_between_the_same_squares_need_the_list() {
        let position = fen::read("W:WK47,26:B14,19,29,31,42").expect("fen");
        let error = read("47x36").find(&position).expect_err("ambiguous");
        assert_eq!(error, MoveError::Ambiguous { written: "47x36".into(), count: 2 });
        assert!(read("47x36x19x29x31x42").find(&position).is_ok());
    }

    #[test]
    fn an_illegal_move_is_answered_with_the_legal_ones() {
        let position = fen::read("W:W28,40:B23").expect("fen");
        let error = read("40-35").find(&position).expect_err("a capture is compulsory");
        assert_eq!(error.to_string(), "40-35 is illegal; legal are 28x19x23");
    }
}
