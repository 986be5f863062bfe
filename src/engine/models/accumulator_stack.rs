//! Sums kept along the line that is searched.

/// How many plies back sums are looked for.
const BACK: usize = 2;

/// The sums of every ply of the current line, in blocks of a `B`, and in a `K` what each of them is over.
///
/// They are brought up to date only when a value is asked for, by the difference from whichever known sums are nearest: those of
/// an earlier position at the same ply, or of the line before. So sums of other lines stay good.
#[derive(Clone, Debug)]
pub(super) struct AccumulatorStack<K, B> {
    /// The current ply, and [`BACK`] more.
    place: usize,
    known: Vec<K>,
    /// The sums of each place, one after the other.
    blocks: Vec<B>,
    /// Blocks of a place.
    width: usize,
}

impl<K: Copy, B: Copy> AccumulatorStack<K, B> {
    /// A line of so many plies, each with the same sums.
    pub(super) fn new(plies: usize, known: K, sums: &[B]) -> AccumulatorStack<K, B> {
        let places = BACK + plies;
        let (known, blocks) = (vec![known; places], sums.repeat(places));
        AccumulatorStack { place: BACK, known, blocks, width: sums.len() }
    }

    /// Goes to the first ply.
    #[inline]
    pub(super) fn start(&mut self) {
        self.place = BACK;
    }

    /// Goes a ply on.
    #[inline]
    pub(super) fn push(&mut self) {
        self.place += 1;
    }

    /// Goes a ply back.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.place -= 1;
    }

    /// Blocks of the sums of a place.
    #[inline]
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The current place.
    #[inline]
    pub(super) fn place(&self) -> usize {
        self.place
    }

    /// Which sums are least apart, of the current place and those before it.
    #[inline(always)]
    pub(super) fn nearest(&self, apart: impl Fn(&K) -> u32) -> usize {
        let mut best = (apart(&self.known[self.place]), self.place);
        for back in 1..=BACK {
            let found = (apart(&self.known[self.place - back]), self.place - back);
            best = if found.0 < best.0 { found } else { best };
        }
        best.1
    }

    /// What the sums of a place are over.
    #[inline]
    pub(super) fn known(&self, place: usize) -> K {
        self.known[place]
    }

    /// Tells what the sums of the current place are going to be over.
    #[inline]
    pub(super) fn know(&mut self, known: K) {
        self.known[self.place] = known;
    }

    /// A block of the sums of a place.
    #[inline(always)]
    pub(super) fn block(&self, place: usize, block: usize) -> B {
        self.blocks[place * self.width + block]
    }

    /// Writes a block of the sums of the current place.
    #[inline(always)]
    pub(super) fn set(&mut self, block: usize, sums: B) {
        self.blocks[self.place * self.width + block] = sums;
    }

    /// The sums of the current place.
    #[inline]
    pub(super) fn sums(&mut self) -> &mut [B] {
        &mut self.blocks[self.place * self.width..][..self.width]
    }

    /// Copies the sums of another place to the current one.
    #[inline]
    pub(super) fn copy(&mut self, from: usize) {
        if from != self.place {
            let width = self.width;
            self.blocks.copy_within(from * width..(from + 1) * width, self.place * width);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_found_at_the_same_ply_and_two_before_it() {
        let mut line = AccumulatorStack::new(4, 0u32, &[0, 0]);
        let apart = |wanted: u32| move |known: &u32| known.abs_diff(wanted);
        for known in [10, 20, 30] {
            line.know(known);
            line.set(1, known);
            line.push();
        }
        // Plies of 10, 20 and 30, and one that was never seen.
        assert_eq!(line.known(line.nearest(apart(29))), 30);
        assert_eq!(line.known(line.nearest(apart(18))), 20);
        assert_eq!(line.known(line.nearest(apart(4))), 0, "three plies back is too far");
        assert_eq!(line.nearest(apart(25)), line.place() - 1, "of two as near the later one");
        line.copy(line.nearest(apart(20)));
        assert_eq!((line.width(), line.sums().to_vec()), (2, vec![0, 20]));
        assert_eq!(line.block(line.place() - 1, 1), 30, "the others stay");
        line.pop();
        line.pop();
        assert_eq!(line.known(line.nearest(apart(20))), 20, "an earlier position at this ply");
        line.start();
        assert_eq!(line.known(line.place()), 10);
    }
}
