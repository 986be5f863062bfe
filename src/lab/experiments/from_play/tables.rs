//! The tables of the report.

use super::super::lab::{estimate_text, percent, share_text, strength_text};
use super::figures::{Figures, curve, score, summary};
use super::group::Group;
use super::rows::Learned;
use crate::results::{Align, Claim, Summary, Table, number};

pub(super) fn claims_table(figures: &Figures, claims: &[Claim]) -> Table {
    let scale = &figures.plan.scale;
    let caption = format!(
        "What the documents say. Verdicts by 95 % intervals of matches of {} games at {} nodes a move over {} seeds, weights frozen.",
        scale.match_games,
        number(scale.match_nodes as f64, 0),
        scale.seeds.len()
    );
    Claim::table(caption, &["verdict"], claims)
}

/// The arms of a group against its base.
pub(super) fn group_table(figures: &Figures, group: &Group) -> Table {
    let columns = [
        ("arm", Align::Left),
        ("games", Align::Right),
        ("different games", Align::Right),
        ("positions", Align::Right),
        ("nodes, millions", Align::Right),
        ("mean value", Align::Right),
        ("rating by its games", Align::Right),
        ("a man", Align::Right),
        ("suite", Align::Right),
        ("against material", Align::Right),
        ("Elo against the first", Align::Right),
    ];
    let mut table = Table::new(group.heading, &columns);
    for name in std::iter::once(&group.base).chain(group.arms) {
        table.row(row(figures, name, group.base));
    }
    table
}

fn row(figures: &Figures, name: &str, base: &str) -> Vec<String> {
    let of = |figure: &dyn Fn(&Learned) -> Option<f64>| summary(figures, name, figure);
    let whole = |summary: Summary| match summary.count {
        0 => "–".into(),
        _ => number(summary.mean, 0),
    };
    let diverged = figures.diverged(name);
    let mut meaning = figures.meaning(name);
    if diverged > 0 {
        meaning.push_str(&format!(" ({diverged} diverged)"));
    }
    let last = |learned: &Learned| learned.curve.last().and_then(|point| score(point, 0));
    let (suite, material) = (of(&|row| row.suite), of(&last));
    vec![
        meaning,
        whole(of(&|row| Some(row.games as f64))),
        whole(of(&|row| row.distinct.map(|games| games as f64))),
        whole(of(&|row| Some(row.positions as f64))),
        whole(of(&|row| (row.nodes > 0).then_some(row.nodes as f64 / 1e6))),
        estimate_text(&of(&|row| row.mean_value), 3),
        estimate_text(&of(&|row| row.rating), 0),
        estimate_text(&of(&|row| row.curve.last()?.man_value), 2),
        if suite.count == 0 { "–".into() } else { share_text(&suite) },
        if material.count == 0 { "–".into() } else { percent(material.mean, 1) },
        if name == base {
            "—".into()
        } else {
            strength_text(figures.strength(name, base).as_ref())
        },
    ]
}

/// Five points of curves, against both anchors.
pub(super) fn curve_table(figures: &Figures, arms: &[&str]) -> Table {
    let columns = [
        ("arm", Align::Left),
        ("games", Align::Right),
        ("against material", Align::Right),
        ("against the anchor", Align::Right),
    ];
    let caption = "Frozen weights on the way, mean score with its 95 % margin over the seeds.";
    let mut table = Table::new(caption, &columns);
    for name in arms {
        let [material, anchor] =
            [0, 1].map(|place| curve(figures, name, |point| score(point, place)));
        let mut places: Vec<usize> =
            (0..5).map(|part| part * material.len().saturating_sub(1) / 4).collect();
        places.dedup();
        for place in places.into_iter().filter(|&place| place < material.len()) {
            let (games, against_material) = &material[place];
            let games = number(*games as f64, 0);
            let scores = [share_text(against_material), share_text(&anchor[place].1)];
            table.row([figures.meaning(name), games].into_iter().chain(scores));
        }
    }
    table
}
