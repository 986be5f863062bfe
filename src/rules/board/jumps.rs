//! Jumps of all men of a side at once, as sets of squares: enough for captures of one or two pieces, which most are.

use super::bitboard::{Bitboard, Overhang};
use super::direction::Direction;

/// For each direction the squares from which a jump is possible: an enemy next to them and an empty square beyond it.
#[derive(Clone, Copy)]
pub(super) struct Jumps([Overhang; 4]);

impl Jumps {
    #[inline(always)]
    pub(super) fn over(enemy: Bitboard, empty: Bitboard) -> Jumps {
        Jumps(Direction::each(|direction| {
            let back = direction.opposite();
            (enemy & empty.stepped(back)).stepped(back)
        }))
    }

    /// The men that can capture.
    #[inline(always)]
    pub(super) fn able(&self, men: Bitboard) -> Bitboard {
        men & (self.0[0] | self.0[1] | self.0[2] | self.0[3])
    }

    #[inline(always)]
    fn towards(&self, direction: Direction) -> Overhang {
        self.0[direction.index()]
    }

    /// Where a man that has just jumped in this direction could jump again; the piece it jumped is taken already.
    #[inline(always)]
    fn onward(&self, direction: Direction) -> Overhang {
        let [left, right] = direction.turns();
        self.towards(direction) | self.towards(left) | self.towards(right)
    }

    /// Where the men come down after one jump in each direction; two men never meet in the same set.
    #[inline(always)]
    fn landings(&self, men: Bitboard) -> [Bitboard; 4] {
        Direction::each(|direction| (men & self.towards(direction)).jumped(direction))
    }

    #[inline(always)]
    fn take_more(&self, landings: &[Bitboard; 4]) -> bool {
        let on = |direction: Direction| landings[direction.index()] & self.onward(direction);
        !Direction::ALL.into_iter().fold(Bitboard::EMPTY, |all, d| all | on(d)).is_empty()
    }

    /// The number of captures that take the most pieces, or `None` if those are more than two.
    #[inline(always)]
    pub(super) fn count(&self, men: Bitboard) -> Option<u32> {
        let once = self.landings(men);
        if !self.take_more(&once) {
            return Some(once.iter().map(|set| set.len()).sum());
        }
        self.count_twice(&once)
    }

    fn count_twice(&self, once: &[Bitboard; 4]) -> Option<u32> {
        let mut count = 0;
        let mut more = Bitboard::EMPTY;
        for first in Direction::ALL {
            let men = once[first.index()];
            let [left, right] = first.turns();
            for second in [first, left, right] {
                let landed = (men & self.towards(second)).jumped(second);
                count += landed.len();
                more |= landed & self.onward(second);
            }
        }
        more.is_empty().then_some(count)
    }

    /// Hands on origin, destination and captured set of each capture that takes the most pieces, or says `false` if those are
    /// more than two.
    #[inline(always)]
    pub(super) fn each(
        &self,
        men: Bitboard,
        mut capture: impl FnMut(Bitboard, Bitboard, Bitboard),
    ) -> bool {
        let once = self.landings(men);
        if self.take_more(&once) {
            return self.each_twice(&once, capture);
        }
        for direction in Direction::ALL {
            let back = direction.opposite();
            for to in once[direction.index()].singles() {
                capture(to.jumped(back), to, to.shifted(back));
            }
        }
        true
    }

    fn each_twice(
        &self,
        once: &[Bitboard; 4],
        mut capture: impl FnMut(Bitboard, Bitboard, Bitboard),
    ) -> bool {
        if self.count_twice(once).is_none() {
            return false;
        }
        for first in Direction::ALL {
            let men = once[first.index()];
            for second in [first, first.turns()[0], first.turns()[1]] {
                for between in (men & self.towards(second)).singles() {
                    let from = between.jumped(first.opposite());
                    let captured = between.shifted(first.opposite()) | between.shifted(second);
                    capture(from, between.jumped(second), captured);
                }
            }
        }
        true
    }
}
