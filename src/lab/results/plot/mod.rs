//! Plots as SVG text: lines with bands, and estimates with intervals. Colours can be told apart by colour-blind readers.

mod axis;
mod frame;
mod intervals;
mod lines;
mod svg;

pub(crate) use axis::Axis;
pub(crate) use frame::Reference;
pub(crate) use intervals::{IntervalPanel, IntervalPlot, PlotEstimate};
pub(crate) use lines::{LinePanel, LinePlot};
pub(crate) use lines::{Point, Series};

/// A plot that becomes SVG with its title and the command that made it.
pub(crate) trait Plot {
    fn to_svg(&self, title: &str, command: &str) -> String;
}
