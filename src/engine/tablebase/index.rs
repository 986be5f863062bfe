//! The places of a slice: a number for each arrangement of its pieces, and the arrangement of each number.
//!
//! `((R(wm)·C(45,c) + R(bm))·C(50−a−c,b) + R(wk))·C(50−a−c−b,d) + R(bk)`, R the rank of a set among all of its size: men among the 45
//! squares they may occupy, kings among the squares that men, and then the white kings, leave free.

use std::sync::LazyLock;

use super::material_key::{MAX_PIECES, MaterialKey};
use crate::board::{Bitboard, ByColor, Color, Position, Setup};

/// The most pieces of one kind: the other side has one.
const MAX_OF_A_KIND: usize = MAX_PIECES as usize - 1;

/// `BINOMIAL[k][n]` is the number of sets of k among n.
const BINOMIAL: [[u32; 51]; MAX_OF_A_KIND + 1] = {
    let mut table = [[0; 51]; MAX_OF_A_KIND + 1];
    let mut n = 0;
    while n <= 50 {
        table[0][n] = 1;
        let mut k = 1;
        while k <= MAX_OF_A_KIND && n > 0 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The sets of k numbers below 50 as bits, in the order of their ranks. Sets of numbers below n come first, so one list serves all n.
static SETS: LazyLock<[Vec<u64>; MAX_OF_A_KIND + 1]> = LazyLock::new(|| {
    std::array::from_fn(|k| {
        let first = (1_u64 << k) - 1;
        std::iter::successors(Some(first), |&set| following(set))
            .take(BINOMIAL[k][50] as usize)
            .collect()
    })
});

/// The next larger number with as many bits (Gosper's hack).
fn following(set: u64) -> Option<u64> {
    let low = set & set.wrapping_neg();
    let ripple = set + low;
    let rest = (set ^ ripple).checked_div(low)? >> 2;
    Some(ripple | rest)
}

/// The rank of a set of squares among all of its size that lie in `among`: the sum of C(place, i) over its i-th squares.
#[inline]
fn rank(set: Bitboard, among: Bitboard) -> u32 {
    let (among, mut rest) = (among.bits(), set.bits());
    let (mut sum, mut k) = (0, 1);
    while rest != 0 {
        let place = (among & (rest ^ (rest - 1)) >> 1).count_ones();
        sum += BINOMIAL[k % (MAX_OF_A_KIND + 1)][place as usize % 51];
        rest &= rest - 1;
        k += 1;
    }
    sum
}

/// The squares that men of a side may occupy.
#[inline]
fn men_squares(color: Color) -> Bitboard {
    !color.promotion_row()
}

/// The numbering of one slice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Index {
    key: MaterialKey,
    /// Sets of black men, of white kings and of black kings.
    black_men: u32,
    white_kings: u32,
    black_kings: u32,
    len: u32,
}

impl Index {
    pub(super) fn new(key: MaterialKey) -> Index {
        let (white, black) = (Color::White, Color::Black);
        let men = key.men(white) + key.men(black);
        let black_men = BINOMIAL[key.men(black)][45];
        let white_kings = BINOMIAL[key.kings(white)][50 - men];
        let black_kings = BINOMIAL[key.kings(black)][50 - men - key.kings(white)];
        let len = BINOMIAL[key.men(white)][45] * black_men * white_kings * black_kings;
        Index { key, black_men, white_kings, black_kings, len }
    }

    pub(super) const fn key(&self) -> MaterialKey {
        self.key
    }

    /// The number of places, holes included.
    pub(super) const fn len(&self) -> usize {
        self.len as usize
    }

    /// The first place of all arrangements with these men.
    #[inline]
    pub(super) fn block(&self, men: ByColor<Bitboard>) -> u32 {
        let white = rank(men.white, men_squares(Color::White));
        let black = rank(men.black, men_squares(Color::Black));
        (white * self.black_men + black) * self.white_kings * self.black_kings
    }

    /// The place within the block; `free` are the squares without men.
    #[inline]
    pub(super) fn within_block(&self, kings: ByColor<Bitboard>, free: Bitboard) -> u32 {
        rank(kings.white, free) * self.black_kings + rank(kings.black, free - kings.white)
    }

    /// The place of a position of this slice, White to move.
    #[inline]
    pub(super) fn place(&self, position: &Position) -> usize {
        let men = ByColor::from_fn(|color| position.men(color));
        let kings = ByColor::from_fn(|color| position.kings(color));
        let free = !(men.white | men.black);
        (self.block(men) + self.within_block(kings, free)) as usize
    }
}

/// Squares by their place among others of a set.
#[derive(Clone, Debug)]
struct SquareRanks([u64; 50]);

impl SquareRanks {
    fn of(set: Bitboard) -> SquareRanks {
        let mut places = [0; 50];
        for (place, square) in places.iter_mut().zip(set) {
            *place = Bitboard::from_square(square).bits();
        }
        SquareRanks(places)
    }

    /// The squares at these places.
    #[inline]
    fn squares_at(&self, mut set: u64) -> Bitboard {
        let mut bits = 0;
        while set != 0 {
            bits |= self.0[(set.trailing_zeros() as usize) % 50];
            set &= set - 1;
        }
        Bitboard::from_bits(bits)
    }
}

static MEN_PLACES: LazyLock<ByColor<SquareRanks>> =
    LazyLock::new(|| ByColor::from_fn(|color| SquareRanks::of(men_squares(color))));

/// Finds the arrangement of each place; quick when places come in ascending order.
pub(super) struct Cursor<'a> {
    index: &'a Index,
    /// The set of men and white kings that is set up, counted as in the index.
    unit: u32,
    men: ByColor<Bitboard>,
    white_kings: Bitboard,
    /// The squares that black kings may occupy.
    places: SquareRanks,
    black_kings: &'static [u64],
}

impl<'a> Cursor<'a> {
    pub(super) fn new(index: &'a Index) -> Cursor<'a> {
        let empty = ByColor { white: Bitboard::EMPTY, black: Bitboard::EMPTY };
        Cursor {
            index,
            unit: u32::MAX,
            men: empty,
            white_kings: Bitboard::EMPTY,
            places: SquareRanks([0; 50]),
            black_kings: &SETS[index.key.kings(Color::Black)],
        }
    }

    /// The position at a place; `None` for a hole, where two men would share a square.
    #[inline]
    pub(super) fn position(&mut self, place: usize) -> Option<Position> {
        let place = place as u32;
        let unit = place / self.index.black_kings;
        if unit != self.unit {
            self.enter(unit);
        }
        let black_kings = self.black_kings[(place - unit * self.index.black_kings) as usize];
        let kings = ByColor { white: self.white_kings, black: self.places.squares_at(black_kings) };
        Setup { men: self.men, kings, turn: Color::White }.check().ok()
    }

    fn enter(&mut self, unit: u32) {
        let Index { key, black_men, white_kings, .. } = *self.index;
        self.unit = unit;
        let block = unit / white_kings;
        let men =
            |color, rank: u32| MEN_PLACES[color].squares_at(SETS[key.men(color)][rank as usize]);
        self.men.white = men(Color::White, block / black_men);
        self.men.black = men(Color::Black, block % black_men);
        let free = !(self.men.white | self.men.black);
        let places = SquareRanks::of(free);
        let kings = SETS[key.kings(Color::White)][(unit % white_kings) as usize];
        self.white_kings = places.squares_at(kings);
        if key.kings(Color::Black) > 0 {
            self.places = SquareRanks::of(free - self.white_kings);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn place_and_position_are_inverse_at_every_place() {
        for key in (2..=3).flat_map(MaterialKey::all) {
            let index = Index::new(key);
            let mut cursor = Cursor::new(&index);
            for place in 0..index.len() {
                if let Some(position) = cursor.position(place) {
                    assert_eq!(index.place(&position), place, "{position:?}");
                    assert_eq!(MaterialKey::of(&position), Some(key));
                }
            }
        }
    }

    #[test]
    fn place_and_position_are_inverse_in_jumps() {
        for key in (4..=5).flat_map(MaterialKey::all) {
            let index = Index::new(key);
            let mut cursor = Cursor::new(&index);
            for place in (0..index.len()).step_by(100_003) {
                if let Some(position) = cursor.position(place) {
                    assert_eq!(index.place(&position), place, "{position:?}");
                }
            }
        }
    }

    /// The counts of a published page: both sides to move, without holes.
    #[test]
    fn positions_without_holes_are_counted() {
        let expected = [(2, 17_690), (3, 1_612_600)];
        for (pieces, both) in expected {
            let count: usize = MaterialKey::all(pieces)
                .into_iter()
                .map(|key| {
                    let index = Index::new(key);
                    let mut cursor = Cursor::new(&index);
                    (0..index.len()).filter(|&place| cursor.position(place).is_some()).count()
                })
                .sum();
            assert_eq!(2 * count, both, "{pieces} pieces");
        }
    }
}
