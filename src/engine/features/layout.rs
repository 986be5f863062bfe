//! Which input has which index, and which bit of the sparse form.

use std::ops::Range;

use crate::board::{Bitboard, Direction, Square};

/// The number of inputs.
pub const COUNT: usize = 222;
/// The indexes of the global inputs.
pub const GLOBALS: Range<usize> = 0..23;
/// The indexes of the triples on a diagonal.
pub const TRIPLES: Range<usize> = 23..87;
/// The indexes of the named structures.
pub const NAMED: Range<usize> = 87..122;
/// The indexes of the white men, square 1 first.
pub const WHITE_MEN: Range<usize> = 122..172;
/// The indexes of the black men, square 1 first.
pub const BLACK_MEN: Range<usize> = 172..222;

/// The words of the sparse form.
pub const WORDS: usize = 8;
/// What an active bit of a word adds to its input.
pub const WORD_SIGN: [f32; WORDS] = [1.0, 1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0];
/// The input of each bit of each word, with `structures` named structures between the triples and the men.
///
/// The constants of this file are those of the catalogue inside the program, which has 35.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    structures: usize,
    index: [[u16; 64]; WORDS],
}

impl Layout {
    /// The value in [`Layout::index`] of bits that are never set.
    pub const UNUSED: u16 = u16::MAX;
    /// The most structures there is room for: a bit each in a word.
    pub(crate) const MAX_STRUCTURES: usize = 64;
    /// The layout of the catalogue inside the program.
    pub const BUILT_IN: &'static Layout = &Layout::new(NAMED.end - NAMED.start);

    /// The layout with this number of structures.
    ///
    /// # Panics
    /// If there are more than [`Layout::MAX_STRUCTURES`].
    pub(crate) const fn new(structures: usize) -> Layout {
        assert!(structures <= Layout::MAX_STRUCTURES, "a structure needs a bit");
        let white = by_square(NAMED.start + structures);
        let black = by_square(NAMED.start + structures + Square::COUNT);
        let (falling, rising, named) = (by_centre(0), by_centre(1), by_bit(structures));
        Layout { structures, index: [white, black, falling, falling, rising, rising, named, named] }
    }

    /// The number of inputs.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.black_men().end
    }

    /// The indexes of the named structures.
    pub(crate) const fn named(&self) -> Range<usize> {
        NAMED.start..NAMED.start + self.structures
    }

    /// The indexes of the white men, square 1 first.
    #[must_use]
    pub const fn white_men(&self) -> Range<usize> {
        let start = self.named().end;
        start..start + Square::COUNT
    }

    /// The indexes of the black men, square 1 first.
    pub(crate) const fn black_men(&self) -> Range<usize> {
        let start = self.white_men().end;
        start..start + Square::COUNT
    }

    /// The input of each bit of each word; [`Layout::UNUSED`], which is no input, for bits that are never set.
    #[inline]
    #[must_use]
    pub const fn index(&self) -> &[[u16; 64]; WORDS] {
        &self.index
    }

    /// The kind of an input: `global`, `triples`, `structures` or `squares`.
    pub(crate) fn kind(&self, input: usize) -> &'static str {
        Layout::KINDS[match input {
            i if GLOBALS.contains(&i) => 0,
            i if TRIPLES.contains(&i) => 1,
            i if self.named().contains(&i) => 2,
            _ => 3,
        }]
    }

    /// The kinds of inputs, in index order.
    pub(crate) const KINDS: [&'static str; 4] = ["global", "triples", "structures", "squares"];
}

/// The squares with four neighbours: the centres of the triples, two each.
pub(super) const CENTRES: Bitboard = {
    let mut centres = Bitboard::ALL.bits();
    let mut d = 0;
    while d < Direction::ALL.len() {
        centres &= Bitboard::ALL.shifted(Direction::ALL[d]).bits();
        d += 1;
    }
    Bitboard::from_bits(centres)
};

const fn by_bit(structures: usize) -> [u16; 64] {
    let mut table = [Layout::UNUSED; 64];
    let mut bit = 0;
    while bit < structures {
        table[bit] = (NAMED.start + bit) as u16;
        bit += 1;
    }
    table
}

const fn square_of(bit: u32) -> Option<Square> {
    Bitboard::from_bits(1 << bit).first()
}

const fn by_square(first: usize) -> [u16; 64] {
    let mut table = [Layout::UNUSED; 64];
    let mut bit = 0;
    while bit < 64 {
        if let Some(square) = square_of(bit) {
            table[bit as usize] = (first + square.index()) as u16;
        }
        bit += 1;
    }
    table
}

const fn by_centre(line: usize) -> [u16; 64] {
    let mut table = [Layout::UNUSED; 64];
    let (mut bit, mut rank) = (0, 0);
    while bit < 64 {
        if let Some(square) = square_of(bit)
            && CENTRES.contains(square)
        {
            table[bit as usize] = (TRIPLES.start + 2 * rank + line) as u16;
            rank += 1;
        }
        bit += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_groups_follow_one_another_without_a_gap() {
        let groups = [GLOBALS, TRIPLES, NAMED, WHITE_MEN, BLACK_MEN];
        let mut next = 0;
        for group in groups {
            assert_eq!(group.start, next);
            next = group.end;
        }
        assert_eq!(next, COUNT);
    }

    #[test]
    fn thirty_two_squares_have_four_neighbours() {
        assert_eq!(CENTRES.len(), 32);
        assert_eq!(CENTRES.first(), Square::new(7));
    }

    #[test]
    fn every_input_but_the_globals_has_one_bit_for_each_sign() {
        let mut signs = vec![Vec::new(); COUNT];
        for (table, sign) in Layout::BUILT_IN.index().iter().zip(WORD_SIGN) {
            for &index in table.iter().filter(|&&index| index != Layout::UNUSED) {
                signs[usize::from(index)].push(sign);
            }
        }
        for (index, signs) in signs.iter().enumerate() {
            let expected: &[f32] = match index {
                i if GLOBALS.contains(&i) => &[],
                i if TRIPLES.contains(&i) || NAMED.contains(&i) => &[1.0, -1.0],
                _ => &[1.0],
            };
            assert_eq!(signs, expected, "input {index}");
        }
    }

    #[test]
    fn the_first_and_last_triples_are_where_the_list_of_the_inputs_puts_them() {
        let bit = |square| Bitboard::of(&[square]).bits().trailing_zeros() as usize;
        assert_eq!(
            (Layout::BUILT_IN.index()[2][bit(7)], Layout::BUILT_IN.index()[4][bit(7)]),
            (23, 24)
        );
        assert_eq!(
            (Layout::BUILT_IN.index()[2][bit(27)], Layout::BUILT_IN.index()[4][bit(27)]),
            (55, 56)
        );
        assert_eq!(
            (Layout::BUILT_IN.index()[3][bit(44)], Layout::BUILT_IN.index()[5][bit(44)]),
            (85, 86)
        );
    }

    #[test]
    fn more_structures_move_the_men_and_nothing_else() {
        let (own, more) = (Layout::BUILT_IN, Layout::new(40));
        assert_eq!((own.count(), own.named(), own.white_men()), (COUNT, NAMED, WHITE_MEN));
        assert_eq!((own.black_men(), more.count()), (BLACK_MEN, COUNT + 5));
        assert_eq!(own.index()[2..6], more.index()[2..6]);
        for (own, more) in own.index()[..2].iter().zip(&more.index()[..2]) {
            for (&a, &b) in own.iter().zip(more).filter(|(a, _)| **a != Layout::UNUSED) {
                assert_eq!(a + 5, b);
            }
        }
        assert_eq!((more.index()[6][39], more.index()[6][40]), (126, Layout::UNUSED));
    }
}
