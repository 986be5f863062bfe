//! The report: who wins against the base, who loses, and what held-out games said.

use super::super::lab::{
    Ablation, LabResults, Strength, TrainingResult, match_cells, names, percent, set_up,
    strength_text,
};
use super::plan::{BASE, FORM, LAYERS, LEARNING, POSITIONS, WINDOWS};
use crate::models::nnue::NnueSettings;
use crate::results::{ClaimVerdict, Report, number};

type PatternResults<'a> = LabResults<'a, NnueSettings>;

pub(super) fn parts(results: &PatternResults, report: Report) -> Report {
    let ablation = ablation(results);
    let changes = ablation.groups.iter().map(|(group, names)| {
        let results: Vec<String> = names.iter().map(|name| finding(results, name)).collect();
        format!("## {group}\n\n{}", results.join("\n\n"))
    });
    overview(results, set_up(results, report))
        .rows("recipes-against-base", ablation.names().map(|name| row(results, name)))
        .figure(1, "Strength in matches", &ablation.elo_plot())
        .text("changes", changes.collect::<Vec<_>>().join("\n\n"))
}

fn row(results: &PatternResults, name: &str) -> Vec<String> {
    let error = results.summary(name, |training| training.total().mse);
    let level =
        |training: &TrainingResult| training.total().level_sign_accuracy.unwrap_or_default();
    let figures = [results.meaning(name), error.text(4), results.summary(name, level).share()];
    let cells = match_cells(results.strength(name, BASE).as_ref());
    let cells = if name == BASE { ["—"; 3].map(String::from) } else { cells };
    figures.into_iter().chain(cells).collect()
}

/// What came of a recipe: in matches, which decide, and on held-out games.
fn finding(results: &PatternResults, name: &str) -> String {
    let meaning = results.meaning(name);
    if results.trained(name).next().is_none() {
        return format!(
            "**{meaning}**: diverged; its weights left all bounds, and it played no match."
        );
    }
    let strength = results.strength(name, BASE);
    let verdict = strength.as_ref().map_or(ClaimVerdict::Undecided, Strength::is_stronger);
    let (played, error) =
        (in_matches(strength.as_ref(), verdict), on_held_out_games(results, name));
    format!("**{meaning}**: {played}. {error}{}", contradiction(results, name, verdict))
}

fn in_matches(strength: Option<&Strength>, verdict: ClaimVerdict) -> String {
    let Some(strength) = strength else { return "played no match".into() };
    let what = match verdict {
        ClaimVerdict::Holds => "wins against the base",
        ClaimVerdict::Fails => "loses against the base",
        ClaimVerdict::Undecided => "cannot be told from the base",
    };
    let elo = strength_text(Some(strength)).replace("**", "");
    let games = number(strength.stats.played() as f64, 0);
    format!("{what}: {} of the points in {games} games, Elo {elo}", percent(strength.score, 1))
}

fn on_held_out_games(results: &PatternResults, name: &str) -> String {
    let lower = ablation(results).improvement(name);
    let error = results.summary(name, |training| training.total().mse);
    let word = if lower.mean < 0.0 { "more" } else { "less" };
    let size = number(lower.mean.abs(), 4);
    format!("It errs by {} on held-out games, {size} {word} than the base.", error.text(4))
}

/// What held-out games would have had us believe.
fn contradiction(results: &PatternResults, name: &str, verdict: ClaimVerdict) -> &'static str {
    let lower = ablation(results).improvement(name).mean;
    match verdict {
        ClaimVerdict::Holds if lower < 0.0 => " By the error alone it would have been rejected.",
        ClaimVerdict::Fails if lower > 0.0 => " By the error alone it would have been taken.",
        _ => "",
    }
}

/// How many changes win, lose, and show nothing.
fn overview(results: &PatternResults, report: Report) -> Report {
    let (mut wins, mut losses, mut open) = (Vec::new(), Vec::new(), 0);
    for name in ablation(results).groups.into_iter().flat_map(|(_, names)| names) {
        let strength = results.strength(&name, BASE);
        match strength.as_ref().map(Strength::is_stronger) {
            Some(ClaimVerdict::Holds) => wins.push(results.meaning(&name)),
            Some(ClaimVerdict::Fails) => losses.push(results.meaning(&name)),
            Some(ClaimVerdict::Undecided) | None => open += 1,
        }
    }
    let listed = |names: &[String]| match names {
        [] => "0".into(),
        _ => format!("{} ({})", names.len(), names.join("; ")),
    };
    report
        .text("changes-tried", wins.len() + losses.len() + open)
        .text("winning", listed(&wins))
        .text("losing", listed(&losses))
        .text("undecided", open)
}

fn ablation<'a>(results: &'a PatternResults<'a>) -> Ablation<'a, NnueSettings> {
    let groups = vec![
        ("Windows", names(&WINDOWS)),
        ("Parts", names(&FORM)),
        ("A hidden layer", names(&LAYERS)),
        ("Returns and rates", names(&LEARNING)),
        ("Games and positions", names(&POSITIONS)),
    ];
    Ablation { results, base: BASE, groups }
}

#[cfg(test)]
mod tests {
    use super::super::super::lab::{ExperimentSize, MatchResult, Rows};
    use super::super::plan::plan;
    use super::*;
    use crate::arena::tournament::stats::MatchStats;
    use crate::learning::Metrics;

    fn trained(recipe: &str, mse: f64) -> TrainingResult {
        let figures = vec![Metrics { mse, ..Metrics::default() }; 4];
        let row = serde_json::json!({
            "recipe": recipe, "seed": 1, "games": [10, 10, 1], "positions": [0, 0], "balances": [],
            "own": figures, "paper": figures, "all": figures, "worth": [], "curve": [], "diverged": false,
        });
        serde_json::from_value(row).expect("a row")
    }

    fn played(a: &str, pairs: [u64; 5]) -> MatchResult {
        let (a, b) = (a.to_string(), BASE.to_string());
        let stats = MatchStats::of_pairs(pairs);
        MatchResult { a, b, seed: 1, seconds: None, stats, irregular: Default::default() }
    }

    #[test]
    fn matches_decide_and_the_error_stands_beside_them() {
        let plan = plan(&ExperimentSize::full(1, 1, 100));
        let rows = Rows {
            trained: vec![trained(BASE, 0.35), trained("lambda-0.95", 0.34), trained("wide", 0.36)],
            matches: vec![
                played("lambda-0.95", [30, 40, 100, 20, 10]),
                played("wide", [5, 5, 80, 5, 5]),
            ],
        };
        let results = PatternResults { plan: &plan, rows: &rows, command: "" };
        let text = finding(&results, "lambda-0.95");
        assert!(
            text.starts_with(
                "**λ = 0.95**: loses against the base: 42.5 % of the points in 400 games, Elo −53"
            ),
            "{text}"
        );
        assert!(text.ends_with("0.3400 on held-out games, 0.0100 less than the base. By the error alone it would have been taken."), "{text}");
        let text = finding(&results, "wide");
        assert!(text.contains("cannot be told from the base: 50.0 %"), "{text}");
        assert!(finding(&results, "linear").contains("diverged"));
        let report = overview(&results, Report::new("{{losing}} lose", ""));
        assert_eq!(report.to_markdown(), "1 (λ = 0.95) lose\n");
    }
}
