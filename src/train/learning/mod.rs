//! From games to a trained evaluation: offline TD(λ), trajectories of own play, held-out figures, stop and resume. It knows no model by name.
//!
//! | file | what it is |
//! | --- | --- |
//! | `hyperparams` | the settings, as given and checked |
//! | `source`, `game_source`, `shuffled`, `thinning` | where games come from: files, or memory in another order each pass, and fewer of some |
//! | `label`, `labelled` | exact values that take the place of results |
//! | `sample_encoder`, `game_batch` | a worker's side: games in, batches of encoded games out |
//! | `returns`, `learner` | λ-returns, and the step of one game |
//! | `fit`, `run`, `update_rule`, `events` | passes over a database, when steps are made, what is reported on the way |
//! | `resume_point`, `card`, `trained`, `setting_names` | the place of a run, its card and result, the flags of stored settings |
//! | `batches`, `reduction`, `share`, `communicator` | steps of many games, summed alike in any division; processes that learn together |
//! | `report`, `baseline`, `running_stats`, `eval_games` | figures on games not learned, and what must be beaten |
//! | `optimiser`, `moments` | from gradients to steps, and what is remembered of each parameter |
//! | `trajectory`, `td_leaf`, `piece_value` | learning from play: errors along trajectories, a man whose worth stays |

mod baseline;
mod batches;
mod card;
mod communicator;
mod deep_scores;
mod eval_games;
mod events;
mod fit;
mod game_batch;
mod game_source;
mod hyperparams;
mod label;
mod labelled;
mod learner;
pub(crate) mod moments;
mod optimiser;
mod piece_value;
mod reduction;
mod report;
mod resume_point;
mod returns;
mod run;
mod running_stats;
mod sample_encoder;
mod setting_names;
mod share;
mod shuffled;
mod source;
mod td_leaf;
mod thinning;
mod trained;
mod trajectory;
mod update_rule;

pub use baseline::{Baseline, report_phases};
pub use card::{DataFile, ResumeError, Training};
pub use communicator::{Communicator, CommunicatorError, SingleProcess};
pub use deep_scores::DeepScores;
pub use eval_games::{
    EvalGames, EvalSet, FilteredSamples, SampleFilter, Validation, filtered_games, held_out_games,
    validate,
};
pub use events::{Event, Intervals, Progress};
pub use fit::{fit, fit_batches};
pub use game_batch::{HeldOut, Material};
pub use game_source::GameSource;
pub use hyperparams::{Checked, Hyperparams, TargetSource};
pub use label::LabelTables;
pub use labelled::Labelled;
pub use learner::Learner;
pub(crate) use moments::Moments;
pub(crate) use optimiser::Optimiser;
pub use optimiser::OptimiserKind;
pub(crate) use report::worth_of_a_man;
pub use report::{CalibrationBin, Metrics, Report, report, value};
pub use resume_point::{ResumePoint, Snapshot};
pub(crate) use setting_names::flag_of;
pub use share::written_again as share_written_again;
pub use shuffled::{ShuffledGames, ShuffledOptions};
pub use source::{MemoryGame, Note, PdnFiles, Played, Source};
pub(crate) use td_leaf::TdLeafLearner;
pub use td_leaf::{Loss, TdLeafConfig, TrajectoryStats, ValueTransform};
pub use thinning::ThinnedShare;
pub use trained::{LearnError, Trained};
pub use trajectory::{TdErrors, TdVariant, TerminalUpdate, UnearnedGains};
pub(crate) use trajectory::{Trajectory, Transition};
