//! What holds for many verbs: help, JSON, outputs, limits, interruption; and verbs that only show.

mod analysis;
mod composition;
mod diagram;
mod doors;
mod guide;
mod help;
mod inspect;
#[cfg(target_os = "linux")]
mod interruption;
mod json;
mod limits;
#[path = "../programs/missing.rs"]
mod missing;
#[cfg(unix)]
mod output;
mod overwrite;
mod processor;
mod puzzles;
#[path = "../programs/python.rs"]
mod python;
mod readme;
#[path = "../programs/run.rs"]
mod run;
mod spellings;
mod user_settings;
