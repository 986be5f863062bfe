//! The paper's five networks: what each learns in one pass, and how they play against each other and against others.

mod claims;
mod names;
mod plan;
mod report;

use super::lab::Study;
use super::notes;
use plan::plan;
use report::parts;

/// The experiment.
pub const STUDY: Study = Study {
    name: "networks",
    seeds: 5,
    nodes: 5_000,
    match_games: 158,
    plan,
    notes: notes::NETWORKS,
    parts,
    summary: &["round-robin", "claims"],
};
