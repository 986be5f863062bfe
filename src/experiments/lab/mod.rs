//! What the experiments with draughts share: recipes are trained with several seeds, the networks meet, and every figure is a
//! row of the run folder, from which an interrupted run goes on.

mod bench;
mod bout;
mod claims;
mod contrast;
mod findings;
mod plan;
mod prose;
mod recipe;
mod scale;
mod study;
mod trial;
mod uses;

pub use bench::Bench;
pub use bout::{Bout, Pairing};
pub use claims::{claims_table, lower_error, superiority};
pub use contrast::{Contrast, names};
pub use findings::{Findings, Strength};
pub use plan::{LabError, Plan, Row, Rows, run};
pub use prose::{
    bar, bars, capital, change_text, curve, curve_figure, elo_bar, estimate_text, files_block,
    heading, percent, set_up, strength_text,
};
pub use recipe::{Recipe, Settings, paper_networks};
pub use scale::Scale;
pub use study::Study;
pub use trial::{Moment, Trial};
pub use uses::InputUse;
