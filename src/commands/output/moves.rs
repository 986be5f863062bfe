//! Lines of moves as text.

use crate::board::{Move, MoveList, Position};
use crate::pdn::spell;

/// The moves of a line that begins at a position, as PDN spells them.
pub(crate) fn spelled(position: &Position, moves: &[Move]) -> Vec<String> {
    let (mut position, mut list) = (*position, MoveList::new());
    let texts = moves.iter().map(|&mv| {
        let text = spell(&position, mv, &mut list);
        position = position.succ(mv);
        text
    });
    texts.collect()
}
