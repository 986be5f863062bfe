//! Zobrist keys: one 64-bit number per position, for repetition and transposition.

use super::bitboard::Bitboard;
use super::color::Color;
use super::moves::Move;
use super::position::Position;
use super::square::Square;

/// The key of a position: pieces and side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Key(u64);

/// A number of which every bit depends on every bit of another: the finaliser of SplitMix64 (Steele, Lea and Flood 2014; Stafford's
/// variant 13). Nothing stays nothing.
#[must_use]
pub const fn mixed(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// The number of SplitMix64 with seed 0 at this place, from 1.
const fn splitmix(place: u64) -> u64 {
    mixed(place.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Numbers for white man, black man, white king, black king on each square.
const NUMBERS: [[u64; Square::COUNT]; 4] = {
    let mut numbers = [[0; Square::COUNT]; 4];
    let mut i = 0;
    while i < 4 * Square::COUNT {
        numbers[i / Square::COUNT][i % Square::COUNT] = splitmix(i as u64 + 1);
        i += 1;
    }
    numbers
};

const BLACK_TO_MOVE: u64 = splitmix(1000);

const fn row(color: Color, is_king: bool) -> &'static [u64; Square::COUNT] {
    match (color, is_king) {
        (Color::White, false) => &NUMBERS[0],
        (Color::Black, false) => &NUMBERS[1],
        (Color::White, true) => &NUMBERS[2],
        (Color::Black, true) => &NUMBERS[3],
    }
}

fn sum(set: Bitboard, numbers: &[u64; Square::COUNT]) -> u64 {
    set.into_iter().fold(0, |key, square| key ^ numbers[square.index()])
}

impl Key {
    /// The key from scratch.
    #[must_use]
    pub fn of(position: &Position) -> Key {
        let mut key = match position.turn() {
            Color::White => 0,
            Color::Black => BLACK_TO_MOVE,
        };
        for color in Color::ALL {
            key ^= sum(position.men(color), row(color, false));
            key ^= sum(position.kings(color), row(color, true));
        }
        Key(key)
    }

    /// The key of `after`, the successor of `before` by `mv`, from the key of `before`.
    #[inline]
    #[must_use]
    pub fn after(self, before: &Position, mv: Move, after: &Position) -> Key {
        let us = before.turn();
        let was_king = before.kings(us).contains(mv.from());
        let is_king = after.kings(us).contains(mv.to());
        let mut key = self.0 ^ BLACK_TO_MOVE;
        key ^= row(us, was_king)[mv.from().index()] ^ row(us, is_king)[mv.to().index()];
        if mv.is_capture() {
            key ^= sum(mv.captured() & before.men(!us), row(!us, false));
            key ^= sum(mv.captured() & before.kings(!us), row(!us, true));
        }
        Key(key)
    }

    /// The 64 bits.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }
}
