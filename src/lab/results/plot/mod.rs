//! Plots as SVG text: lines with bands, and estimates with intervals. Colours can be told apart by colour-blind readers.

mod axis;
mod frame;
mod intervals;
mod lines;
mod svg;

pub use axis::{Axis, number};
pub use frame::Reference;
pub use intervals::{IntervalPanel, IntervalPlot, PlotEstimate};
pub use lines::{LinePanel, LinePlot, Point, Series};
