//! The evaluation as the search sees it, and the count of material.

use super::score::Score;
use crate::board::{Move, Position};

/// An evaluation of quiet positions; it is updated at every move, so that it can be incremental.
///
/// The search calls [`reset`](Evaluate::reset) once, then `push` and `pop` in pairs around every move, and `value` only where
/// the side to move has no capture.
///
/// ```
/// use std::sync::Arc;
///
/// use draughts_td_engine::search::{
///     Depth, Evaluate, Limits, Score, Searcher, StopFlag, Techniques, TranspositionTable,
/// };
/// use draughts_td_rules::board::{Color, History, Move, Position};
///
/// /// Counts only men: nothing to update along the line.
/// struct Men;
///
/// impl Evaluate for Men {
///     fn reset(&mut self, _: &Position) {}
///     fn push(&mut self, _: &Position, _: Move, _: &Position) {}
///     fn pop(&mut self) {}
///     fn value(&mut self, position: &Position) -> Score {
///         let men = |color: Color| position.men(color).len() as i32;
///         Score::from_points(100 * (men(position.turn()) - men(!position.turn())))
///     }
/// }
///
/// let table = Arc::new(TranspositionTable::new(1)?);
/// let mut searcher = Searcher::new(Men, table, Techniques::ALL);
/// let start = Position::start();
/// let limits = Limits { depth: Some(Depth::new(6)), ..Limits::default() };
/// let choice = searcher.search(&start, &History::new(&start), limits, &StopFlag::new(), &mut |_| {});
/// assert_eq!(choice.expect("the start has moves").depth, Depth::new(6));
/// # Ok::<(), draughts_td_engine::search::TableError>(())
/// ```
pub trait Evaluate {
    /// Forgets everything and starts at this position.
    fn reset(&mut self, position: &Position);

    /// The move from `before` to `after` is made.
    fn push(&mut self, before: &Position, mv: Move, after: &Position);

    /// The last move is taken back.
    fn pop(&mut self);

    /// The value of the current position, which is `position`, for the side to move.
    fn value(&mut self, position: &Position) -> Score;

    /// What the value is at a glance, and how far it may lie from that in hundredths of a man; `None` where only
    /// [`value`](Evaluate::value) says.
    #[inline]
    fn estimate(&self, _position: &Position) -> Option<(Score, i32)> {
        None
    }
}

/// Counts men and kings and knows nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Material;

impl Evaluate for Material {
    fn reset(&mut self, _: &Position) {}

    fn push(&mut self, _: &Position, _: Move, _: &Position) {}

    fn pop(&mut self) {}

    /// A man is 100, a king three men, as in Patist and Wiering's material balance.
    #[inline]
    fn value(&mut self, position: &Position) -> Score {
        Score::from_points(100 * position.material() * position.turn().sign())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    #[test]
    fn material_is_seen_by_the_side_to_move() {
        let position = fen::read("B:WK31,32:B3,4").expect("fen");
        assert_eq!(Material.value(&position), Score::from_points(-200));
        assert_eq!(Material.value(&position.mirrored()), Score::from_points(-200));
    }
}
