//! Moves in a row, with wildcards.

use std::str::FromStr;

use crate::board::{Color, Move, Position};
use crate::error::DatabaseError;

/// Moves played one after another; of each move as much as is asked for.
///
/// The text has moves with blanks between them, also with their numbers. Commas join what must hold for the same move.
///
/// - `32-28` goes from one square to another, where `?` is any square; `-` moves without a capture, `x` captures.
/// - `x27` captures the piece on 27, `takes3` three pieces, `takes3+` three or more.
/// - `gives` captures nothing and is answered by a capture.
/// - `crowns` makes a king.
/// - `?` is any move, `*` any number of moves.
///
/// ```
/// use draughts_td_database::query::Sequence;
///
/// for text in ["32-28 19-23", "?-27 x27", "gives takes1 ?x?,takes3+", "32-28 * 28-22"] {
///     assert!(text.parse::<Sequence>().is_ok());
/// }
/// assert!("32-51".parse::<Sequence>().is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sequence {
    /// Moves that follow each other at once; between two rows there may be any number of others.
    rows: Vec<Vec<AskedMove>>,
}

/// What is asked of one move; what is not set passes every move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct AskedMove {
    from: Option<u8>,
    to: Option<u8>,
    is_capture: Option<bool>,
    /// The square of a piece that is captured.
    victim: Option<u8>,
    /// The fewest and the most pieces that are captured.
    takes: Option<(u32, u32)>,
    gives: bool,
    crowns: bool,
}

/// A move of a game as it is compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Played {
    mv: Move,
    crowns: bool,
}

impl Played {
    /// A move that is played from a position.
    pub(crate) fn of(position: &Position, mv: Move) -> Played {
        let turn = position.turn();
        let last_row = if turn == Color::White { 0 } else { 9 };
        let crowns = mv.to().row() == last_row && position.men(turn).contains(mv.from());
        Played { mv, crowns }
    }
}

impl Sequence {
    /// Whether the first of these moves are those of the sequence.
    pub(crate) fn begins(&self, moves: &[Played]) -> bool {
        let Some((first, others)) = self.rows.split_first() else { return true };
        let follows = |row: &[AskedMove], at: usize| {
            moves.len() >= at + row.len()
                && row.iter().enumerate().all(|(place, step)| step.is(&moves[at + place..]))
        };
        let mut at = first.len();
        follows(first, 0)
            && others.iter().all(|row| {
                // The earliest place leaves the most to those after it.
                let place = (at..moves.len()).find(|&place| follows(row, place));
                at = place.map_or(at, |place| place + row.len());
                place.is_some()
            })
    }

    /// Whether it has no move.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The same with the board turned.
    #[must_use]
    pub fn turned(&self) -> Sequence {
        let turned = |row: &Vec<AskedMove>| row.iter().map(AskedMove::turned).collect();
        Sequence { rows: self.rows.iter().map(turned).collect() }
    }
}

impl AskedMove {
    /// Whether the first of these moves is this one.
    fn is(&self, moves: &[Played]) -> bool {
        let Some(Played { mv, crowns }) = moves.first() else { return false };
        let is_at = |square: Option<u8>, number: u8| square.is_none_or(|asked| asked == number);
        let captured = mv.captured().len();
        is_at(self.from, mv.from().number())
            && is_at(self.to, mv.to().number())
            && self.is_capture.is_none_or(|asked| asked == mv.is_capture())
            && self.takes.is_none_or(|(least, most)| (least..=most).contains(&captured))
            && self
                .victim
                .is_none_or(|victim| mv.captured().into_iter().any(|one| one.number() == victim))
            && (!self.crowns || *crowns)
            && (!self.gives
                || !mv.is_capture() && moves.get(1).is_some_and(|reply| reply.mv.is_capture()))
    }

    fn turned(&self) -> AskedMove {
        let turned = |square: Option<u8>| square.map(|number| 51 - number);
        let (from, to, victim) = (turned(self.from), turned(self.to), turned(self.victim));
        AskedMove { from, to, victim, ..self.clone() }
    }

    /// Adds what one part of a word asks; `None` where it is no such part.
    fn add(&mut self, part: &str) -> Option<()> {
        match part {
            "?" => {}
            "gives" => self.gives = true,
            "crowns" => self.crowns = true,
            "takes" => self.is_capture = Some(true),
            _ => {
                if let Some(count) = part.strip_prefix("takes") {
                    self.takes = Some(counts(count)?);
                } else if let Some(victim) = part.strip_prefix('x') {
                    self.victim = Some(square(victim)?);
                } else {
                    self.add_squares(part)?;
                }
            }
        }
        Some(())
    }

    /// `32-28`, `28x19x10`, `?-27`, `32x?`.
    fn add_squares(&mut self, part: &str) -> Option<()> {
        let is_sign = |c: char| matches!(c, '-' | 'x' | ':');
        let squares = part.split(is_sign).map(|text| match text {
            "?" => Some(None),
            number => square(number).map(Some),
        });
        let squares = squares.collect::<Option<Vec<Option<u8>>>>()?;
        let [from, .., to] = squares[..] else { return None };
        // Of a move with both squares the sign says nothing: files mix them.
        if squares.contains(&None) {
            self.is_capture = Some(part.contains(['x', ':']));
        }
        (self.from, self.to) = (from, to);
        Some(())
    }
}

fn square(text: &str) -> Option<u8> {
    text.parse().ok().filter(|number| (1..=50).contains(number))
}

/// `3`, or `3+` for three or more.
fn counts(text: &str) -> Option<(u32, u32)> {
    let (number, most) = match text.strip_suffix('+') {
        Some(number) => (number, Some(u32::MAX)),
        None => (text, None),
    };
    let least = number.parse().ok().filter(|count| (1..=20).contains(count))?;
    Some((least, most.unwrap_or(least)))
}

/// A move as it is written; the number before it is left out.
fn step(word: &str) -> Result<AskedMove, DatabaseError> {
    let mut step = AskedMove::default();
    let is_read = word.split(',').all(|part| step.add(part).is_some());
    is_read.then_some(step).ok_or_else(|| {
        DatabaseError::Query(format!(
            "'{word}' is not a move; write 32-28, ?-27, 27-?, ?x27, 32x?, x27 (that piece is captured), takes, takes3, takes3+, gives, crowns, ? for \
             any move, or * for any number of moves"
        ))
    })
}

impl FromStr for Sequence {
    type Err = DatabaseError;

    fn from_str(text: &str) -> Result<Sequence, DatabaseError> {
        // A number may be glued to its move: `1.32-28`.
        let words = text.split_whitespace().map(|word| word.rsplit('.').next().unwrap_or(word));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let is_number = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_digit());
        let words: Vec<&str> = words.iter().filter(|word| !is_number(word)).copied().collect();
        let rows = words.split(|word| *word == "*");
        let rows = rows.map(|row| row.iter().map(|word| step(word)).collect());
        let rows = rows.collect::<Result<Vec<Vec<AskedMove>>, _>>()?;
        if rows.iter().any(Vec::is_empty) {
            return Err(DatabaseError::Query(format!(
                "'{text}': write moves as in '32-28 19-23 28x19'; a * goes between two of them"
            )));
        }
        Ok(Sequence { rows })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{MoveList, fen};

    fn sequence(text: &str) -> Sequence {
        text.parse().expect(text)
    }

    /// The moves of a game from a position.
    fn played(start: &str, moves: &[&str]) -> Vec<Played> {
        let mut position = fen::read(start).expect(start);
        let mut play = |text: &&str| {
            let list = MoveList::legal(&position);
            let mut legal = list.into_iter();
            let mv = legal.find(|mv| mv.to_string() == *text).expect(text);
            let played = Played::of(&position, mv);
            position = position.succ(mv);
            played
        };
        moves.iter().map(&mut play).collect()
    }

    #[test]
    fn moves_are_read_with_numbers_and_without() {
        let moves = sequence("32-28 19-23 28x19");
        for text in
            ["1. 32-28 19-23 2. 28x19", "1.32-28 19-23 2.28x19", "1. 32-28 1... 19-23 2. 28-19"]
        {
            assert_eq!(sequence(text), moves);
        }
        for text in [
            "",
            "32",
            "32-51",
            "a-b",
            "1.",
            "x",
            "x51",
            "?-",
            "takes0",
            "takes21",
            "takesx",
            "* 32-28",
            "32-28 *",
            "32-28 * * 19-23",
            "gives,",
            "32",
            "0-1",
            "?x",
        ] {
            assert!(text.parse::<Sequence>().is_err(), "{text}");
        }
        let fault = "32-28 27y?".parse::<Sequence>().expect_err("no move").to_string();
        assert!(fault.contains("'27y?'") && fault.contains("takes3+"), "{fault}");
    }

    #[test]
    fn each_wildcard_takes_what_it_says_and_nothing_else() {
        let moves = played("W:W32,28,7:B19", &["28-23", "19x37", "7-1"]);
        let all = |texts: &[&str], expected: bool| {
            for text in texts {
                assert_eq!(sequence(text).begins(&moves), expected, "{text}");
            }
        };
        all(
            &["28-23 19x37 7-1", "?-23 ?x37 ?-1", "28-? 19x? 7-?", "? ? ?", "gives takes2 crowns"],
            true,
        );
        all(&["? x23", "? x32,takes2+", "28-23 * crowns", "gives,28-? takes", "? * 7-1"], true);
        all(
            &["28x?", "? 19-?", "? x19", "? takes1", "? takes3+", "takes", "crowns", "? gives"],
            false,
        );
        all(&["28-23 * 19x37 * 19x37", "? ? ? ?", "28-23 7-1", "? ? gives"], false);
    }

    #[test]
    fn a_sequence_is_compared_from_its_first_move_and_turned_twice_is_itself() {
        let moves = played("W:W31-50:B1-20", &["32-28", "19-23", "28x19"]);
        assert!(sequence("32-28").begins(&moves) && !sequence("19-23").begins(&moves));
        assert!(!sequence("32-28").begins(&[]) && Sequence::default().begins(&[]));
        assert!(sequence("19-23 x23").turned().turned() == sequence("19-23 x23"));
        assert_eq!(sequence("?-27 x27").turned(), sequence("?-24 x24"));
    }
}
