//! The rating of a solver against puzzles by Elo's method (A. Elo, *The Rating of Chessplayers, Past and Present*, 1978): a puzzle is an
//! opponent, which wins where it is not solved.

use std::collections::HashMap;

use super::attempt::Attempt;

/// The rating of a solver who has tried nothing, and of a puzzle of middling difficulty, in points of Elo.
pub const BEGINNER: f64 = 1500.0;

/// How far one attempt moves the solver: much at first, while little is known of him.
const FIRST_STEP: f64 = 64.0;
const STEP: f64 = 16.0;
/// Attempts until the steps are small.
const SETTLED: f64 = 30.0;
/// How far one attempt moves a puzzle. Its difficulty rests on a search, the attempt on one person.
const PUZZLE_STEP: f64 = 16.0;

/// What is known of the solver and of the puzzles that he has tried.
#[derive(Clone, Debug)]
pub(super) struct Ratings {
    pub(super) solver: f64,
    tried: f64,
    puzzles: HashMap<String, f64>,
}

impl Ratings {
    pub(super) fn new() -> Ratings {
        Ratings { solver: BEGINNER, tried: 0.0, puzzles: HashMap::new() }
    }

    /// Counts an attempt, the first at its puzzle: a puzzle that comes back is known.
    pub(super) fn count(&mut self, attempt: &Attempt) {
        if self.puzzles.contains_key(&attempt.puzzle) {
            return;
        }
        let expected = 1.0 / (1.0 + 10f64.powf((attempt.grade - self.solver) / 400.0));
        let surprise = f64::from(u8::from(attempt.is_clean())) - expected;
        let weight = (1.0 - self.tried / SETTLED).max(0.0);
        self.solver += (STEP + (FIRST_STEP - STEP) * weight) * surprise;
        self.tried += 1.0;
        self.puzzles.insert(attempt.puzzle.clone(), attempt.grade - PUZZLE_STEP * surprise);
    }

    /// The difficulty of a puzzle after the attempt at it, if there was one.
    pub(super) fn grade(&self, puzzle: &str) -> Option<f64> {
        self.puzzles.get(puzzle).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(puzzle: &str, solved: bool, grade: f64) -> Attempt {
        Attempt { puzzle: puzzle.into(), at: 0, solved, hinted: false, seconds: 1.0, grade }
    }

    #[test]
    fn an_even_puzzle_moves_both_by_half_a_step() {
        let mut ratings = Ratings::new();
        ratings.count(&attempt("a", true, BEGINNER));
        assert_eq!(ratings.solver, BEGINNER + FIRST_STEP / 2.0);
        assert_eq!(ratings.grade("a"), Some(BEGINNER - PUZZLE_STEP / 2.0));
    }

    #[test]
    fn only_the_first_attempt_at_a_puzzle_counts_and_a_hint_is_no_solution() {
        let mut ratings = Ratings::new();
        ratings.count(&attempt("a", false, BEGINNER));
        let after = ratings.solver;
        ratings.count(&attempt("a", true, BEGINNER));
        assert_eq!(ratings.solver, after);
        ratings.count(&Attempt { hinted: true, ..attempt("b", true, BEGINNER) });
        assert!(ratings.solver < after);
    }

    #[test]
    fn the_rating_approaches_the_difficulty_that_is_solved_half_of_the_time() {
        let mut ratings = Ratings::new();
        for number in 0..400 {
            ratings.count(&attempt(&number.to_string(), number % 2 == 0, 1900.0));
        }
        assert!((ratings.solver - 1900.0).abs() < 25.0, "{}", ratings.solver);
    }
}
