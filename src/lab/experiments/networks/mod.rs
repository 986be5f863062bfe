//! The paper's five networks: what each learns in one pass, and how they play against each other and against others.

mod claims;
mod names;
mod plan;
mod report;

use super::lab::Study;
use plan::plan;
use report::{report, summary};

/// The experiment.
pub const STUDY: Study =
    Study { name: "networks", seeds: 5, nodes: 5_000, match_games: 158, plan, report, summary };
