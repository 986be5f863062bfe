//! The report: who wins against the base, who loses, and what held-out games said.

use super::super::lab::{self, document, estimate_text, heading, percent, strength_text};
use super::contrast::contrast;
use super::plan::BASE;
use super::prose::{finding, overview};
use crate::models::nnue::NnueSettings;
use crate::results::{Align, Document, Section, Table};

type Findings<'a> = lab::LabResults<'a, NnueSettings>;

/// The table, for a terminal.
pub(super) fn summary(findings: &Findings) -> String {
    table(findings).to_markdown()
}

/// The report of a run.
pub(super) fn report(findings: &Findings) -> Document {
    let contrast = contrast(findings);
    let mut outcome = vec![
        heading("What came out"),
        Section::Text(
            "Every recipe differs from the base in one thing and meets it with equal nodes. The matches decide: held-out error is \
             reported and does not rank recipes. What a change costs in time does not show; more look-ups and hidden units make a search slower."
                .into(),
        ),
        Section::Text(overview(findings)),
        Section::Table(table(findings)),
        Section::Figure(contrast.elo_figure(1)),
    ];
    for (group, names) in &contrast.groups {
        outcome.push(heading(group));
        outcome.extend(names.iter().map(|name| Section::Text(finding(findings, name))));
    }
    document(
        findings,
        "Ways of learning patterns",
        "Tables of weights by the men in windows of the board, learned with one thing changed at a time, against the base in matches",
        outcome,
    )
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
