//! What the experiments with draughts share: arms are trained with several seeds, they meet in matches, and every figure is a
//! row of the run folder, from which an interrupted run resumes.
//!
//! | file | what it is |
//! | --- | --- |
//! | `training_plan`, `recipe`, `size` | arms, and the plan of a study |
//! | `plan` | its matches, and the rows of its figures |
//! | `learner`, `training_result`, `input_use` | what is trained, one training, and its use of each input |
//! | `runner`, `context`, `study_folder`, `matches` | how a plan is carried out, and with what |
//! | `results`, `claims`, `ablation` | figures by name, and what they say |
//! | `report`, `prose` | what reports have in common |

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
mod results;
mod runner;
mod size;
mod study_folder;
mod training_plan;
mod training_result;

pub(crate) use ablation::Ablation;
pub(crate) use claims::{error_evidence, error_p};
pub use context::{Context, LabError, NETWORKS};
pub(crate) use input_use::InputUse;
pub(crate) use learner::Learner;
pub(crate) use matches::{counted, in_turn, of_searches};
#[cfg(test)]
pub(crate) use plan::MatchResult;
pub(crate) use plan::{Pairing, Row, Rows};
pub(crate) use prose::{bar, bars, capital, curve, percent};
pub(crate) use prose::{curve_plot, elo_bar, match_bars, match_cells, strength_text, tables_text};
pub(crate) use recipe::Recipe;
pub(crate) use report::{deep_errors, set_up};
pub(crate) use results::{BySeed, LabResults, Strength};
pub(crate) use runner::run;
pub use size::{ExperimentSize, PlaySize};
pub use study_folder::StudyFolder;
pub(crate) use training_plan::TrainingPlan;
pub(crate) use training_result::{TrainingResult, deep_error};
