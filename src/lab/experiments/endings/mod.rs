//! Whether won endings are won: the engine with endgame tables, from random won positions, against a defence that loses as late as
//! it can.

mod report;
mod run;
mod settings;

pub use report::{SUMMARY, report};
pub use run::run;
pub use settings::{EndingsSettings, Knowledge};
