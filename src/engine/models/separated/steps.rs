//! From positions to the steps of a network with modalities apart.

use std::ops::Range;

use super::inputs::Seen;
use crate::board::Position;
use crate::features::GLOBALS;

/// Set where a sparse input counts −1.
const MINUS: u16 = 1 << 15;

/// The steps of many games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeparatedSteps {
    globals: Vec<[f32; GLOBALS.end]>,
    /// An entry for each time an input counts, and where those of each step end.
    sparse: Vec<u16>,
    ends: Vec<u32>,
}

/// One step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<'a> {
    pub globals: &'a [f32; GLOBALS.end],
    sparse: &'a [u16],
}

impl Step<'_> {
    /// Index and value of the inputs that are not global; an input that counts twice comes twice.
    #[inline]
    pub(super) fn sparse(&self) -> impl Iterator<Item = (usize, f32)> {
        self.sparse.iter().map(|&entry| {
            let sign = if entry & MINUS == 0 { 1.0 } else { -1.0 };
            (usize::from(entry & !MINUS), sign)
        })
    }
}

impl SeparatedSteps {
    /// The step of one position.
    pub(super) fn of(position: &Position) -> SeparatedSteps {
        let mut steps = SeparatedSteps::default();
        steps.push(position);
        steps
    }

    #[inline]
    pub(super) fn step(&self, index: usize) -> Step<'_> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        let sparse = &self.sparse[start..self.ends[index] as usize];
        Step { globals: &self.globals[index], sparse }
    }

    /// Forgets the steps and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.globals.clear();
        self.sparse.clear();
        self.ends.clear();
    }

    /// Appends a step for each position.
    pub(super) fn extend(&mut self, positions: &[Position], mirrored: bool) -> Range<usize> {
        let first = self.ends.len();
        for position in positions {
            match mirrored {
                true => self.push(&position.mirrored()),
                false => self.push(position),
            }
        }
        first..self.ends.len()
    }

    fn push(&mut self, position: &Position) {
        let seen = Seen::of(position);
        self.globals.push(seen.globals);
        seen.each_bit(|input, sign| {
            self.sparse.push(input as u16 | if sign < 0.0 { MINUS } else { 0 });
        });
        self.ends.push(self.sparse.len() as u32);
    }
}
