//! Curves with a band, in panels side by side that share their vertical axis.

use super::Plot;
use super::axis::{Axis, LinearScale};
use super::frame::{
    Area, FAINT, Legend, REFERENCE, Reference, WIDTH, areas, bottom_axis, caption, left_axis,
    series_stroke,
};
use super::svg::{Anchor, PixelPoint, Svg};
use crate::results::statistics::Summary;

/// Height of the panels, in pixels.
const HEIGHT: f64 = 330.0;

const MARGIN: f64 = 76.0;

/// A point of a curve with its band.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub x: f64,
    pub y: f64,
    pub low: f64,
    pub high: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Series {
    pub label: String,
    pub points: Vec<Point>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LinePanel {
    /// What distinguishes the panel, in one or two lines.
    pub title: String,
    /// The curves; those of one place have one colour in all panels.
    pub series: Vec<Series>,
    pub references: Vec<Reference>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LinePlot {
    /// What the band is, for the legend.
    pub band: String,
    pub x: Axis,
    pub y: Axis,
    pub panels: Vec<LinePanel>,
}

impl Point {
    /// A mean with its standard deviation as the band.
    pub(crate) fn of(x: f64, Summary { mean, spread, .. }: Summary) -> Point {
        Point { x, y: mean, low: mean - spread, high: mean + spread }
    }
}

impl Plot for LinePlot {
    fn to_svg(&self, title: &str, command: &str) -> String {
        let mut svg = Svg::default();
        let top = self.draw_legend(&mut svg);
        let height = caption(&mut svg, title, command, top + HEIGHT);
        let points = || self.panels.iter().flat_map(|panel| &panel.series).flat_map(|s| &s.points);
        let references =
            self.panels.iter().flat_map(|panel| &panel.references).map(|reference| reference.at);
        let x = self.x.ends(points().map(|point| point.x));
        let y = self.y.ends(points().flat_map(|point| [point.low, point.high]).chain(references));
        for (index, area) in areas(self.panels.len(), MARGIN, top, HEIGHT).into_iter().enumerate() {
            let x = LinearScale { values: x, pixels: (area.left, area.right) };
            let y = LinearScale { values: y, pixels: (area.bottom, area.top) };
            let panel = &self.panels[index];
            bottom_axis(&mut svg, area, x, &panel.title, &self.x.label);
            left_axis(&mut svg, area, y, (index == 0).then_some(&self.y.label));
            panel.draw(&mut svg, area, x, y);
        }
        svg.finish((WIDTH, height), title, &format!("Made by {command}"))
    }
}

impl LinePlot {
    /// The names of the curves of the panel with most curves; where the panels begin.
    fn draw_legend(&self, svg: &mut Svg) -> f64 {
        let most = self.panels.iter().map(|panel| panel.series.as_slice()).max_by_key(|s| s.len());
        let mut legend = Legend::new(svg, MARGIN);
        for (index, series) in most.unwrap_or_default().iter().enumerate() {
            legend.entry(30.0, &series.label, |svg, (x, y)| {
                svg.line((x, y), (x + 30.0, y), series_stroke(index));
            });
        }
        if !self.band.is_empty() {
            legend.entry(30.0, &self.band, |svg, (x, y)| {
                let corners =
                    [(x, y - 6.0), (x + 30.0, y - 6.0), (x + 30.0, y + 6.0), (x, y + 6.0)];
                svg.area(&corners, FAINT.colour, 0.22);
            });
        }
        legend.end()
    }
}

impl LinePanel {
    fn draw(&self, svg: &mut Svg, area: Area, x: LinearScale, y: LinearScale) {
        for (index, series) in self.series.iter().enumerate() {
            let edge = |select: fn(&Point) -> f64| -> Vec<PixelPoint> {
                series.points.iter().map(|p| (x.at(p.x), y.at(select(p)))).collect()
            };
            let lower = edge(|point| point.low).into_iter().rev();
            let band: Vec<PixelPoint> = edge(|point| point.high).into_iter().chain(lower).collect();
            svg.area(&band, series_stroke(index).colour, 0.14);
        }
        for reference in self.references.iter().filter(|reference| y.shows(reference.at)) {
            let at = y.at(reference.at);
            svg.line((area.left, at), (area.right, at), REFERENCE);
        }
        for (index, series) in self.series.iter().enumerate() {
            let line: Vec<PixelPoint> =
                series.points.iter().map(|point| (x.at(point.x), y.at(point.y))).collect();
            svg.polyline(&line, series_stroke(index));
        }
        for reference in self.references.iter().filter(|reference| y.shows(reference.at)) {
            let place = (area.right - 4.0, y.at(reference.at) - 5.0);
            svg.text_on_lines(place, Anchor::End, FAINT, &reference.label);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(points: Vec<Point>) -> String {
        let panel = LinePanel {
            title: "one panel".into(),
            series: vec![Series { label: "a curve".into(), points }],
            references: vec![Reference { label: "the most".into(), at: 0.5 }],
        };
        let plot = LinePlot {
            band: "spread".into(),
            x: Axis::new("games"),
            y: Axis::new("equity").with_range(0.0, 1.0),
            panels: vec![panel],
        };
        plot.to_svg("A plot", "draughts-td reproduce x")
    }

    #[test]
    fn everything_named_is_drawn() {
        let point = |x: f64, y: f64| Point { x, y, low: y - 0.1, high: y + 0.1 };
        let svg = plot(vec![point(0.0, 0.2), point(10.0, 0.4)]);
        let names = ["A plot", "one panel", "a curve", "the most", "spread", "games", "equity"];
        for name in names.into_iter().chain(["made by: draughts-td reproduce x"]) {
            assert!(svg.contains(name), "{name} is missing");
        }
        // The panel reaches from 104 to 434 pixels: 0.2 lies at 434 − 66, 0.4 at 434 − 132.
        assert!(svg.contains("76.0") && svg.contains(",368.0") && svg.contains(",302.0"), "{svg}");
    }

    #[test]
    fn a_curve_without_points_draws_nothing_strange() {
        assert!(!plot(Vec::new()).contains("NaN"));
    }
}
