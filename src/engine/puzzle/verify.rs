//! The proof again: at every move of the solver, every other move searched on its own.

use super::known::Puzzle;
use super::proof::{CERTAIN, Proof, points, wins};
use crate::board::{Move, MoveList};
use crate::player::{Budget, Engine, GameState, StopFlag};

/// Where a puzzle is not unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleFault {
    /// The plies of the solution before it.
    pub ply: usize,
    /// The move of the solution, or another that wins as well.
    pub mv: Move,
    /// The value of the solution's move, in hundredths of a man.
    pub value: i32,
    /// The value of this move.
    pub other: i32,
}

/// Searches every move at each choice of the solver with `nodes` nodes each; the first fault, if there is one. `None` outside if `stop`
/// was raised.
pub fn verify(
    engine: &mut Engine,
    puzzle: &Puzzle,
    proof: &Proof,
    nodes: u64,
    stop: &StopFlag,
) -> Option<Option<PuzzleFault>> {
    let mut game = GameState::new(puzzle.position);
    for (ply, &solution) in puzzle.moves[..puzzle.asked].iter().enumerate() {
        let legal = MoveList::legal(game.position());
        if ply.is_multiple_of(2) && legal.len() > 1 {
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
                return Some(Some(PuzzleFault { ply, mv: solution, value, other: value }));
            }
            for mv in legal.into_iter().filter(|mv| *mv != solution) {
                let other = value_of(mv)?;
                if value - other < proof.margin {
                    return Some(Some(PuzzleFault { ply, mv, value, other }));
                }
            }
        }
        game.play(solution);
    }
    Some(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Position, fen};
    use crate::player::{Evaluation, Options};

    /// A puzzle as a file may claim it.
    fn claimed(position: &str, solution: &[&str]) -> Puzzle {
        let position = fen::read(position).expect(position);
        let mut here = position;
        let play = |word: &&str| {
            let mv = MoveList::legal(&here).into_iter().find(|mv| mv.to_string() == *word);
            here = here.succ(mv.expect("legal"));
            mv.expect("legal")
        };
        let moves: Vec<Move> = solution.iter().map(play).collect();
        Puzzle {
            asked: moves.len(),
            last: (Position::start(), MoveList::legal(&Position::start())[0]),
            position,
            moves,
            gain: 1,
            before: 0,
            value: 200,
            lead: 100,
            nodes: 100,
            level: 3,
            solver: Color::White,
            ply: 1,
            missed: false,
        }
    }

    fn fault(puzzle: &Puzzle) -> Option<PuzzleFault> {
        let options = Options { hash_mb: 1, ..Options::default() };
        let mut engine = Engine::new(&Evaluation::reference(), &options).expect("1 MiB");
        verify(&mut engine, puzzle, &Proof::default(), 20_000, &StopFlag::new())
            .expect("not stopped")
    }

    fn found_first() -> Move {
        claimed("W:WK46,K5,K1:B20", &["1-6"]).moves[0]
    }

    #[test]
    fn a_sound_puzzle_has_no_fault_and_a_second_solution_is_found() {
        // The man on 17 is won by 28-22 only.
        assert_eq!(fault(&claimed("W:W28,33,39:B17", &["28-22"])), None);
        // Three kings win against a man in any case.
        let found = fault(&claimed("W:WK46,K5,K1:B20", &["1-6"])).expect("many moves win");
        assert_eq!(
            (found.ply, found.mv == found_first(), found.value - found.other < 70),
            (0, false, true)
        );
    }

    #[test]
    fn a_move_that_does_not_win_is_a_fault_of_its_own() {
        let puzzle = claimed("W:W28,33,39:B17", &["28-23"]);
        let found = fault(&puzzle).expect("28-23 lets him go");
        assert_eq!(found.ply, 0);
        assert_eq!(found.mv, puzzle.moves[0], "{found:?}");
    }
}
