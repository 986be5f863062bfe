//! The report: the claims, then every group of arms.

use super::figures::Figures;
use super::group::Group;
use super::plots::{curves, strengths};
use super::tables::{claims_table, curve_table, group_table};
use crate::results::{Claim, Report, Table, number};

/// What the notes name: the claims, and each group of arms.
pub(super) fn parts(
    figures: &Figures,
    report: Report,
    groups: &[Group],
    claims: &[Claim],
) -> Report {
    let first = groups[0];
    let on_the_way: Vec<&str> =
        std::iter::once(first.base).chain(first.arms.iter().copied()).collect();
    report
        .table("claims", &claims_table(figures, claims))
        .figure(curves(figures, 1, &on_the_way))
        .table("curves", &curve_table(figures, &on_the_way))
        .figure(strengths(figures, 2, groups))
        .tables("groups", groups.iter().map(|group| group_table(figures, group)))
        .table("set-up", &set_up(figures))
}

fn set_up(figures: &Figures) -> Table {
    let scale = &figures.plan.scale;
    let whole = |value: u64| number(value as f64, 0);
    let seeds: Vec<String> = scale.seeds.iter().map(u64::to_string).collect();
    let rows = [
        ("seeds", seeds.join(", ")),
        ("games of an arm that plays", whole(scale.games)),
        ("games on a server", whole(scale.server_games)),
        ("nodes a move while learning and being measured", whole(scale.nodes)),
        ("nodes a move in matches", whole(scale.match_nodes)),
        ("games of a match", whole(scale.match_games as u64)),
        ("games against each anchor in a measurement", whole(scale.measure_games as u64)),
        ("passes over the whole database", scale.passes.to_string()),
    ];
    Table::of_settings("The size of the run.", "setting", rows)
}
