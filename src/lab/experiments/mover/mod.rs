//! What a mover is worth: how often it puts the best move first, beside history and the table's move, and what the engine gains by it.

mod games;
mod learned_table;
mod orders;
mod report;
mod run;
mod settings;
mod slots;

pub(crate) use report::report;
pub use settings::MoverSettings;

use std::path::PathBuf;

use self::report::Figures;
use super::lab::LabError;
use crate::results::{Progress, RunFolder};

/// Carries out what the folder has not got yet, writes the report, and returns its main tables.
///
/// # Errors
/// When something cannot be read, written or played; what is finished stays in the folder.
pub fn run(
    settings: &MoverSettings,
    files: &[PathBuf],
    threads: usize,
    folder: &RunFolder,
    progress: &Progress<'_>,
) -> Result<String, LabError> {
    let rows = run::run(settings, files, threads, folder, progress)?;
    let figures = Figures { settings, rows: &rows, run: folder.description() };
    Ok(folder.finish(&rows, &report(&figures), report::SUMMARY)?)
}
