//! The analysis of each position of a game.

use crate::board::{Move, Position};
use crate::player::{
    Budget, Depth, Engine, GameState, Ply, Score, StopFlag, result_of, to_hub_score,
};

/// The analysis of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionAnalysis {
    /// The value for the side to move.
    pub score: Score,
    /// How deep it was searched.
    pub depth: Depth,
    /// The expected moves, the best one first; empty at the end of a game.
    pub line: Vec<Move>,
}

impl PositionAnalysis {
    /// The value in men for the side to move, on the scale of Hub.
    pub fn men(&self) -> f64 {
        to_hub_score(self.score)
    }

    /// The expected result for the side to move, from −1, a loss, to 1.
    pub fn result(&self) -> f32 {
        result_of(self.men() as f32)
    }
}

/// Searches every position of a game, each within the budget, and reports them as they come: from the last to the first, since
/// what the table keeps of later positions makes the earlier ones clearer. The views are in the order of the game; `None` if
/// it was stopped before the first.
pub fn views(
    engine: &mut Engine,
    start: &Position,
    moves: &[Move],
    budget: &Budget,
    stop: &StopFlag,
    report: &mut dyn FnMut(usize, &PositionAnalysis),
) -> Option<Vec<PositionAnalysis>> {
    engine.new_game();
    let mut views = Vec::with_capacity(moves.len() + 1);
    for plies in (0..=moves.len()).rev() {
        let mut game = GameState::new(*start);
        moves[..plies].iter().for_each(|&mv| game.play(mv));
        let view = view(engine, &game, budget, stop);
        if stop.is_stopped() {
            return None;
        }
        report(plies, &view);
        views.push(view);
    }
    views.reverse();
    Some(views)
}

fn view(
    engine: &mut Engine,
    game: &GameState,
    budget: &Budget,
    stop: &StopFlag,
) -> PositionAnalysis {
    match engine.analyse(game, budget, stop, &mut |_| {}) {
        Some(choice) => {
            PositionAnalysis { score: choice.score, depth: choice.depth, line: choice.line }
        }
        None => PositionAnalysis {
            score: Score::loss_at(Ply::new(0)),
            depth: Depth::ZERO,
            line: Vec::new(),
        },
    }
}
