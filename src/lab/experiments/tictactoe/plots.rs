//! The paper's figures 1 and 2, and two more.

use super::super::lab::capital;
use super::bounds::Bounds;
use super::claims::{EXPERT_AGAINST_EXPERT, WAYS};
use super::departures::{COMPARISONS, comparable, comparison_name, effect};
use super::figures::{Figures, Kind};
use super::settings::Regime;
use super::sides::Opponent;
use super::variant::{Start, Variant};
use crate::results::number;
use crate::results::plot::{
    Axis, IntervalPanel, IntervalPlot, LinePanel, LinePlot, PlotEstimate, Point, Reference, Series,
};

/// The most that can be had of Expert, as a line.
fn most(bounds: &Bounds) -> Reference {
    let at = bounds.most(Opponent::Expert, Start::Alternate);
    Reference::new(format!("most that can be had: {at:.3}"), at)
}

/// The curves of some regimes, one for each size.
pub(super) fn curves(figures: &Figures, bounds: &Bounds, regimes: &[Regime]) -> LinePlot {
    let settings = figures.settings;
    let panels = regimes.iter().map(|&regime| LinePanel {
        title: format!("{} networks", regime.name()),
        series: settings.hidden.iter().map(|&hidden| series(figures, regime, hidden)).collect(),
        references: vec![most(bounds)],
    });
    let panels: Vec<LinePanel> = panels.collect();
    let points = panels.iter().flat_map(|panel| &panel.series).flat_map(|series| &series.points);
    let last = points.map(|point| point.x).fold(1.0, f64::max);
    let games = number(settings.test_games.into(), 0);
    LinePlot {
        band: format!("mean ± standard deviation of {} simulations", settings.curves),
        x: Axis::new("games learned").with_range(0.0, last),
        y: Axis::new(format!("equity in {games} games against Expert")).with_range(-1.0, 0.8),
        panels,
    }
}

fn series(figures: &Figures, regime: Regime, hidden: usize) -> Series {
    let tests = figures.tests(Kind { variant: Variant::PAPER, regime, hidden });
    let points = tests.into_iter().map(|(games, summary)| Point::of(games.into(), summary));
    Series { label: format!("{hidden} hidden units"), points: points.collect() }
}

/// Where the networks end.
pub(super) fn finals(figures: &Figures, bounds: &Bounds) -> IntervalPlot {
    let sizes = &figures.settings.hidden;
    let rows = Regime::ALL.into_iter().flat_map(|regime| {
        let sizes = sizes
            .iter()
            .map(move |&hidden| (format!("{hidden} hidden units"), Some((regime, hidden))));
        std::iter::once((capital(regime.name()), None)).chain(sizes)
    });
    let (rows, kinds): (Vec<String>, Vec<Option<(Regime, usize)>>) = rows.unzip();
    let panel = |(variant, title): (Variant, &str)| IntervalPanel {
        title: title.into(),
        estimates: kinds
            .iter()
            .map(|kind| kind.map(|(regime, hidden)| Kind { variant, regime, hidden }))
            .map(|kind| estimate_of(figures, kind?))
            .collect(),
        references: vec![most(bounds)],
    };
    IntervalPlot {
        interval: "mean, 95 % interval",
        points: "one simulation",
        elsewhere: "paper",
        x: Axis::new("equity against Expert"),
        rows,
        panels: WAYS.map(panel).to_vec(),
    }
}

fn estimate_of(figures: &Figures, kind: Kind) -> Option<PlotEstimate> {
    let is_given = kind.regime == Regime::Expert && kind.hidden == figures.settings.largest();
    Some(PlotEstimate {
        points: figures.finals(kind, Opponent::Expert).map(|(_, equity)| equity).collect(),
        elsewhere: is_given.then_some(EXPERT_AGAINST_EXPERT),
        ..PlotEstimate::of(&figures.summary(kind, Opponent::Expert))?
    })
}

pub(super) fn departures(figures: &Figures) -> IntervalPlot {
    let change =
        |variant, comparison| PlotEstimate::of(&effect(figures, variant, comparison)?.change);
    let is_seen = |variant: &Variant| COMPARISONS.iter().any(|&c| change(*variant, c).is_some());
    let variants: Vec<Variant> = comparable().filter(is_seen).collect();
    let panel = |comparison| {
        let title = comparison_name(comparison).replace(", ", "\n");
        IntervalPanel::new(title, variants.iter().map(|&variant| change(variant, comparison)))
    };
    IntervalPlot {
        interval: "change of the final equity, 95 % interval",
        x: Axis::new("change of equity").with_range(-0.3, 0.2),
        rows: variants.iter().map(|variant| variant.meaning.to_string()).collect(),
        panels: COMPARISONS.map(panel).to_vec(),
        ..IntervalPlot::default()
    }
}
