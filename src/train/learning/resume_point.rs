//! Where a run stands: with the weights, all that going on needs.

use serde::{Deserialize, Serialize};

/// How far a run has come: with the weights, all that going on needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResumePoint {
    /// Finished passes.
    pub epoch: u32,
    /// Readable games of the present pass that are behind.
    pub games: u64,
}

/// An evaluation and where it stands in the data.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot<F> {
    /// The weights.
    pub model: F,
    /// The place in the data.
    pub place: ResumePoint,
}
