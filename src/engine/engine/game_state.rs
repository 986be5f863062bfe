//! A game in progress, as far as a player needs it: the position, and the history that the draw rules look at.

use crate::board::{History, Move, Position};

/// The current position and what led to it.
#[derive(Clone, Debug)]
pub struct GameState {
    position: Position,
    history: History,
}

impl GameState {
    /// A game that starts here.
    #[must_use]
    pub fn new(start: Position) -> GameState {
        GameState { position: start, history: History::new(&start) }
    }

    /// Plays one of the legal moves.
    pub fn play(&mut self, mv: Move) {
        let next = self.position.succ(mv);
        self.history.push(&self.position, mv, &next);
        self.position = next;
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far, as the draw rules see them.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }
}
