//! Plots as SVG text: lines with bands, and estimates with intervals. Colours can be told apart by colour-blind readers.

mod axis;
mod frame;
mod intervals;
mod lines;
mod svg;

pub use axis::{Axis, number};
pub use frame::Reference;
pub use intervals::{Estimate, IntervalPanel, IntervalPlot};
pub use lines::{LinePanel, LinePlot, Point, Series};
