//! What held-out games say of two arms.

use super::results::LabResults;
use crate::results::Summary;

/// How much less the first of two recipes errs, in words.
pub(crate) fn error_evidence(change: &Summary) -> String {
    let word = if change.mean < 0.0 { "higher" } else { "lower" };
    let size = Summary { mean: change.mean.abs(), ..*change };
    // As many digits as show that the difference is not 0.
    let digits = (4..6).find(|&digits| size.mean * 10f64.powi(digits) >= 0.5).unwrap_or(6);
    format!("error {word} by {}", size.text(digits as usize))
}

/// The p-value of a change of the error.
pub(crate) fn error_p(change: &Summary) -> f64 {
    change.estimate().map_or(1.0, |change| change.p_differs(0.0))
}

impl LabResults<'_> {
    /// How much less the first of two recipes errs than the second: `error` on the positions of the paper's filter, `error-on-all`, or
    /// `error-early` after a quarter of the games. `None` for another word.
    pub(crate) fn error_change(&self, kind: &str, better: &str, worse: &str) -> Option<Summary> {
        Some(match kind {
            "error" => self.change(worse, better, |training| training.total().mse),
            "error-on-all" => self.change(worse, better, |training| training.all[0].mse),
            "error-early" => {
                self.change(worse, better, |training| -self.early_gain(training, better))
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::Rows;
    use super::super::recipe::Recipe;
    use super::super::size::ExperimentSize;
    use super::super::training_plan::TrainingPlan;
    use super::super::training_result::tests::trained;
    use super::super::{Ablation, MatchResult};
    use super::*;
    use crate::results::Description;

    fn plan() -> TrainingPlan {
        let recipes = vec![Recipe::plain("good"), Recipe::plain("bad")];
        TrainingPlan::new(&ExperimentSize::full(1, 3, 100), recipes, Vec::new())
    }

    /// Three seeds: the good one errs less by 0.010, 0.011 and 0.012, and wins two of three points.
    fn rows() -> Rows {
        let error = |seed: u64| 0.3 + 0.01 * seed as f64;
        let trained_rows = (1..=3).flat_map(|seed| {
            let less = 0.009 + 0.001 * seed as f64;
            [trained("good", seed, error(seed) - less), trained("bad", seed, error(seed))]
        });
        let matches = (1..=3)
            .map(|seed| MatchResult::of_pairs("good", "bad", seed, [0, 4, 10, 20, 16 + seed]));
        Rows { trained: trained_rows.collect(), matches: matches.collect(), ..Rows::default() }
    }

    #[test]
    fn the_better_is_the_one_that_errs_less() {
        let (plan, rows) = (plan(), rows());
        let run = Description::default();
        let results = LabResults::of(&plan, &rows, &run);
        let evidence = |better, worse| {
            let change = results.error_change("error", better, worse).expect("an error");
            (error_evidence(&change), error_p(&change) < 0.05)
        };
        // By hand: mean 0.011, standard deviation 0.001, t of two degrees of freedom 4.303.
        assert_eq!(evidence("good", "bad"), ("error lower by 0.0110 ± 0.0025".into(), true));
        assert_eq!(evidence("bad", "good"), ("error higher by 0.0110 ± 0.0025".into(), true));
        assert!(!evidence("good", "good").1);
        assert_eq!(results.error_change("elo", "good", "bad"), None);
    }

    #[test]
    fn a_table_of_an_ablation_has_the_same_signs() {
        let (plan, rows) = (plan(), rows());
        let run = Description::default();
        let results = LabResults::of(&plan, &rows, &run);
        let ablation =
            Ablation { results: &results, base: "bad", groups: vec![("", vec!["good"])] };
        let row = ablation.rows().last().expect("a row");
        assert_eq!(row[1], "**+0.0110 ± 0.0025**");
        // The table of material errs by 0.5 in every training: the gain is 0.5 − 0.31, on average.
        assert!(row[2].starts_with("0.1910 ±"), "{row:?}");
        let [low, elo, high] = results.strength("good", "bad").expect("games").elo();
        assert!(low > 0.0 && elo > low && high > elo);
    }
}
