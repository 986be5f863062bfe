//! The proof again: at every move of the solver, every other move searched on its own.

use super::finder::{CERTAIN, Proof, points, wins};
use super::known::Puzzle;
use crate::board::{Move, MoveList};
use crate::player::{Budget, Engine, GameState, StopFlag};

/// Where a puzzle is not unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The plies of the solution before it.
    pub ply: usize,
    /// The move of the solution, or another that wins as well.
    pub mv: Move,
    /// The value of the solution's move, in hundredths of a man.
    pub value: i32,
    /// The value of this move.
    pub other: i32,
}

/// Searches every move at each choice of the solver with so many nodes each; the first fault, if there is one. `None` outside if `stop`
/// was raised.
pub fn verify(
    engine: &mut Engine,
    puzzle: &Puzzle,
    proof: &Proof,
    nodes: u64,
    stop: &StopFlag,
) -> Option<Option<Fault>> {
    let mut game = GameState::new(puzzle.position);
    for (ply, &solution) in puzzle.moves[..puzzle.asked].iter().enumerate() {
        let legal = MoveList::legal(game.position());
        if ply % 2 == 0 && legal.len() > 1 {
            let mut value_of = |mv: Move| {
                engine.new_game();
                let mut after = game.clone();
                after.play(mv);
                let budget = Budget::of_nodes(nodes);
                let choice = engine.analyse(&after, &budget, stop, &mut |_| {});
                // Without a move the opponent has lost.
                (!stop.is_stopped()).then(|| choice.map_or(CERTAIN, |choice| -points(choice.score)))
            };
            let value = value_of(solution)?;
            if !wins(value, puzzle.before, proof.margin) {
                return Some(Some(Fault { ply, mv: solution, value, other: value }));
            }
            for mv in legal.into_iter().filter(|mv| *mv != solution) {
                let other = value_of(mv)?;
                if value - other < proof.margin {
                    return Some(Some(Fault { ply, mv, value, other }));
                }
            }
        }
        game.play(solution);
    }
    Some(None)
}
