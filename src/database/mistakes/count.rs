//! Moves and mistakes by the pieces on the board.

use std::ops::{Add, AddAssign};

use crate::board::Position;
use crate::review::Glyph;

/// Names of the parts of a game, by the pieces on the board, and the fewest pieces of each.
pub const PHASES: [(&str, u32); 4] = [("31-40", 31), ("21-30", 21), ("11-20", 11), ("1-10", 0)];

/// The number of a position's part of the game.
pub(super) fn phase(position: &Position) -> usize {
    let pieces = position.occupied().len();
    PHASES.iter().position(|(_, fewest)| pieces >= *fewest).unwrap_or(PHASES.len() - 1)
}

/// The moves and mistakes of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MistakeCount {
    /// The moves of the player.
    pub moves: u32,
    /// Those marked `?!`.
    pub inaccuracies: u32,
    /// Those marked `?`.
    pub mistakes: u32,
    /// Those marked `??`.
    pub blunders: u32,
    /// What the marked moves lost, in games: 1 from a won game to a lost one.
    pub loss: f32,
}

impl MistakeCount {
    /// Counts a mistake.
    pub(super) fn note(&mut self, glyph: Glyph, loss: f32) {
        self.loss += loss;
        *match glyph {
            Glyph::Inaccuracy => &mut self.inaccuracies,
            Glyph::Mistake => &mut self.mistakes,
            Glyph::Blunder => &mut self.blunders,
        } += 1;
    }
}

impl Add for MistakeCount {
    type Output = MistakeCount;

    fn add(self, other: MistakeCount) -> MistakeCount {
        MistakeCount {
            moves: self.moves + other.moves,
            inaccuracies: self.inaccuracies + other.inaccuracies,
            mistakes: self.mistakes + other.mistakes,
            blunders: self.blunders + other.blunders,
            loss: self.loss + other.loss,
        }
    }
}

impl AddAssign for MistakeCount {
    fn add_assign(&mut self, other: MistakeCount) {
        *self = *self + other;
    }
}
