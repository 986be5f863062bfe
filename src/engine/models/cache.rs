//! Values of positions seen lately, and estimates of the others: in the middle game every second leaf has been judged before, and of every
//! second the balance of men says enough.

use prefetch_index::prefetch_index;

use super::material_estimate::MaterialEstimate;
use crate::board::{Color, Move, Position};
use crate::search::{Evaluate, Score};

/// An evaluator that remembers its values in a small table, one slot for each of the last bits of a position's hash. They hold
/// as long as the evaluation does not change: another one begins with nothing remembered.
#[derive(Clone, Debug)]
pub struct Cached<E> {
    inner: E,
    estimate: MaterialEstimate,
    /// 48 bits of the hash, and the points.
    slots: Vec<u64>,
}

/// 2¹⁶ slots of eight bytes stay in the second-level cache of a processor.
const BITS: u32 = 16;
const POINTS: u64 = 0xffff;

impl<E: Evaluate> Cached<E> {
    /// This evaluator with nothing remembered, and estimates of its values.
    pub fn new(mut inner: E) -> Cached<E> {
        let estimate = MaterialEstimate::of(&mut inner);
        Cached { inner, estimate, slots: vec![0; 1 << BITS] }
    }
}

impl<E: Evaluate> Evaluate for Cached<E> {
    #[inline]
    fn reset(&mut self, position: &Position) {
        self.inner.reset(position);
    }

    #[inline]
    fn push(&mut self, before: &Position, mv: Move, after: &Position) {
        prefetch_index(&self.slots, (hash(after) & POINTS) as usize);
        self.inner.push(before, mv, after);
    }

    #[inline]
    fn pop(&mut self) {
        self.inner.pop();
    }

    #[inline]
    fn estimate(&self, position: &Position) -> Option<(Score, i32)> {
        self.estimate.at(position)
    }

    /// The value of a position: remembered, or worked out and kept.
    #[inline]
    fn value(&mut self, position: &Position) -> Score {
        let hash = hash(position);
        let slot = &mut self.slots[(hash & POINTS) as usize];
        if *slot & !POINTS == hash & !POINTS {
            return Score::from_points(i32::from((*slot & POINTS) as u16 as i16));
        }
        let score = self.inner.value(position);
        // Always replaced: in a depth-first search the latest positions return soonest.
        *slot = (hash & !POINTS) | u64::from(score.points() as i16 as u16);
        score
    }
}

/// A hash that costs two multiplications, where a Zobrist key from scratch costs one look-up for each piece.
#[inline]
fn hash(position: &Position) -> u64 {
    let men = Color::each(|color| position.men(color).bits());
    let kings = Color::each(|color| position.kings(color).bits());
    let turn = match position.turn() {
        Color::White => 0x9e37_79b9_7f4a_7c15,
        Color::Black => 0xd1b5_4a32_d192_ed03,
    };
    let kings = fold(kings[0] ^ 0x8cb9_2ba7_2f3d_8dd7, kings[1] ^ turn);
    fold(men[0] ^ kings, men[1] ^ 0xaaaa_aaaa_5555_5556 ^ kings.rotate_left(32))
}

/// Both halves of the product, combined by exclusive or.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    // Multiply and fold, the mixing step of wyhash.
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts how often it is asked, and answers that.
    struct Asked(i32);

    impl Evaluate for Asked {
        fn reset(&mut self, _: &Position) {}
        fn push(&mut self, _: &Position, _: Move, _: &Position) {}
        fn pop(&mut self) {}
        fn value(&mut self, _: &Position) -> Score {
            self.0 -= 1;
            Score::from_points(self.0)
        }
    }

    #[test]
    fn a_value_is_worked_out_once() {
        let (start, mut cached) = (Position::start(), Cached::new(Asked(0)));
        cached.inner = Asked(0);
        assert_eq!([0; 3].map(|_| cached.value(&start).points()), [-1; 3]);
        assert_eq!(cached.value(&start.mirrored()).points(), -2, "the other side is to move");
        assert_eq!(cached.value(&start).points(), -1, "two positions have two slots");
    }
}
