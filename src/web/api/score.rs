//! Values as the page shows them: for White, in men and as an expected result.

use serde_json::{Value, json};

use super::position_query::id;
use crate::board::{Color, Move, MoveList, Position};
use crate::pdn::spell;
use crate::player::to_hub_score;
use crate::player::{Outlook, Score, result_of};

/// A score of the side to move as JSON, for White.
pub(super) fn score_json(score: Score, turn: Color) -> Value {
    let sign = f64::from(turn.sign());
    // Adding zero takes the sign off a zero.
    let men = sign * to_hub_score(score) + 0.0;
    let decided = match score.outlook() {
        Outlook::Win(ply) => Some((turn, ply)),
        Outlook::Loss(ply) => Some((!turn, ply)),
        Outlook::Open(_) => None,
    };
    json!({
        "men": men,
        "result": result_of(men as f32),
        "end": decided.map(|(winner, ply)| format!("{winner:?} wins in {} plies", ply.count())),
    })
}

/// Moves from a position, with their full names and as they are written.
pub(super) fn line_json(position: &Position, moves: &[Move]) -> Value {
    let (mut position, mut list) = (*position, MoveList::new());
    let line = moves.iter().map(|&mv| {
        let json = json!({ "id": id(mv), "text": spell(&position, mv, &mut list) });
        position = position.succ(mv);
        json
    });
    line.collect()
}
