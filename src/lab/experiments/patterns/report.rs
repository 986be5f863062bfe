//! The report: who wins against the base, who loses, and what held-out games said.

use super::super::lab::{
    TrainingResult, estimate_text, games_text, percent, set_up, strength_text,
};
use super::plan::BASE;
use super::prose::{PatternResults, ablation, finding, overview};
use crate::results::{Align, Report, Table};

pub(super) fn parts(results: &PatternResults, report: Report) -> Report {
    let ablation = ablation(results);
    let changes = ablation.groups.iter().map(|(group, names)| {
        let results: Vec<String> = names.iter().map(|name| finding(results, name)).collect();
        format!("## {group}\n\n{}", results.join("\n\n"))
    });
    overview(results, set_up(results, report))
        .table("recipes-against-base", &table(results))
        .figure(ablation.elo_figure(1))
        .text("changes", changes.collect::<Vec<_>>().join("\n\n"))
}

fn table(results: &PatternResults) -> Table {
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
    let names = ablation(results).groups.into_iter().flat_map(|(_, names)| names);
    for name in std::iter::once(BASE.to_string()).chain(names) {
        table.row(row(results, &name));
    }
    table
}

fn row(results: &PatternResults, name: &str) -> [String; 6] {
    let error = results.summary(name, |training| training.total().mse);
    let level =
        |training: &TrainingResult| training.total().level_sign_accuracy.unwrap_or_default();
    let sign = results.summary(name, |training| 100.0 * level(training));
    let strength = results.strength(name, BASE);
    let stats = strength.as_ref().map(|strength| &strength.stats);
    let dash = || if name == BASE { "—".to_string() } else { "–".to_string() };
    [
        results.meaning(name),
        estimate_text(&error, 4),
        format!("{} %", estimate_text(&sign, 1)),
        stats.map_or_else(dash, games_text),
        strength.as_ref().map_or_else(dash, |strength| percent(strength.score, 1)),
        strength.as_ref().map_or_else(dash, |strength| strength_text(Some(strength))),
    ]
}
