//! Why the paper's opening network never learned material, and what repairs it.

mod names;
mod plan;
mod report;

use super::lab::Study;
use super::notes;
use plan::plan;
use report::parts;

/// The experiment.
pub const STUDY: Study = Study {
    name: "phases",
    seeds: 5,
    nodes: 3_000,
    match_games: 158,
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
