//! The paper's figures 1 and 2, and two more.

use super::super::lab::capital;
use super::bounds::Bounds;
use super::claims::{EXPERT_AGAINST_EXPERT, WAYS};
use super::departures::{COMPARISONS, comparable, comparison_name, effect};
use super::figures::{Figures, Kind};
use super::settings::Regime;
use super::sides::Opponent;
use super::variant::{Start, Variant};
use crate::results::plot::{
    Axis, IntervalPanel, IntervalPlot, LinePanel, LinePlot, PlotEstimate, Point, Reference, Series,
};
use crate::results::{Figure, Summary, number};

/// The most that can be had of Expert, as a line.
fn most(bounds: &Bounds) -> Reference {
    let at = bounds.most(Opponent::Expert, Start::Alternate);
    Reference { label: format!("most that can be had: {at:.3}"), at }
}

/// The curves of one regime, one for each size.
fn panel(figures: &Figures, bounds: &Bounds, regime: Regime) -> LinePanel {
    let series = |&hidden: &usize| {
        let kind = Kind { variant: Variant::PAPER, regime, hidden };
        let point = |(games, summary): (u32, Summary)| Point {
            x: games.into(),
            y: summary.mean,
            low: summary.mean - summary.spread,
            high: summary.mean + summary.spread,
        };
        let points = figures.tests(kind).into_iter().map(point).collect();
        Series { label: format!("{hidden} hidden units"), points }
    };
    LinePanel {
        title: format!("{} networks", regime.name()),
        series: figures.settings.hidden.iter().map(series).collect(),
        references: vec![most(bounds)],
    }
}

fn curves(figures: &Figures, command: &str, title: &str, panels: Vec<LinePanel>) -> String {
    let settings = figures.settings;
    let plot = LinePlot {
        title: title.into(),
        command: command.into(),
        band: format!("mean ± standard deviation of {} simulations", settings.curves),
        x: Axis::new("games learned"),
        y: Axis::new(format!(
            "equity in {} games against Expert",
            number(settings.test_games.into(), 0)
        ))
        .with_range(-1.0, 0.8),
        panels,
    };
    let games = |panel: &LinePanel| {
        let points = panel.series.iter().flat_map(|series| &series.points);
        points.map(|point| point.x).fold(1.0, f64::max)
    };
    let last = plot.panels.iter().map(games).fold(1.0, f64::max);
    LinePlot { x: plot.x.with_range(0.0, last), ..plot }.to_svg()
}

pub(super) fn by_play(figures: &Figures, bounds: &Bounds, command: &str) -> Figure {
    let panels = [Regime::Random, Regime::Expert].map(|regime| panel(figures, bounds, regime));
    let title = "Figure 1. Learning by playing against Random and against Expert";
    Figure {
        number: 1,
        title: "Learning by playing against Random and against Expert".into(),
        svg: curves(figures, command, title, panels.to_vec()),
    }
}

/// Figure 2: learning from a database.
pub(super) fn from_database(figures: &Figures, bounds: &Bounds, command: &str) -> Figure {
    let title = "Figure 2. Learning from a database of games of Expert";
    Figure {
        number: 2,
        title: "Learning from a database of games of Expert".into(),
        svg: curves(figures, command, title, vec![panel(figures, bounds, Regime::Database)]),
    }
}

/// Figure 3: where the networks end.
pub(super) fn finals(figures: &Figures, bounds: &Bounds, command: &str) -> Figure {
    let mut rows = Vec::new();
    let mut kinds = Vec::new();
    for regime in Regime::ALL {
        rows.push(capital(regime.name()));
        kinds.push(None);
        for &hidden in &figures.settings.hidden {
            rows.push(format!("{hidden} hidden units"));
            kinds.push(Some((regime, hidden)));
        }
    }
    let estimates = |variant: Variant| {
        let estimate = |(regime, hidden)| estimate_of(figures, Kind { variant, regime, hidden });
        kinds.iter().map(|kind| kind.map(estimate)).collect()
    };
    let panel = |(variant, title): (Variant, &str)| IntervalPanel {
        title: title.into(),
        estimates: estimates(variant),
        references: vec![most(bounds)],
    };
    let plot = IntervalPlot {
        title: "Figure 3. Exact equity against Expert at the end".into(),
        command: command.into(),
        interval: "mean, 95 % interval".into(),
        points: "one simulation".into(),
        elsewhere: "paper".into(),
        x: Axis::new("equity against Expert"),
        rows,
        panels: WAYS.map(panel).to_vec(),
    };
    Figure { number: 3, title: "Exact equity against Expert at the end".into(), svg: plot.to_svg() }
}

fn estimate_of(figures: &Figures, kind: Kind) -> PlotEstimate {
    let summary = figures.summary(kind, Opponent::Expert);
    let (low, high) = finite_interval(&summary);
    let is_given = kind.regime == Regime::Expert && kind.hidden == figures.settings.largest();
    PlotEstimate {
        mean: summary.mean,
        low,
        high,
        points: figures.finals(kind, Opponent::Expert).map(|(_, equity)| equity).collect(),
        elsewhere: is_given.then_some(EXPERT_AGAINST_EXPERT),
    }
}

/// The interval as far as it can be drawn: of one measurement only the point.
fn finite_interval(summary: &Summary) -> (f64, f64) {
    if summary.margin().is_finite() { summary.interval() } else { (summary.mean, summary.mean) }
}

pub(super) fn departures(figures: &Figures, command: &str) -> Figure {
    let is_seen = |variant: &Variant| {
        let effects = COMPARISONS.iter().filter_map(|&c| effect(figures, *variant, c));
        effects.map(|effect| effect.change.count).sum::<usize>() > 0
    };
    let variants: Vec<Variant> = comparable().filter(is_seen).collect();
    let panel = |comparison| {
        let estimate = |&variant: &Variant| {
            let effect = effect(figures, variant, comparison)?;
            if effect.change.count == 0 {
                return None;
            }
            let (low, high) = finite_interval(&effect.change);
            Some(PlotEstimate { mean: effect.change.mean, low, high, ..PlotEstimate::default() })
        };
        IntervalPanel {
            title: comparison_name(comparison).replace(", ", "\n"),
            estimates: variants.iter().map(estimate).collect(),
            references: vec![Reference { label: String::new(), at: 0.0 }],
        }
    };
    let plot = IntervalPlot {
        title: "Figure 4. What a departure from the paper's way changes".into(),
        command: command.into(),
        interval: "change of the final equity, 95 % interval".into(),
        points: String::new(),
        elsewhere: String::new(),
        x: Axis::new("change of equity").with_range(-0.3, 0.2),
        rows: variants.iter().map(|variant| variant.meaning.to_string()).collect(),
        panels: COMPARISONS.map(panel).to_vec(),
    };
    Figure {
        number: 4,
        title: "What a departure from the paper's way changes".into(),
        svg: plot.to_svg(),
    }
}
