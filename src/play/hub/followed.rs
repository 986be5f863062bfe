//! A game as an engine behind Hub sees it: positions that grow by moves, and nobody who tells the result.

use crate::board::{Color, Move, Position};
use crate::play::game::student::{PastGame, outcome_by_rule};

/// The fewest moves of our side that make a game.
const SHORTEST: usize = 6;

/// The game that is on, as far as it was told.
#[derive(Clone, Debug)]
pub(super) struct Followed {
    start: Position,
    moves: Vec<Move>,
    /// The side that was asked for moves; `None` before the first question.
    ours: Option<Color>,
    /// Whether both sides were: an analysis, or a game against itself.
    is_of_both: bool,
    questions: usize,
}

impl Followed {
    /// A game that begins with these moves.
    pub(super) fn new(start: Position, moves: Vec<Move>) -> Followed {
        Followed { start, moves, ours: None, is_of_both: false, questions: 0 }
    }

    /// Whether these moves from this position go on with the game.
    pub(super) fn goes_on_with(&self, start: &Position, moves: &[Move]) -> bool {
        self.start == *start && moves.starts_with(&self.moves)
    }

    /// More moves of the same game.
    pub(super) fn grow(&mut self, moves: Vec<Move>) {
        self.moves = moves;
    }

    /// The engine is asked for a move of this side.
    pub(super) fn ask(&mut self, color: Color) {
        self.is_of_both |= self.ours.replace(color).is_some_and(|before| before != color);
        self.questions += 1;
    }

    /// The engine answers; the game may end with that.
    pub(super) fn answer(&mut self, mv: Move) {
        self.moves.push(mv);
    }

    /// The game for one who learns, if it was one of ours against somebody else.
    pub(super) fn past(&self) -> Option<PastGame<'_>> {
        let ours = self.ours.filter(|_| !self.is_of_both && self.questions >= SHORTEST)?;
        let outcome = outcome_by_rule(&self.start, &self.moves);
        Some(PastGame { start: &self.start, moves: &self.moves, ours, outcome })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::MoveList;

    fn moves(count: usize) -> Vec<Move> {
        let mut position = Position::start();
        let next = |_| {
            let mv = MoveList::legal(&position)[0];
            position = position.succ(mv);
            mv
        };
        (0..count).map(next).collect()
    }

    #[test]
    fn a_game_of_one_side_is_learned_and_one_of_both_or_of_few_moves_is_not() {
        let (start, moves) = (Position::start(), moves(20));
        let mut game = Followed::new(start, Vec::new());
        for ply in (0..12).step_by(2) {
            assert!(game.past().is_none());
            assert!(game.goes_on_with(&start, &moves[..ply]));
            game.grow(moves[..ply].to_vec());
            game.ask(Color::White);
            game.answer(moves[ply]);
        }
        let past = game.past().expect("six moves");
        assert_eq!((past.ours, past.moves.len(), past.outcome), (Color::White, 11, None));
        assert!(!game.goes_on_with(&start, &moves[..2]));
        game.ask(Color::Black);
        assert!(game.past().is_none());
    }
}
