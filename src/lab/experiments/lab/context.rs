//! What every experiment works on and with.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::model_config::ModelConfig;
use crate::game::Replay;
use crate::learning::DataFile;
use crate::parallel::{Reading, fold_games};
use crate::pdn::GameText;

/// Data, folders and names.
#[derive(Clone, Debug)]
pub struct LabContext {
    /// The database.
    pub files: Vec<PathBuf>,
    /// Its files, as network files and settings name them.
    pub data: Vec<DataFile>,
    /// Where networks go.
    pub nets: PathBuf,
    /// Where the games of long matches go.
    pub records: PathBuf,
    /// The program's name and version.
    pub program: String,
    /// Tells the user something that should not be missed.
    pub warn: fn(&str),
    threads: usize,
    games: OnceLock<u64>,
}

impl LabContext {
    /// A bench on a database, with its folders in a run folder.
    #[must_use]
    pub fn new(
        files: &[PathBuf],
        data: Vec<DataFile>,
        folder: &Path,
        program: &str,
        threads: usize,
        warn: fn(&str),
    ) -> LabContext {
        LabContext {
            files: files.to_vec(),
            data,
            nets: folder.join("nets"),
            records: folder.join("games"),
            program: program.into(),
            warn,
            threads,
            games: OnceLock::new(),
        }
    }

    /// The games the database holds, which is read through at the first question. That must not come from work that runs in
    /// parallel: a thread that waits for the reading might begin another piece of the work, and wait for itself.
    #[must_use]
    pub fn games(&self) -> u64 {
        *self.games.get_or_init(|| count(&self.files, self.threads))
    }
}

/// Where what a trial has learned stands.
pub(super) fn network_file<S: ModelConfig>(nets: &Path, recipe: &str, seed: u64) -> PathBuf {
    nets.join(format!("{recipe}-{seed}.{}", S::ENDING))
}

fn count(files: &[PathBuf], threads: usize) -> u64 {
    let paths: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    let mut games = 0;
    let work = |count: &mut u64, _: &GameText<'_>, _: Replay<'_>| *count += 1;
    fold_games(
        &paths,
        threads,
        || 0u64,
        work,
        |reading| {
            if let Reading::Batch(batch) = reading {
                games += batch.value;
            }
            ControlFlow::Continue(())
        },
    );
    games
}
