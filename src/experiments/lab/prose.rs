//! Pieces of reports that all experiments with draughts have in common.

use super::match_result::openings;
use super::model_config::{Column, ModelConfig};
use super::results::{LabResults, Strength};
use super::size::ExperimentSize;
use super::training_result::{CurvePoint, TrainingResult};
use crate::results::plot::{
    Axis, IntervalPanel, IntervalPlot, LinePanel, LinePlot, PlotEstimate, Point, Reference, Series,
};
use crate::results::{Align, Figure, Section, Summary, Table, number};

/// A heading.
#[must_use]
pub fn heading(words: &str) -> Section {
    Section::Heading(words.into())
}

/// A share as a percentage.
#[must_use]
pub fn percent(share: f64, decimals: usize) -> String {
    format!("{} %", number(100.0 * share, decimals))
}

/// A share with its margin in percent: `56.3 ± 1.2 %`.
#[must_use]
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

/// Words with a capital letter in front.
#[must_use]
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A mean with its 95 % margin; a dash without measurements.
#[must_use]
pub fn estimate_text(summary: &Summary, decimals: usize) -> String {
    match summary.count {
        0 => "–".into(),
        1 => number(summary.mean, decimals),
        _ => format!("{} ± {}", number(summary.mean, decimals), number(summary.margin(), decimals)),
    }
}

/// A change with its sign and margin, strong if its interval leaves out 0.
#[must_use]
pub fn change_text(summary: &Summary, decimals: usize) -> String {
    let sign = if summary.mean > 0.0 { "+" } else { "" };
    let text = format!("{sign}{}", estimate_text(summary, decimals));
    if summary.count > 1 && summary.is_significant() { format!("**{text}**") } else { text }
}

/// A strength: score, Elo with its interval, strong if the interval leaves out 0.
#[must_use]
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
#[must_use]
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
#[must_use]
pub fn elo_bar(strength: Option<&Strength>) -> Option<PlotEstimate> {
    let strength = strength?;
    let [low, mean, high] = strength.elo();
    let points = strength.seeds.iter().map(|&score| crate::play::tournament::elo::elo_of(score));
    let points = points.filter(|elo| elo.is_finite()).collect();
    mean.is_finite().then_some(PlotEstimate { mean, low, high, points, elsewhere: None })
}

/// Panels of bars that share their rows: title and figures of each panel.
#[must_use]
pub fn bars(
    file: &str,
    caption: &str,
    title: &str,
    command: &str,
    x: Axis,
    rows: &[String],
    panels: Vec<(String, Vec<Option<PlotEstimate>>, Vec<Reference>)>,
) -> Figure {
    let panel = |(title, estimates, references)| IntervalPanel { title, estimates, references };
    let plot = IntervalPlot {
        title: title.into(),
        command: command.into(),
        interval: "mean, 95 % interval".into(),
        points: "one seed".into(),
        elsewhere: String::new(),
        x,
        rows: rows.to_vec(),
        panels: panels.into_iter().map(panel).collect(),
    };
    Figure { file: file.into(), caption: caption.into(), svg: plot.to_svg() }
}

/// Bars of single matches, one below the other: what was met, and how it came out.
#[must_use]
pub fn match_bars(
    caption: &str,
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
        title: title.into(),
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
    Figure { file: "figure-1.svg".into(), caption: caption.into(), svg: plot.to_svg() }
}

/// A curve of a recipe over the thousands of games learned, to the last game; mean over seeds with the standard deviation as its band.
#[must_use]
pub fn curve(
    findings: &LabResults,
    recipe: &str,
    label: &str,
    value: impl Fn(&CurvePoint) -> f64,
) -> Series {
    let passes = findings.plan.recipe(recipe).map_or(1, |recipe| recipe.settings.epochs);
    let whole = |trial: &TrainingResult| [trial.curve.as_slice(), &[trial.end(passes)]].concat();
    let curves: Vec<Vec<CurvePoint>> = findings.trials(recipe).map(whole).collect();
    let length = curves.iter().map(Vec::len).min().unwrap_or(0);
    let point = |index: usize| {
        let moments = curves.iter().map(|curve| &curve[index]);
        let x = Summary::of(moments.clone().map(|moment| moment.games as f64 / 1000.0)).mean;
        let Summary { mean, spread, .. } = Summary::of(moments.map(&value));
        Point { x, y: mean, low: mean - spread, high: mean + spread }
    };
    Series { label: label.into(), points: (0..length).map(point).collect() }
}

/// Panels of curves over the games learned.
#[must_use]
pub fn curve_figure(
    file: &str,
    caption: &str,
    title: &str,
    command: &str,
    y: Axis,
    panels: Vec<LinePanel>,
) -> Figure {
    let plot = LinePlot {
        title: title.into(),
        command: command.into(),
        band: "mean ± standard deviation over seeds".into(),
        x: Axis::new("thousand games learned"),
        y,
        panels,
    };
    Figure { file: file.into(), caption: caption.into(), svg: plot.to_svg() }
}

/// The numbers of the run: data, seeds, matches and every recipe.
#[must_use]
pub fn set_up<S: ModelConfig>(findings: &LabResults<S>) -> Vec<Section> {
    let scale = &findings.plan.scale;
    let seeds: Vec<String> = scale.seeds.iter().map(u64::to_string).collect();
    let mut numbers =
        Table::new("The numbers of the run.", &[("setting", Align::Left), ("value", Align::Left)]);
    numbers.row(["seeds (first weights, held-out tenth of the games)", &seeds.join(", ")]);
    let games = findings.rows.trials.iter().find(|trial| !trial.diverged);
    if let Some(trial) = games {
        let [met, readable, held_out] = trial.games.map(|n| number(n as f64, 0));
        let text =
            format!("{met} met, {readable} readable, {held_out} held out with seed {}", trial.seed);
        numbers.row(["games".to_string(), text]);
    }
    if let Some(size) = S::size(scale) {
        numbers.row(size);
    }
    if !findings.rows.bouts.is_empty() {
        let nodes = number(scale.nodes as f64, 0);
        numbers.row([
            format!("matches between {}s of equal seed", S::WORD),
            format!("{}, {nodes} nodes a move", match_text(scale.match_games)),
        ]);
        numbers.row([
            "games that ended otherwise than by the rules".to_string(),
            findings.irregular().to_string(),
        ]);
    }
    vec![
        heading("Set-up"),
        Section::Table(numbers),
        Section::Table(recipes(findings)),
        Section::Text(format!(
            "{} A gain is the mean squared error of a table that knows only phase and material, fitted on the same training games, \
             less that of the {}.",
            intervals(scale),
            S::WORD
        )),
    ]
}

/// The games of a match and their openings.
fn match_text(games: usize) -> String {
    let ballots = openings(games).len();
    let drawn = if games < 2 * ballots { "drawn by the seed, " } else { "" };
    format!("{games} games from {ballots} ballots, {drawn}both colours")
}

/// What the intervals of a run hold.
fn intervals(scale: &ExperimentSize) -> &'static str {
    if scale.seeds.len() < 2 {
        "Every recipe was trained once. Intervals of matches are 95 % by pairs of games with the same opening; they hold chance in the \
         games, not in first weights and held-out games."
    } else {
        "Figures stand with the 95 % interval of their mean over seeds, by Student's t, which holds chance in first weights, held-out \
         games and matches alike; where pairs of games with the same opening give a wider interval to a match, that stands. A match at \
         equal time is played by the first seed alone, and its interval is that of its pairs. Recipes are compared in pairs of equal \
         seed, and so on the same held-out games."
    }
}

fn recipes<S: ModelConfig>(findings: &LabResults<S>) -> Table {
    let first = [("recipe", Align::Left), ("what it is", Align::Left)];
    let columns: Vec<Column> = first.into_iter().chain(S::columns()).collect();
    let mut table = Table::new("The recipes.", &columns);
    for recipe in &findings.plan.recipes {
        let first = [format!("`{}`", recipe.name), recipe.meaning.clone()];
        table.row(first.into_iter().chain(S::cells(&recipe.settings)));
    }
    table
}

/// What lies in the folder, and how to repeat it.
#[must_use]
pub fn files_block<S: ModelConfig>(findings: &LabResults<S>) -> Vec<Section> {
    let kept = if findings.plan.keeps_games { "all matches" } else { "matches at equal time" };
    let word = S::WORD;
    vec![
        heading("Files, and how to repeat them"),
        Section::Code(findings.command.into()),
        Section::Text(format!(
            "`settings.json` holds what the figures depend on, with the checksums of the data. `figures.jsonl` holds one line for each {word} (games, positions, held-out figures by phase on the positions of its own filter, of the paper's filter and on all, the learning curve) and one for each match. {}s are kept in `nets/` and made again when they are missing, games of {kept} in `games/`. The same command goes on where an interrupted run stopped. Figures with a number of nodes depend on data and seeds alone, not on threads or speed; those at equal time depend on the machine.",
            capital(word)
        )),
    ]
}
