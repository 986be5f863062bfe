//! The experiments with draughts whose arms are trained and meet in matches, as the program runs them.

use super::from_play::{self, FromPlaySize};
use super::lab::{ExperimentSize, Reproducible};
use super::{ablation, filters, lambda, networks, patterns, phases, techniques};

pub const ABLATION: &dyn Reproducible<ExperimentSize> = &ablation::EXPERIMENT;
pub const FILTERS: &dyn Reproducible<ExperimentSize> = &filters::EXPERIMENT;
pub const LAMBDA: &dyn Reproducible<ExperimentSize> = &lambda::EXPERIMENT;
pub const NETWORKS: &dyn Reproducible<ExperimentSize> = &networks::EXPERIMENT;
pub const PATTERNS: &dyn Reproducible<ExperimentSize> = &patterns::EXPERIMENT;
pub const PHASES: &dyn Reproducible<ExperimentSize> = &phases::EXPERIMENT;
pub const TECHNIQUES: &dyn Reproducible<ExperimentSize> = &techniques::EXPERIMENT;
pub const GIRAFFE: &dyn Reproducible<FromPlaySize> = &from_play::GIRAFFE;
pub const KNIGHTCAP: &dyn Reproducible<FromPlaySize> = &from_play::KNIGHTCAP;
