//! Whether an estimate decides a claim: p-values of a difference and of equivalence, and the false-discovery rate of many claims.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// An estimate with its standard error.
///
/// ```
/// use draughts_td_arena::tournament::significance::Estimate;
///
/// // 55 % of the points with a standard error of 2 %: better than even, and not within 2 % of it.
/// let score = Estimate { mean: 0.55, error: 0.02, freedom: None };
/// assert!(score.p_differs(0.5) < 0.02);
/// assert!(score.p_within(0.48, 0.52) > 0.9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// What was measured.
    pub mean: f64,
    /// Its standard error, 0 or more.
    pub error: f64,
    /// Degrees of freedom of Student's t; `None` for the normal distribution of many measurements.
    pub freedom: Option<f64>,
}

impl Estimate {
    /// The probability of a mean this low or lower if the true value is `at`.
    fn p_lower(&self, at: f64) -> f64 {
        let difference = self.mean - at;
        if self.error == 0.0 {
            return if difference < 0.0 { 0.0 } else { 1.0 };
        }
        let deviations = difference / self.error;
        match self.freedom {
            Some(freedom) => StudentsT::new(0.0, 1.0, freedom).map_or(1.0, |t| t.cdf(deviations)),
            None => Normal::standard().cdf(deviations),
        }
    }

    /// The probability of a mean this high or higher if the true value is `at`.
    fn p_higher(&self, at: f64) -> f64 {
        Estimate { mean: -self.mean, ..*self }.p_lower(-at)
    }

    /// The two-sided p-value of "differs from `at`", 0 to 1.
    pub fn p_differs(&self, at: f64) -> f64 {
        (2.0 * self.p_lower(at).min(self.p_higher(at))).min(1.0)
    }

    /// The p-value of "lies between `low` and `high`", 0 to 1: two one-sided tests, of which the weaker counts (TOST, Schuirmann 1987).
    /// It is below 0.05 where the 90 % interval lies between the two.
    pub fn p_within(&self, low: f64, high: f64) -> f64 {
        self.p_higher(low).max(self.p_lower(high))
    }
}

/// The p-values adjusted for being many (Benjamini and Hochberg 1995), in the order given: where those of at most `q` are called
/// discoveries, no more than this share of them is false on average.
///
/// ```
/// use draughts_td_arena::tournament::significance::false_discovery;
///
/// assert_eq!(false_discovery(&[0.01, 0.5, 0.02]), [0.03, 0.5, 0.03]);
/// ```
pub fn false_discovery(p_values: &[f64]) -> Vec<f64> {
    let count = p_values.len() as f64;
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut least = 1.0f64;
    for (rank, &place) in order.iter().enumerate().rev() {
        least = least.min(p_values[place] * count / (rank + 1) as f64);
        adjusted[place] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_values_agree_with_tables_of_the_normal_and_of_student_s_t() {
        let normal = Estimate { mean: 1.959_964, error: 1.0, freedom: None };
        assert!((normal.p_differs(0.0) - 0.05).abs() < 1e-6);
        // Abramowitz and Stegun, table 26.10: t of four degrees of freedom is 2.776 at 95 %, on both sides.
        for mean in [2.776, -2.776] {
            let student = Estimate { mean, error: 1.0, freedom: Some(4.0) };
            assert!((student.p_differs(0.0) - 0.05).abs() < 5e-5);
        }
        let same = Estimate { mean: 2.0, error: 1.0, freedom: Some(3.0) };
        assert_eq!(same.p_differs(2.0), 1.0);
    }

    #[test]
    fn two_one_sided_tests_by_hand() {
        // Limits ±1, mean 0.2, error 0.4: z of the lower test 3, of the upper −2, which is the weaker: p = 0.02275.
        let estimate = Estimate { mean: 0.2, error: 0.4, freedom: None };
        assert!((estimate.p_within(-1.0, 1.0) - 0.022_75).abs() < 1e-5);
        // With ten degrees of freedom t = −2: p = 0.03669.
        let estimate = Estimate { freedom: Some(10.0), ..estimate };
        assert!((estimate.p_within(-1.0, 1.0) - 0.036_69).abs() < 1e-5);
        // What lies outside is never within, however sure.
        assert!(Estimate { mean: 1.5, ..estimate }.p_within(-1.0, 1.0) > 0.5);
    }

    #[test]
    fn an_estimate_without_error_is_certain() {
        let certain = Estimate { mean: 0.5, error: 0.0, freedom: None };
        assert_eq!((certain.p_differs(0.4), certain.p_differs(0.5)), (0.0, 1.0));
        assert_eq!((certain.p_within(0.4, 0.6), certain.p_within(0.6, 0.7)), (0.0, 1.0));
    }

    #[test]
    fn the_example_of_benjamini_and_hochberg_has_four_discoveries() {
        // Their section 3.2: of fifteen p-values the four smallest are discoveries at 5 %; Bonferroni would have found three.
        let p_values = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
            0.5719, 0.6528, 0.7590, 1.0,
        ];
        let adjusted = false_discovery(&p_values);
        assert_eq!(adjusted.iter().filter(|&&p| p <= 0.05).count(), 4);
        assert!((adjusted[3] - 0.0095 * 15.0 / 4.0).abs() < 1e-12);
        let backwards: Vec<f64> = p_values.iter().rev().copied().collect();
        let mut again = false_discovery(&backwards);
        again.reverse();
        assert_eq!(again, adjusted);
        assert!(false_discovery(&[]).is_empty());
    }
}
