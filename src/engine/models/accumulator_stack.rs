//! Accumulators along the searched line.

use crate::search::Ply;

/// The plies before the current one whose sums are candidates for an update.
const LOOK_BACK: usize = 2;

/// The sums of every ply of the current line, in blocks of a `B`, each with the key `K` of the pieces it is over.
///
/// Sums are updated only for a value, from the nearest sums: those of an earlier position at the same ply, or of the plies before.
/// So sums of other lines stay valid.
#[derive(Clone, Debug)]
pub(super) struct AccumulatorStack<K, B> {
    /// The current ply, and [`LOOK_BACK`] more.
    index: usize,
    keys: Vec<K>,
    /// The sums of each ply, one after the other.
    blocks: Vec<B>,
    /// Blocks of one ply.
    width: usize,
}

impl<K: Copy, B: Copy> AccumulatorStack<K, B> {
    /// The longest line, each ply with the same sums.
    pub(super) fn new(key: K, sums: &[B]) -> AccumulatorStack<K, B> {
        let slots = LOOK_BACK + usize::from(Ply::MAX.count()) + 1;
        let (keys, blocks) = (vec![key; slots], sums.repeat(slots));
        AccumulatorStack { index: LOOK_BACK, keys, blocks, width: sums.len() }
    }

    /// Goes to the first ply.
    #[inline]
    pub(super) fn start(&mut self) {
        self.index = LOOK_BACK;
    }

    /// Goes a ply on.
    #[inline]
    pub(super) fn push(&mut self) {
        self.index += 1;
    }

    /// Goes a ply back.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.index -= 1;
    }

    /// The index of the current sums.
    #[inline]
    pub(super) fn index(&self) -> usize {
        self.index
    }

    /// The index of the sums at the least distance, of the current ply and those before it.
    #[inline(always)]
    pub(super) fn nearest(&self, distance: impl Fn(&K) -> u32) -> usize {
        let mut best = (distance(&self.keys[self.index]), self.index);
        // Always the same number of comparisons and no early exit: the loop has no branch to mispredict.
        for back in 1..=LOOK_BACK {
            let found = (distance(&self.keys[self.index - back]), self.index - back);
            best = if found.0 < best.0 { found } else { best };
        }
        best.1
    }

    /// The key of the sums at an index.
    #[inline]
    pub(super) fn key(&self, index: usize) -> K {
        self.keys[index]
    }

    /// Sets the key of the current sums.
    #[inline]
    pub(super) fn set_key(&mut self, key: K) {
        self.keys[self.index] = key;
    }

    /// Makes the current sums out of those at an index, block by block; `of` gets the number of the block, below `width`, and what it
    /// was.
    #[inline(always)]
    pub(super) fn make(&mut self, from: usize, width: usize, of: impl Fn(usize, B) -> B) {
        debug_assert_eq!(width, self.width);
        let (before, current) = self.blocks.split_at_mut(self.index * width);
        let current = &mut current[..width];
        if from == self.index {
            current.iter_mut().enumerate().for_each(|(block, sums)| *sums = of(block, *sums));
        } else {
            let before = before[from * width..][..width].iter().enumerate();
            current.iter_mut().zip(before).for_each(|(sums, (block, old))| *sums = of(block, *old));
        }
    }

    #[inline]
    pub(super) fn sums(&mut self) -> &mut [B] {
        &mut self.blocks[self.index * self.width..][..self.width]
    }

    /// Copies the sums at another index to the current ones.
    #[inline]
    pub(super) fn copy(&mut self, from: usize) {
        if from != self.index {
            let width = self.width;
            self.blocks.copy_within(from * width..(from + 1) * width, self.index * width);
        }
    }
}

/// The power of two by which sums up to `largest` fit into 31 bits, with a bit to spare for rounding.
pub(super) fn unit_for(largest: f32) -> f32 {
    (largest.max(1.0).log2().ceil() - 29.0).exp2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_found_at_the_same_ply_and_two_before_it() {
        let mut line = AccumulatorStack::new(0u32, &[0, 0]);
        let distance = |wanted: u32| move |key: &u32| key.abs_diff(wanted);
        for key in [10, 20, 30] {
            line.set_key(key);
            line.make(line.index(), 2, |block, sum| if block == 1 { key } else { sum });
            line.push();
        }
        // Plies of 10, 20 and 30, and one that was never seen.
        assert_eq!(line.key(line.nearest(distance(29))), 30);
        assert_eq!(line.key(line.nearest(distance(18))), 20);
        assert_eq!(line.key(line.nearest(distance(4))), 0, "three plies back is too far");
        assert_eq!(line.nearest(distance(25)), line.index() - 1, "of two as near the later one");
        line.copy(line.nearest(distance(20)));
        assert_eq!(line.sums().to_vec(), [0, 20]);
        line.make(line.index() - 1, 2, |block, sum| sum + block as u32);
        assert_eq!(line.sums().to_vec(), [0, 31], "out of the sums one ply back, which stayed");
        line.pop();
        line.pop();
        assert_eq!(line.key(line.nearest(distance(20))), 20, "an earlier position at this ply");
        line.start();
        assert_eq!(line.key(line.index()), 10);
    }
}
