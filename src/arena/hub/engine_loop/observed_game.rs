//! A game as a Hub engine observes it: positions that grow by moves, without a result.

use crate::board::{Color, Move, MoveList, Position};
use crate::play::online_learner::{PastGame, outcome_by_rule};

/// The fewest moves of our side that make a game.
const MIN_MOVES: usize = 6;

/// The present game, as far as it is known.
#[derive(Clone, Debug)]
pub(super) struct ObservedGame {
    start: Position,
    moves: Vec<Move>,
    last: Position,
    /// The side that we play; `None` before the first request for a move.
    ours: Option<Color>,
    /// Whether we play both sides: an analysis, or a game against itself.
    plays_both: bool,
    requests: usize,
}

impl ObservedGame {
    /// A game that begins with these moves.
    pub(super) fn new(start: Position, moves: Vec<Move>) -> ObservedGame {
        let last = after(start, &moves);
        ObservedGame { start, moves, last, ours: None, plays_both: false, requests: 0 }
    }

    /// Extends the game to these moves from this position; `false` if they are of another game. They are all of its moves, or those
    /// since the last irreversible one, as Hub's own program sends them. A repeated request takes our last answer back.
    pub(super) fn extend_to(&mut self, start: &Position, moves: &[Move]) -> bool {
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

    fn before_last(&self) -> Option<Position> {
        self.moves.split_last().map(|(_, earlier)| after(self.start, earlier))
    }

    /// Counts a request for a move of this side.
    pub(super) fn move_requested(&mut self, color: Color) {
        self.plays_both |= self.ours.replace(color).is_some_and(|before| before != color);
        self.requests += 1;
    }

    pub(super) fn push(&mut self, mv: Move) {
        self.moves.push(mv);
        self.last = self.last.succ(mv);
    }

    /// The game for a learner, if we played one side of it.
    pub(super) fn past_game(&self) -> Option<PastGame<'_>> {
        let ours = self.ours.filter(|_| !self.plays_both && self.requests >= MIN_MOVES)?;
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
    fn only_games_of_one_side_with_enough_moves_are_learned() {
        let (start, moves) = (Position::start(), moves(20));
        let mut game = ObservedGame::new(start, Vec::new());
        for ply in (0..12).step_by(2) {
            assert!(game.past_game().is_none());
            // All moves, or only the position.
            let from = if ply % 4 == 0 { 0 } else { ply };
            assert!(game.extend_to(&after(start, &moves[..from]), &moves[from..ply]));
            game.move_requested(Color::White);
            game.push(moves[ply]);
        }
        let past = game.past_game().expect("six moves");
        assert_eq!((past.ours, past.moves.len(), past.outcome), (Color::White, 11, None));
        assert_eq!(past.moves, &moves[..11]);
        assert!(game.extend_to(&start, &moves[..10]), "the last request comes again");
        game.push(moves[10]);
        assert_eq!(game.past_game().expect("a game").moves, &moves[..11]);
        assert!(!game.extend_to(&start, &moves[..2]));
        game.move_requested(Color::Black);
        assert!(game.past_game().is_none());
    }
}
