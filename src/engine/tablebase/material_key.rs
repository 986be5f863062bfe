//! The key of a slice: all positions with the same pieces, White to move. With Black to move the board is turned, and the position
//! belongs to the flipped key.

use std::fmt;
use std::str::FromStr;

use crate::board::{ByColor, Color, Position};

/// The most pieces that tables are made for.
pub const MAX_PIECES: u32 = 5;

/// White men, white kings, black men and black kings, White to move; written as four digits, `1201` for a man and two kings
/// against a king. Each side has a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MaterialKey {
    white_men: u8,
    white_kings: u8,
    black_men: u8,
    black_kings: u8,
}

pub(super) const SLOTS: usize = (MAX_PIECES as usize).pow(4);

impl MaterialKey {
    /// The slice of these pieces, unless a side has none or they are too many for a table.
    pub fn new(men: ByColor<u8>, kings: ByColor<u8>) -> Option<MaterialKey> {
        let key = MaterialKey {
            white_men: men.white,
            white_kings: kings.white,
            black_men: men.black,
            black_kings: kings.black,
        };
        let within = [men.white, men.black, kings.white, kings.black]
            .iter()
            .all(|&count| u32::from(count) < MAX_PIECES);
        let both = men.white + kings.white > 0 && men.black + kings.black > 0;
        (within && both && key.pieces() <= MAX_PIECES).then_some(key)
    }

    /// The slice of a position with White to move.
    #[inline]
    pub fn of(position: &Position) -> Option<MaterialKey> {
        debug_assert!(position.turn() == Color::White);
        MaterialKey::new(
            ByColor::from_fn(|color| position.men(color).len() as u8),
            ByColor::from_fn(|color| position.kings(color).len() as u8),
        )
    }

    /// The same pieces with colours swapped: those on the board when Black is to move and the board is turned.
    pub(crate) const fn flipped(self) -> MaterialKey {
        MaterialKey {
            white_men: self.black_men,
            white_kings: self.black_kings,
            black_men: self.white_men,
            black_kings: self.white_kings,
        }
    }

    /// The men of a side.
    #[must_use]
    pub const fn men(self, color: Color) -> usize {
        match color {
            Color::White => self.white_men as usize,
            Color::Black => self.black_men as usize,
        }
    }

    /// The kings of a side.
    #[must_use]
    pub const fn kings(self, color: Color) -> usize {
        match color {
            Color::White => self.white_kings as usize,
            Color::Black => self.black_kings as usize,
        }
    }

    /// The pieces of both sides.
    #[must_use]
    pub const fn pieces(self) -> u32 {
        (self.white_men + self.white_kings + self.black_men + self.black_kings) as u32
    }

    /// A number of its own below [`SLOTS`].
    #[inline]
    pub(super) const fn slot(self) -> usize {
        const BASE: usize = MAX_PIECES as usize;
        let high = self.white_men as usize * BASE + self.white_kings as usize;
        (high * BASE + self.black_men as usize) * BASE + self.black_kings as usize
    }

    /// Every slice of this number of pieces, in the order in which they can be solved: captures lead to fewer pieces, promotions to fewer
    /// men, and twins are solved together.
    #[must_use]
    pub fn all(pieces: u32) -> Vec<MaterialKey> {
        let counts = || 0..MAX_PIECES as u8;
        let mut keys: Vec<MaterialKey> = counts()
            .flat_map(|white| counts().map(move |black| ByColor { white, black }))
            .flat_map(|men| {
                counts().flat_map(move |white| {
                    counts()
                        .filter_map(move |black| MaterialKey::new(men, ByColor { white, black }))
                })
            })
            .filter(|key| key.pieces() == pieces)
            .collect();
        keys.sort_by_key(|key| (key.white_men + key.black_men, key.pair()));
        keys
    }

    /// The key and its flipped key, the smaller first.
    pub(crate) fn pair(self) -> (MaterialKey, MaterialKey) {
        (self.min(self.flipped()), self.max(self.flipped()))
    }
}

impl fmt::Display for MaterialKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MaterialKey { white_men, white_kings, black_men, black_kings } = self;
        write!(f, "{white_men}{white_kings}{black_men}{black_kings}")
    }
}

impl FromStr for MaterialKey {
    type Err = ();

    /// Reads four digits.
    fn from_str(text: &str) -> Result<MaterialKey, ()> {
        let digits: Option<Vec<u8>> =
            text.chars().map(|c| c.to_digit(10).map(|digit| digit as u8)).collect();
        match digits.as_deref() {
            Some(&[white_men, white_kings, black_men, black_kings]) => MaterialKey::new(
                ByColor { white: white_men, black: black_men },
                ByColor { white: white_kings, black: black_kings },
            )
            .ok_or(()),
            _ => Err(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_4_12_25_and_44_slices() {
        let counts: Vec<usize> = (2..=5).map(|pieces| MaterialKey::all(pieces).len()).collect();
        assert_eq!(counts, [4, 12, 25, 44]);
    }

    #[test]
    fn twins_are_neighbours_and_fewer_men_come_first() {
        for keys in (2..=5).map(MaterialKey::all) {
            let men = |key: &MaterialKey| key.men(Color::White) + key.men(Color::Black);
            assert!(keys.is_sorted_by_key(men));
            for pair in keys.chunk_by(|a, b| a.pair() == b.pair()) {
                assert_eq!(pair.len(), if pair[0] == pair[0].flipped() { 1 } else { 2 });
            }
        }
    }

    #[test]
    fn a_slice_is_written_and_read_as_four_digits() {
        for key in (2..=5).flat_map(MaterialKey::all) {
            assert_eq!(key.to_string().parse(), Ok(key));
        }
        for text in ["", "121", "0012", "9999", "12011", "x201"] {
            assert_eq!(text.parse::<MaterialKey>(), Err(()), "{text}");
        }
    }

    #[test]
    fn slots_do_not_collide() {
        let mut slots: Vec<usize> =
            (2..=5).flat_map(MaterialKey::all).map(|key| key.slot()).collect();
        slots.sort_unstable();
        slots.dedup();
        assert_eq!(slots.len(), 85);
        assert!(slots.iter().all(|&slot| slot < SLOTS));
    }
}
