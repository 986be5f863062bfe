//! A game in progress, as far as a player needs it: the moves, the position, and the history that the draw rules look at.

use crate::board::{History, Move, Position};

/// The current position and what led to it.
#[derive(Clone, Debug)]
pub struct GameState {
    start: Position,
    moves: Vec<Move>,
    position: Position,
    history: History,
}

impl GameState {
    /// A game that starts here.
    #[must_use]
    pub fn new(start: Position) -> GameState {
        GameState { start, moves: Vec::new(), position: start, history: History::new(&start) }
    }

    /// Plays one of the legal moves.
    pub fn play(&mut self, mv: Move) {
        let next = self.position.succ(mv);
        self.history.push(&self.position, mv, &next);
        self.position = next;
        self.moves.push(mv);
    }

    /// The first position.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves from there.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
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
