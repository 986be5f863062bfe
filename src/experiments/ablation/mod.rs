//! What each group of inputs is worth to NN4, and what the network makes of its inputs.

mod plan;
mod report;

use super::lab::Study;
use super::notes;
use plan::plan;
use report::parts;

/// The experiment.
pub const STUDY: Study = Study {
    name: "ablation",
    seeds: 5,
    nodes: 3_000,
    match_games: 158,
    plan,
    notes: notes::ABLATION,
    parts,
    summary: &["recipes-against-base", "groups"],
};
