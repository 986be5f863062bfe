//! The paper's five networks: what each learns in one pass, and how they play against each other and against others.

mod claims;
mod names;
mod plan;
mod report;

use super::lab::{ExperimentSize, TrainingExperiment};
use super::notes;
use plan::plan;
use report::parts;

pub const EXPERIMENT: TrainingExperiment = TrainingExperiment {
    name: "networks",
    size: |seed| ExperimentSize::full(seed, 5, 5_000),
    plan,
    notes: notes::NETWORKS,
    parts,
    summary: &["round-robin", "claims"],
};
