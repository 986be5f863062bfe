//! Why the paper's opening network never learned material, and what repairs it.

mod names;
mod plan;
mod report;

use super::lab::{ExperimentSize, TrainingExperiment};
use super::notes;
use plan::plan;
use report::parts;

pub const EXPERIMENT: TrainingExperiment = TrainingExperiment {
    name: "phases",
    size: |seed| ExperimentSize::full(seed, 5, 3_000),
    plan,
    notes: notes::PHASES,
    parts,
    summary: &[
        "balances",
        "men",
        "men-early",
        "reach",
        "observations",
        "recipes-against-base",
        "recipes-against-base-early",
        "claims",
    ],
};
