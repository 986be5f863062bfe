//! The experiments of Patist and Wiering and some of our own, each from settings to raw figures to a report.

pub mod backgammon;
pub mod from_play;
pub mod lab;
#[cfg(test)]
mod paper;
pub mod published;
#[cfg(test)]
mod remade;
pub mod spsa;
mod streams;
pub mod strength;
pub mod studies;
pub mod tictactoe;
pub mod tuning;
