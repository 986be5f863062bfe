//! Sums of a weight per square over the men, nine of them at once: one table look-up for six squares of one side.

use crate::board::{Bitboard, Square};

/// A sum: where it lies in the packed word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    shift: u32,
    bits: u32,
    /// Added to the sum so that it is never negative.
    bias: u64,
}

/// A field after another one, wide enough for sums from `−bias` to `2^bits − 1 − bias`.
const fn after(previous: Field, bits: u32, bias: u64) -> Field {
    Field { shift: previous.shift + previous.bits, bits, bias }
}

// The widths hold for every sound position, also for one with more than 20 men a side.

/// Rows that White's men have come forward: at most 5·(8 + 7 + … + 0) = 180.
pub(super) const WHITE_ADVANCE: Field = Field { shift: 0, bits: 8, bias: 0 };
/// The same for Black.
pub(super) const BLACK_ADVANCE: Field = after(WHITE_ADVANCE, 8, 0);
/// White's weight right of the middle line less that left of it, in half files: at most 5·(9 + 7 + 5 + 3 + 1) = 125.
pub(super) const WHITE_BALANCE: Field = after(BLACK_ADVANCE, 8, 128);
/// The same for Black, left and right as Black sees it.
pub(super) const BLACK_BALANCE: Field = after(WHITE_BALANCE, 8, 128);
/// Men in the centre, White's less Black's: at most 6.
pub(super) const CENTRE: Field = after(BLACK_BALANCE, 4, 8);
/// Weights of the build-up that supports the centre, White's less Black's: at most 14.
pub(super) const BUILD: Field = after(CENTRE, 5, 16);
/// Men on the edges, White's less Black's: at most 10.
pub(super) const EDGE: Field = after(BUILD, 5, 16);
/// Men on the own left three files less those on the own right three, White's less Black's: at most 15.
pub(super) const TILT: Field = after(EDGE, 5, 16);
/// Men on the own base line, White's less Black's: at most 5.
pub(super) const GUARD: Field = after(TILT, 4, 8);

const SIGNED: [Field; 7] = [WHITE_BALANCE, BLACK_BALANCE, CENTRE, BUILD, EDGE, TILT, GUARD];

const CENTRE_SQUARES: Bitboard = Bitboard::of(&[22, 23, 24, 27, 28, 29]);
const BUILD_SQUARES: [Bitboard; 3] =
    [Bitboard::of(&[27, 34, 37, 38, 39]), Bitboard::of(&[29, 32, 33]), Bitboard::of(&[28])];

impl Field {
    /// A summand of this field.
    const fn holds(self, value: i64) -> u64 {
        // A negative summand borrows from the fields above; the bias of this field pays it back in the total.
        (value as u64) << self.shift
    }
}

/// What one man adds to the word, on a square as his own side sees it; `sign` is −1 for Black.
const fn summand(square: Square, advance: Field, balance: Field, sign: i64) -> u64 {
    let (row, file) = (square.row() as i64, square.file() as i64);
    let mut build = 0;
    let mut weight = 0;
    while weight < BUILD_SQUARES.len() {
        if BUILD_SQUARES[weight].contains(square) {
            build = weight as i64 + 1;
        }
        weight += 1;
    }
    advance
        .holds(9 - row)
        .wrapping_add(balance.holds(2 * file - 9))
        .wrapping_add(CENTRE.holds(sign * CENTRE_SQUARES.contains(square) as i64))
        .wrapping_add(BUILD.holds(sign * build))
        .wrapping_add(EDGE.holds(sign * (file == 0 || file == 9) as i64))
        .wrapping_add(TILT.holds(sign * ((file < 3) as i64 - (file > 6) as i64)))
        .wrapping_add(GUARD.holds(sign * (row == 9) as i64))
}

/// Bits of a set that one look-up takes.
const CHUNK: usize = 6;
/// Look-ups for a set.
const CHUNKS: usize = 9;

type Table = [[u64; 1 << CHUNK]; CHUNKS];

/// The summand of every combination of men on the squares of every chunk.
const fn table(advance: Field, balance: Field, is_black: bool) -> Table {
    let mut table: Table = [[0; 1 << CHUNK]; CHUNKS];
    let mut chunk = 0;
    while chunk < CHUNKS {
        let mut men = 1;
        while men < 1 << CHUNK {
            // The sum without the lowest man, and that man.
            let rest: usize = men & (men - 1);
            let bit = chunk * CHUNK + men.trailing_zeros() as usize;
            let set = Bitboard::from_bits(1 << bit);
            let own = if is_black { set.rotated() } else { set };
            let man = match own.first() {
                Some(square) => summand(square, advance, balance, if is_black { -1 } else { 1 }),
                None => 0,
            };
            table[chunk][men] = table[chunk][rest].wrapping_add(man);
            men += 1;
        }
        chunk += 1;
    }
    table
}

static WHITE: Table = table(WHITE_ADVANCE, WHITE_BALANCE, false);
static BLACK: Table = table(BLACK_ADVANCE, BLACK_BALANCE, true);

/// The word of no men: every bias.
const START: u64 = {
    let mut start = 0;
    let mut i = 0;
    while i < SIGNED.len() {
        start += SIGNED[i].bias << SIGNED[i].shift;
        i += 1;
    }
    start
};

/// All sums, packed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sums(u64);

impl Sums {
    /// The sums over some white and some black men.
    #[inline(always)]
    pub(super) fn of(white: Bitboard, black: Bitboard) -> Sums {
        let mut sums = START;
        for chunk in 0..CHUNKS {
            let men = |set: Bitboard| (set.bits() >> (chunk * CHUNK)) as usize & ((1 << CHUNK) - 1);
            sums =
                sums.wrapping_add(WHITE[chunk][men(white)]).wrapping_add(BLACK[chunk][men(black)]);
        }
        Sums(sums)
    }

    #[inline(always)]
    pub(super) const fn get(self, field: Field) -> i32 {
        let value = self.0 >> field.shift & ((1 << field.bits) - 1);
        value as i32 - field.bias as i32
    }
}
