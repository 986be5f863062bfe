//! The paper's first experiment: noughts and crosses learned by playing Random, by playing Expert, and from a database.

mod bounds;
mod figures;
mod greedy;
mod learner;
mod report;
mod settings;
mod simulation;

pub(crate) use report::report;
pub use settings::TicTacToeSettings;

use self::figures::Figures;
use crate::results::{Progress, ResultsError, RunFolder};

/// Runs what the folder has not got yet, writes the report, and returns its main tables.
pub fn run(
    settings: &TicTacToeSettings,
    folder: &RunFolder,
    progress: &Progress<'_>,
) -> Result<String, ResultsError> {
    let rows = simulation::run(settings, folder, progress)?;
    let figures = Figures { settings, rows: &rows, run: folder.description() };
    folder.finish(&rows, &report(&figures), report::SUMMARY)
}
