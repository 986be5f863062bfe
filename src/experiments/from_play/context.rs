//! What the experiments of learning from play work on and with.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::super::lab::LabError;
use crate::board::{Move, Position};
use crate::engine::Suite;
use crate::game::Reading;
use crate::learning::{DataFile, PdnFiles, Played, Source};
use crate::play::game::openings::{BallotLength, Opening, ballots};
use crate::selfplay::positions_of_games;

/// The most positions of a database at which games begin.
const MOST_POSITIONS: usize = 100_000;

/// Files by which the first of one seed is behind that of the seed before.
const STRIDE: usize = 5;

/// A game of others.
#[derive(Clone, Debug)]
pub(super) struct Recorded {
    pub start: Position,
    pub moves: Vec<Move>,
    /// White's result.
    pub outcome: f32,
}

/// Data, folders and names.
#[derive(Debug)]
pub struct FromPlayContext {
    /// The database.
    pub files: Vec<PathBuf>,
    /// Its files, as settings name them.
    pub data: Vec<DataFile>,
    /// Where weights go.
    pub nets: PathBuf,
    /// The program's name and version.
    pub program: String,
    /// Judged positions, if there are some.
    pub suite: Option<Suite>,
    positions: OnceLock<Vec<Opening>>,
    recorded: OnceLock<Vec<Recorded>>,
}

impl FromPlayContext {
    /// A bench on a database, with its folder in a run folder.
    #[must_use]
    pub fn new(
        files: &[PathBuf],
        data: Vec<DataFile>,
        folder: &Path,
        program: &str,
        suite: Option<Suite>,
    ) -> FromPlayContext {
        FromPlayContext {
            files: files.to_vec(),
            data,
            nets: folder.join("nets"),
            program: program.into(),
            suite,
            positions: OnceLock::new(),
            recorded: OnceLock::new(),
        }
    }

    /// Where the weights of an arm stand.
    #[must_use]
    pub fn net(&self, arm: &str, seed: u64) -> PathBuf {
        self.nets.join(format!("{arm}-{seed}.safetensors"))
    }

    /// The files in the order in which a seed reads them: as far as there are several, each begins with another.
    #[must_use]
    pub fn files_of(&self, seed: u64) -> Vec<PathBuf> {
        let mut files = self.files.clone();
        let places = files.len().max(1);
        files.rotate_left((STRIDE * seed as usize) % places);
        files
    }

    /// A position of each game of the database, from which games may begin.
    pub(super) fn positions(&self) -> Result<&[Opening], LabError> {
        let drawn =
            self.positions.get_or_init(|| positions_of_games(&self.files, 1, 1, MOST_POSITIONS).0);
        if drawn.is_empty() { Err(self.nothing()) } else { Ok(drawn) }
    }

    /// The first games of the database that have a result.
    pub(super) fn recorded(&self, games: u64) -> Result<&[Recorded], LabError> {
        let recorded = self.recorded.get_or_init(|| recorded(&self.files, games as usize));
        if recorded.is_empty() { Err(self.nothing()) } else { Ok(recorded) }
    }

    fn nothing(&self) -> LabError {
        let path = self.files.first().cloned().unwrap_or_default();
        LabError::NoGames { path }
    }
}

fn recorded(files: &[PathBuf], most: usize) -> Vec<Recorded> {
    let mut games = Vec::new();
    let work = |games: &mut Vec<Recorded>, played: Result<Played<'_>, &str>| {
        let Ok(Played { positions, moves, score: Some(outcome), .. }) = played else { return };
        games.push(Recorded { start: positions[0], moves: moves.to_vec(), outcome });
    };
    PdnFiles { files, threads: 1 }.fold(Vec::new, work, |reading| {
        if let Reading::Batch(batch) = reading {
            games.extend(batch.value);
        }
        if games.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    games.truncate(most);
    games
}

/// Openings by which all games that begin with drawn moves begin.
pub(super) fn drawn() -> Vec<Opening> {
    ballots(BallotLength::Three)
}
