//! The experiments of Patist and Wiering, each from settings to raw figures to a report.

pub mod ablation;
pub mod filters;
pub mod lab;
pub mod lambda;
pub mod networks;
pub mod phases;
pub mod techniques;
pub mod tictactoe;
