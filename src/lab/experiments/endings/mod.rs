//! Whether won endings are won: the engine with endgame tables, from random won positions, against a defence that loses as late as
//! it can.

mod game;
mod positions;
mod report;
mod run;
mod settings;

pub use game::{Ending, EndingGame, play};
pub use positions::won_positions;
pub use report::{SUMMARY, report};
pub use run::{EndingRow, run};
pub use settings::{EndingsSettings, Knowledge};
