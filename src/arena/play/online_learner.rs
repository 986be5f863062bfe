//! Learning from the games that our engine has played against others.

use crate::board::{Color, Move, MoveList, Position};
use crate::player::{Engine, GameState, Options};

/// A finished game of our engine.
#[derive(Clone, Copy, Debug)]
pub struct PastGame<'a> {
    pub start: &'a Position,
    pub moves: &'a [Move],
    pub ours: Color,
    /// White's result, if it is known.
    pub outcome: Option<f32>,
}

/// Learns from games as they end.
pub trait OnlineLearner: Send {
    /// Learns from a game, saves the weights, and returns the engine that plays from now on.
    fn learn(&mut self, game: &PastGame<'_>, options: &Options) -> Result<Engine, String>;
}

/// White's result after these moves, if the game is over by the rules.
pub(crate) fn outcome_by_rule(start: &Position, moves: &[Move]) -> Option<f32> {
    let mut game = GameState::new(*start);
    moves.iter().for_each(|&mv| game.play(mv));
    let turn = game.position().turn();
    if MoveList::legal(game.position()).is_empty() {
        return Some(-turn.sign() as f32);
    }
    game.history().draw().map(|_| 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    #[test]
    fn a_side_without_a_move_has_lost_and_an_unfinished_game_has_no_result() {
        let start = fen::read("W:W7:B1").expect("fen");
        assert_eq!(outcome_by_rule(&start, &[]), None);
        let lost = fen::read("B:W28:B").expect("fen");
        assert_eq!(outcome_by_rule(&lost, &[]), Some(1.0));
    }
}
