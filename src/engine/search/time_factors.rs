//! How much of its share of the clock a move needs, from what the iterations of its search found.

use super::score::Score;

/// Factors on the soft time limit: more time while the best move changes, while its score falls, and while other moves need many nodes.
///
/// The first is that of Scan, the other two are those of Stockfish, with numbers of our own.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeFactors {
    /// Falls while the best move stays the same.
    stability: f64,
    /// Rises with the loss against the best score of all iterations.
    fall: f64,
    /// Low where the best move took most nodes: the other moves are refuted at once.
    effort: f64,
    best: Score,
}

/// A finished iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    /// Whether the best move is that of the iteration before.
    pub same_move: bool,
    pub score: Score,
    /// The part of the nodes of the iteration that the best move took, from 0 to 1, where it is the first move.
    pub share: f64,
}

impl Default for TimeFactors {
    fn default() -> TimeFactors {
        TimeFactors { stability: 1.0, fall: 1.0, effort: 1.0, best: -Score::INFINITE }
    }
}

impl TimeFactors {
    pub(super) fn update(&mut self, finding: Finding) {
        let Finding { same_move, score, share } = finding;
        // A new best move gives up the time saved before at once.
        let stability =
            if same_move { 0.9 * self.stability } else { 1.2 * self.stability.max(1.0) };
        self.stability = stability.clamp(0.6, 2.0);
        self.best = self.best.max(score);
        // A fifth of a man is worth 40 % more time.
        let lost = self.best.points() - score.points();
        self.fall = (1.0 + 0.02 * f64::from(lost)).min(1.8);
        self.effort = if same_move { (1.6 - share).max(0.6) } else { 1.0 };
    }

    /// The factor on the soft time limit.
    pub(super) fn stretch(self) -> f64 {
        (self.stability * self.fall * self.effort).clamp(0.3, 3.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(findings: &[(bool, i32, f64)]) -> f64 {
        let mut factors = TimeFactors::default();
        for &(same_move, points, share) in findings {
            factors.update(Finding { same_move, score: Score::from_points(points), share });
        }
        factors.stretch()
    }

    #[test]
    fn a_move_that_stays_best_needs_less_time() {
        assert!(after(&[(true, 10, 0.6); 4]) < after(&[(true, 10, 0.6)]));
        let changed = after(&[(true, 10, 0.6), (true, 10, 0.6), (false, 10, 0.6)]);
        assert!(changed > after(&[(true, 10, 0.6); 3]));
    }

    #[test]
    fn a_falling_score_needs_more_time_and_a_rising_one_does_not() {
        let level = after(&[(true, 10, 0.6), (true, 10, 0.6)]);
        assert!(after(&[(true, 10, 0.6), (true, -10, 0.6)]) > 1.3 * level);
        assert!((after(&[(true, 10, 0.6), (true, 30, 0.6)]) - level).abs() < 1e-9);
    }

    #[test]
    fn a_move_that_is_clearly_best_needs_less_time() {
        assert!(after(&[(true, 0, 0.95)]) < after(&[(true, 0, 0.3)]));
    }

    #[test]
    fn no_factor_is_out_of_bounds() {
        let mut lost = vec![(false, 20_000, 0.0); 20];
        lost.push((false, -20_000, 0.0));
        assert!((after(&lost) - 3.0).abs() < 1e-9);
        assert!((after(&[(true, 0, 1.0); 30]) - 0.36).abs() < 1e-9);
    }
}
