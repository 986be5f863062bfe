//! What ranks evaluations: held-out errors and suite points of arms, beside the matches that they played.

use std::path::Path;

use super::super::lab::{BySeed, LabResults, TrainingResult};
use super::stored::{StoredError, StoredRun, stored_runs};
use crate::results::{Summary, rank_correlation};

/// Elo from which a match says which arm is stronger.
const APART: f64 = 20.0;

/// Two arms of a stored run that played a match. All differences are of the first arm over the second, and means over the seeds.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredPair {
    /// The folder of the run.
    pub run: String,
    /// The arms.
    pub arms: [String; 2],
    /// The difference in Elo.
    pub elo: f64,
    /// How much smaller its mean squared error is on held-out positions that the paper's filter keeps; `None` of arms that play.
    pub quiet: Option<f64>,
    /// The same on all positions of the held-out games.
    pub all: Option<f64>,
    /// How much smaller its error against the scores of deep searches is; `None` without such scores.
    pub deep: Option<f64>,
    /// How much more of a suite it solves, as a share of the points; `None` without a suite.
    pub suite: Option<f64>,
    /// Whether both learn from the same targets: one source and one λ. So do all arms that play.
    pub has_one_target: bool,
    /// Whether both learn from the same positions.
    pub has_one_filter: bool,
}

/// The pairs of arms of all finished runs in the folders inside this one.
///
/// # Errors
/// A file that cannot be read, or is not what a run writes.
pub fn stored_pairs(folder: &Path) -> Result<Vec<StoredPair>, StoredError> {
    Ok(stored_runs(folder)?.iter().flat_map(pairs_of).collect())
}

fn pairs_of(stored: &StoredRun) -> Vec<StoredPair> {
    let StoredRun { name, study, size, rows, run } = stored;
    let plan = study.plan(size);
    let results = LabResults::of(&plan, rows, run);
    let pairs = plan.pairings.iter().filter_map(|pairing| {
        let [a, b] = [&pairing.a, &pairing.b];
        let settings = |arm: &str| serde_json::to_value(&plan.recipe(arm)?.settings).ok();
        let (first, second) = (settings(a)?, settings(b)?);
        let smaller = |error: &dyn Fn(&TrainingResult) -> f64| mean(&results.change(b, a, error));
        let larger = |of: fn(&LabResults, &str) -> BySeed| {
            let (first, second) = (of(&results, a), of(&results, b));
            let pairs = first.iter().filter_map(|(seed, value)| Some(value - second.get(seed)?));
            mean(&Summary::of(pairs))
        };
        let is_one = |names: &[&str]| names.iter().all(|name| first.get(name) == second.get(name));
        let pair = StoredPair {
            run: name.clone(),
            arms: [a.clone(), b.clone()],
            elo: results.strength(a, b)?.elo()[1],
            quiet: smaller(&|result| result.total().mse),
            all: smaller(&|result| result.all[0].mse),
            deep: larger(|results, arm| results.deep_errors(arm)).map(|larger| -larger),
            suite: larger(suite_points),
            has_one_target: is_one(&["lambda", "targets"]),
            has_one_filter: is_one(&["filter", "selection", "unequal_share", "same_results"]),
        };
        (pair.quiet.or(pair.deep).or(pair.suite).is_some()).then_some(pair)
    });
    pairs.collect()
}

/// The share of the points of a suite by seed.
fn suite_points(results: &LabResults, arm: &str) -> BySeed {
    results.learned(arm).filter_map(|learned| Some((learned.seed, learned.suite?))).collect()
}

fn mean(summary: &Summary) -> Option<f64> {
    (summary.count > 0).then_some(summary.mean)
}

/// A figure of a pair that ranks its arms.
type Figure = fn(&StoredPair) -> Option<f64>;

/// Which pairs are counted.
type Group = fn(&StoredPair) -> bool;

/// The rank correlations of errors and suite points with Elo, over all pairs and over some, as a table in Markdown.
pub fn rankings(pairs: &[StoredPair]) -> String {
    let mut runs: Vec<&str> = pairs.iter().map(|pair| &*pair.run).collect();
    runs.dedup();
    let groups: [(&str, Group); 4] = [
        ("all", |_| true),
        ("one λ, one filter", |pair| pair.has_one_target && pair.has_one_filter),
        ("different λ", |pair| !pair.has_one_target),
        ("different filters", |pair| !pair.has_one_filter),
    ];
    let errors: [(&str, Figure); 2] = [
        ("error on quiet positions", |pair| pair.quiet),
        ("error on all positions", |pair| pair.all),
    ];
    let with_groups =
        |(figure, of)| groups.map(|(group, is_in)| row(figure, group, is_in, of, pairs));
    let mut rows: Vec<String> = errors.into_iter().flat_map(with_groups).collect();
    let others: [(&str, Figure); 2] =
        [("error against deep scores", |pair| pair.deep), ("suite points", |pair| pair.suite)];
    rows.extend(others.map(|(figure, of)| row(figure, "all", |_| true, of, pairs)));
    format!(
        "{} pairs of arms of {} runs played matches. A lower error, or more points of a suite, ranks an arm first.\n\n\
         | ranked by, group of pairs | pairs | rank correlation with Elo | {APART} Elo apart or more | of these ranked wrongly |\n\
         | --- | ---: | ---: | ---: | ---: |\n{}",
        pairs.len(),
        runs.len(),
        rows.join("\n")
    )
}

/// A row of the table: how a figure ranks the pairs of a group.
fn row(figure: &str, group: &str, is_in: Group, of: Figure, pairs: &[StoredPair]) -> String {
    let pairs = pairs.iter().filter(|pair| is_in(pair));
    let pairs: Vec<(f64, f64)> = pairs.filter_map(|pair| Some((of(pair)?, pair.elo))).collect();
    // Which arm of a pair a study names first makes no difference.
    let both: Vec<_> = pairs.iter().flat_map(|&(x, y)| [(x, y), (-x, -y)]).collect();
    let correlation = rank_correlation(&both).filter(|_| pairs.len() > 2);
    let correlation = correlation.map_or_else(|| "–".into(), |rho| format!("{rho:.2}"));
    let apart: Vec<_> = pairs.iter().filter(|(_, elo)| elo.abs() >= APART).collect();
    let wrong = apart.iter().filter(|(figure, elo)| figure * elo < 0.0).count();
    format!("| {figure}, {group} | {} | {correlation} | {} | {wrong} |", pairs.len(), apart.len())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn pairs_of_results_are_found_and_the_table_is_the_one_of_the_overview() {
        let pairs = stored_pairs(Path::new("../../results")).expect("results");
        assert!(pairs.len() >= 150, "{}", pairs.len());
        let overview = fs::read_to_string("../../results/README.md").expect("the overview");
        let table = rankings(&pairs);
        assert!(overview.contains(&table), "results/README.md lacks\n{table}");
    }

    #[test]
    fn a_wrong_rank_counts_only_where_a_match_is_clear() {
        let pair = |quiet, elo| StoredPair {
            run: "own".into(),
            arms: ["a".into(), "b".into()],
            elo,
            quiet: Some(quiet),
            all: None,
            deep: None,
            suite: None,
            has_one_target: elo > 0.0,
            has_one_filter: true,
        };
        let pairs = [pair(0.02, 50.0), pair(-0.01, 30.0), pair(-0.02, 5.0), pair(-0.03, -40.0)];
        let text = rankings(&pairs);
        assert!(text.contains("| error on quiet positions, all | 4 | 0.67 | 3 | 1 |"), "{text}");
        assert!(text.contains("positions, different λ | 1 | – | 1 | 0 |"), "{text}");
        assert!(text.contains("| suite points, all | 0 | – | 0 | 0 |"), "{text}");
        assert!(text.starts_with("4 pairs of arms of 1 runs"), "{text}");
    }
}
