//! Estimates with their intervals: one row for each, panels side by side that share the rows.

use super::Plot;
use super::axis::{Axis, LinearScale};
use super::frame::{
    Area, FAINT, GRID, Legend, REFERENCE, Reference, SMALL, STRONG, WIDTH, areas, bottom_axis,
    caption, series_stroke, text_width,
};
use super::svg::{Anchor, Font, Stroke, Svg};
use crate::results::statistics::Summary;
use crate::results::text::number;

/// Height of a row, in pixels.
const ROW: f64 = 27.0;

/// Room below the rows for the words at reference lines.
const FOOT: f64 = 24.0;

const OWN: usize = 0;

/// The colour of values taken from elsewhere.
const OTHER: usize = 1;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PlotEstimate {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
    /// The single measurements of the mean, to show how they lie; may be empty.
    pub points: Vec<f64>,
    /// The same figure as others found it.
    pub elsewhere: Option<f64>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct IntervalPanel {
    /// What distinguishes the panel, in one or two lines.
    pub title: String,
    /// One for each row, or nothing. A row that is empty in every panel is a heading.
    pub estimates: Vec<Option<PlotEstimate>>,
    pub references: Vec<Reference>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct IntervalPlot {
    /// What the interval is, for the legend.
    pub interval: &'static str,
    /// What the small dots are, for the legend; empty if there are none.
    pub points: &'static str,
    /// Whose the values from elsewhere are, for the legend; empty if there are none.
    pub elsewhere: &'static str,
    pub x: Axis,
    pub rows: Vec<String>,
    pub panels: Vec<IntervalPanel>,
}

impl Plot for IntervalPlot {
    /// # Panics
    /// If a panel has not one place for each row.
    fn to_svg(&self, title: &str, command: &str) -> String {
        let rows = self.rows.len();
        assert!(self.panels.iter().all(|p| p.estimates.len() == rows), "one place for each row");
        let panel_height = ROW * rows as f64 + FOOT;
        // A heading may reach into the panels, which are empty there.
        let names = self.rows.iter().enumerate().filter(|(row, _)| !self.is_heading(*row));
        let widest = names.map(|(_, name)| text_width(name, SMALL)).fold(40.0, f64::max);
        let margin = widest + 30.0;
        let mut svg = Svg::default();
        let top = self.draw_legend(&mut svg, margin);
        let height = caption(&mut svg, title, command, top + panel_height);
        let ends = self.x.ends(self.values());
        let areas = areas(self.panels.len(), margin, top, panel_height);
        for (index, area) in areas.into_iter().enumerate() {
            let x = LinearScale { values: ends, pixels: (area.left, area.right) };
            bottom_axis(&mut svg, area, x, &self.panels[index].title, &self.x.label);
            self.panels[index].draw(&mut svg, area, x);
        }
        self.draw_names(&mut svg, top);
        svg.finish((WIDTH, height), title, &format!("Made by {command}"))
    }
}

impl IntervalPlot {
    /// Every value that is to be seen.
    fn values(&self) -> impl Iterator<Item = f64> {
        let estimates = self.panels.iter().flat_map(|panel| panel.estimates.iter().flatten());
        let references = self.panels.iter().flat_map(|panel| &panel.references);
        estimates
            .flat_map(|e| {
                [e.mean, e.low, e.high]
                    .into_iter()
                    .chain(e.elsewhere)
                    .chain(e.points.iter().copied())
            })
            .chain(references.map(|reference| reference.at))
    }

    fn is_heading(&self, row: usize) -> bool {
        self.panels.iter().all(|panel| panel.estimates[row].is_none())
    }

    fn draw_names(&self, svg: &mut Svg, top: f64) {
        for (row, name) in self.rows.iter().enumerate() {
            let place = (14.0, middle(top, row) + 4.5);
            if self.is_heading(row) {
                svg.text_on_lines(place, Anchor::Start, STRONG, name);
            } else {
                svg.text(place, Anchor::Start, SMALL, name);
            }
        }
    }

    /// What the symbols are; where the panels begin.
    fn draw_legend(&self, svg: &mut Svg, margin: f64) -> f64 {
        let own = series_stroke(OWN).colour;
        let mut legend = Legend::new(svg, margin);
        legend.entry(34.0, self.interval, |svg, (x, y)| {
            draw_bar(svg, (x, x + 34.0), y);
            svg.dot((x + 17.0, y), 4.5, own, 1.0);
        });
        if !self.points.is_empty() {
            legend.entry(6.0, self.points, |svg, (x, y)| svg.dot((x + 3.0, y), 3.0, own, 0.4));
        }
        if !self.elsewhere.is_empty() {
            let other = series_stroke(OTHER).colour;
            legend.entry(11.0, self.elsewhere, |svg, (x, y)| svg.diamond((x + 5.5, y), 5.5, other));
        }
        legend.end()
    }
}

impl IntervalPanel {
    /// Estimates beside nothing, which is drawn as a line.
    pub(crate) fn new(
        title: impl Into<String>,
        estimates: impl IntoIterator<Item = Option<PlotEstimate>>,
    ) -> IntervalPanel {
        let estimates = estimates.into_iter().collect();
        IntervalPanel { title: title.into(), estimates, references: vec![Reference::new("", 0.0)] }
    }

    fn draw(&self, svg: &mut Svg, area: Area, x: LinearScale) {
        for (row, _) in self.estimates.iter().enumerate().filter(|(_, e)| e.is_some()) {
            let level = middle(area.top, row);
            svg.line((area.left, level), (area.right, level), GRID);
        }
        for reference in self.references.iter().filter(|reference| x.shows(reference.at)) {
            let at = x.at(reference.at);
            svg.line((at, area.top), (at, area.bottom), REFERENCE);
            let room = area.right - at - text_width(&reference.label, FAINT);
            let (shift, anchor) =
                if room < 8.0 { (-5.0, Anchor::End) } else { (5.0, Anchor::Start) };
            svg.text((at + shift, area.bottom - 5.0), anchor, FAINT, &reference.label);
        }
        for (row, estimate) in self.estimates.iter().enumerate() {
            match estimate {
                Some(estimate) if x.shows(estimate.mean) => {
                    estimate.draw(svg, middle(area.top, row), x);
                }
                Some(estimate) => estimate.draw_arrow(svg, middle(area.top, row), x),
                None => {}
            }
        }
    }
}

impl PlotEstimate {
    /// A mean with its interval, which a single measurement has not.
    pub(crate) fn of(summary: &Summary) -> Option<PlotEstimate> {
        let mean = summary.mean;
        let margin = if summary.count < 2 { 0.0 } else { summary.margin() };
        let (low, high) = (mean - margin, mean + margin);
        (summary.count > 0).then(|| PlotEstimate { mean, low, high, ..PlotEstimate::default() })
    }

    fn draw(&self, svg: &mut Svg, level: f64, x: LinearScale) {
        let colour = series_stroke(OWN).colour;
        for (index, &point) in self.points.iter().enumerate() {
            // Three levels, so that equal values do not hide each other.
            let jitter = (index % 3) as f64 * 4.0 - 4.0;
            svg.dot((x.at(point), level + jitter), 2.6, colour, 0.28);
        }
        draw_bar(svg, (x.at(self.low), x.at(self.high)), level);
        svg.dot((x.at(self.mean), level), 4.5, colour, 1.0);
        if let Some(other) = self.elsewhere {
            svg.diamond((x.at(other), level), 5.5, series_stroke(OTHER).colour);
        }
    }

    /// An estimate beyond the axis: an arrow and its value at the end of the axis.
    fn draw_arrow(&self, svg: &mut Svg, level: f64, x: LinearScale) {
        let (at, value) = (x.at(self.mean), number(self.mean, 2));
        let font = Font { colour: series_stroke(OWN).colour, ..SMALL };
        let (place, anchor, words) = if self.mean < x.values.0 {
            ((at + 4.0, level + 4.5), Anchor::Start, format!("← {value}"))
        } else {
            ((at - 4.0, level + 4.5), Anchor::End, format!("{value} →"))
        };
        svg.text(place, anchor, font, &words);
    }
}

/// The middle of a row of panels that begin at `top`.
fn middle(top: f64, row: usize) -> f64 {
    top + 4.0 + ROW * (row as f64 + 0.5)
}

fn draw_bar(svg: &mut Svg, (from, to): (f64, f64), level: f64) {
    let stroke = Stroke { dashes: "", ..series_stroke(OWN) };
    svg.line((from, level), (to, level), stroke);
    for end in [from, to] {
        svg.line((end, level - 4.5), (end, level + 4.5), stroke);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_named_is_drawn_and_a_row_without_estimates_is_a_heading() {
        let estimate = PlotEstimate { mean: 0.5, low: 0.4, high: 0.6, ..PlotEstimate::default() };
        let estimate = PlotEstimate { points: vec![0.45, 0.55], elsewhere: Some(0.7), ..estimate };
        let panel = IntervalPanel {
            title: "one panel".into(),
            estimates: vec![None, Some(estimate)],
            references: vec![Reference { label: "nothing".into(), at: 0.0 }],
        };
        let plot = IntervalPlot {
            interval: "mean, 95 % interval",
            points: "one run",
            elsewhere: "paper",
            x: Axis::new("equity"),
            rows: vec!["a heading".into(), "a row".into()],
            panels: vec![panel],
        };
        let svg = plot.to_svg("A plot", "draughts-td reproduce x");
        let names = ["A plot", "one panel", "nothing", "mean, 95 % interval", "one run", "paper"];
        for name in names.into_iter().chain(["equity", "a row", "made by: draughts-td"]) {
            assert!(svg.contains(name), "{name} is missing");
        }
        let far = PlotEstimate { mean: -0.75, low: -0.8, high: -0.7, ..PlotEstimate::default() };
        let mut beyond = plot.clone();
        beyond.panels[0].estimates[1] = Some(far);
        beyond.x = Axis::new("equity").with_range(0.0, 1.0);
        assert!(beyond.to_svg("", "").contains("← −0.75"));
        let heading = svg.lines().find(|line| line.contains("a heading")).expect("heading");
        assert!(heading.contains("font-weight") && !svg.contains("NaN"));
    }

    #[test]
    fn a_long_heading_takes_no_room_from_the_panels_and_a_long_row_does() {
        let estimate =
            Some(PlotEstimate { mean: 0.5, low: 0.4, high: 0.6, ..PlotEstimate::default() });
        let plot = |heading: &str, row: &str| {
            let plot = IntervalPlot {
                interval: "95 %",
                x: Axis::new("equity").with_range(0.0, 1.0),
                rows: vec![heading.into(), row.into()],
                panels: vec![IntervalPanel {
                    estimates: vec![None, estimate.clone()],
                    ..IntervalPanel::default()
                }],
                ..IntervalPlot::default()
            };
            plot.to_svg("A plot", "").replace(heading, "")
        };
        let long = "a heading of many words ".repeat(4);
        assert_eq!(plot(&long, "a row"), plot("a heading", "a row"));
        assert_ne!(plot(&long, "a row of some words"), plot(&long, "a row"));
    }
}
