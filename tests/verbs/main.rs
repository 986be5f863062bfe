//! What holds for many verbs: help, JSON, outputs, limits, interruption; and verbs that only show.

mod analysis;
mod guide;
mod help;
mod inspect;
#[cfg(target_os = "linux")]
mod interruption;
mod json;
mod limits;
#[cfg(unix)]
mod output;
mod overwrite;
mod processor;
mod readme;
#[path = "../programs/run.rs"]
mod run;
mod spellings;
