//! What can stop a run; a fault of an opponent in one game is counted instead.

use thiserror::Error;

use crate::arena::PlayError;
use crate::models::{SettingError, WeightsError};

/// Why a run cannot continue.
#[derive(Debug, Error)]
pub enum SelfPlayError {
    /// An invalid setting.
    #[error("{0}")]
    Settings(String),
    /// A setting out of its range.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A player that cannot be made.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A file of weights that cannot be read or written.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// The weights are not finite.
    #[error(
        "learning diverged: the weights are no numbers after {games} games; try a smaller --lr"
    )]
    Diverged {
        /// Games learned.
        games: u64,
    },
    /// No game is played to its end.
    #[error("{games} games in a row came to nothing, the last one because of this: {reason}")]
    NoFinishedGame {
        /// Games without a result.
        games: u64,
        /// The reason of the last one.
        reason: String,
    },
    /// A checkpoint of another run.
    #[error(
        "it was trained with --{name} {stored}, this run has {asked}; give the same --{name}, or name another -o"
    )]
    Differs {
        /// The flag of the setting.
        name: String,
        /// Its value in the checkpoint.
        stored: String,
        /// Its value in this run.
        asked: String,
    },
}
