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
//! | `report`, `prose` | the report |

mod ablation;
mod claims;
mod context;
mod error;
mod match_result;
mod model_config;
mod pairing;
mod plan;
mod prose;
mod recipe;
mod report;
mod results;
mod rows;
mod run;
mod size;
mod study;
mod training_result;
mod uses;

pub use ablation::{Ablation, names};
pub use claims::{claims_table, lower_error, superiority, superiority_by};
pub use context::LabContext;
pub use error::LabError;
pub use match_result::{MatchResult, counted};
pub use model_config::{Column, ModelConfig, yes_or_no};
pub use pairing::Pairing;
pub use plan::Plan;
pub use prose::{
    bar, bars, capital, change_text, curve, curve_figure, elo_bar, estimate_text, match_bars, percent, share_text, strength_text, tables_text,
};
pub use recipe::{Recipe, Settings, paper_networks};
pub use report::report;
pub use results::{LabResults, Strength};
pub use rows::{Row, Rows};
pub use run::run;
pub use size::ExperimentSize;
pub use study::Study;
pub use training_result::{CurvePoint, TrainingResult};
pub use uses::InputUse;
