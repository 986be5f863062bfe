//! Values of positions seen lately: in the middle game every second leaf has been judged before.

use crate::board::{Color, Position};
use crate::search::Score;

/// A small table of values, one slot for each of the last bits of a position's hash. What is in it never grows old, because a
/// network's value of a position does not change.
#[derive(Clone, Debug)]
pub(super) struct Cache {
    /// 48 bits of the hash, and the points.
    slots: Vec<u64>,
}

/// 2¹⁶ slots of eight bytes stay in the second-level cache of a processor.
const BITS: u32 = 16;
const POINTS: u64 = 0xffff;

impl Cache {
    pub(super) fn new() -> Cache {
        Cache { slots: vec![0; 1 << BITS] }
    }

    /// The value of a position: remembered, or worked out and kept.
    #[inline]
    pub(super) fn value(&mut self, position: &Position, work_out: impl FnOnce() -> Score) -> Score {
        let hash = hash(position);
        let slot = &mut self.slots[(hash & POINTS) as usize];
        if *slot & !POINTS == hash & !POINTS {
            return Score::from_points(i32::from((*slot & POINTS) as u16 as i16));
        }
        let score = work_out();
        *slot = (hash & !POINTS) | u64::from(score.points() as i16 as u16);
        score
    }
}

/// A hash that costs two multiplications, where a Zobrist key from scratch costs one look-up for each piece.
#[inline]
fn hash(position: &Position) -> u64 {
    let men = [Color::White, Color::Black].map(|color| position.men(color).bits());
    let kings = [Color::White, Color::Black].map(|color| position.kings(color).bits());
    let turn = match position.turn() {
        Color::White => 0x9e37_79b9_7f4a_7c15,
        Color::Black => 0xd1b5_4a32_d192_ed03,
    };
    let kings = fold(kings[0] ^ 0x8cb9_2ba7_2f3d_8dd7, kings[1] ^ turn);
    fold(men[0] ^ kings, men[1] ^ 0xaaaa_aaaa_5555_5556 ^ kings.rotate_left(32))
}

/// Both halves of the product, one upon the other.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}
