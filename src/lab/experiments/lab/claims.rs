//! Claims that one arm is better than another, as the notes name them, and what matches and held-out games say to them.

use super::prose::strength_text;
use super::results::LabResults;
use crate::results::{ClaimVerdict, Summary};

/// What decides a claim: the verdict with its evidence, and the p-value.
type Decided = (String, f64);

/// What held-out games say of how much less the first of two recipes errs.
pub(crate) fn error_evidence(change: &Summary) -> (ClaimVerdict, String) {
    let word = if change.mean < 0.0 { "higher" } else { "lower" };
    let size = Summary { mean: change.mean.abs(), ..*change };
    let verdict = ClaimVerdict::above(0.0, change.interval());
    (verdict, format!("error {word} by {}", size.text(4)))
}

/// The p-value of a change of the error.
pub(crate) fn error_p(change: &Summary) -> f64 {
    change.estimate().map_or(1.0, |change| change.p_differs(0.0))
}

impl LabResults<'_> {
    /// The verdict on a claim that notes name, by matches or held-out games.
    ///
    /// By matches: `elo a b` that the first is stronger, `elo a b 500` that it is so by 500 points, `parity a b 25` that both are as good. By held-out
    /// games, that the first errs less: `error a b` on the positions of the paper's filter, `error-on-all a b`, and `error-early a b` after
    /// a quarter of the games.
    pub(crate) fn claim(&self, words: &[&str]) -> Option<Decided> {
        let (a, b, points, is_parity) = match *words {
            ["elo", a, b] => (a, b, 0.0, false),
            ["elo", a, b, points] => (a, b, points.parse().ok()?, false),
            ["parity", a, b, points] => (a, b, points.parse().ok()?, true),
            _ => {
                let change = self.error_change(words)?;
                let (verdict, evidence) = error_evidence(&change);
                return Some((verdict.by(evidence), error_p(&change)));
            }
        };
        let strength = self.strength(a, b);
        let evidence = format!("Elo {}", strength_text(strength.as_ref()).replace("**", ""));
        let decided = strength.map(|strength| {
            let [low, _, high] = strength.elo();
            match is_parity {
                true => (ClaimVerdict::within(points, (low, high)), strength.p_within(points)),
                false => (ClaimVerdict::above(points, (low, high)), strength.p_differs(points)),
            }
        });
        let (verdict, p) = decided.unwrap_or((ClaimVerdict::Undecided, 1.0));
        Some((verdict.by(evidence), p))
    }

    /// How much less the first of two recipes errs than the second.
    pub(crate) fn error_change(&self, words: &[&str]) -> Option<Summary> {
        let &[kind, better, worse] = words else { return None };
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
    fn the_better_is_the_one_that_errs_less_and_wins_more() {
        let (plan, rows) = (plan(), rows());
        let results = LabResults { plan: &plan, rows: &rows, run: &Description::default() };
        let verdicts = |better, worse| {
            ["elo", "error"].map(|kind| results.claim(&[kind, better, worse]).expect("a claim").0)
        };
        let [elo, error] = verdicts("good", "bad");
        assert!(elo.starts_with("**holds**: Elo +"), "{elo}");
        // By hand: mean 0.011, standard deviation 0.001, t of two degrees of freedom 4.303.
        assert_eq!(error, "**holds**: error lower by 0.0110 ± 0.0025");
        let [elo, error] = verdicts("bad", "good");
        assert!(elo.starts_with("**fails**: Elo −"), "{elo}");
        assert_eq!(error, "**fails**: error higher by 0.0110 ± 0.0025");
        assert!(verdicts("good", "good").iter().all(|open| open.starts_with("**undecided**")));
        let claim = |words: &[&str]| results.claim(words).expect("a claim").0;
        assert!(claim(&["elo", "good", "bad", "500"]).starts_with("**fails**"));
        assert!(claim(&["parity", "bad", "good", "1000"]).starts_with("**holds**"));
    }

    #[test]
    fn a_table_of_an_ablation_has_the_same_signs() {
        let (plan, rows) = (plan(), rows());
        let results = LabResults { plan: &plan, rows: &rows, run: &Description::default() };
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
