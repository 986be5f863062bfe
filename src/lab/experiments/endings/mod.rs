//! Whether won endings are won: the engine with endgame tables, from random won positions, against a defence that loses as late as
//! it can.

mod report;
mod run;
mod settings;

pub use report::{SUMMARY, report};
pub use run::{Ending, EndingGame, EndingRow, play, run};
pub use settings::{EndingsSettings, Knowledge, won_positions};
