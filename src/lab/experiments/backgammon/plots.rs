//! The curve of learning, and what departures change.

use super::figures::{Figures, Opponent};
use super::variant::Variant;
use crate::results::plot::{
    Axis, IntervalPanel, IntervalPlot, LinePanel, LinePlot, PlotEstimate, Point, Reference, Series,
};
use crate::results::{Figure, Summary};

/// A share in percent as a bar, if it was measured.
fn bar(summary: &Summary) -> Option<PlotEstimate> {
    if summary.count == 0 {
        return None;
    }
    let margin = if summary.count > 1 { summary.margin() } else { 0.0 };
    let [mean, low, high] =
        [summary.mean, summary.mean - margin, summary.mean + margin].map(|share| 100.0 * share);
    Some(PlotEstimate { mean, low, high, ..PlotEstimate::default() })
}

/// Figure 1: games won after so many games learned.
pub(super) fn curve(figures: &Figures, command: &str) -> Figure {
    let point = |opponent: Opponent, games: u32| {
        let estimate = bar(&figures.wins(Variant::PAPER.name, Some(games), opponent))?;
        let x = f64::from(games) / 1000.0;
        Some(Point { x, y: estimate.mean, low: estimate.low, high: estimate.high })
    };
    let series = |opponent: Opponent| Series {
        label: format!("against {}", opponent.name()),
        points: figures
            .settings
            .checkpoints
            .iter()
            .filter_map(|&games| point(opponent, games))
            .collect(),
    };
    let plot = LinePlot {
        title: "Figure 1. Learning by self-play".into(),
        command: command.into(),
        band: "95 % interval over first weights".into(),
        x: Axis::new("thousand games learned")
            .with_range(0.0, f64::from(figures.settings.games()) / 1000.0),
        y: Axis::new("games won, %").with_range(0.0, 100.0),
        panels: vec![LinePanel {
            title: String::new(),
            series: figures.opponents().map(series).collect(),
            references: vec![Reference { label: "half".into(), at: 50.0 }],
        }],
    };
    Figure { number: 1, title: "Learning by self-play".into(), svg: plot.to_svg() }
}

/// Figure 2: what departures and other data_sources change.
pub(super) fn departures(figures: &Figures, command: &str) -> Figure {
    let variants: Vec<Variant> = Variant::DEPARTURES
        .into_iter()
        .chain(Variant::DATA_SOURCES)
        .filter(|variant| figures.settings.has(variant.source))
        .collect();
    let panel = |opponent: Opponent| IntervalPanel {
        title: format!("against {}", opponent.name()),
        estimates: variants.iter().map(|v| bar(&figures.change(v.name, opponent))).collect(),
        references: vec![Reference { label: String::new(), at: 0.0 }],
    };
    let plot = IntervalPlot {
        title: "Figure 2. What a departure changes".into(),
        command: command.into(),
        interval: "change of games won, 95 % interval".into(),
        points: String::new(),
        elsewhere: String::new(),
        x: Axis::new("change, percentage points").with_range(-40.0, 40.0),
        rows: variants.iter().map(|variant| variant.meaning.to_string()).collect(),
        panels: figures.opponents().filter(|o| *o != Opponent::Random).map(panel).collect(),
    };
    let plot = match plot.panels.is_empty() {
        true => IntervalPlot { panels: vec![panel(Opponent::Random)], ..plot },
        false => plot,
    };
    Figure { number: 2, title: "What a departure changes".into(), svg: plot.to_svg() }
}
