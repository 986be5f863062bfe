//! Why the paper's opening network never learned material, and what repairs it.

mod names;
mod plan;
mod report;

use super::lab::Study;
use plan::plan;
use report::{report, summary};

/// The experiment.
pub const STUDY: Study =
    Study { name: "phases", seeds: 5, nodes: 3_000, match_games: 158, plan, report, summary };
