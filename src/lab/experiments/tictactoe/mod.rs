//! The paper's first experiment: noughts and crosses learned by playing Random, by playing Expert, and from a database.

mod bounds;
mod claims;
mod figures;
mod greedy;
mod learner;
mod report;
mod settings;
mod simulation;

pub use bounds::{Opponent, Sides};
pub use figures::Figures;
pub use greedy::Greedy;
pub use report::{SUMMARY, report};
pub use settings::{Endings, REVISION, Regime, Start, TicTacToeSettings, Update, Variant, Views};
pub use simulation::{SimulationRow, Test, Unit, plan, run, simulate};
