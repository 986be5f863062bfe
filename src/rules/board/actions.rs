//! Moves as numbers of a fixed range, for policies and environments.

use super::moves::{Move, MoveList};
use super::position::Position;
use super::square::Square;

/// The legal moves with the same ends that have actions.
const SAME_ENDS: usize = 4;
const ENDS: usize = Square::COUNT * Square::COUNT;

/// The number of actions: an action is `nth * 2500 + (from - 1) * 50 + (to - 1)`, where `nth` counts the legal moves with the same ends.
pub const ACTIONS: usize = SAME_ENDS * ENDS;

fn ends(mv: Move) -> usize {
    50 * (usize::from(mv.from().number()) - 1) + usize::from(mv.to().number()) - 1
}

/// The action of a legal move by its index, an index of `legal`; `None` for the fifth move with the same ends and those after it.
#[must_use]
pub fn of_index(legal: &[Move], index: usize) -> Option<usize> {
    let mv = legal[index];
    // Quiet moves differ in their ends.
    let same = |other: &&Move| mv.is_capture() && ends(**other) == ends(mv);
    let nth = legal[..index].iter().filter(same).count();
    (nth < SAME_ENDS).then(|| ENDS * nth + ends(mv))
}

/// The index of the legal move that an action means.
#[must_use]
pub fn index(legal: &[Move], action: i64) -> Option<usize> {
    let action = usize::try_from(action).ok().filter(|action| *action < ACTIONS)?;
    let same = legal.iter().enumerate().filter(|(_, mv)| ends(**mv) == action % ENDS);
    same.map(|(index, _)| index).nth(action / ENDS)
}

/// The actions of legal moves.
pub fn all(legal: &[Move]) -> impl Iterator<Item = usize> + '_ {
    (0..legal.len()).filter_map(|index| of_index(legal, index))
}

/// Why an action is refused, in words.
#[must_use]
pub fn refusal(position: &Position, action: i64) -> String {
    if !(0..ACTIONS as i64).contains(&action) {
        return format!("{action} is no action; they are 0 to {}", ACTIONS - 1);
    }
    let ends = action % ENDS as i64;
    let text = format!("action {action} ({} to {})", ends / 50 + 1, ends % 50 + 1);
    match MoveList::legal(position).is_empty() {
        true => format!("{text}: the game is over"),
        false => format!("{text} is no legal move here"),
    }
}
