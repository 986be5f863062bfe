//! Claims that one way of learning is better than another, and what matches and held-out games say to them.

use super::prose::{estimate_text, strength_text};
use super::results::{LabResults, Strength};
use super::training_result::TrainingResult;
use crate::results::{Claim, ClaimVerdict, Finding, Summary, Table};

/// The claim that the networks of one recipe are better than those of another.
pub fn superiority(
    results: &LabResults,
    claim: impl Into<String>,
    better: &str,
    worse: &str,
) -> Claim {
    let results =
        vec![in_matches(results, better, worse), on_held_out_games(results, better, worse)];
    Claim { claim: claim.into(), results }
}

/// The same with a third finding: which of them errs less by another figure.
pub fn superiority_by(
    results: &LabResults,
    claim: &str,
    better: &str,
    worse: &str,
    error: impl Fn(&TrainingResult) -> f64,
) -> Claim {
    let mut claim = superiority(results, claim, better, worse);
    claim.results.push(lower_error(results, better, worse, error));
    claim
}

fn in_matches(results: &LabResults, better: &str, worse: &str) -> Finding {
    let strength = results.strength(better, worse);
    let verdict = strength.as_ref().map_or(ClaimVerdict::Undecided, Strength::is_stronger);
    Finding {
        verdict,
        evidence: format!("Elo {}", strength_text(strength.as_ref()).replace("**", "")),
    }
}

fn on_held_out_games(results: &LabResults, better: &str, worse: &str) -> Finding {
    lower_error(results, better, worse, |training| training.total().mse)
}

/// Whether one recipe errs less than another, by a figure that should be low.
pub fn lower_error(
    results: &LabResults,
    better: &str,
    worse: &str,
    error: impl Fn(&TrainingResult) -> f64,
) -> Finding {
    let change = results.change(worse, better, error);
    Finding {
        verdict: ClaimVerdict::above(0.0, change.interval()),
        evidence: format!("error {}", lower_text(&change)),
    }
}

/// "lower by 0.0012 ± 0.0004" or "higher by …".
fn lower_text(change: &Summary) -> String {
    let word = if change.mean < 0.0 { "higher" } else { "lower" };
    let size = Summary { mean: change.mean.abs(), ..*change };
    format!("{word} by {}", estimate_text(&size, 4))
}

pub fn claims_table(caption: &str, claims: &[Claim]) -> Table {
    Claim::table(caption, &["in matches", "on held-out games"], claims)
}

#[cfg(test)]
mod tests {
    use super::super::recipe::Recipe;
    use super::super::rows::Rows;
    use super::super::size::ExperimentSize;
    use super::super::training_plan::TrainingPlan;
    use super::super::training_result::tests::trained;
    use super::super::{Ablation, MatchResult};
    use super::*;
    use crate::arena::tournament::stats::MatchStats;
    use crate::features::Subset;
    use crate::learning::Hyperparams;
    use crate::models::network::NetworkSettings;

    fn plan() -> TrainingPlan {
        let scale = ExperimentSize::full(1, 3, 100);
        let recipe = |name| {
            Recipe::new(
                name,
                name,
                &scale,
                Hyperparams::of(NetworkSettings::for_inputs(Subset::Nn1)),
            )
        };
        TrainingPlan::new(&scale, vec![recipe("good"), recipe("bad")], Vec::new())
    }

    fn played(seed: u64, pairs: [u64; 5]) -> MatchResult {
        let (a, b) = ("good".to_string(), "bad".to_string());
        let stats = MatchStats::of_pairs(pairs);
        MatchResult { a, b, seed, seconds: None, stats, irregular: Default::default() }
    }

    /// Three seeds: the good one errs less by 0.010, 0.011 and 0.012, and wins two of three points.
    fn rows() -> Rows<TrainingResult> {
        let error = |seed: u64| 0.3 + 0.01 * seed as f64;
        let trained_rows = (1..=3).flat_map(|seed| {
            let less = 0.009 + 0.001 * seed as f64;
            [trained("good", seed, error(seed) - less), trained("bad", seed, error(seed))]
        });
        let matches = (1..=3).map(|seed| played(seed, [0, 4, 10, 20, 16 + seed]));
        Rows { trained: trained_rows.collect(), matches: matches.collect() }
    }

    #[test]
    fn the_better_is_the_one_that_errs_less_and_wins_more() {
        let (plan, rows) = (plan(), rows());
        let results = LabResults { plan: &plan, rows: &rows, command: "" };
        let verdicts = |claim: &Claim| [claim.results[0].verdict, claim.results[1].verdict];
        let right = superiority(&results, "", "good", "bad");
        assert_eq!(verdicts(&right), [ClaimVerdict::Holds; 2]);
        assert!(right.results[0].evidence.starts_with("Elo +"), "{right:?}");
        // By hand: mean 0.011, standard deviation 0.001, t of two degrees of freedom 4.303.
        assert_eq!(right.results[1].evidence, "error lower by 0.0110 ± 0.0025");
        let wrong = superiority(&results, "", "bad", "good");
        assert_eq!(verdicts(&wrong), [ClaimVerdict::Fails; 2]);
        assert_eq!(wrong.results[1].evidence, "error higher by 0.0110 ± 0.0025");
        let open = superiority(&results, "", "good", "good");
        assert_eq!(verdicts(&open), [ClaimVerdict::Undecided; 2]);
    }

    #[test]
    fn a_table_of_an_ablation_has_the_same_signs() {
        let (plan, rows) = (plan(), rows());
        let results = LabResults { plan: &plan, rows: &rows, command: "" };
        let ablation = Ablation { results, base: "bad", groups: vec![("", vec!["good".into()])] };
        let table = ablation.table("").to_markdown();
        let row = table.lines().last().expect("a row");
        assert!(row.contains("**+0.0110 ± 0.0025**"), "{row}");
        // The table of material errs by 0.5 in every training: the gain is 0.5 − 0.31, on average.
        assert!(row.contains("0.1910 ±"), "{row}");
        let [low, elo, high] = results.strength("good", "bad").expect("games").elo();
        assert!(low > 0.0 && elo > low && high > elo);
    }
}
