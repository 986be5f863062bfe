//! The paper's first experiment: noughts and crosses learned by playing Random, by playing Expert, and from a database.

mod bounds;
mod claims;
mod departures;
mod figures;
mod greedy;
mod plan;
mod plots;
mod report;
mod settings;
mod simulation;
mod student;
mod variant;

pub use bounds::Bounds;
pub use claims::claims;
pub use figures::{Figures, Opponent};
pub use greedy::Greedy;
pub use plan::{Unit, plan, run};
pub use report::{report, summary};
pub use settings::{REVISION, Regime, Settings};
pub use simulation::{Row, Sides, Test, simulate};
pub use variant::{Endings, Start, Update, Variant, Views};
