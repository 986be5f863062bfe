//! A game as an engine behind Hub sees it: positions that grow by moves, and nobody who tells the result.

use crate::board::{Color, Move, MoveList, Position};
use crate::play::online_learner::{PastGame, outcome_by_rule};

/// The fewest moves of our side that make a game.
const SHORTEST: usize = 6;

/// The game that is on, as far as it was told.
#[derive(Clone, Debug)]
pub(super) struct ObservedGame {
    start: Position,
    moves: Vec<Move>,
    last: Position,
    /// The side that was asked for moves; `None` before the first question.
    ours: Option<Color>,
    /// Whether both sides were: an analysis, or a game against itself.
    is_of_both: bool,
    questions: usize,
}

impl ObservedGame {
    /// A game that begins with these moves.
    pub(super) fn new(start: Position, moves: Vec<Move>) -> ObservedGame {
        let last = after(start, &moves);
        ObservedGame { start, moves, last, ours: None, is_of_both: false, questions: 0 }
    }

    /// Goes on with these moves from this position, if they are of the same game: all of its moves, or those since the last
    /// that cannot be taken back, which Hub's own program sends. Our answer counts as not given when its question comes again.
    #[must_use]
    pub(super) fn goes_on_with(&mut self, start: &Position, moves: &[Move]) -> bool {
        let last = after(*start, moves);
        if self.start == *start && moves.starts_with(&self.moves) {
            self.moves = moves.to_vec();
        } else if last != self.last && self.before_last() == Some(last) {
            self.moves.pop();
        } else if last != self.last {
            let legal = MoveList::legal(&self.last);
            let Some(reply) = legal.iter().find(|mv| self.last.succ(**mv) == last) else {
                return false;
            };
            self.moves.push(*reply);
        }
        self.last = last;
        true
    }

    /// The position before the last move.
    fn before_last(&self) -> Option<Position> {
        self.moves.split_last().map(|(_, earlier)| after(self.start, earlier))
    }

    /// The engine is asked for a move of this side.
    pub(super) fn ask(&mut self, color: Color) {
        self.is_of_both |= self.ours.replace(color).is_some_and(|before| before != color);
        self.questions += 1;
    }

    /// The engine answers; the game may end with that.
    pub(super) fn answer(&mut self, mv: Move) {
        self.moves.push(mv);
        self.last = self.last.succ(mv);
    }

    /// The game for one who learns, if it was one of ours against somebody else.
    pub(super) fn past(&self) -> Option<PastGame<'_>> {
        let ours = self.ours.filter(|_| !self.is_of_both && self.questions >= SHORTEST)?;
        let outcome = outcome_by_rule(&self.start, &self.moves);
        Some(PastGame { start: &self.start, moves: &self.moves, ours, outcome })
    }
}

fn after(start: Position, moves: &[Move]) -> Position {
    moves.iter().fold(start, |position, &mv| position.succ(mv))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let mut game = ObservedGame::new(start, Vec::new());
        for ply in (0..12).step_by(2) {
            assert!(game.past().is_none());
            // All moves, or the position alone.
            let from = if ply % 4 == 0 { 0 } else { ply };
            assert!(game.goes_on_with(&after(start, &moves[..from]), &moves[from..ply]));
            game.ask(Color::White);
            game.answer(moves[ply]);
        }
        let past = game.past().expect("six moves");
        assert_eq!((past.ours, past.moves.len(), past.outcome), (Color::White, 11, None));
        assert_eq!(past.moves, &moves[..11]);
        assert!(game.goes_on_with(&start, &moves[..10]), "the last question comes again");
        game.answer(moves[10]);
        assert_eq!(game.past().expect("a game").moves, &moves[..11]);
        assert!(!game.goes_on_with(&start, &moves[..2]));
        game.ask(Color::Black);
        assert!(game.past().is_none());
    }
}
