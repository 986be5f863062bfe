//! Pieces of reports that all experiments with draughts have in common.

use serde_json::Value;

use super::results::{LabResults, Strength};
use super::training_result::{CurvePoint, TrainingResult};
use crate::arena::tournament::elo::elo_of;
use crate::arena::tournament::stats::MatchStats;
use crate::results::plot::{
    Axis, IntervalPanel, IntervalPlot, LinePanel, LinePlot, PlotEstimate, Point, Series,
};
use crate::results::{Description, Summary, number};

pub(crate) fn percent(share: f64, decimals: usize) -> String {
    format!("{} %", number(100.0 * share, decimals))
}

/// The endgame tables by a run's settings.
pub(crate) fn tables_text(run: &Description) -> String {
    // An object means tables that are not whole.
    let tables =
        run.settings.get("endgame_pieces").map(|tables| tables.get("pieces").unwrap_or(tables));
    let pieces = tables.and_then(Value::as_u64);
    pieces.map_or("none".into(), |pieces| format!("up to {pieces} pieces"))
}

pub(crate) fn games_text(stats: &MatchStats) -> String {
    format!("{}, {}, {}", stats.wins(), stats.draws(), stats.losses())
}

pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A strength: score, Elo with its interval, strong if the interval leaves out 0.
pub(crate) fn strength_text(strength: Option<&Strength>) -> String {
    let Some(strength) = strength else { return "–".into() };
    let [low, elo, high] = strength.elo();
    let text = if [low, elo, high].iter().all(|value| value.is_finite()) {
        format!("{} ({} to {})", signed(elo), signed(low), signed(high))
    } else if low.is_finite() {
        format!("above {}", signed(low))
    } else if high.is_finite() {
        format!("below {}", signed(high))
    } else {
        "open".into()
    };
    let is_clear = low > 0.0 || high < 0.0;
    if is_clear { format!("**{text}**") } else { text }
}

fn signed(elo: f64) -> String {
    let sign = if elo.round() > 0.0 { "+" } else { "" };
    format!("{sign}{}", number(elo, 0))
}

/// A match in a table: won, drawn and lost, score, Elo.
pub(crate) fn match_cells(strength: Option<&Strength>) -> [String; 3] {
    let cell = |text: &dyn Fn(&Strength) -> String| strength.map_or("–".into(), text);
    [
        cell(&|strength| games_text(&strength.stats)),
        cell(&|strength| percent(strength.score, 1)),
        strength_text(strength),
    ]
}

pub(crate) fn bar(values: impl IntoIterator<Item = f64>) -> Option<PlotEstimate> {
    let points: Vec<f64> = values.into_iter().filter(|value| value.is_finite()).collect();
    let estimate = PlotEstimate::of(&Summary::of(points.iter().copied()))?;
    Some(PlotEstimate { points, ..estimate })
}

pub(crate) fn elo_bar(strength: Option<&Strength>) -> Option<PlotEstimate> {
    let strength = strength?;
    let [low, mean, high] = strength.elo();
    let points = strength.seeds.iter().map(|&score| elo_of(score));
    let points = points.filter(|elo| elo.is_finite()).collect();
    mean.is_finite().then_some(PlotEstimate { mean, low, high, points, elsewhere: None })
}

/// Panels of bars that share their rows.
pub(crate) fn bars(
    x: &str,
    rows: impl IntoIterator<Item = String>,
    panels: Vec<IntervalPanel>,
) -> IntervalPlot {
    IntervalPlot {
        interval: "mean, 95 % interval",
        points: "one seed",
        x: Axis::new(x),
        rows: rows.into_iter().collect(),
        panels,
        ..IntervalPlot::default()
    }
}

/// Bars of single matches, one below the other: the opponent, and the result.
pub(crate) fn match_bars(
    panel: &str,
    matches: impl Iterator<Item = (String, Option<Strength>)>,
) -> IntervalPlot {
    let bar = |strength: Option<Strength>| {
        elo_bar(strength.as_ref()).map(|bar| PlotEstimate { points: Vec::new(), ..bar })
    };
    let (rows, estimates): (Vec<_>, Vec<_>) =
        matches.map(|(row, strength)| (row, bar(strength))).unzip();
    let plot = bars("Elo difference", rows, vec![IntervalPanel::new(panel, estimates)]);
    IntervalPlot { interval: "result, 95 % interval", points: "", ..plot }
}

/// A curve of a recipe over the thousands of games learned, to the last game; mean over seeds with the standard deviation as its band.
pub(crate) fn curve(
    results: &LabResults,
    recipe: &str,
    label: &str,
    value: impl Fn(&CurvePoint) -> f64,
) -> Series {
    let passes = results.passes(recipe);
    let whole =
        |training: &TrainingResult| [training.curve.as_slice(), &[training.end(passes)]].concat();
    let curves: Vec<Vec<CurvePoint>> = results.trained(recipe).map(whole).collect();
    let length = curves.iter().map(Vec::len).min().unwrap_or(0);
    let point = |index: usize| {
        let points = curves.iter().map(|curve| &curve[index]);
        let x = Summary::of(points.clone().map(|point| point.games as f64 / 1000.0)).mean;
        Point::of(x, Summary::of(points.map(&value)))
    };
    Series { label: label.into(), points: (0..length).map(point).collect() }
}

/// Panels of curves over the games learned.
pub(crate) fn curve_plot(y: Axis, panels: Vec<LinePanel>) -> LinePlot {
    let band = "mean ± standard deviation over seeds".into();
    LinePlot { band, x: Axis::new("thousand games learned"), y, panels }
}
