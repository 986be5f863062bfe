//! What other numbers of the search are worth: each change against the engine as it is, by sequential tests at many nodes. What was
//! tried and rejected stands beside what was accepted.

mod report;
mod run;
mod settings;

pub use report::{SUMMARY, report};
pub use run::run;
pub use settings::{Change, TuningSettings};
