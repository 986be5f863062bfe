//! A set of squares; the only file that knows the 54-bit layout.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use super::direction::Direction;
use super::square::Square;

/// A set of squares.
///
/// Square `s` is bit `s − 1 + (s − 1) div 10`: after every second row of five comes one ghost bit. So each of the four
/// steps is one shift by a constant, and a step over the edge lands on a ghost bit, where it is masked away.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bitboard(u64);

const REAL: u64 = {
    let mut bits = 0;
    let mut bit = 0;
    while bit < 54 {
        if bit % 11 != 10 {
            bits |= 1 << bit;
        }
        bit += 1;
    }
    bits
};

const fn shift(bits: u64, direction: Direction) -> u64 {
    match direction {
        Direction::NorthWest => (bits >> 6) & REAL,
        Direction::NorthEast => (bits >> 5) & REAL,
        Direction::SouthWest => (bits << 5) & REAL,
        Direction::SouthEast => (bits << 6) & REAL,
    }
}

/// The squares of these files.
const fn files(from: u8, to: u8) -> u64 {
    let mut bits = 0;
    let mut number = 1;
    while number <= 50 {
        if let Some(square) = Square::new(number)
            && from <= square.file()
            && square.file() <= to
        {
            bits |= 1 << square.bit();
        }
        number += 1;
    }
    bits
}

/// Squares from which two files to the left are on the board or on a ghost bit, which is masked away.
const OFF_LEFT: u64 = files(1, 9);
/// The same for two files to the right.
const OFF_RIGHT: u64 = files(0, 8);
/// Squares from which four files to the left are on the board.
const FAR_RIGHT: u64 = files(4, 9);
/// Squares from which four files to the right are on the board.
const FAR_LEFT: u64 = files(0, 5);

const RAYS: [[u64; 64]; 4] = {
    let directions = Direction::ALL;
    let mut rays = [[0; 64]; 4];
    let mut d = 0;
    while d < 4 {
        let mut bit = 0;
        while bit < 54 {
            if bit % 11 != 10 {
                let mut step = shift(1 << bit, directions[d]);
                while step != 0 {
                    rays[d][bit] |= step;
                    step = shift(step, directions[d]);
                }
            }
            bit += 1;
        }
        d += 1;
    }
    rays
};

/// The bits at which the neighbours of a square lie, up to two steps away, from the bit twelve below it on.
const NEAR: [u32; 12] = [0, 1, 2, 6, 7, 11, 13, 17, 18, 22, 23, 24];

/// The neighbours of the square of each bit that are on the board, as [`Bitboard::around`] numbers them.
const NEIGHBOURS: [u16; 64] = {
    let mut neighbours = [0; 64];
    let mut number = 1;
    while let Some(square) = Square::new(number) {
        let mut other = 1;
        while let Some(near) = Square::new(other) {
            let down = near.row() as i32 - square.row() as i32;
            let right = near.file() as i32 - square.file() as i32;
            let distance = down.abs() + right.abs();
            let mut place = 0;
            while place < NEAR.len() {
                let is_there = near.bit() + 12 == square.bit() + NEAR[place];
                // What is beyond an edge has the number of a square on the other side.
                if is_there && (distance == 2 || distance == 4) && right.abs() <= 2 {
                    neighbours[square.bit() as usize] |= 1 << place;
                }
                place += 1;
            }
            other += 1;
        }
        number += 1;
    }
    neighbours
};

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 50 squares.
    pub const ALL: Bitboard = Bitboard(REAL);
    /// Squares 1–5, where white men promote.
    pub const TOP_ROW: Bitboard = Bitboard(0b11111);
    /// Squares 46–50, where black men promote.
    pub const BOTTOM_ROW: Bitboard = Bitboard(0b11111 << 49);

    /// The set of these square numbers.
    ///
    /// # Panics
    /// If a number is not 1–50; in a constant, at compile time.
    #[must_use]
    pub const fn of(numbers: &[u8]) -> Bitboard {
        let mut bits = 0;
        let mut i = 0;
        while i < numbers.len() {
            match Square::new(numbers[i]) {
                Some(square) => bits |= 1 << square.bit(),
                None => panic!("square numbers are 1 to 50"),
            }
            i += 1;
        }
        Bitboard(bits)
    }

    /// The set of one square.
    #[inline]
    #[must_use]
    pub const fn from_square(square: Square) -> Bitboard {
        Bitboard(1 << square.bit())
    }

    /// The squares from one to another of no lower number, both included.
    #[inline]
    #[must_use]
    pub(crate) const fn range(first: Square, last: Square) -> Bitboard {
        Bitboard(REAL & (u64::MAX << first.bit()) & (u64::MAX >> (63 - last.bit())))
    }

    /// The squares of the set with numbers below this one's.
    #[inline]
    #[must_use]
    pub(crate) const fn below(self, square: Square) -> Bitboard {
        Bitboard(self.0 & ((1 << square.bit()) - 1))
    }

    /// Whether the set has no square.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the square is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.bit() & 1 != 0
    }

    /// The set with the square added.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square.bit())
    }

    /// The set with the square taken out.
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square.bit()))
    }

    /// Every square moved one step; those that would leave the board are dropped.
    #[inline(always)]
    #[must_use]
    pub const fn shifted(self, direction: Direction) -> Bitboard {
        Bitboard(shift(self.0, direction))
    }

    /// The set turned by 180 degrees: square `s` becomes `51 − s`.
    #[inline]
    #[must_use]
    pub const fn rotated(self) -> Bitboard {
        Bitboard(self.0.reverse_bits() >> 10)
    }

    /// The square with the lowest number.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_bit(self.0.trailing_zeros())) }
    }

    /// All squares beyond `from` in one direction, to the edge.
    #[inline]
    #[must_use]
    pub const fn ray(from: Square, direction: Direction) -> Bitboard {
        Bitboard(RAYS[direction.index()][from.bit() as usize])
    }

    /// The nearest square of the set when looking from somewhere in this direction; the set lies on one ray.
    #[inline]
    #[must_use]
    pub const fn nearest(self, direction: Direction) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let bit = match direction {
            Direction::NorthWest | Direction::NorthEast => 63 - self.0.leading_zeros(),
            Direction::SouthWest | Direction::SouthEast => self.0.trailing_zeros(),
        };
        Some(Square::from_bit(bit))
    }

    /// As [`Bitboard::nearest`], but as a set of one square or none, and without a branch.
    #[inline(always)]
    pub(super) const fn nearest_part(self, direction: Direction) -> Bitboard {
        match direction {
            // For the empty set the shift by 64 wraps to none, and leaves a bit beyond the board.
            Direction::NorthWest | Direction::NorthEast => {
                Bitboard((1_u64 << 63).wrapping_shr(self.0.leading_zeros()) & REAL)
            }
            Direction::SouthWest | Direction::SouthEast => Bitboard(self.0 & self.0.wrapping_neg()),
        }
    }

    /// The part of a ray before the first of these squares, without a branch.
    #[inline(always)]
    pub(super) const fn ray_before(self, blockers: Bitboard, direction: Direction) -> Bitboard {
        let blocked = self.0 & blockers.0;
        Bitboard(match direction {
            Direction::NorthWest | Direction::NorthEast => {
                self.0 & (u64::MAX << (64 - blocked.leading_zeros()))
            }
            Direction::SouthWest | Direction::SouthEast => {
                self.0 & !blocked & blocked.wrapping_sub(1)
            }
        })
    }

    /// All squares beyond the one square of this set in one direction, to the edge.
    #[inline(always)]
    pub(super) const fn beyond(self, direction: Direction) -> Bitboard {
        debug_assert!(self.len() == 1);
        Bitboard(RAYS[direction.index()][(self.0.trailing_zeros() & 63) as usize])
    }

    /// Every square moved two steps; the caller knows that none leaves the board.
    #[inline(always)]
    pub(super) const fn jumped(self, direction: Direction) -> Bitboard {
        let bits = match direction {
            Direction::NorthWest => self.0 >> 12,
            Direction::NorthEast => self.0 >> 10,
            Direction::SouthWest => self.0 << 10,
            Direction::SouthEast => self.0 << 12,
        };
        debug_assert!(bits & !REAL == 0);
        Bitboard(bits)
    }

    /// The layout's 54 bits, for keys and tables that only need a distinct number.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of the real squares among the layout's bits.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u64) -> Bitboard {
        Bitboard(bits & REAL)
    }

    /// The set with bit `s − 1` for square `s`, without the gaps of the layout: the form of tables and arrays.
    #[inline]
    #[must_use]
    pub fn square_bits(self) -> u64 {
        // Two rows of five squares are ten bits, and a gap.
        (0..5).map(|pair| (self.0 >> (11 * pair) & 0x3ff) << (10 * pair)).sum()
    }

    /// The set of [`Bitboard::square_bits`]; `None` if a bit belongs to no square.
    #[inline]
    #[must_use]
    pub fn from_square_bits(bits: u64) -> Option<Bitboard> {
        let set = (0..5).map(|pair| (bits >> (10 * pair) & 0x3ff) << (11 * pair)).sum();
        (bits >> Square::COUNT == 0).then_some(Bitboard(set))
    }
}

impl Bitboard {
    /// The set and every square below it in its cone: what men moving down from it could reach on an empty board.
    ///
    /// Rows 0–1, 0–3, 0–5 and 0–9 of the cone in turn. Two rows are 11 bits; a sideways move by two or four files is left out
    /// where it would wrap around the edge.
    #[inline]
    #[must_use]
    pub const fn cone_down(self) -> Bitboard {
        let one = self.0 | ((self.0 << 5 | self.0 << 6) & REAL);
        let three = one | ((one & OFF_LEFT) << 10 | one << 11 | (one & OFF_RIGHT) << 12) & REAL;
        let five =
            three | ((three & OFF_LEFT) << 10 | three << 11 | (three & OFF_RIGHT) << 12) & REAL;
        let nine = five | ((five & FAR_RIGHT) << 20 | five << 22 | (five & FAR_LEFT) << 24) & REAL;
        Bitboard(nine)
    }

    /// The set and every square above it in its cone: what men moving up from it could reach on an empty board.
    #[inline]
    #[must_use]
    pub const fn cone_up(self) -> Bitboard {
        let one = self.0 | ((self.0 >> 5 | self.0 >> 6) & REAL);
        let three = one | ((one & OFF_RIGHT) >> 10 | one >> 11 | (one & OFF_LEFT) >> 12) & REAL;
        let five =
            three | ((three & OFF_RIGHT) >> 10 | three >> 11 | (three & OFF_LEFT) >> 12) & REAL;
        let nine = five | ((five & FAR_LEFT) >> 20 | five >> 22 | (five & FAR_RIGHT) >> 24) & REAL;
        Bitboard(nine)
    }
}

/// A set moved one step whose squares may hang over the edge. Meeting a set on the board takes those away, and saves the mask of
/// [`Bitboard::shifted`] for every intermediate result.
#[derive(Clone, Copy, Debug)]
pub struct Overhang(u64);

impl Bitboard {
    /// Every square moved one step; those that would leave the board still hang over its edge.
    #[inline(always)]
    #[must_use]
    pub const fn stepped(self, direction: Direction) -> Overhang {
        Overhang(match direction {
            Direction::NorthWest => self.0 >> 6,
            Direction::NorthEast => self.0 >> 5,
            Direction::SouthWest => self.0 << 5,
            Direction::SouthEast => self.0 << 6,
        })
    }
}

impl BitAnd for Overhang {
    type Output = Overhang;
    #[inline(always)]
    fn bitand(self, other: Overhang) -> Overhang {
        Overhang(self.0 & other.0)
    }
}

impl BitOr for Overhang {
    type Output = Overhang;
    #[inline(always)]
    fn bitor(self, other: Overhang) -> Overhang {
        Overhang(self.0 | other.0)
    }
}

impl BitAnd<Overhang> for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitand(self, other: Overhang) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

/// The squares of the set that are not in the moved one.
impl Sub<Overhang> for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn sub(self, other: Overhang) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

impl Bitboard {
    /// Which of the twelve squares up to two steps from one are in the set, row by row from the top left, the lowest bit first: three
    /// two rows above, two in the row above, one on either side, two below, three two rows below.
    #[inline]
    #[must_use]
    pub const fn around(self, square: Square) -> u16 {
        let bit = square.bit();
        let near = (((self.0 as u128) << 12) >> bit) as u64;
        let rows = [near & 7, near >> 3 & 24, near >> 6 & 32, near >> 7 & 64, near >> 10 & 384];
        let packed = rows[0] | rows[1] | rows[2] | rows[3] | rows[4] | near >> 13 & 0xe00;
        packed as u16 & NEIGHBOURS[bit as usize]
    }
}

/// The squares of a set, lowest number first.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

impl Bitboard {
    /// The squares of the set as sets of one.
    #[inline(always)]
    pub(super) fn singles(self) -> impl Iterator<Item = Bitboard> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            (bit != 0).then_some(Bitboard(bit))
        })
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

/// The squares of the first set that are not in the second.
impl Sub for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0 & REAL)
    }
}

impl BitAndAssign for Bitboard {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Bitboard) {
        self.0 ^= other.0;
    }
}

/// Draws the ten rows with `x` for the squares of the set and `.` for the others.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            if square.index() % 5 == 0 {
                writeln!(f)?;
                f.write_str(if square.row() % 2 == 0 { " " } else { "" })?;
            }
            write!(f, "{} ", if self.contains(square) { 'x' } else { '.' })?;
        }
        writeln!(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(n: u8) -> Square {
        Square::new(n).expect("1 to 50")
    }

    #[test]
    fn every_square_has_the_bit_of_its_number() {
        for square in Square::all() {
            let set = Bitboard::from_square(square);
            assert_eq!(set.square_bits(), 1 << (square.number() - 1));
            assert_eq!(Bitboard::from_square_bits(set.square_bits()), Some(set));
        }
        assert_eq!(Bitboard::ALL.square_bits(), (1 << 50) - 1);
        assert_eq!(Bitboard::from_square_bits((1 << 50) - 1), Some(Bitboard::ALL));
        assert_eq!(Bitboard::from_square_bits(1 << 50), None);
    }

    #[test]
    fn a_step_moves_one_row_and_one_file() {
        for from in Square::all() {
            for direction in Direction::ALL {
                let (up, left) = match direction {
                    Direction::NorthWest => (true, true),
                    Direction::NorthEast => (true, false),
                    Direction::SouthWest => (false, true),
                    Direction::SouthEast => (false, false),
                };
                let row = from.row() as i32 + if up { -1 } else { 1 };
                let file = from.file() as i32 + if left { -1 } else { 1 };
                let expected =
                    Square::all().find(|s| s.row() as i32 == row && s.file() as i32 == file);
                let stepped = Bitboard::from_square(from).shifted(direction);
                assert_eq!(stepped.first(), expected, "{from} {direction:?}");
            }
        }
    }

    #[test]
    fn rotation_maps_s_to_51_minus_s() {
        for s in Square::all() {
            assert_eq!(Bitboard::from_square(s).rotated(), Bitboard::from_square(s.rotated()));
        }
    }

    #[test]
    fn rays_run_to_the_edge_and_nearest_comes_first() {
        let ray = Bitboard::ray(square(46), Direction::NorthEast);
        assert_eq!(ray, Bitboard::of(&[5, 10, 14, 19, 23, 28, 32, 37, 41]));
        assert_eq!(ray.nearest(Direction::NorthEast), Some(square(41)));
        assert_eq!(
            Bitboard::ray(square(5), Direction::SouthWest).nearest(Direction::SouthWest),
            Some(square(10))
        );
    }

    #[test]
    fn the_squares_around_one_are_those_that_steps_reach() {
        use Direction::{NorthEast, NorthWest, SouthEast, SouthWest};
        let steps: [&[Direction]; 12] = [
            &[NorthWest, NorthWest],
            &[NorthWest, NorthEast],
            &[NorthEast, NorthEast],
            &[NorthWest],
            &[NorthEast],
            &[NorthWest, SouthWest],
            &[NorthEast, SouthEast],
            &[SouthWest],
            &[SouthEast],
            &[SouthWest, SouthWest],
            &[SouthWest, SouthEast],
            &[SouthEast, SouthEast],
        ];
        for square in Square::all() {
            let center = Bitboard::from_square(square);
            for (place, steps) in steps.iter().enumerate() {
                let ways = [steps.to_vec(), steps.iter().rev().copied().collect()];
                let ends = ways.iter().map(|way| way.iter().fold(center, |at, &d| at.shifted(d)));
                let end = ends.fold(Bitboard::EMPTY, |all, end| all | end);
                assert_eq!(Bitboard::ALL.around(square) >> place & 1, end.len() as u16, "{square}");
                assert_eq!(end.around(square), (end.len() as u16) << place, "{square} {place}");
                assert_eq!((!end).around(square) >> place & 1, 0, "{square} {place}");
            }
        }
    }

    #[test]
    fn looks_along_a_ray_agree_with_steps_along_it() {
        let blockers = Bitboard::of(&[5, 6, 14, 19, 22, 28, 33, 37, 41, 46, 50]);
        for from in Square::all() {
            for direction in Direction::ALL {
                let (mut before, mut at) = (Bitboard::EMPTY, Bitboard::from_square(from));
                let first = loop {
                    at = at.shifted(direction);
                    if at.is_empty() || !(at & blockers).is_empty() {
                        break at;
                    }
                    before |= at;
                };
                let ray = Bitboard::from_square(from).beyond(direction);
                assert_eq!(ray, Bitboard::ray(from, direction));
                assert_eq!(ray.ray_before(blockers, direction), before, "{from} {direction:?}");
                assert_eq!((ray & blockers).nearest_part(direction), first, "{from} {direction:?}");
                assert_eq!((ray & blockers).nearest(direction), first.first());
            }
        }
    }

    #[test]
    fn a_moved_set_meets_a_set_on_the_board_as_if_it_had_been_masked() {
        for from in [Bitboard::ALL, Bitboard::of(&[5, 6, 15, 16, 26, 35, 46, 50, 1, 28])] {
            for direction in Direction::ALL {
                assert_eq!(Bitboard::ALL & from.stepped(direction), from.shifted(direction));
                assert_eq!(Bitboard::ALL - from.stepped(direction), !from.shifted(direction));
            }
        }
    }

    #[test]
    fn a_cone_is_what_single_steps_reach() {
        for from in Square::all().map(Bitboard::from_square) {
            let (mut down, mut up) = (from, from);
            for _ in 0..9 {
                down |= down.shifted(Direction::SouthWest) | down.shifted(Direction::SouthEast);
                up |= up.shifted(Direction::NorthWest) | up.shifted(Direction::NorthEast);
            }
            assert_eq!(from.cone_down(), down, "{from:?}");
            assert_eq!(from.cone_up(), up, "{from:?}");
        }
    }

    #[test]
    fn squares_iterate_in_order_and_collect_back() {
        let set = Bitboard::of(&[50, 1, 28, 11]);
        let numbers: Vec<u8> = set.into_iter().map(Square::number).collect();
        assert_eq!(numbers, [1, 11, 28, 50]);
        assert_eq!(set.into_iter().collect::<Bitboard>(), set);
    }

    #[test]
    fn rows_of_promotion_are_the_first_and_last_five() {
        assert_eq!(Bitboard::TOP_ROW, Bitboard::of(&[1, 2, 3, 4, 5]));
        assert_eq!(Bitboard::BOTTOM_ROW, Bitboard::of(&[46, 47, 48, 49, 50]));
        assert_eq!(Bitboard::ALL.len(), 50);
    }

    #[test]
    fn the_complement_never_holds_a_ghost_square() {
        assert_eq!(!Bitboard::EMPTY, Bitboard::ALL);
        assert_eq!(Bitboard::from_bits(u64::MAX), Bitboard::ALL);
    }
}
