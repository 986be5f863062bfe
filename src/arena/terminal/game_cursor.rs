//! A game with a cursor: the moves before the present position, and those after it.

use crate::board::{Move, Position};
use crate::play::record::PlayedMove;
use crate::player::GameState;

/// A game, and a position of it.
#[derive(Clone, Debug)]
pub(crate) struct GameCursor {
    start: Position,
    game: GameState,
    played: Vec<PlayedMove>,
    /// The moves ahead, the next one last.
    ahead: Vec<PlayedMove>,
}

impl GameCursor {
    pub(crate) fn new(start: Position) -> GameCursor {
        GameCursor { start, game: GameState::new(start), played: Vec::new(), ahead: Vec::new() }
    }

    /// The first position of the game.
    pub(crate) fn start(&self) -> Position {
        self.start
    }

    /// The game up to the cursor.
    pub(crate) fn game(&self) -> &GameState {
        &self.game
    }

    /// The moves up to the cursor.
    pub(crate) fn played(&self) -> &[PlayedMove] {
        &self.played
    }

    /// The move after the cursor, if there is one.
    pub(crate) fn next(&self) -> Option<Move> {
        self.ahead.last().map(|played| played.mv)
    }

    /// The game with the cursor at its end.
    pub(crate) fn at_end(&self) -> GameCursor {
        let mut cursor = self.clone();
        cursor.go_to(usize::MAX);
        cursor
    }

    /// The moves of the whole game.
    pub(crate) fn plies(&self) -> usize {
        self.played.len() + self.ahead.len()
    }

    /// Plays a move. The moves ahead are kept if they begin with it, and dropped otherwise.
    pub(crate) fn push(&mut self, played: PlayedMove) {
        if self.next() == Some(played.mv) {
            self.ahead.pop();
        } else {
            self.ahead.clear();
        }
        self.game.play(played.mv);
        self.played.push(played);
    }

    /// Moves the cursor to this many plies, or to the end; no move is lost.
    pub(crate) fn go_to(&mut self, plies: usize) {
        let mut all = std::mem::take(&mut self.played);
        all.extend(self.ahead.drain(..).rev());
        self.ahead = all.split_off(plies.min(all.len()));
        self.ahead.reverse();
        self.replay(all);
    }

    /// Drops all moves after this many plies.
    pub(crate) fn truncate(&mut self, plies: usize) {
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

    fn first_move(cursor: &mut GameCursor) {
        let mv = MoveList::legal(cursor.game().position()).into_iter().next().expect("a move");
        cursor.push(PlayedMove { mv, time: Duration::ZERO, info: MoveInfo::default() });
    }

    fn board(cursor: &GameCursor) -> String {
        fen::write(cursor.game().position())
    }

    #[test]
    fn going_back_and_forth_reaches_the_same_positions() {
        let mut cursor = GameCursor::new(Position::start());
        let mut boards = vec![board(&cursor)];
        for _ in 0..6 {
            first_move(&mut cursor);
            boards.push(board(&cursor));
        }
        for plies in [0, 6, 3, 4, 1, 5, 2] {
            cursor.go_to(plies);
            assert_eq!((board(&cursor), cursor.plies()), (boards[plies].clone(), 6));
            assert_eq!(cursor.played().len(), plies);
        }
        cursor.go_to(100);
        assert_eq!((board(&cursor), cursor.next()), (boards[6].clone(), None));
    }

    #[test]
    fn another_move_drops_the_moves_ahead_and_the_same_one_keeps_them() {
        let mut cursor = GameCursor::new(Position::start());
        (0..4).for_each(|_| first_move(&mut cursor));
        cursor.go_to(1);
        first_move(&mut cursor);
        assert_eq!((cursor.played().len(), cursor.plies()), (2, 4));
        cursor.go_to(0);
        let legal: Vec<Move> = MoveList::legal(cursor.game().position()).into_iter().collect();
        let other = legal.into_iter().find(|&mv| Some(mv) != cursor.next()).expect("another");
        cursor.push(PlayedMove { mv: other, time: Duration::ZERO, info: MoveInfo::default() });
        assert_eq!((cursor.plies(), cursor.next()), (1, None));
        cursor.truncate(0);
        assert_eq!((cursor.plies(), board(&cursor)), (0, fen::write(&Position::start())));
    }
}
