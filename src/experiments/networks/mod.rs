//! The paper's five networks: what each learns in one pass, and how they play against each other and against others.

mod claims;
mod plan;
mod report;

pub use plan::plan;
pub use report::{report, summary};

/// The networks, in the paper's order.
const NETS: [&str; 5] = ["nn1", "nn2", "nn3", "nn4", "nn5"];

/// The player that counts men.
const MATERIAL: &str = "material";
