//! Pieces of reports that all experiments with draughts have in common.

use serde_json::Value;

use super::results::{LabResults, Strength};
use super::training_result::{CurvePoint, TrainingResult};
use crate::arena::tournament::elo::elo_of;
use crate::arena::tournament::stats::MatchStats;
use crate::results::plot::{
    Axis, IntervalPanel, IntervalPlot, LinePanel, LinePlot, PlotEstimate, Point, Reference, Series,
};
use crate::results::{Description, Figure, Summary, number};

pub fn percent(share: f64, decimals: usize) -> String {
    format!("{} %", number(100.0 * share, decimals))
}

/// A share with its margin in percent: `56.3 ± 1.2 %`.
pub fn share_text(summary: &Summary) -> String {
    match summary.count {
        0 => "not measured".into(),
        1 => percent(summary.mean, 1),
        _ => format!(
            "{} ± {} %",
            number(100.0 * summary.mean, 1),
            number(100.0 * summary.margin(), 1)
        ),
    }
}

/// The endgame tables by a run's settings.
pub fn tables_text(run: &Description) -> String {
    // An object stands for tables that are not whole.
    let tables =
        run.settings.get("endgame_pieces").map(|tables| tables.get("pieces").unwrap_or(tables));
    let pieces = tables.and_then(Value::as_u64);
    pieces.map_or("none".into(), |pieces| format!("up to {pieces} pieces"))
}

pub fn games_text(stats: &MatchStats) -> String {
    format!("{}, {}, {}", stats.wins(), stats.draws(), stats.losses())
}

/// Words with a capital letter in front.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A mean with its 95 % margin; a dash without measurements.
pub fn estimate_text(summary: &Summary, decimals: usize) -> String {
    match summary.count {
        0 => "–".into(),
        1 => number(summary.mean, decimals),
        _ => format!("{} ± {}", number(summary.mean, decimals), number(summary.margin(), decimals)),
    }
}

/// A change with its sign and margin, strong if its interval leaves out 0.
pub fn change_text(summary: &Summary, decimals: usize) -> String {
    let sign = if summary.mean > 0.0 { "+" } else { "" };
    let text = format!("{sign}{}", estimate_text(summary, decimals));
    if summary.count > 1 && summary.is_significant() { format!("**{text}**") } else { text }
}

/// A strength: score, Elo with its interval, strong if the interval leaves out 0.
pub fn strength_text(strength: Option<&Strength>) -> String {
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

/// A mean over seeds as a bar.
pub fn bar(values: impl IntoIterator<Item = f64>) -> Option<PlotEstimate> {
    let points: Vec<f64> = values.into_iter().filter(|value| value.is_finite()).collect();
    let summary = Summary::of(points.iter().copied());
    let margin = if summary.count < 2 { 0.0 } else { summary.margin() };
    let mean = summary.mean;
    (summary.count > 0).then_some(PlotEstimate {
        mean,
        low: mean - margin,
        high: mean + margin,
        points,
        elsewhere: None,
    })
}

/// A strength in Elo as a bar.
pub fn elo_bar(strength: Option<&Strength>) -> Option<PlotEstimate> {
    let strength = strength?;
    let [low, mean, high] = strength.elo();
    let points = strength.seeds.iter().map(|&score| elo_of(score));
    let points = points.filter(|elo| elo.is_finite()).collect();
    mean.is_finite().then_some(PlotEstimate { mean, low, high, points, elsewhere: None })
}

/// Panels of bars that share their rows: title and figures of each panel.
pub fn bars(
    number: usize,
    title: &str,
    command: &str,
    x: Axis,
    rows: &[String],
    panels: Vec<(String, Vec<Option<PlotEstimate>>, Vec<Reference>)>,
) -> Figure {
    let panel = |(title, estimates, references)| IntervalPanel { title, estimates, references };
    let plot = IntervalPlot {
        title: format!("Figure {number}. {title}"),
        command: command.into(),
        interval: "mean, 95 % interval".into(),
        points: "one seed".into(),
        elsewhere: String::new(),
        x,
        rows: rows.to_vec(),
        panels: panels.into_iter().map(panel).collect(),
    };
    Figure { number, title: title.into(), svg: plot.to_svg() }
}

/// Bars of single matches, one below the other: what was met, and how it came out.
pub fn match_bars(
    title: &str,
    command: &str,
    panel: &str,
    matches: impl Iterator<Item = (String, Option<Strength>)>,
) -> Figure {
    let bar = |strength: Option<Strength>| {
        elo_bar(strength.as_ref()).map(|bar| PlotEstimate { points: Vec::new(), ..bar })
    };
    let (rows, estimates) = matches.map(|(row, strength)| (row, bar(strength))).unzip();
    let plot = IntervalPlot {
        title: format!("Figure 1. {title}"),
        command: command.into(),
        interval: "result, 95 % interval".into(),
        points: String::new(),
        elsewhere: String::new(),
        x: Axis::new("Elo difference"),
        rows,
        panels: vec![IntervalPanel {
            title: panel.into(),
            estimates,
            references: vec![Reference { label: String::new(), at: 0.0 }],
        }],
    };
    Figure { number: 1, title: title.into(), svg: plot.to_svg() }
}

/// A curve of a recipe over the thousands of games learned, to the last game; mean over seeds with the standard deviation as its band.
pub fn curve(
    results: &LabResults,
    recipe: &str,
    label: &str,
    value: impl Fn(&CurvePoint) -> f64,
) -> Series {
    let passes = results.plan.recipe(recipe).map_or(1, |recipe| recipe.settings.epochs);
    let whole =
        |training: &TrainingResult| [training.curve.as_slice(), &[training.end(passes)]].concat();
    let curves: Vec<Vec<CurvePoint>> = results.trained(recipe).map(whole).collect();
    let length = curves.iter().map(Vec::len).min().unwrap_or(0);
    let point = |index: usize| {
        let points = curves.iter().map(|curve| &curve[index]);
        let x = Summary::of(points.clone().map(|point| point.games as f64 / 1000.0)).mean;
        let Summary { mean, spread, .. } = Summary::of(points.map(&value));
        Point { x, y: mean, low: mean - spread, high: mean + spread }
    };
    Series { label: label.into(), points: (0..length).map(point).collect() }
}

/// Panels of curves over the games learned.
pub fn curve_figure(
    number: usize,
    title: &str,
    command: &str,
    y: Axis,
    panels: Vec<LinePanel>,
) -> Figure {
    let plot = LinePlot {
        title: format!("Figure {number}. {title}"),
        command: command.into(),
        band: "mean ± standard deviation over seeds".into(),
        x: Axis::new("thousand games learned"),
        y,
        panels,
    };
    Figure { number, title: title.into(), svg: plot.to_svg() }
}
