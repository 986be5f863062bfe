//! From expected results to the search's hundredths of a man.

use crate::board::Position;
use crate::search::Score;

/// Points for a certain win: a result of ±1 in hundredths of a man.
const POINTS: f32 = 250.0;

/// The score for the side to move of White's expected result, from −1 to 1.
#[inline]
#[must_use]
pub fn score(result: f32, position: &Position) -> Score {
    Score::from_points((result * POINTS) as i32 * position.turn().sign())
}
