//! The paper's first experiment: noughts and crosses learned by playing Random, by playing Expert, and from a database.

mod bounds;
mod claims;
mod departures;
mod figures;
mod greedy;
mod learner;
mod plan;
mod plots;
mod report;
mod run;
mod settings;
mod sides;
mod simulation;
mod variant;

pub use figures::Figures;
pub use greedy::Greedy;
pub use plan::{Unit, plan};
pub use report::{SUMMARY, report};
pub use run::run;
pub use settings::{REVISION, Regime, TicTacToeSettings};
pub use sides::{Opponent, Sides};
pub use simulation::{SimulationRow, Test, simulate};
pub use variant::{Endings, Start, Update, Variant, Views};
