//! The nine squares and sets of them.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

/// A square, 0 to 8, row by row from the top left.
///
/// ```text
/// 0 1 2
/// 3 4 5
/// 6 7 8
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this number, or `None` from 9 on.
    pub fn new(number: u8) -> Option<Square> {
        (number < 9).then_some(Square(number))
    }

    pub fn number(self) -> usize {
        self.0.into()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squares(u16);

impl Squares {
    pub const NONE: Squares = Squares(0);
    pub const ALL: Squares = Squares(0b1_1111_1111);

    /// Three squares, as the lines are written.
    pub(super) const fn three(a: u8, b: u8, c: u8) -> Squares {
        Squares(1 << a | 1 << b | 1 << c)
    }

    /// The set with one square more.
    pub fn with(self, square: Square) -> Squares {
        Squares(self.0 | 1 << square.0)
    }

    /// Whether the square is in the set.
    pub fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 != 0
    }

    /// Whether every square of `other` is in the set.
    pub fn includes(self, other: Squares) -> bool {
        self.0 & other.0 == other.0
    }

    pub fn union(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }

    /// The squares that are not in the set.
    pub fn complement(self) -> Squares {
        Squares(!self.0 & Squares::ALL.0)
    }

    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = Square> {
        (0..9).map(Square).filter(move |&square| self.contains(square))
    }

    /// One of the squares, each as likely as the others; `None` of an empty set.
    pub fn draw(self, random: &mut Xoshiro256PlusPlus) -> Option<Square> {
        if self.len() < 2 {
            return self.iter().next();
        }
        // The top 32 bits times the size: a bias of less than 10⁻⁸, and the same draw on every platform.
        let chosen = ((random.next_u64() >> 32) * self.len() as u64) >> 32;
        self.iter().nth(chosen as usize)
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<T: IntoIterator<Item = Square>>(squares: T) -> Squares {
        squares.into_iter().fold(Squares::NONE, Squares::with)
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn a_set_and_its_complement_part_the_board() {
        for bits in 0..512 {
            let set = Squares(bits);
            assert_eq!(set.union(set.complement()), Squares::ALL);
            assert_eq!(set.len() + set.complement().len(), 9);
            assert_eq!(set.iter().collect::<Squares>(), set);
        }
    }

    #[test]
    fn square_9_does_not_exist() {
        assert_eq!(Square::new(9), None);
        assert_eq!(Square::new(8).map(Square::number), Some(8));
    }

    #[test]
    fn every_square_of_a_set_is_drawn_equally_often() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let set = Squares::three(1, 4, 6);
        let mut counts = [0; 9];
        for _ in 0..30_000 {
            counts[set.draw(&mut random).expect("not empty").number()] += 1;
        }
        for square in [1, 4, 6] {
            // Four standard deviations of a binomial count: 4·√(30000·(1/3)·(2/3)) = 327.
            assert!((counts[square] - 10_000i32).abs() < 327, "{counts:?}");
        }
        assert_eq!(counts.iter().sum::<i32>(), 30_000);
        assert_eq!(Squares::NONE.draw(&mut random), None);
    }
}
