//! What can stop an experiment.

use thiserror::Error;

use crate::arena::PlayError;
use crate::files;
use crate::learning::LearnError;
use crate::models::{SettingError, StartError, WeightsError};
use crate::results::ResultsError;
use crate::selfplay::SelfPlayError;

/// Why an experiment cannot go on; what is finished is saved.
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
    /// A network to start from does not fit.
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    Weights(#[from] WeightsError),
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A match that cannot go on; what was played is saved.
    #[error("{name}: {source}")]
    Match { name: String, source: PlayError },
    #[error(
        "of {asked} positions that are won in {least_plies} plies at the quickest only {found} were found; ask for a quicker win"
    )]
    Rare { asked: usize, found: usize, least_plies: u32 },
}

impl LabError {
    pub(in super::super) fn of_match(name: &str) -> impl Fn(PlayError) -> LabError + use<> {
        let name = name.to_string();
        move |source| LabError::Match { name: name.clone(), source }
    }
}
