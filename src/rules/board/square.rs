//! A playing square, 1 to 50.

use std::fmt;
use std::num::NonZeroU8;

/// One of the 50 dark squares, numbered row by row from the top left as White sees it.
///
/// ```text
///    1   2   3   4   5
///  6   7   8   9  10
///   11  12  13  14  15
/// 16  17  18  19  20
///   21  22  23  24  25
/// 26  27  28  29  30
///   31  32  33  34  35
/// 36  37  38  39  40
///   41  42  43  44  45
/// 46  47  48  49  50
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(NonZeroU8);

/// The square of each bit of the layout, looked up sooner than computed; bits without a square have square 1.
const SQUARES: [Square; 64] = {
    let mut squares = [Square(NonZeroU8::MIN); 64];
    let mut number = 1;
    while let Some(square) = Square::new(number) {
        squares[square.bit() as usize] = square;
        number += 1;
    }
    squares
};

impl Square {
    /// The number of playing squares.
    pub const COUNT: usize = 50;

    /// The square with this number, or `None` outside 1–50.
    #[inline]
    #[must_use]
    pub const fn new(number: u8) -> Option<Square> {
        match NonZeroU8::new(number) {
            Some(n) if number <= 50 => Some(Square(n)),
            _ => None,
        }
    }

    /// The square of a bit of the 54-bit layout; the caller guarantees a real square.
    #[inline(always)]
    pub(super) const fn from_bit(bit: u32) -> Square {
        debug_assert!(bit < 54 && bit % 11 != 10);
        SQUARES[(bit & 63) as usize]
    }

    /// The bit of this square in the 54-bit layout: `s − 1 + (s − 1) div 10`.
    #[inline(always)]
    pub(super) const fn bit(self) -> u32 {
        let index = self.0.get() as u32 - 1;
        index + index / 10
    }

    /// The number, 1–50.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// The number less one, 0–49, for tables.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The row, 0 (squares 1–5, White's promotion row) to 9 (squares 46–50, Black's).
    #[inline]
    #[must_use]
    pub const fn row(self) -> u8 {
        (self.0.get() - 1) / 5
    }

    /// The file, 0 (left as White sees it) to 9.
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        let step = (self.0.get() - 1) % 5;
        2 * step + (self.row() + 1) % 2
    }

    /// The same square seen from the other side of the board: `51 − s`.
    #[inline]
    #[must_use]
    pub fn rotated(self) -> Square {
        Square(NonZeroU8::new(51 - self.0.get()).expect("51 − s is at least 1"))
    }

    /// All squares, 1 to 50.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (1..=50).map(|n| Square::new(n).expect("1–50 are squares"))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outside_1_to_50_are_no_squares() {
        assert_eq!(Square::new(0), None);
        assert_eq!(Square::new(51), None);
    }

    #[test]
    fn bit_and_number_are_inverse_and_skip_the_ghost_bits() {
        for square in Square::all() {
            assert_ne!(square.bit() % 11, 10);
            assert_eq!(Square::from_bit(square.bit()), square);
        }
    }

    #[test]
    fn files_alternate_between_odd_and_even_rows() {
        let file = |n| Square::new(n).expect("square").file();
        assert_eq!((file(1), file(5), file(6), file(10), file(46)), (1, 9, 0, 8, 0));
    }

    #[test]
    fn an_optional_square_is_one_byte() {
        assert_eq!(std::mem::size_of::<Option<Square>>(), 1);
    }
}
