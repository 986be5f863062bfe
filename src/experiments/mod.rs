//! The experiments of Patist and Wiering, each from settings to raw figures to a report.

pub mod tictactoe;
