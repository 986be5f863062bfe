//! What a mover is worth: how often it puts the best move first, beside history and the table's move, and what the engine gains by it.

mod games;
mod learned_table;
mod orders;
mod report;
mod run;
mod settings;
mod slots;

pub use report::{SUMMARY, report};
pub use run::run;
pub use settings::MoverSettings;
