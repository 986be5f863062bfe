//! From positions to the steps of games: inputs by what changes from one step to the next, in sequences of one phase each.

use std::ops::Range;

use super::settings::NetworkSettings;
use crate::board::Position;
use crate::features::{GLOBALS, InputView, WORD_SIGN, WORDS};
use crate::models::phases::Borders;

/// A sparse input that changes by +1 or −1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Which input.
    pub input: u16,
    /// +1 or −1.
    pub delta: i16,
}

/// A change in its place: at which step, and which change of the same input came before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlacedChange {
    change: Change,
    step: u32,
    /// The index of the change before plus one; 0 for the first.
    previous: u32,
}

impl PlacedChange {
    #[inline]
    pub(super) fn input(&self) -> usize {
        self.change.input.into()
    }

    #[inline]
    pub(super) fn delta(&self) -> f32 {
        self.change.delta.into()
    }

    /// The step, counted from the start of the sequence.
    #[inline]
    pub(super) fn step(&self) -> usize {
        self.step as usize
    }
}

/// Sequences one after the other: the dense inputs of each step, and the changes of the sparse ones; no allocation a step.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SequenceBuffer {
    width: usize,
    dense: Vec<f32>,
    changes: Vec<PlacedChange>,
    /// Where the changes of each step start, and the end of the last.
    starts: Vec<u32>,
    /// The last change of each input that changes, sequence by sequence.
    tails: Vec<u32>,
    /// Steps and tails of each finished sequence.
    sequences: Vec<(Range<usize>, Range<usize>)>,
    /// The index of the last change of each input in the sequence being made, plus one.
    last: Vec<u32>,
}

impl SequenceBuffer {
    /// An empty buffer for sequences with `width` dense inputs, the first ones, of `inputs` in all.
    pub(super) fn new(width: usize, inputs: usize) -> SequenceBuffer {
        SequenceBuffer {
            width,
            dense: Vec::new(),
            changes: Vec::new(),
            starts: vec![0],
            tails: Vec::new(),
            sequences: Vec::new(),
            last: vec![0; inputs],
        }
    }

    /// Forgets the sequences and keeps the memory. Costs nothing for the number of inputs: what a finished sequence touched
    /// is clean again, so only the changes of an unfinished one are gone through.
    pub(super) fn clear(&mut self) {
        for change in &self.changes[self.starts[self.first_step()] as usize..] {
            self.last[change.input()] = 0;
        }
        self.dense.clear();
        self.changes.clear();
        self.starts.truncate(1);
        self.tails.clear();
        self.sequences.clear();
    }

    /// Adds a step to the sequence being made. In its first step the changes are against all sparse inputs zero.
    ///
    /// # Panics
    /// If `dense` has not the width of the buffer, or a change is of an input the buffer has not.
    #[inline]
    pub(super) fn push(&mut self, dense: &[f32], changes: impl IntoIterator<Item = Change>) {
        assert_eq!(dense.len(), self.width, "every step has the same dense inputs");
        let step = (self.starts.len() - 1 - self.first_step()) as u32;
        self.dense.extend_from_slice(dense);
        for change in changes {
            let last = &mut self.last[usize::from(change.input)];
            self.changes.push(PlacedChange { change, step, previous: *last });
            *last = self.changes.len() as u32;
        }
        self.starts.push(self.changes.len() as u32);
    }

    /// Ends the sequence being made and gives its number; the next step begins another.
    pub(super) fn end(&mut self) -> usize {
        let steps = self.first_step()..self.starts.len() - 1;
        let first_tail = self.tails.len();
        let changes = self.starts[steps.start] as usize..self.changes.len();
        for index in changes.rev() {
            let input = self.changes[index].input();
            if self.last[input] == index as u32 + 1 {
                self.tails.push(index as u32);
                self.last[input] = 0;
            }
        }
        self.sequences.push((steps, first_tail..self.tails.len()));
        self.sequences.len() - 1
    }

    fn first_step(&self) -> usize {
        self.sequences.last().map_or(0, |(steps, _)| steps.end)
    }

    /// A finished sequence.
    pub(super) fn sequence(&self, number: usize) -> Sequence<'_> {
        let (steps, tails) = self.sequences[number].clone();
        Sequence {
            width: self.width,
            dense: &self.dense[steps.start * self.width..steps.end * self.width],
            changes: &self.changes,
            starts: &self.starts[steps.start..=steps.end],
            tails: &self.tails[tails],
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Sequence<'a> {
    width: usize,
    dense: &'a [f32],
    changes: &'a [PlacedChange],
    starts: &'a [u32],
    tails: &'a [u32],
}

impl<'a> Sequence<'a> {
    /// The number of steps.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of dense inputs.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    #[inline]
    pub(super) fn dense(&self, step: usize) -> &'a [f32] {
        &self.dense[step * self.width..(step + 1) * self.width]
    }

    #[inline]
    pub(super) fn changes(&self, step: usize) -> &'a [PlacedChange] {
        &self.changes[self.starts[step] as usize..self.starts[step + 1] as usize]
    }

    /// The sparse inputs that change at all, each once.
    pub(super) fn changing_inputs(&self) -> impl Iterator<Item = usize> {
        let changes = self.changes;
        self.tails.iter().map(move |&tail| changes[tail as usize].input())
    }

    /// For each input that changes at all, its changes, last one first.
    pub(super) fn by_input(&self) -> impl Iterator<Item = impl Iterator<Item = &'a PlacedChange>> {
        let changes = self.changes;
        self.tails.iter().map(move |&tail| {
            let last = Some(&changes[tail as usize]);
            std::iter::successors(last, move |change| match change.previous {
                0 => None,
                before => Some(&changes[before as usize - 1]),
            })
        })
    }
}

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
    pub fn len(&self) -> usize {
        self.stretches.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.stretches.is_empty()
    }

    /// Some stretches as phases and sequences.
    pub(super) fn sequences(
        &self,
        stretches: Range<usize>,
    ) -> impl Iterator<Item = (usize, Sequence<'_>)> + Clone {
        let stretches = self.stretches[stretches].iter();
        stretches.map(|stretch| (stretch.phase, self.buffer.sequence(stretch.sequence)))
    }
}

/// Turns positions into sequences of inputs.
#[derive(Clone, Debug)]
pub struct Encoder {
    borders: Borders,
    view: InputView,
    changes: Vec<Change>,
}

impl Encoder {
    /// An encoder for checked settings.
    pub fn new(settings: &NetworkSettings) -> Encoder {
        Encoder { borders: settings.phases(), view: settings.view(), changes: Vec::new() }
    }

    fn collect_changes(&mut self, before: &[u64; WORDS], after: &[u64; WORDS]) {
        self.changes.clear();
        let index = self.view.catalogue().layout().index();
        for word in self.view.words() {
            let sign = WORD_SIGN[word] as i16;
            let mut differs = before[word] ^ after[word];
            while differs != 0 {
                let bit = differs.trailing_zeros();
                differs &= differs - 1;
                let delta = if after[word] >> bit & 1 != 0 { sign } else { -sign };
                self.changes.push(Change { input: index[word][bit as usize], delta });
            }
        }
    }
}

impl Encoder {
    /// No steps yet.
    pub(super) fn steps(&self) -> Steps {
        Steps::new(GLOBALS.end, self.view.catalogue().layout().count())
    }

    /// One stretch for each phase that the episode passes through.
    pub(super) fn encode(
        &mut self,
        positions: &[Position],
        mirrored: bool,
        steps: &mut Steps,
    ) -> Range<usize> {
        let first = steps.len();
        let mut before = [0; WORDS];
        let mut current = None;
        for position in positions {
            let mut inputs = self.view.inputs(position);
            if mirrored {
                inputs = inputs.mirrored_by(self.view.catalogue());
            }
            let phase = self.borders.phase(position.occupied().len());
            if let Some(ended) = current.replace(phase).filter(|&earlier| earlier != phase) {
                steps.end(ended);
                before = [0; WORDS];
            }
            self.collect_changes(&before, &inputs.words);
            steps.push(&inputs.globals, self.changes.iter().copied());
            before = inputs.words;
        }
        if let Some(phase) = current {
            steps.end(phase);
        }
        first..steps.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_sequences_in_one_buffer_do_not_see_each_other() {
        let mut buffer = SequenceBuffer::new(1, 4);
        let change = |input, delta| Change { input, delta };
        buffer.push(&[0.5], [change(1, 1), change(2, 1)]);
        buffer.push(&[0.6], [change(1, -1)]);
        assert_eq!(buffer.end(), 0);
        buffer.push(&[0.7], [change(1, 1)]);
        assert_eq!(buffer.end(), 1);
        let (first, second) = (buffer.sequence(0), buffer.sequence(1));
        assert_eq!((first.len(), second.len()), (2, 1));
        assert_eq!(second.dense(0), [0.7]);
        let seen = |sequence: &Sequence| -> Vec<Vec<(usize, usize, f32)>> {
            let each = |c: &PlacedChange| (c.input(), c.step(), c.delta());
            sequence.by_input().map(|changes| changes.map(each).collect()).collect()
        };
        assert_eq!(seen(&first), [vec![(1, 1, -1.0), (1, 0, 1.0)], vec![(2, 0, 1.0)]]);
        assert_eq!(seen(&second), [vec![(1, 0, 1.0)]]);
        assert_eq!(first.changing_inputs().collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn a_cleared_buffer_begins_anew() {
        let mut buffer = SequenceBuffer::new(1, 2);
        buffer.push(&[0.5], [Change { input: 1, delta: 1 }]);
        buffer.clear();
        buffer.push(&[0.25], [Change { input: 1, delta: 1 }]);
        assert_eq!(buffer.end(), 0);
        assert_eq!(buffer.sequence(0).len(), 1);
        assert_eq!(buffer.sequence(0).by_input().map(Iterator::count).sum::<usize>(), 1);
    }
}
