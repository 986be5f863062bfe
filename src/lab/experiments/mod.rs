//! The experiments of Patist and Wiering and some of our own, each from settings to raw figures to a report.

mod ablation;
pub mod backgammon;
pub mod endings;
mod filters;
pub mod from_play;
pub mod lab;
mod lambda;
pub mod mover;
mod networks;
mod patterns;
mod phases;
#[cfg(test)]
mod remade;
mod streams;
pub mod strength;
mod techniques;
pub mod tictactoe;
pub mod tuning;

use self::from_play::FromPlaySize;
use self::lab::{ExperimentSize, Reproducible};

pub const ABLATION: &dyn Reproducible<ExperimentSize> = &ablation::EXPERIMENT;
pub const FILTERS: &dyn Reproducible<ExperimentSize> = &filters::EXPERIMENT;
pub const LAMBDA: &dyn Reproducible<ExperimentSize> = &lambda::EXPERIMENT;
pub const NETWORKS: &dyn Reproducible<ExperimentSize> = &networks::EXPERIMENT;
pub const PATTERNS: &dyn Reproducible<ExperimentSize> = &patterns::EXPERIMENT;
pub const PHASES: &dyn Reproducible<ExperimentSize> = &phases::EXPERIMENT;
pub const TECHNIQUES: &dyn Reproducible<ExperimentSize> = &techniques::EXPERIMENT;
pub const GIRAFFE: &dyn Reproducible<FromPlaySize> = &from_play::GIRAFFE;
pub const KNIGHTCAP: &dyn Reproducible<FromPlaySize> = &from_play::KNIGHTCAP;
