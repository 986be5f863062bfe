//! What each group of inputs is worth to NN4, and what the network makes of its inputs.

mod plan;
mod report;

use super::lab::{ExperimentSize, TrainingExperiment};
use super::notes;
use plan::plan;
use report::parts;

pub const EXPERIMENT: TrainingExperiment = TrainingExperiment {
    name: "ablation",
    size: |seed| ExperimentSize::full(seed, 5, 3_000),
    plan,
    notes: notes::ABLATION,
    parts,
    summary: &["recipes-against-base", "groups"],
};
