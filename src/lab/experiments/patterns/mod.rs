//! Ways of learning patterns: windows, parts, a hidden layer, rates, games and positions, one change at a time against the base, decided by
//! matches.

mod model_config;
mod plan;
mod report;

use draughts_td_results::notes;

use super::lab::{ExperimentSize, TrainingExperiment};
use crate::models::nnue::NnueSettings;
use plan::plan;
use report::parts;

/// The experiment. Each recipe is learned once: its matches are long instead.
pub const EXPERIMENT: TrainingExperiment<NnueSettings> = TrainingExperiment {
    name: "patterns",
    size: |seed| ExperimentSize { match_games: 664, ..ExperimentSize::full(seed, 1, 40_000) },
    plan,
    notes: notes::PATTERNS,
    parts,
    summary: &["Each recipe"],
};
