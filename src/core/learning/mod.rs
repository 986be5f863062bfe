//! From games to a trained evaluation: offline TD(λ), chains of own play, held-out figures, stop and resume. It knows no form of evaluation by name.
//!
//! | file | what it is |
//! | --- | --- |
//! | `hyperparams` | the settings, as given and checked |
//! | `source`, `label`, `labelled` | where games come from; exact values that take the place of their results |
//! | `teacher`, `lesson` | a worker's side: games in, lessons out |
//! | `returns`, `learner` | λ-returns, and the step of one game |
//! | `fit`, `run`, `schooling`, `events` | passes over a database, when steps are made, what is told on the way |
//! | `place`, `card`, `trained` | where a run stands, what a file tells of it, what it ends with |
//! | `batches`, `sum`, `share`, `team` | steps of many games, summed alike whoever has which part; processes that learn together |
//! | `report`, `baseline`, `online`, `validate`, `judged` | figures on games not learned, and what must be beaten |
//! | `chain`, `chain_learner`, `optimiser`, `man` | learning from play: errors along chains, steps, a man whose worth stays |
//! | `traced` | online TD(λ) with eligibility traces, for any game |

mod baseline;
mod batches;
mod card;
mod chain;
mod chain_learner;
mod events;
mod fit;
mod hyperparams;
mod judged;
mod label;
mod labelled;
mod learner;
mod lesson;
mod man;
mod online;
mod optimiser;
mod place;
mod report;
mod returns;
mod run;
mod schooling;
mod share;
mod source;
mod sum;
mod teacher;
mod team;
mod traced;
mod trained;
mod validate;

pub use baseline::{Baseline, report_phases};
pub use card::{DataFile, ResumeError, Training};
pub use chain::{TdErrors, TdVariant, TerminalUpdate, Trajectory, Transition, UnearnedGains};
pub use chain_learner::{Loss, TdLeafConfig, TdLeafLearner, TrajectoryStats, ValueTransform};
pub use events::{Event, Intervals, Observer, Progress};
pub use fit::{fit, fit_batches};
pub use hyperparams::{Checked, Hyperparams, Targets};
pub use judged::{EvalGames, EvalSet, FilteredSamples, SampleFilter, held_out_games, sieved_games};
pub use label::{Label, LabelTables};
pub use labelled::Labelled;
pub use learner::Learner;
pub use lesson::{EncodedGame, GameBatch, HeldOut, Material, TrainingSlot, Use};
pub use optimiser::{Optimiser, OptimiserKind};
pub use place::{ResumePoint, Snapshot};
pub use report::{CalibrationBin, Metrics, Report, report, value, worth_of_a_man};
pub use returns::{SearchTarget, lambda_errors, search_errors};
pub use source::{MemoryGame, PdnFiles, Played, Source};
pub use team::{Communicator, CommunicatorError, SingleProcess};
pub use traced::OnlineTd;
pub use trained::{LearnError, Trained};
pub use validate::{Validation, validate};
