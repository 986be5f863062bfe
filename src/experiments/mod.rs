//! The experiments of Patist and Wiering, each from settings to raw figures to a report.

pub mod lab;
pub mod networks;
pub mod tictactoe;
