//! Steps of games in the network's form: sequences of inputs, one for each phase that a game passes through.

use std::ops::Range;

use super::sequence::{Change, Sequence, SequenceBuffer};

/// A run of steps of one game in one phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    phase: usize,
    sequence: usize,
}

/// The steps of many games; a game is a range of stretches.
#[derive(Clone, Debug, PartialEq)]
pub struct Steps {
    buffer: SequenceBuffer,
    stretches: Vec<Stretch>,
}

impl Steps {
    /// No steps yet, of `width` dense inputs, the first ones, among `inputs` in all.
    #[must_use]
    pub fn new(width: usize, inputs: usize) -> Steps {
        Steps { buffer: SequenceBuffer::new(width, inputs), stretches: Vec::new() }
    }

    /// Forgets the steps and keeps the memory.
    pub fn clear(&mut self) {
        self.buffer.clear();
        self.stretches.clear();
    }

    /// Adds a step to the stretch being made. In its first step the changes are against all sparse inputs zero.
    ///
    /// # Panics
    /// If `dense` has not the width of the buffer, or a change is of an input the buffer has not.
    #[inline]
    pub fn push(&mut self, dense: &[f32], changes: impl IntoIterator<Item = Change>) {
        self.buffer.push(dense, changes);
    }

    /// Ends the stretch being made, whose steps are of this phase; the next step begins another.
    pub fn end(&mut self, phase: usize) {
        let sequence = self.buffer.end();
        self.stretches.push(Stretch { phase, sequence });
    }

    /// The stretches made so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.stretches.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.stretches.is_empty()
    }

    /// Some stretches as phases and sequences.
    pub fn sequences(
        &self,
        stretches: Range<usize>,
    ) -> impl Iterator<Item = (usize, Sequence<'_>)> + Clone {
        let stretches = self.stretches[stretches].iter();
        stretches.map(|stretch| (stretch.phase, self.buffer.sequence(stretch.sequence)))
    }
}
