//! A game that can be walked through: the moves up to the board, and those ahead of it.

use crate::board::{Move, Position};
use crate::engine::GameState;
use crate::play::record::PlayedMove;

/// A game and the place in it that stands on the board.
#[derive(Clone, Debug)]
pub struct Walk {
    start: Position,
    game: GameState,
    played: Vec<PlayedMove>,
    /// The moves ahead, the next one last.
    ahead: Vec<PlayedMove>,
}

impl Walk {
    /// A game without a move.
    #[must_use]
    pub fn new(start: Position) -> Walk {
        Walk { start, game: GameState::new(start), played: Vec::new(), ahead: Vec::new() }
    }

    /// Where the game begins.
    #[must_use]
    pub fn start(&self) -> Position {
        self.start
    }

    /// The game up to the board.
    #[must_use]
    pub fn game(&self) -> &GameState {
        &self.game
    }

    /// The moves up to the board.
    #[must_use]
    pub fn played(&self) -> &[PlayedMove] {
        &self.played
    }

    /// The move that comes next, if one is ahead.
    #[must_use]
    pub fn next(&self) -> Option<Move> {
        self.ahead.last().map(|played| played.mv)
    }

    /// The moves of the whole game.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.played.len() + self.ahead.len()
    }

    /// Plays a move. What was ahead stays if it begins with this move, and is gone if not.
    pub fn push(&mut self, played: PlayedMove) {
        if self.next() == Some(played.mv) {
            self.ahead.pop();
        } else {
            self.ahead.clear();
        }
        self.game.play(played.mv);
        self.played.push(played);
    }

    /// Goes to the board after this many plies, or to the end; no move is lost.
    pub fn go_to(&mut self, plies: usize) {
        let mut all = std::mem::take(&mut self.played);
        all.extend(self.ahead.drain(..).rev());
        self.ahead = all.split_off(plies.min(all.len()));
        self.ahead.reverse();
        self.replay(all);
    }

    /// Takes back all moves but the first few, for good.
    pub fn take_back_to(&mut self, plies: usize) {
        let mut played = std::mem::take(&mut self.played);
        played.truncate(plies);
        self.ahead.clear();
        self.replay(played);
    }

    fn replay(&mut self, played: Vec<PlayedMove>) {
        self.game = GameState::new(self.start);
        played.iter().for_each(|played| self.game.play(played.mv));
        self.played = played;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::board::{MoveList, fen};
    use crate::play::move_info::MoveInfo;

    fn first_move(walk: &mut Walk) {
        let mv = MoveList::legal(walk.game().position()).into_iter().next().expect("a move");
        walk.push(PlayedMove { mv, time: Duration::ZERO, thought: MoveInfo::default() });
    }

    fn board(walk: &Walk) -> String {
        fen::write(walk.game().position())
    }

    #[test]
    fn going_back_and_forth_comes_to_the_same_boards() {
        let mut walk = Walk::new(Position::start());
        let mut boards = vec![board(&walk)];
        for _ in 0..6 {
            first_move(&mut walk);
            boards.push(board(&walk));
        }
        for plies in [0, 6, 3, 4, 1, 5, 2] {
            walk.go_to(plies);
            assert_eq!((board(&walk), walk.plies()), (boards[plies].clone(), 6));
            assert_eq!(walk.played().len(), plies);
        }
        walk.go_to(100);
        assert_eq!((board(&walk), walk.next()), (boards[6].clone(), None));
    }

    #[test]
    fn another_move_ends_what_was_ahead_and_the_same_one_keeps_it() {
        let mut walk = Walk::new(Position::start());
        (0..4).for_each(|_| first_move(&mut walk));
        walk.go_to(1);
        first_move(&mut walk);
        assert_eq!((walk.played().len(), walk.plies()), (2, 4));
        walk.go_to(0);
        let legal: Vec<Move> = MoveList::legal(walk.game().position()).into_iter().collect();
        let other = legal.into_iter().find(|&mv| Some(mv) != walk.next()).expect("another");
        walk.push(PlayedMove { mv: other, time: Duration::ZERO, thought: MoveInfo::default() });
        assert_eq!((walk.plies(), walk.next()), (1, None));
        walk.take_back_to(0);
        assert_eq!((walk.plies(), board(&walk)), (0, fen::write(&Position::start())));
    }
}
