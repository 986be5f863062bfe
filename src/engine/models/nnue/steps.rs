//! From positions to what patterns and the hidden layer look at.

use std::ops::Range;

use super::inputs::each;
use super::settings::NnueSettings;
use crate::board::{Color, Position};
use crate::models::model::Encode;
use crate::models::patterns::{PatternEncoder, PatternSteps};

/// The steps of many games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NnueSteps {
    pub(super) patterns: PatternSteps,
    /// The inputs of the pieces, as White sees them, and where those of each step end.
    pieces: Vec<u8>,
    ends: Vec<u32>,
    white_moves: Vec<bool>,
}

impl NnueSteps {
    /// The pieces of a step as White sees them, and whether he is to move.
    #[inline]
    pub(super) fn step(&self, index: usize) -> (&[u8], bool) {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        (&self.pieces[start..self.ends[index] as usize], self.white_moves[index])
    }

    fn push(&mut self, position: &Position) {
        each(position, |input| self.pieces.push(input as u8));
        self.ends.push(self.pieces.len() as u32);
        self.white_moves.push(position.turn() == Color::White);
    }
}

/// Turns positions into steps.
#[derive(Clone, Debug)]
pub struct NnueEncoder(PatternEncoder);

impl NnueEncoder {
    /// An encoder for checked settings.
    #[must_use]
    pub fn new(settings: &NnueSettings) -> NnueEncoder {
        NnueEncoder(PatternEncoder::new(&settings.patterns))
    }
}

impl Encode for NnueEncoder {
    type Steps = NnueSteps;

    fn steps(&self) -> NnueSteps {
        NnueSteps::default()
    }

    fn clear(&self, steps: &mut NnueSteps) {
        self.0.clear(&mut steps.patterns);
        steps.pieces.clear();
        steps.ends.clear();
        steps.white_moves.clear();
    }

    fn encode(
        &mut self,
        positions: &[Position],
        mirrored: bool,
        steps: &mut NnueSteps,
    ) -> Range<usize> {
        for position in positions {
            match mirrored {
                true => steps.push(&position.mirrored()),
                false => steps.push(position),
            }
        }
        self.0.encode(positions, mirrored, &mut steps.patterns)
    }
}
