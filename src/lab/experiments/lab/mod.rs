//! What the experiments with draughts share: arms are trained with several seeds, they meet in matches, and every figure is a
//! row of the run folder, from which an interrupted run goes on.
//!
//! | file | what it is |
//! | --- | --- |
//! | `experiment`, `plan`, `pairing` | an experiment as data: arms, matches, what its report holds |
//! | `training_plan`, `recipe`, `size` | the plan of offline training |
//! | `model_config`, `training_result`, `uses` | what is trained, one network, its use of each input |
//! | `runner`, `context`, `matches`, `rows` | how a plan is carried out, with what, and its raw figures |
//! | `results`, `claims`, `ablation` | figures by name, and what they say |
//! | `report`, `prose` | what reports have in common |

mod ablation;
mod claims;
mod context;
mod error;
mod experiment;
mod match_result;
mod matches;
mod model_config;
mod pairing;
mod plan;
mod prose;
mod recipe;
mod report;
mod results;
mod rows;
mod runner;
mod size;
mod training_plan;
mod training_result;
mod uses;

pub use ablation::{Ablation, names};
pub use claims::by_elo;
pub use context::Context;
pub use error::LabError;
pub use experiment::{Experiment, TrainingExperiment};
pub use match_result::{MatchResult, counted};
pub use model_config::{ModelConfig, yes_or_no};
pub use pairing::Pairing;
pub use plan::{Arm, Plan, Row, Trained};
pub use prose::{
    bar, bars, capital, curve, curve_plot, elo_bar, games_text, match_bars, match_cells, percent,
    strength_text, tables_text,
};
pub use recipe::{Recipe, Settings, paper_networks};
pub use report::set_up;
pub use results::{LabResults, Results, Strength};
pub use rows::Rows;
pub use runner::run;
pub use size::ExperimentSize;
pub use training_plan::TrainingPlan;
pub use training_result::{CurvePoint, TrainingResult};
pub use uses::InputUse;
