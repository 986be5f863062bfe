//! Whole runs of `learn` and `train`: settings, files, checkpoints, metrics and events, for the command line, Python and programs.
//!
//! | file | what it is |
//! | --- | --- |
//! | `learn_run`, `learn_start`, `learn_session` | a run that learns from games |
//! | `train_run`, `train_plan`, `self_play` | a run that learns by playing, and its settings of self-play |
//! | `learn_settings`, `train_settings` | the settings, each declared once |
//! | `hyperparam_options` | the settings of learning, whatever the run: those of an arm of a study |
//! | `model_options`, `game_options` | the settings of the model; which games and positions teach |
//! | `settings`, `toml_file`, `values`, `words` | settings by name, from TOML; values that flags and files write alike |
//! | `event`, `notice`, `reporter` | what a run reports, and the way there |
//! | `outputs`, `metrics`, `replace` | the files that are written, and the rule for files that exist |
//! | `inputs`, `catalogue`, `identity` | the files that are read |
//! | `processes` | processes that run together do the same |

mod catalogue;
mod error;
mod event;
mod game_options;
mod hyperparam_options;
mod identity;
pub mod inputs;
mod learn_run;
mod learn_session;
mod learn_settings;
mod learn_start;
mod metrics;
mod model_options;
mod notice;
mod outputs;
mod processes;
mod recipe;
mod replace;
mod reporter;
mod self_play;
#[cfg(test)]
mod setting_tests;
mod settings;
mod toml_file;
mod train_plan;
mod train_run;
mod train_settings;
mod values;
#[cfg(feature = "clap")]
mod words;

pub use catalogue::read as read_catalogue;
pub use error::RunError;
pub use event::{Observer, RunEvent, RunPlace, RunPlan, measured};
pub use game_options::{FilterOptions, GameOptions};
pub use hyperparam_options::HyperparamOptions;
pub use identity::identity;
pub use learn_run::{LearnResult, LearnRun};
pub use learn_settings::LearnSettings;
pub use model_options::{
    ModelKind, ModelOptions, NetworkOptions, PatternOptions, ReadText, SeparatedOptions,
    read_pattern_file,
};
pub use notice::Notice;
pub use processes::agree;
pub use replace::{Replace, has_content};
pub use settings::{FormerNames, Settings, SettingsError, by_name, names, present_name, set};
pub use toml_file::{LARGEST_SETTINGS, read_toml};
pub use train_run::{TrainResult, TrainRun};
pub use train_settings::TrainSettings;
#[cfg(feature = "clap")]
pub use values::WRITTEN;
pub use values::{PROGRAM, Switch, read_hash, read_pair, read_seconds};
#[cfg(feature = "clap")]
pub use words::{Word, one_of};
