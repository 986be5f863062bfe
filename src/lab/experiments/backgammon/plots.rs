//! The curve of learning, and what departures change.

use super::figures::{Figures, Opponent};
use super::variant::Variant;
use crate::results::plot::{
    Axis, IntervalPanel, IntervalPlot, LinePanel, LinePlot, PlotEstimate, Point, Reference, Series,
};

/// Games won after so many games learned.
pub(super) fn curve(figures: &Figures) -> LinePlot {
    let point = |opponent: Opponent, games: u32| {
        let wins = figures.wins(Variant::PAPER.name, Some(games), opponent);
        let PlotEstimate { mean: y, low, high, .. } = PlotEstimate::of(&wins.percent())?;
        Some(Point { x: f64::from(games) / 1000.0, y, low, high })
    };
    let checkpoints = figures.settings.checkpoints.iter();
    let series = figures.opponents().map(|opponent| Series {
        label: format!("against {}", opponent.name()),
        points: checkpoints.clone().filter_map(|&games| point(opponent, games)).collect(),
    });
    let last = f64::from(figures.settings.games()) / 1000.0;
    LinePlot {
        band: "95 % interval over first weights".into(),
        x: Axis::new("thousand games learned").with_range(0.0, last),
        y: Axis::new("games won, %").with_range(0.0, 100.0),
        panels: vec![LinePanel {
            title: String::new(),
            series: series.collect(),
            references: vec![Reference::new("half", 50.0)],
        }],
    }
}

/// What departures and other sources of games change, against Random only where nobody else plays.
pub(super) fn departures(figures: &Figures) -> IntervalPlot {
    let variants: Vec<Variant> = figures.departures().collect();
    let panel = |opponent: Opponent| {
        let change = |v: &Variant| figures.change(v.name, opponent).percent();
        let bars = variants.iter().map(|variant| PlotEstimate::of(&change(variant)));
        IntervalPanel::new(format!("against {}", opponent.name()), bars)
    };
    let mut panels: Vec<IntervalPanel> = figures.opponents().map(panel).collect();
    if panels.len() > 1 {
        panels.remove(0);
    }
    IntervalPlot {
        interval: "change of games won, 95 % interval",
        x: Axis::new("change, percentage points").with_range(-40.0, 40.0),
        rows: variants.iter().map(|variant| variant.meaning.to_string()).collect(),
        panels,
        ..IntervalPlot::default()
    }
}
