//! What every experiment works on and with.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::game::{Reading, Replay, fold_games};
use crate::learning::DataFile;
use crate::pdn::GameText;

/// Data, folders and names.
#[derive(Clone, Debug)]
pub struct Bench {
    /// The database.
    pub files: Vec<PathBuf>,
    /// Its files, as network files and settings name them.
    pub data: Vec<DataFile>,
    /// The games it holds.
    pub games: u64,
    /// Where networks go.
    pub nets: PathBuf,
    /// Where the games of long matches go.
    pub records: PathBuf,
    /// The program's name and version.
    pub program: String,
}

impl Bench {
    /// A bench on a database, with its folders in a run folder. Counts the games.
    #[must_use]
    pub fn new(
        files: &[PathBuf],
        data: Vec<DataFile>,
        folder: &Path,
        program: &str,
        threads: usize,
    ) -> Bench {
        Bench {
            files: files.to_vec(),
            data,
            games: count(files, threads),
            nets: folder.join("nets"),
            records: folder.join("games"),
            program: program.into(),
        }
    }
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
