//! Backgammon learned by self-play, as Tesauro and, after him, Tsinteris and Wilson did, beside opponents from outside.
//!
//! | file | what it is |
//! | --- | --- |
//! | `settings`, `unit` | the numbers of a run, ways of learning, pieces and raw figures |
//! | `context`, `run` | what it works with, all pieces on all cores, one network |
//! | `learner`, `database` | what learns, and the games it learns from |
//! | `games`, `greedy` | who plays, how far he looks, matches |
//! | `figures`, `openings` | figures summed up |
//! | `report` | the report, and what the figures say to the documents |

mod context;
mod database;
mod figures;
mod games;
#[cfg(test)]
mod gnubg_tests;
mod greedy;
mod learner;
mod openings;
mod report;
mod run;
mod settings;
mod unit;

pub use context::BackgammonContext;
pub use learner::BackgammonLearner;
pub(crate) use report::report;
pub use settings::{BackgammonSettings, Variant};

use self::figures::Figures;
use super::lab::LabError;
use crate::results::{Progress, RunFolder};

/// Runs what the folder has not got yet, writes the report, and returns its main tables.
pub fn run(
    context: &BackgammonContext,
    folder: &RunFolder,
    progress: &Progress<'_>,
) -> Result<String, LabError> {
    let rows = run::run(context, folder, progress)?;
    let (settings, command) = (&context.settings, &folder.description().command);
    let report = report(&Figures { settings, rows: &rows, command });
    Ok(folder.finish(&rows, &report, report::SUMMARY)?)
}
