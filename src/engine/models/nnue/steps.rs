//! From positions to what patterns and the hidden layer look at.

use super::inputs::each;
use crate::board::{Color, Position};
use crate::models::patterns::PatternSteps;

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

    /// Forgets the steps and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.patterns.clear();
        self.pieces.clear();
        self.ends.clear();
        self.white_moves.clear();
    }

    /// Appends what the hidden layer sees of some positions.
    pub(super) fn extend(&mut self, positions: &[Position], mirrored: bool) {
        for position in positions {
            match mirrored {
                true => self.push(&position.mirrored()),
                false => self.push(position),
            }
        }
    }

    fn push(&mut self, position: &Position) {
        each(position, |input| self.pieces.push(input as u8));
        self.ends.push(self.pieces.len() as u32);
        self.white_moves.push(position.turn() == Color::White);
    }
}
