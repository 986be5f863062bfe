//! Which input has which index, and which bit of the sparse form stands for it.

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
/// The input of a bit of a word; 255, which is no input, for bits that are never set.
pub const WORD_INDEX: [[u8; 64]; WORDS] = {
    let white = by_square(WHITE_MEN.start);
    let black = by_square(BLACK_MEN.start);
    let (falling, rising) = (by_centre(0), by_centre(1));
    [white, black, falling, falling, rising, rising, NAMED_BITS, NAMED_BITS]
};

const UNUSED: u8 = 255;

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

const NAMED_BITS: [u8; 64] = {
    let mut table = [UNUSED; 64];
    let mut bit = 0;
    while bit < NAMED.end - NAMED.start {
        table[bit] = (NAMED.start + bit) as u8;
        bit += 1;
    }
    table
};

const fn square_of(bit: u32) -> Option<Square> {
    Bitboard::from_bits(1 << bit).first()
}

const fn by_square(first: usize) -> [u8; 64] {
    let mut table = [UNUSED; 64];
    let mut bit = 0;
    while bit < 64 {
        if let Some(square) = square_of(bit) {
            table[bit as usize] = (first + square.index()) as u8;
        }
        bit += 1;
    }
    table
}

const fn by_centre(line: usize) -> [u8; 64] {
    let mut table = [UNUSED; 64];
    let (mut bit, mut rank) = (0, 0);
    while bit < 64 {
        if let Some(square) = square_of(bit)
            && CENTRES.contains(square)
        {
            table[bit as usize] = (TRIPLES.start + 2 * rank + line) as u8;
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
        for (table, sign) in WORD_INDEX.iter().zip(WORD_SIGN) {
            for &index in table.iter().filter(|&&index| index != UNUSED) {
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
        assert_eq!((WORD_INDEX[2][bit(7)], WORD_INDEX[4][bit(7)]), (23, 24));
        assert_eq!((WORD_INDEX[2][bit(27)], WORD_INDEX[4][bit(27)]), (55, 56));
        assert_eq!((WORD_INDEX[3][bit(44)], WORD_INDEX[5][bit(44)]), (85, 86));
    }
}
