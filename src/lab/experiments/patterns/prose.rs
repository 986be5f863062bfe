//! What the figures say to each recipe, in sentences.

use super::super::lab::{Strength, estimate_text, percent, strength_text};
use super::contrast::contrast;
use super::plan::BASE;
use crate::models::nnue::NnueSettings;
use crate::results::{ClaimVerdict, number};

type Findings<'a> = super::super::lab::LabResults<'a, NnueSettings>;

/// What came of a recipe: in matches, which decide, and on held-out games.
pub(super) fn finding(findings: &Findings, name: &str) -> String {
    let meaning = findings.meaning(name);
    if findings.trials(name).next().is_none() {
        return format!(
            "**{meaning}**: diverged; its weights left all bounds, and it played no match."
        );
    }
    let strength = findings.strength(name, BASE);
    let verdict = strength.as_ref().map_or(ClaimVerdict::Undecided, Strength::is_stronger);
    let (played, error) =
        (in_matches(strength.as_ref(), verdict), on_held_out_games(findings, name));
    format!("**{meaning}**: {played}. {error}{}", contradiction(findings, name, verdict))
}

fn in_matches(strength: Option<&Strength>, verdict: ClaimVerdict) -> String {
    let Some(strength) = strength else { return "played no match".into() };
    let what = match verdict {
        ClaimVerdict::Holds => "wins against the base",
        ClaimVerdict::Fails => "loses against the base",
        ClaimVerdict::Undecided => "cannot be told from the base",
    };
    let elo = strength_text(Some(strength)).replace("**", "");
    let games = number(strength.tally.played() as f64, 0);
    format!("{what}: {} of the points in {games} games, Elo {elo}", percent(strength.score, 1))
}

fn on_held_out_games(findings: &Findings, name: &str) -> String {
    let lower = contrast(findings).improvement(name);
    let error = findings.summary(name, |trial| trial.total().mse);
    let word = if lower.mean < 0.0 { "more" } else { "less" };
    let size = number(lower.mean.abs(), 4);
    format!(
        "It errs by {} on held-out games, {size} {word} than the base.",
        estimate_text(&error, 4)
    )
}

/// What held-out games would have had us believe.
fn contradiction(findings: &Findings, name: &str, verdict: ClaimVerdict) -> &'static str {
    let lower = contrast(findings).improvement(name).mean;
    match verdict {
        ClaimVerdict::Holds if lower < 0.0 => " By the error alone it would have been rejected.",
        ClaimVerdict::Fails if lower > 0.0 => " By the error alone it would have been taken.",
        _ => "",
    }
}

/// How many changes win, lose, and show nothing.
pub(super) fn overview(findings: &Findings) -> String {
    let names = contrast(findings).groups.into_iter().flat_map(|(_, names)| names);
    let (mut wins, mut losses, mut open) = (Vec::new(), Vec::new(), 0);
    for name in names {
        let strength = findings.strength(&name, BASE);
        match strength.as_ref().map(Strength::is_stronger) {
            Some(ClaimVerdict::Holds) => wins.push(findings.meaning(&name)),
            Some(ClaimVerdict::Fails) => losses.push(findings.meaning(&name)),
            Some(ClaimVerdict::Undecided) | None => open += 1,
        }
    }
    let listed = |names: &[String]| match names {
        [] => "0".into(),
        _ => format!("{} ({})", names.len(), names.join("; ")),
    };
    format!(
        "Of {} changes {} win against the base, {} lose, and {open} show nothing. With so many comparisons one or two intervals leave \
         out the truth: a change that wins should win again before it is taken.",
        wins.len() + losses.len() + open,
        listed(&wins),
        listed(&losses)
    )
}

#[cfg(test)]
mod tests {
    use super::super::super::lab::{ExperimentSize, MatchResult, Rows};
    use super::super::plan::plan;
    use super::*;
    use crate::arena::tournament::stats::MatchStats;
    use crate::learning::Metrics;

    fn trial(recipe: &str, mse: f64) -> super::super::super::lab::TrainingResult {
        let figures = vec![Metrics { mse, ..Metrics::default() }; 4];
        let trial = serde_json::json!({
            "recipe": recipe, "seed": 1, "games": [10, 10, 1], "positions": [0, 0], "balances": [],
            "own": figures, "paper": figures, "all": figures, "worth": [], "curve": [], "diverged": false,
        });
        serde_json::from_value(trial).expect("a trial")
    }

    fn bout(a: &str, pairs: [u64; 5]) -> MatchResult {
        let (a, b) = (a.to_string(), BASE.to_string());
        let tally = MatchStats::of_pairs(pairs);
        MatchResult { a, b, seed: 1, seconds: None, tally, irregular: Default::default() }
    }

    #[test]
    fn matches_decide_and_the_error_is_told_beside_them() {
        let plan = plan(&ExperimentSize::full(1, 1, 100));
        let rows = Rows {
            trials: vec![trial(BASE, 0.35), trial("lambda-0.95", 0.34), trial("wide", 0.36)],
            bouts: vec![bout("lambda-0.95", [30, 40, 100, 20, 10]), bout("wide", [5, 5, 80, 5, 5])],
        };
        let findings = Findings { plan: &plan, rows: &rows, command: "" };
        let text = finding(&findings, "lambda-0.95");
        assert!(
            text.starts_with(
                "**λ = 0.95**: loses against the base: 42.5 % of the points in 400 games, Elo −53"
            ),
            "{text}"
        );
        assert!(text.ends_with("0.3400 on held-out games, 0.0100 less than the base. By the error alone it would have been taken."), "{text}");
        let text = finding(&findings, "wide");
        assert!(text.contains("cannot be told from the base: 50.0 %"), "{text}");
        assert!(finding(&findings, "linear").contains("diverged"));
        assert!(overview(&findings).contains("1 (λ = 0.95) lose"), "{}", overview(&findings));
    }
}
