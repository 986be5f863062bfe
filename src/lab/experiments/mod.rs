//! The experiments of Patist and Wiering and some of our own, each from settings to raw figures to a report.

mod ablation;
pub mod backgammon;
pub mod endings;
mod filters;
pub mod from_play;
pub mod lab;
mod lambda;
mod networks;
mod patterns;
mod phases;
#[cfg(test)]
mod remade;
mod reproduced;
mod streams;
pub mod strength;
mod techniques;
pub mod tictactoe;
pub mod tuning;

pub use reproduced::{
    ABLATION, FILTERS, GIRAFFE, KNIGHTCAP, LAMBDA, NETWORKS, PATTERNS, PHASES, TECHNIQUES,
};
