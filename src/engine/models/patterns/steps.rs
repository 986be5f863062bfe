//! From positions to the inputs of the model: pattern indices, kings, globals, stage.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use super::pattern_index::PatternSet;
use super::settings::PatternSettings;
use crate::board::{Bitboard, Color, Position};
use crate::features::{Catalogue, GLOBALS};
use crate::models::model::mirrored_if;

/// Calls `visit` with the square of each king as his own side sees it, and +1 for White's, −1 for Black's.
#[inline]
pub(super) fn each_king(position: &Position, mut visit: impl FnMut(usize, f32)) {
    for color in Color::ALL {
        let kings = position.kings(color);
        let own: Bitboard = if color == Color::White { kings } else { kings.rotated() };
        own.into_iter().for_each(|square| visit(square.index(), color.sign() as f32));
    }
}

/// How much the opening's weights and the endgame's count with this many pieces: in two stages they are mixed evenly from 40
/// pieces down to none.
#[inline]
pub(super) fn mix(stages: u32, pieces: u32) -> [f32; 2] {
    match stages {
        2 => {
            // The 40 men of the start are the full opening.
            let opening = pieces.min(40) as f32 / 40.0;
            [opening, 1.0 - opening]
        }
        _ => [1.0, 0.0],
    }
}

/// The steps of many games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PatternSteps {
    /// The pattern indices of each step, then those of the mirror images.
    indices: Vec<u32>,
    /// The odd global inputs of each step.
    globals: Vec<f32>,
    /// Kings as (square, sign), and where those of each step end.
    kings: Vec<(u16, f32)>,
    king_ends: Vec<u32>,
    mixes: Vec<[f32; 2]>,
}

#[derive(Clone, Copy, Debug)]
pub(in crate::models) struct Step<'a> {
    /// Indices whose weights are added, then as many whose weights are subtracted.
    pub indices: &'a [u32],
    pub globals: &'a [f32],
    pub kings: &'a [(u16, f32)],
    pub mix: [f32; 2],
}

impl PatternSteps {
    /// Forgets the steps and keeps the memory.
    pub(in crate::models) fn clear(&mut self) {
        self.indices.clear();
        self.globals.clear();
        self.kings.clear();
        self.king_ends.clear();
        self.mixes.clear();
    }

    /// A step, with the number of indices and of globals that each step has.
    #[inline]
    pub(super) fn step(&self, index: usize, indices: usize, globals: usize) -> Step<'_> {
        let start = if index == 0 { 0 } else { self.king_ends[index - 1] as usize };
        Step {
            indices: &self.indices[index * indices..(index + 1) * indices],
            globals: &self.globals[index * globals..(index + 1) * globals],
            kings: &self.kings[start..self.king_ends[index] as usize],
            mix: self.mixes[index],
        }
    }
}

/// Turns positions into steps.
#[derive(Clone, Debug)]
pub struct PatternEncoder {
    pattern_set: Arc<PatternSet>,
    globals: &'static [usize],
    kings: bool,
    stages: u32,
}

impl PatternEncoder {
    /// An encoder for checked settings.
    pub(crate) fn new(settings: &PatternSettings) -> PatternEncoder {
        PatternEncoder {
            pattern_set: settings.pattern_set.clone(),
            globals: if settings.globals { global_inputs() } else { &[] },
            kings: settings.kings,
            stages: settings.stages,
        }
    }

    /// Appends a step for each position.
    pub(in crate::models) fn encode(
        &self,
        positions: &[Position],
        mirrored: bool,
        steps: &mut PatternSteps,
    ) -> Range<usize> {
        let first = steps.mixes.len();
        mirrored_if(positions, mirrored).for_each(|position| self.push(&position, steps));
        first..steps.mixes.len()
    }

    fn push(&self, position: &Position, steps: &mut PatternSteps) {
        self.push_indices(position, steps);
        if !self.globals.is_empty() {
            let globals: [f32; GLOBALS.end] = Catalogue::embedded().globals(position);
            steps.globals.extend(self.globals.iter().map(|&index| globals[index]));
        }
        if self.kings {
            each_king(position, |square, sign| steps.kings.push((square as u16, sign)));
        }
        steps.king_ends.push(steps.kings.len() as u32);
        steps.mixes.push(mix(self.stages, position.occupied().len()));
    }

    fn push_indices(&self, position: &Position, steps: &mut PatternSteps) {
        let (start, patterns) = (steps.indices.len(), self.pattern_set.patterns().len());
        steps.indices.resize(start + 2 * patterns, 0);
        let (mut own, mut turned) = (start, start + patterns);
        self.pattern_set.each_index(position, |index, is_turned| {
            let place = if is_turned { &mut turned } else { &mut own };
            steps.indices[*place] = index as u32;
            *place += 1;
        });
    }
}

/// The global inputs that patterns have weights for: those that change their sign with the colours, so that the value does.
pub(super) fn global_inputs() -> &'static [usize] {
    static INPUTS: LazyLock<Vec<usize>> =
        LazyLock::new(|| Catalogue::embedded().odd_globals().collect());
    &INPUTS
}
