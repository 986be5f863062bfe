//! How strong an evaluation is: long matches against programs that the user names, with the conditions they were played under.

mod report;
mod run;
mod settings;

pub use report::{SUMMARY, report};
pub use run::run;
pub use settings::{Opponent, StrengthSettings};
