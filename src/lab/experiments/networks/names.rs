//! Who plays.

/// The networks, in the paper's order.
pub(super) const NETS: [&str; 5] = ["nn1", "nn2", "nn3", "nn4", "nn5"];

pub(super) const MATERIAL: &str = "material";
