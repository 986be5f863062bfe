//! The experiments of Patist and Wiering and some of our own, each from settings to raw figures to a report.

pub mod ablation;
pub mod backgammon;
pub mod endings;
pub mod filters;
pub mod from_play;
pub mod lab;
pub mod lambda;
pub mod mover;
pub mod networks;
pub mod patterns;
pub mod phases;
#[cfg(test)]
mod remade;
mod streams;
pub mod strength;
pub mod techniques;
pub mod tictactoe;
pub mod tuning;
