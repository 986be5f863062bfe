//! The report: who wins against the base, who loses, and what held-out games said.

use super::super::lab::{self, estimate_text, percent, strength_text};
use super::contrast::contrast;
use super::plan::BASE;
use super::prose::{finding, overview};
use crate::models::nnue::NnueSettings;
use crate::results::{Align, Report, Table};

type Findings<'a> = lab::LabResults<'a, NnueSettings>;

/// What the notes name.
pub(super) fn parts(results: &Findings, report: Report) -> Report {
    let ablation = contrast(results);
    let changes = ablation.groups.iter().map(|(group, names)| {
        let findings: Vec<String> = names.iter().map(|name| finding(results, name)).collect();
        format!("## {group}\n\n{}", findings.join("\n\n"))
    });
    report
        .text("overview", overview(results))
        .table("recipes-against-base", &table(results))
        .figure(ablation.elo_figure(1))
        .text("changes", changes.collect::<Vec<_>>().join("\n\n"))
}

fn table(findings: &Findings) -> Table {
    let columns = [
        ("difference", Align::Left),
        ("held-out error", Align::Right),
        ("sign right at equal material", Align::Right),
        ("won, drawn, lost", Align::Right),
        ("score", Align::Right),
        ("Elo against the base", Align::Right),
    ];
    let mut table = Table::new(
        "Each recipe: mean squared error and signs on the held-out positions that the paper's filter keeps, and its match against \
         the base.",
        &columns,
    );
    let names = contrast(findings).groups.into_iter().flat_map(|(_, names)| names);
    for name in std::iter::once(BASE.to_string()).chain(names) {
        table.row(row(findings, &name));
    }
    table
}

fn row(findings: &Findings, name: &str) -> [String; 6] {
    let error = findings.summary(name, |trial| trial.total().mse);
    let level = |trial: &lab::TrainingResult| trial.total().level_sign_accuracy.unwrap_or_default();
    let sign = findings.summary(name, |trial| 100.0 * level(trial));
    let strength = findings.strength(name, BASE);
    let tally = strength.as_ref().map(|strength| &strength.tally);
    let dash = || if name == BASE { "—".to_string() } else { "–".to_string() };
    [
        findings.meaning(name),
        estimate_text(&error, 4),
        format!("{} %", estimate_text(&sign, 1)),
        tally.map_or_else(dash, |t| format!("{}, {}, {}", t.wins(), t.draws(), t.losses())),
        strength.as_ref().map_or_else(dash, |strength| percent(strength.score, 1)),
        strength.as_ref().map_or_else(dash, |strength| strength_text(Some(strength))),
    ]
}
