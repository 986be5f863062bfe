//! How strong an evaluation is: long matches against programs that the user names, with the conditions they were played under.

mod endings;
mod opponent;
mod report;
mod run;
mod settings;

pub use endings::{Ending, endings};
pub use opponent::{Opponent, OpponentError};
pub use report::{SUMMARY, report};
pub use run::{Meeting, run};
pub use settings::StrengthSettings;
