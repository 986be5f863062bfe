//! Rows of tables and plots of a study, made of what its file asks.

use toml::Spanned;

use super::super::lab::{LabResults, bars, curve, curve_plot};
use super::answers::{self, answer, estimate, is_left_out, outsider, value};
use super::arms::Arms;
use super::fault::Misprint;
use super::file::{PanelEntry, PlotEntry, Row, StudyFile};
use super::inputs;
use crate::results::Report;
use crate::results::plot::{Axis, IntervalPanel, LinePanel, Reference, Series};

/// A cell of a row; none where it is about a program that was not played.
pub(super) fn cell(results: &LabResults, row: &Row, cell: &str) -> Option<String> {
    if is_left_out(results, cell) {
        return None;
    }
    let cell = row.fill(cell);
    Some(match cell.strip_prefix('=') {
        Some(text) => text.to_owned(),
        None => {
            let words: Vec<&str> = cell.split(' ').collect();
            let known = answer(results, &words).or_else(|| inputs::answer(results, &words));
            known.unwrap_or_else(|| "–".into())
        }
    })
}

/// # Errors
/// A cell or a panel that asks for something unknown.
pub(super) fn check(file: &StudyFile, arms: &Arms) -> Result<(), Misprint> {
    for table in &file.tables {
        if let Some(cell) = table.cells.iter().find(|cell| !is_cell(cell.get_ref())) {
            let (name, asked) = (&table.name, cell.get_ref());
            let what = format!("table {name}: a cell asks for '{asked}', which is unknown");
            return Err(Misprint::new(cell.span().start, what));
        }
    }
    for plot in &file.plots {
        for panel in &plot.panels {
            let fault = |(at, what)| Misprint::new(at, format!("figure {}: {what}", plot.figure));
            check_panel(plot, panel, arms).map_err(fault)?;
        }
    }
    Ok(())
}

fn check_panel(
    plot: &PlotEntry,
    panel: &Spanned<PanelEntry>,
    arms: &Arms,
) -> Result<(), (usize, String)> {
    let (at, panel) = (panel.span().start, panel.get_ref());
    let of = panel.of.get_ref();
    let is_curve = || of == "gain" || ["man.1", "man.2", "man.3"].contains(&of.as_str());
    let is_known = if plot.rows.is_empty() { is_curve() } else { is_estimate(of) };
    if !is_known {
        return Err((panel.of.span().start, format!("a panel shows '{of}', which is unknown")));
    }
    for row in &panel.arms {
        arms.check_name(&row.fill("$1")).map_err(|what| (at, format!("a panel shows {what}")))?;
    }
    let Some((_, line)) = &panel.line else { return Ok(()) };
    if line.parse::<f64>().is_ok() {
        return Ok(());
    }
    match line.split_once(' ').filter(|(of, _)| answers::figure(of).is_some()) {
        Some((_, arm)) => arms.check_name(arm).map_err(|what| (at, format!("a line is at {what}"))),
        None => Err((at, format!("a line is at '{line}', which is no number and no figure"))),
    }
}

pub(super) fn is_cell(cell: &str) -> bool {
    let words: Vec<&str> = cell.split(' ').collect();
    cell.starts_with('=')
        || match words[0] {
            "label" | "meaning" | "lambda" | "group-name" | "group-meaning" | "group-inputs" => {
                words.len() == 2
            }
            "record" | "points" | "strength" | "mean-points" => words.len() > 2,
            "group-share" => words.len() == 4,
            "mean" | "value" | "percent" | "share" | "ratio" | "first" | "first-share"
            | "change" | "lower" => words.get(1).is_some_and(|name| is_figure(name)),
            _ => false,
        }
}

/// Whether a figure has this name, with any words of a row in it.
fn is_figure(name: &str) -> bool {
    let plain =
        ["$1", "$2", "$3"].iter().fold(name.to_owned(), |name, word| name.replace(word, "0"));
    answers::figure(&plain).is_some()
}

fn is_estimate(of: &str) -> bool {
    let first = of.split(' ').next().unwrap_or_default();
    first == "elo" || first.starts_with("input-share.") || is_figure(first)
}

/// Adds a plot: estimates if it has rows, else curves.
pub(super) fn figure(results: &LabResults, plot: &PlotEntry, report: Report) -> Report {
    let mut axis = Axis::new(&plot.values);
    axis.range = plot.range;
    let panels = plot.panels.iter().map(Spanned::get_ref);
    let panels = panels.filter(|panel| !is_left_out(results, panel.of.get_ref()));
    if plot.rows.is_empty() {
        let panels = panels.map(|panel| curves(results, panel)).collect();
        return report.figure(plot.figure, &plot.title, &curve_plot(axis, panels));
    }
    let rows = plot.rows.iter().map(|row| cell(results, row, &plot.label).unwrap_or_default());
    let panels = panels.map(|panel| estimates(results, plot, panel)).collect();
    report.figure(plot.figure, &plot.title, &bars(&plot.values, rows, panels))
}

fn estimates(results: &LabResults, plot: &PlotEntry, panel: &PanelEntry) -> IntervalPanel {
    let bar = |row: &Row| {
        let words = row.fill(panel.of.get_ref());
        estimate(results, &words.split(' ').collect::<Vec<_>>())
    };
    let title = panel.title.replace('@', &outsider(&results.plan.scale));
    let drawn = IntervalPanel::new(title, plot.rows.iter().map(bar));
    match line(results, panel) {
        Some(line) => IntervalPanel { references: vec![line], ..drawn },
        None => drawn,
    }
}

fn line(results: &LabResults, panel: &PanelEntry) -> Option<Reference> {
    panel.line.as_ref().map(|(label, at)| Reference::new(label, value(results, at)))
}

/// The gain over the table of material, or what a man is worth in a phase, over the games learned.
fn curves(results: &LabResults, panel: &PanelEntry) -> LinePanel {
    let phase: Option<usize> =
        panel.of.get_ref().strip_prefix("man.").and_then(|phase| phase.parse().ok());
    let series = |row: &Row| -> Series {
        let [arm, label] = ["$1", "$2"].map(|word| row.fill(word));
        let label = if label == "$2" { results.label(&arm) } else { label };
        curve(results, &arm, &label, |point| match phase {
            Some(phase) => point.man.get(phase.saturating_sub(1)).copied().unwrap_or(f64::NAN),
            None => point.gain,
        })
    };
    LinePanel {
        title: panel.title.clone(),
        series: panel.arms.iter().map(series).collect(),
        references: line(results, panel).into_iter().collect(),
    }
}
