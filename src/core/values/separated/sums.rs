//! The sums of the first rank, kept along the line that is searched.

use super::inputs::{PLANES, Seen};
use super::laid_out::{LaidOut, Lanes};
use crate::board::{Color, Position};

/// How many plies back sums are looked for.
const BACK: usize = 2;

/// What the sums of a place are over.
#[derive(Clone, Copy, Debug)]
struct Known {
    planes: [u64; PLANES],
    /// White and black men: how far two positions are apart is counted in them.
    men: [u64; 2],
}

/// The sums along the current line.
///
/// Kept for each ply and brought up to date only when a value is asked for, by the difference from whichever known sums are nearest:
/// those of an earlier position at the same ply, or of the line before.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// The current ply, and [`BACK`] more.
    place: usize,
    known: Vec<Known>,
    /// The sums of each place, one after the other.
    sums: Vec<Lanes>,
    /// Blocks of a place.
    width: usize,
    scratch: Vec<f32>,
}

impl Sums {
    /// The sums of lines of so many plies: of the empty board, all of them.
    pub(super) fn new(network: &LaidOut, plies: usize) -> Sums {
        let (places, width) = (BACK + plies, network.empty().len());
        let empty = Known { planes: [0; PLANES], men: [0; 2] };
        let (known, sums) = (vec![empty; places], network.empty().repeat(places));
        Sums { place: BACK, known, sums, width, scratch: Vec::new() }
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

    /// The sum whose tanh is V in a position, which is that of the current ply.
    #[inline]
    pub(super) fn sum(&mut self, network: &LaidOut, position: &Position) -> f32 {
        let seen = Seen::of(position);
        let men = Color::ALL.map(|color| position.men(color).bits());
        let from = self.nearest(men);
        let (here, width) = (self.place * self.width, self.width);
        if from != self.place {
            self.sums.copy_within(from * width..(from + 1) * width, here);
        }
        let sums = &mut self.sums[here..here + width];
        network.update(sums, &self.known[from].planes, &seen.planes);
        self.known[self.place] = Known { planes: seen.planes, men };
        network.sum(sums, &seen.globals, &mut self.scratch)
    }

    /// The place whose men differ least, among the current one and those before it.
    #[inline]
    fn nearest(&self, men: [u64; 2]) -> usize {
        let apart = |place: &usize| {
            let known = self.known[*place].men;
            (known[0] ^ men[0]).count_ones() + (known[1] ^ men[1]).count_ones()
        };
        (self.place - BACK..=self.place).rev().min_by_key(apart).expect("the current one")
    }
}
