//! What the experiments with draughts share: recipes are trained with several seeds, the networks meet, and every figure is a
//! row of the run folder, from which an interrupted run goes on.
//!
//! | file | what it is |
//! | --- | --- |
//! | `study`, `scale`, `plan` | an experiment, its size, its parts |
//! | `subject`, `recipe`, `trial`, `uses` | what is taught, ways of teaching it, one network, what it makes of its inputs |
//! | `pairing`, `bout` | who meets whom, and their match |
//! | `bench`, `run`, `rows` | what it works with, how it is carried out, its raw figures |
//! | `findings`, `claims`, `contrast` | figures by name, and what they say |
//! | `document`, `prose` | the report |

mod bench;
mod bout;
mod claims;
mod contrast;
mod document;
mod error;
mod findings;
mod pairing;
mod plan;
mod prose;
mod recipe;
mod rows;
mod run;
mod scale;
mod study;
mod subject;
mod trial;
mod uses;

pub use bench::LabContext;
pub use bout::{MatchResult, counted};
pub use claims::{claims_table, lower_error, superiority, superiority_by};
pub use contrast::{Ablation, names};
pub use document::document;
pub use error::LabError;
pub use findings::{LabResults, Strength};
pub use pairing::Pairing;
pub use plan::Plan;
pub use prose::{
    bar, bars, capital, change_text, curve, curve_figure, elo_bar, estimate_text, heading,
    match_bars, percent, share_text, strength_text,
};
pub use recipe::{Recipe, Settings, paper_networks};
pub use rows::{Row, Rows};
pub use run::run;
pub use scale::ExperimentSize;
pub use study::Study;
pub use subject::{Column, ModelConfig, yes_or_no};
pub use trial::{CurvePoint, TrainingResult};
pub use uses::InputUse;
