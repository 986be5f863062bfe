//! Formations: pieces on some squares, whatever is on the others.

use std::str::FromStr;

use crate::board::{Bitboard, ByColor, Color, Position, Square};
use crate::error::DatabaseError;

/// Squares with what is asked of them.
///
/// As text, parts with a colon between them: `W` or `B` and squares of that colour, `E` and squares that are empty. A number is a man,
/// `K` before it makes it a king, `P` a man or a king; `31-35` are five squares.
///
/// ```
/// use draughts_td_database::query::Formation;
/// use draughts_td_rules::board::Position;
///
/// let formation: Formation = "W27,31-35:BP18:E28".parse()?;
/// assert!(!formation.is_in(&Position::start()));
/// assert!("W32:B19".parse::<Formation>()?.is_in(&Position::start()));
/// # Ok::<(), draughts_td_database::DatabaseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Formation {
    men: [Bitboard; 2],
    kings: [Bitboard; 2],
    pieces: [Bitboard; 2],
    empty: Bitboard,
}

impl Formation {
    /// Whether a position has all of it.
    #[inline]
    #[must_use]
    pub fn is_in(&self, position: &Position) -> bool {
        let holds = |set: Bitboard, asked: Bitboard| set & asked == asked;
        Color::ALL.into_iter().enumerate().all(|(side, color)| {
            holds(position.men(color), self.men[side])
                && holds(position.kings(color), self.kings[side])
                && holds(position.pieces(color), self.pieces[side])
        }) && (self.empty & position.occupied()).is_empty()
    }

    /// Whether a position has any of it.
    #[inline]
    pub(crate) fn has_any(&self, position: &Position) -> bool {
        let meets = |set: Bitboard, asked: Bitboard| !(set & asked).is_empty();
        Color::ALL.into_iter().enumerate().any(|(side, color)| {
            meets(position.men(color), self.men[side])
                || meets(position.kings(color), self.kings[side])
                || meets(position.pieces(color), self.pieces[side])
        }) || meets(position.empty(), self.empty)
    }

    /// The same with the colours swapped and the board turned.
    #[must_use]
    pub fn turned(&self) -> Formation {
        let swap = |[white, black]: [Bitboard; 2]| [black.rotated(), white.rotated()];
        Formation {
            men: swap(self.men),
            kings: swap(self.kings),
            pieces: swap(self.pieces),
            empty: self.empty.rotated(),
        }
    }

    /// The fewest pieces of a position that has it.
    pub(crate) fn least(&self) -> u32 {
        let count = |side: usize| (self.men[side] | self.kings[side] | self.pieces[side]).len();
        count(0) + count(1)
    }
}

impl FromStr for Formation {
    type Err = DatabaseError;

    fn from_str(text: &str) -> Result<Formation, DatabaseError> {
        let mut formation = Formation::default();
        for part in text.split(':') {
            let mut chars = part.trim().chars();
            let side = match chars.next().map(|c| c.to_ascii_uppercase()) {
                Some('W') => Some(0),
                Some('B') => Some(1),
                Some('E') => None,
                _ => return Err(refused(text, "each part begins with W, B or E")),
            };
            for word in chars.as_str().split(',').filter(|word| !word.trim().is_empty()) {
                let (kind, squares) = squares(word.trim()).ok_or_else(|| {
                    refused(text, &format!("'{}' is no square from 1 to 50", word.trim()))
                })?;
                let set = match (side, kind) {
                    (None, 'M') => &mut formation.empty,
                    (None, _) => return Err(refused(text, "an empty square has no piece")),
                    (Some(side), 'K') => &mut formation.kings[side],
                    (Some(side), 'P') => &mut formation.pieces[side],
                    (Some(side), _) => &mut formation.men[side],
                };
                *set |= squares;
            }
        }
        Ok(formation)
    }
}

fn refused(text: &str, why: &str) -> DatabaseError {
    DatabaseError::Query(format!("'{text}': {why}; write pieces as in W27,K3:B18,P19:E28"))
}

/// The kind of piece, and the squares: one or a range.
fn squares(word: &str) -> Option<(char, Bitboard)> {
    let kind = word.chars().next()?.to_ascii_uppercase();
    let (kind, rest) = if matches!(kind, 'K' | 'P') { (kind, &word[1..]) } else { ('M', word) };
    let (first, last) = rest.split_once('-').unwrap_or((rest, rest));
    let (first, last): (u8, u8) = (first.parse().ok()?, last.parse().ok()?);
    let mut set = Bitboard::EMPTY;
    for number in first..=last {
        set = set.with(Square::new(number)?);
    }
    (!set.is_empty()).then_some((kind, set))
}

/// Exactly the pieces of a position.
impl From<&Position> for Formation {
    fn from(position: &Position) -> Formation {
        let both = |of: ByColor<Bitboard>| [of.white, of.black];
        let setup = position.setup();
        Formation { men: both(setup.men), kings: both(setup.kings), ..Formation::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    fn formation(text: &str) -> Formation {
        text.parse().expect(text)
    }

    #[test]
    fn men_kings_either_and_empty_squares_are_told_apart() {
        let position = fen::read("W:W27,31,K3:B18,K45").expect("a position");
        for (text, all, any) in [
            ("W27,31", true, true),
            ("W27,32", false, true),
            ("WK27", false, false),
            ("WP27,P3:BP45", true, true),
            ("W27:B18:E28", true, true),
            ("E27", false, false),
            ("E27,28", false, true),
            ("BK45", true, true),
            ("B45", false, false),
        ] {
            assert_eq!(formation(text).is_in(&position), all, "{text}");
            assert_eq!(formation(text).has_any(&position), any, "{text}");
        }
    }

    #[test]
    fn a_turned_formation_is_in_the_mirrored_position() {
        let position = fen::read("W:W27,31,K3:B18,K45").expect("a position");
        for text in ["W27,K3:BP18:E50", "W1-5", "B18:E2"] {
            let (turned, mirrored) = (formation(text).turned(), position.mirrored());
            assert_eq!(formation(text).is_in(&position), turned.is_in(&mirrored), "{text}");
        }
        assert_eq!(formation("W27,K3:BP18:E50").least(), 3);
    }

    #[test]
    fn what_is_no_formation_is_refused_with_an_example() {
        for text in ["", "27", "W51", "W0", "X3", "W27-", "WK", "EK3", "W5-1", "Wé"] {
            let error = text.parse::<Formation>().expect_err(text).to_string();
            assert!(error.contains("W27,K3"), "{error}");
        }
    }
}
