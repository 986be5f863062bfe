//! The experiments of Patist and Wiering and some of our own, each from settings to raw figures to a report.

pub mod backgammon;
pub mod endings;
pub mod from_play;
pub mod lab;
#[cfg(test)]
mod remade;
mod streams;
pub mod strength;
pub mod studies;
pub mod tictactoe;
pub mod tuning;

use from_play::FromPlaySize;
use lab::Reproducible;

/// Learning from play as Giraffe does.
pub const GIRAFFE: &dyn Reproducible<FromPlaySize> = &from_play::GIRAFFE;
/// Learning from play as KnightCap does.
pub const KNIGHTCAP: &dyn Reproducible<FromPlaySize> = &from_play::KNIGHTCAP;
