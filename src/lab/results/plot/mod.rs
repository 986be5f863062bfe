//! Plots as SVG text: lines with bands, and estimates with intervals. Colours can be told apart by colour-blind readers.

mod axis;
mod frame;
mod intervals;
mod lines;
mod svg;

pub use axis::Axis;
pub use frame::Reference;
pub use intervals::{IntervalPanel, IntervalPlot, PlotEstimate};
pub(crate) use lines::{LinePanel, LinePlot};
pub use lines::{Point, Series};

/// A plot that becomes SVG with its title and the command that made it.
pub trait Plot {
    fn to_svg(&self, title: &str, command: &str) -> String;
}
