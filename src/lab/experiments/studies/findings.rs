//! The result of each arm in words: matches decide, and held-out error is beside them.

use super::super::lab::{Ablation, LabResults, Strength, percent, strength_text};
use crate::results::{ClaimVerdict, Report, number};

/// Adds the result of every arm under the headings of its group, and how many win, lose and show nothing.
pub(super) fn parts(ablation: &Ablation, report: Report) -> Report {
    let changes = ablation.groups.iter().map(|(group, names)| {
        let findings: Vec<String> = names.iter().map(|name| finding(ablation, name)).collect();
        format!("## {group}\n\n{}", findings.join("\n\n"))
    });
    let changes: Vec<String> = changes.collect();
    overview(ablation, report).text("changes", changes.join("\n\n"))
}

fn finding(ablation: &Ablation, name: &str) -> String {
    let results = ablation.results;
    let meaning = results.meaning(name);
    if results.trained(name).next().is_none() {
        return format!(
            "**{meaning}**: diverged; its weights left all bounds, and it played no match."
        );
    }
    let strength = results.strength(name, ablation.base);
    let verdict = verdict(results, strength.as_ref());
    let (played, error) =
        (in_matches(strength.as_ref(), verdict), on_held_out_games(ablation, name));
    format!("**{meaning}**: {played}. {error}{}", contradiction(ablation, name, verdict))
}

/// Whether a recipe is stronger than the base; open in a trial.
fn verdict(results: &LabResults, strength: Option<&Strength>) -> ClaimVerdict {
    let strength = strength.filter(|_| !results.run.is_trial);
    strength.map_or(ClaimVerdict::Undecided, Strength::is_stronger)
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

fn on_held_out_games(ablation: &Ablation, name: &str) -> String {
    let lower = ablation.improvement(name);
    let error = ablation.results.summary(name, |training| training.total().mse);
    let word = if lower.mean < 0.0 { "above" } else { "below" };
    let size = number(lower.mean.abs(), 4);
    format!("Its error on held-out games is {}, {size} {word} that of the base.", error.text(4))
}

/// What held-out games would have had us believe.
fn contradiction(ablation: &Ablation, name: &str, verdict: ClaimVerdict) -> &'static str {
    let lower = ablation.improvement(name).mean;
    match verdict {
        ClaimVerdict::Holds if lower < 0.0 => " By its error the change would have been rejected.",
        ClaimVerdict::Fails if lower > 0.0 => " By its error the change would have been taken.",
        _ => "",
    }
}

/// How many changes win, lose, and show nothing.
fn overview(ablation: &Ablation, report: Report) -> Report {
    let (mut wins, mut losses, mut open) = (Vec::new(), Vec::new(), 0);
    for name in ablation.groups.iter().flat_map(|(_, names)| names) {
        let strength = ablation.results.strength(name, ablation.base);
        match verdict(ablation.results, strength.as_ref()) {
            ClaimVerdict::Holds => wins.push(ablation.results.meaning(name)),
            ClaimVerdict::Fails => losses.push(ablation.results.meaning(name)),
            ClaimVerdict::Undecided => open += 1,
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
