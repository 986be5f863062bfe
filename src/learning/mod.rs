//! From games to a trained evaluation: offline TD(λ), held-out figures, stop and resume. It knows no form of evaluation by name.

mod baseline;
mod card;
mod events;
mod fit;
mod hyperparams;
mod judged;
mod label;
mod labelled;
mod learner;
mod lesson;
mod online;
mod place;
mod report;
mod returns;
mod run;
mod source;
mod teacher;
mod trained;
mod validate;

pub use baseline::{Baseline, report_phases};
pub use card::{DataFile, ResumeError, Training};
pub use events::{Event, Intervals, Observer, Progress};
pub use fit::fit;
pub use hyperparams::{Checked, Hyperparams, Targets};
pub use judged::{Judged, Kept, Scope, Sieve, judged_games, sieved_games};
pub use label::{Label, LabelTables};
pub use labelled::Labelled;
pub use learner::Learner;
pub use lesson::{HeldOut, Lesson, Lessons, Material, TrainingGame, Use};
pub use place::{Place, Snapshot};
pub use report::{Bin, Figures, Report, report, value};
pub use returns::{Hint, lambda_errors, search_errors};
pub use source::{MemoryGame, PdnFiles, Played, Source};
pub use trained::{LearnError, Trained};
pub use validate::{Validation, validate};
