//! The paper's first experiment: noughts and crosses learned by playing Random, by playing Expert, and from a database.

mod bounds;
mod figures;
mod greedy;
mod learner;
mod report;
mod settings;
mod simulation;

pub use report::{SUMMARY, report};
pub use settings::TicTacToeSettings;
pub use simulation::run;
