//! From episodes to a trained model: offline TD(λ), held-out figures, stop and resume.

mod baseline;
mod card;
mod fit;
mod hyperparams;
mod learner;
mod lesson;
mod report;
mod returns;
mod start;
mod teacher;
mod validate;

pub use baseline::{Baseline, report_phases};
pub use card::{DataFile, ResumeError, Training};
pub use fit::{Event, Intervals, LearnError, Place, Progress, Snapshot, Trained, fit};
pub use hyperparams::{Checked, Hyperparams, HyperparamsError};
pub use learner::Learner;
pub use lesson::{Encoder, HeldOut, Lesson, Lessons, Material, Stretch, TrainingGame, Use};
pub use report::{Bin, Figures, Report, report, value};
pub use returns::lambda_errors;
pub use start::{StartError, fresh_model, grown};
pub use validate::{Judged, Scope, Validation, judged_games, validate};
