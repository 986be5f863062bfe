//! What the experiments with draughts share: arms are trained with several seeds, they meet in matches, and every figure is a
//! row of the run folder, from which an interrupted run goes on.
//!
//! | file | what it is |
//! | --- | --- |
//! | `plan` | arms and matches |
//! | `training_plan`, `recipe`, `size` | the plan of offline training |
//! | `learner`, `training_result`, `input_use` | what is trained, one training, and its use of each input |
//! | `runner`, `context`, `matches` | how a plan is carried out, and with what |
//! | `results`, `claims`, `ablation` | figures by name, and what they say |
//! | `report`, `prose` | an experiment as data, and what reports have in common |
//! | `reproducible` | an experiment as the program runs it |

mod ablation;
mod claims;
mod context;
mod input_use;
mod learner;
mod matches;
mod plan;
mod prose;
mod recipe;
mod report;
mod reproducible;
mod results;
mod runner;
mod size;
mod training_plan;
mod training_result;

pub(crate) use ablation::Ablation;
pub use context::{Context, LabError, NETWORKS};
pub(crate) use input_use::InputUse;
pub(crate) use learner::Learner;
pub(crate) use matches::{counted, in_turn};
pub(crate) use plan::{Arm, MatchResult, Pairing, Plan, Row, Rows, Trained};
pub(crate) use prose::{bar, bars, capital, curve, percent};
pub(crate) use prose::{curve_plot, elo_bar, match_bars, match_cells, strength_text, tables_text};
pub(crate) use recipe::Recipe;
pub(crate) use report::{Experiment, set_up};
pub use reproducible::Reproducible;
pub(crate) use results::LabResults;
pub(crate) use results::{Results, Strength};
pub(crate) use runner::run;
pub use size::ExperimentSize;
pub(crate) use training_plan::TrainingPlan;
pub(crate) use training_result::TrainingResult;
