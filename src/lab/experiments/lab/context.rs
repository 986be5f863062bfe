//! What every experiment works on and with: data, folders and names, and what can stop it.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use thiserror::Error;

use super::study_folder::StudyFolder;
use crate::arena::PlayError;
use crate::arena::play::openings::Opening;
use crate::board::{Move, Position};
use crate::files;
use crate::game::Replay;
use crate::learning::{DataFile, DeepScores, LearnError, PdnFiles, Played, Source};
use crate::models::{SettingError, StartError, WeightsError};
use crate::parallel::{Reading, fold_games};
use crate::pdn::GameText;
use crate::player::Suite;
use crate::results::ResultsError;
use crate::run::RunError;
use crate::selfplay::{SelfPlayError, positions_of_games};

/// The most positions of a database at which games begin.
const MOST_POSITIONS: usize = 100_000;

/// The number of files from the first of one seed to the first of the next seed.
const STRIDE: usize = 5;

#[derive(Clone, Debug)]
pub(in super::super) struct Recorded {
    pub start: Position,
    pub moves: Vec<Move>,
    pub outcome: f32,
}

#[derive(Debug)]
pub struct Context {
    pub files: Vec<PathBuf>,
    /// Its files, as network files and settings name them.
    pub data: Vec<DataFile>,
    pub nets: PathBuf,
    /// The folder of the games of long matches.
    pub records: PathBuf,
    pub program: String,
    /// Where the files are that the study names.
    pub study: StudyFolder,
    /// Shows the user something that should not be missed.
    pub warn: fn(&str),
    /// Positions with known best moves, if there are some.
    pub suite: Option<Suite>,
    /// Positions with the scores of deep searches, if there are some.
    pub deep_scores: Option<DeepScores>,
    pub threads: usize,
    games: OnceLock<u64>,
    positions: OnceLock<Vec<Opening>>,
}

/// The name of the folder of the networks in that of a run.
pub const NETWORKS: &str = "nets";

impl Context {
    /// A database, and the folders of a run, on one thread, without a suite and deep scores.
    pub fn new(files: &[PathBuf], data: Vec<DataFile>, folder: &Path, program: &str) -> Context {
        Context {
            files: files.to_vec(),
            data,
            nets: folder.join(NETWORKS),
            records: folder.join("games"),
            program: program.into(),
            study: StudyFolder::default(),
            warn: |_| {},
            suite: None,
            deep_scores: None,
            threads: 1,
            games: OnceLock::new(),
            positions: OnceLock::new(),
        }
    }

    pub(crate) fn weights(&self, arm: &str, seed: u64, ending: &str) -> PathBuf {
        self.nets.join(format!("{arm}-{seed}.{ending}"))
    }

    /// The games the database holds, which is read through at the first question. That must not come from work that runs in
    /// parallel: a thread that waits for the reading might begin another piece of the work, and wait for itself.
    pub(crate) fn games(&self) -> u64 {
        *self.games.get_or_init(|| count(&self.files, self.threads))
    }

    /// The files in the order in which a seed reads them: as far as there are several, each begins with another.
    pub(crate) fn files_of(&self, seed: u64) -> Vec<PathBuf> {
        let mut files = self.files.clone();
        let places = files.len().max(1);
        files.rotate_left((STRIDE * seed as usize) % places);
        files
    }

    /// A position of each game of the database, from which games may begin.
    pub(in super::super) fn positions(&self) -> Result<&[Opening], LabError> {
        let drawn =
            self.positions.get_or_init(|| positions_of_games(&self.files, 1, 1, MOST_POSITIONS).0);
        if drawn.is_empty() { Err(self.no_games()) } else { Ok(drawn) }
    }

    /// The games of the database with a result that a seed learns: each seed has its own, as long as there are enough.
    pub(in super::super) fn games_of(
        &self,
        seed: u64,
        games: u64,
    ) -> Result<Vec<Recorded>, LabError> {
        let before = seed.saturating_mul(games);
        let read = recorded(&self.files, before.saturating_add(games) as usize);
        let place = before.checked_rem(read.len() as u64).ok_or_else(|| self.no_games())?;
        let own = read.iter().cycle().skip(place as usize).take(games as usize);
        Ok(own.cloned().collect())
    }

    fn no_games(&self) -> LabError {
        LabError::NoGames { path: self.files.first().cloned().unwrap_or_default() }
    }
}

fn count(files: &[PathBuf], threads: usize) -> u64 {
    let mut games = 0;
    let work = |count: &mut u64, _: &GameText<'_>, _: Replay<'_>| *count += 1;
    fold_games(
        files,
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

/// The first games with a result.
fn recorded(files: &[PathBuf], most: usize) -> Vec<Recorded> {
    let mut games = Vec::new();
    let work = |games: &mut Vec<Recorded>, played: Result<Played<'_>, &str>| {
        let Ok(Played { positions, moves, score: Some(outcome), .. }) = played else { return };
        games.push(Recorded { start: positions[0], moves: moves.to_vec(), outcome });
    };
    PdnFiles { files, threads: 1 }.fold(0, Vec::new, work, |reading| {
        if let Reading::Batch(batch) = reading {
            games.extend(batch.value);
        }
        if games.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    games.truncate(most);
    games
}

/// Why an experiment cannot continue; what is finished is saved.
#[derive(Debug, Error)]
pub enum LabError {
    #[error(transparent)]
    LabResults(#[from] ResultsError),
    #[error(transparent)]
    Hyperparams(#[from] SettingError),
    #[error(transparent)]
    Learn(#[from] LearnError),
    #[error("cannot read {}: {}", path.display(), files::io_error_text(source))]
    File { path: std::path::PathBuf, source: std::io::Error },
    #[error("{}: no game with moves and a result, from which to play or learn", path.display())]
    NoGames { path: std::path::PathBuf },
    #[error(transparent)]
    Practice(#[from] SelfPlayError),
    /// Settings of an arm that plays, which cannot be used.
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    Weights(#[from] WeightsError),
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A match that cannot continue; what was played is saved.
    #[error("{name}: {source}")]
    Match { name: String, source: PlayError },
    #[error("gnubg: {0}; the same command resumes where it stopped, --gnubg none leaves it out")]
    Gnubg(#[source] std::io::Error),
    #[error("gnubg answered '{answer}' to {question}; --gnubg none leaves it out")]
    Illegal { question: String, answer: String },
    /// A database of backgammon games that is not what a run writes.
    #[error("{}: {reason}; remove it, and it is made again", path.display())]
    Database { path: PathBuf, reason: String },
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_seed_learns_games_of_its_own_while_there_are_enough() {
        let place = tempfile::tempdir().expect("folder");
        let file = place.path().join("games.pdn");
        // Games of one move to eleven, told apart by their lengths; the last one has no result.
        let moves =
            "1. 32-28 19-23 2. 28x19 14x23 3. 33-28 23x32 4. 37x28 16-21 5. 41-37 21-26 6. 46-41";
        let ends = (1..=11_usize).map(|plies| {
            let words: Vec<&str> = moves.split(' ').take(plies + plies.div_ceil(2)).collect();
            format!("{} {}\n\n", words.join(" "), if plies < 11 { "1-1" } else { "*" })
        });
        fs::write(&file, ends.collect::<String>()).expect("games");
        let context = Context::new(&[file], Vec::new(), place.path(), "test");
        let lengths = |seed, games| -> Vec<usize> {
            let games = context.games_of(seed, games).expect("games");
            games.iter().map(|game| game.moves.len()).collect()
        };
        assert_eq!([0, 1, 2].map(|seed| lengths(seed, 3)), [[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
        assert_eq!((lengths(3, 3), lengths(4, 3)), (vec![10, 1, 2], vec![3, 4, 5]));
        let nothing = Context::new(&[], Vec::new(), place.path(), "test");
        assert!(nothing.games_of(1, 3).is_err());
    }
}
