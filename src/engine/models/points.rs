//! From expected results to the search's hundredths of a man.

use crate::board::Position;
use crate::search::Score;

/// Points for a certain win: a result of ±1 in hundredths of a man.
const POINTS: f32 = 250.0;

/// The score for the side to move of White's expected result, from −1 to 1.
#[inline]
pub fn score(result: f32, position: &Position) -> Score {
    // The sign before the rounding: a linear output may be beyond every number of points, whose negative may not exist.
    Score::from_points((result * POINTS * position.turn().sign() as f32) as i32)
}

/// Men on the scale of Hub from which a game is decided.
pub const DECIDED: f32 = 90.0;

/// The expected result for a search's score in men on the scale of Hub, for the same side: tanh of what the sum of the patterns
/// would be, and ±1 where the game is decided. Evaluations without an output activation give the result itself; for small
/// values this is nearly the same.
pub fn result_of(men: f32) -> f32 {
    if men.abs() >= DECIDED { men.signum() } else { (men * 100.0 / POINTS).tanh() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_in_men_comes_from_the_result_that_made_it() {
        for sum in [0.0, 0.2, -0.9, 1.7f32] {
            let men = score(sum, &Position::start()).points() as f32 / 100.0;
            assert!((result_of(men) - sum.tanh()).abs() < 0.005, "{sum}");
        }
        assert_eq!([-99.8, 95.0].map(result_of), [-1.0, 1.0]);
    }

    #[test]
    fn results_beyond_every_score_are_the_largest_scores_of_their_side() {
        let white = Position::start();
        let black = white.succ(crate::board::MoveList::legal(&white)[0]);
        for result in [1e9, 1e30, f32::MAX] {
            let most = Score::from_points(i32::MAX);
            assert_eq!(score(result, &white), most);
            assert_eq!(score(-result, &white), -most);
            assert_eq!(score(result, &black), -most);
            assert_eq!(score(-result, &black), most);
        }
        assert_eq!(score(0.5, &white), Score::from_points(125));
        assert_eq!(score(0.5, &black), Score::from_points(-125));
    }
}
