//! The paper's five networks: what each learns in one pass, and how they play against each other and against others.

mod claims;
mod plan;
mod report;

use super::lab::Study;
use plan::plan;
use report::{report, summary};

/// The experiment.
pub const STUDY: Study = Study { name: "networks", seeds: 5, nodes: 5_000, plan, report, summary };

/// The networks, in the paper's order.
const NETS: [&str; 5] = ["nn1", "nn2", "nn3", "nn4", "nn5"];

/// The player that counts men.
const MATERIAL: &str = "material";
