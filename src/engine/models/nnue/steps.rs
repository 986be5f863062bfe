//! What patterns and the hidden layer see of a position: the layer sees every piece, its square, and who is to move, from the view of
//! one side.

use crate::board::{Bitboard, Color, Position, Square};
use crate::models::model::mirrored_if;
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
        mirrored_if(positions, mirrored).for_each(|position| self.push(&position));
    }

    fn push(&mut self, position: &Position) {
        each(position, |input| self.pieces.push(input as u8));
        self.ends.push(self.pieces.len() as u32);
        self.white_moves.push(position.turn() == Color::White);
    }
}

/// Own men, own kings, the other side's men, the other side's kings.
pub(super) const KINDS: usize = 4;

/// The input that says that the side that looks is to move.
pub(super) const TO_MOVE: usize = KINDS * Square::COUNT;

/// All inputs.
pub(super) const INPUTS: usize = TO_MOVE + 1;

const _: () = assert!(INPUTS <= 256, "an input is a byte in the steps of learning");

/// The pieces as White sees them, kind after kind.
#[inline]
pub(super) fn pieces(position: &Position) -> [Bitboard; KINDS] {
    let [white, black] = Color::ALL;
    [position.men(white), position.kings(white), position.men(black), position.kings(black)]
}

/// The input of a piece of this kind on a square.
#[inline]
pub(super) fn input(kind: usize, square: Square) -> usize {
    kind * Square::COUNT + square.index()
}

/// The input by which the other side sees the same piece: the board turned, the colours swapped.
#[inline]
pub(super) fn turned(input: usize) -> usize {
    let (kind, square) = (input / Square::COUNT, input % Square::COUNT);
    (kind + KINDS / 2) % KINDS * Square::COUNT + (Square::COUNT - 1 - square)
}

/// The inputs of the pieces on the board, as White sees them.
pub(super) fn each(position: &Position, mut visit: impl FnMut(usize)) {
    for (kind, pieces) in pieces(position).into_iter().enumerate() {
        pieces.into_iter().for_each(|square| visit(input(kind, square)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    #[test]
    fn each_side_sees_what_the_other_would_see_on_the_turned_board() {
        let position = fen::read("B:WK46,28,32,33:BK5,19,23,8").expect("fen");
        let seen = |position: &Position| {
            let mut inputs = Vec::new();
            each(position, |input| inputs.push(input));
            inputs.sort_unstable();
            inputs
        };
        let mut turned: Vec<usize> = seen(&position).into_iter().map(turned).collect();
        turned.sort_unstable();
        assert_eq!(turned, seen(&position.mirrored()));
    }
}
