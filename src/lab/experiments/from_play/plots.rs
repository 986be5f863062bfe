//! The plots of the report.

use super::super::lab::{bars, elo_bar};
use super::figures::{Figures, curve, score};
use super::group::Group;
use crate::arena::tournament::elo::elo_of;
use crate::results::Figure;
use crate::results::plot::{Axis, LinePanel, LinePlot, Point, Reference, Series};

/// Curves of arms against both anchors.
pub(super) fn curves(figures: &Figures, number: usize, arms: &[&str]) -> Figure {
    let series = |anchor: usize| {
        let series = |arm: &&str| {
            let points = curve(figures, arm, |point| score(point, anchor).map(bounded));
            let points = points.iter().filter(|(_, summary)| summary.count > 0);
            let point = |(games, summary): &(u64, crate::results::Summary)| {
                let (low, high) = (summary.mean - summary.spread, summary.mean + summary.spread);
                Point { x: *games as f64, y: summary.mean, low, high }
            };
            Series { label: figures.meaning(arm), points: points.map(point).collect() }
        };
        arms.iter().map(series).collect()
    };
    let panel = |title: &str, anchor| LinePanel {
        title: title.into(),
        series: series(anchor),
        references: vec![Reference { label: String::new(), at: 0.0 }],
    };
    let title = "Strength on the way";
    let plot = LinePlot {
        title: format!("Figure {number}. {title}"),
        command: figures.command.into(),
        band: "mean ± standard deviation over seeds".into(),
        x: Axis::new("games"),
        y: Axis::new("Elo difference"),
        panels: vec![panel("against material", 0), panel("against the anchor", 1)],
    };
    Figure { number, title: title.into(), svg: plot.to_svg() }
}

/// A score whose Elo is finite.
pub(super) fn bounded(score: f64) -> f64 {
    elo_of(score.clamp(0.005, 0.995))
}

/// The strength of every arm against the base of its group.
pub(super) fn strengths(figures: &Figures, number: usize, groups: &[Group]) -> Figure {
    let (mut labels, mut estimates) = (Vec::new(), Vec::new());
    for group in groups {
        labels.push(format!("{} · {}", group.heading, figures.meaning(group.base)));
        estimates.push(None);
        for arm in group.arms {
            labels.push(figures.meaning(arm));
            estimates.push(elo_bar(figures.strength(arm, group.base).as_ref()));
        }
    }
    bars(
        number,
        "Strength against the base of each group",
        figures.command,
        Axis::new("Elo difference"),
        &labels,
        vec![(String::new(), estimates, vec![Reference { label: String::new(), at: 0.0 }])],
    )
}
