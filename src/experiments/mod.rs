//! The experiments of Patist and Wiering and others, each from settings to raw figures to a report.

pub mod ablation;
pub mod endings;
pub mod filters;
pub mod lab;
pub mod lambda;
pub mod networks;
pub mod phases;
pub mod techniques;
pub mod tictactoe;
