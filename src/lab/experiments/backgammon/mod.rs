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

pub use learner::BackgammonLearner;
pub(crate) use report::report;
pub use settings::{BackgammonSettings, Variant};

use std::path::PathBuf;

use self::context::BackgammonContext;
use self::figures::Figures;
use super::lab::LabError;
use crate::backgammon::Pubeval;
use crate::results::{Progress, RunFolder};

/// Runs what the folder has not got yet, writes the report, and returns its main tables; `gnubg` is where that program is.
pub fn run(
    settings: BackgammonSettings,
    program: &str,
    gnubg: Option<PathBuf>,
    pubeval: Option<Pubeval>,
    folder: &RunFolder,
    progress: &Progress<'_>,
) -> Result<String, LabError> {
    let context = BackgammonContext::new(settings, folder.path(), program, gnubg, pubeval)?;
    let rows = run::run(&context, folder, progress)?;
    let (settings, run) = (&context.settings, folder.description());
    let report = report(&Figures { settings, rows: &rows, run });
    Ok(folder.finish(&rows, &report, report::SUMMARY)?)
}
