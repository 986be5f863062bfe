//! What can go wrong in a run.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::models::WeightsError;
use crate::results::ResultsError;

/// Why an experiment cannot go on.
#[derive(Debug, Error)]
pub enum BackgammonError {
    #[error(transparent)]
    Results(#[from] ResultsError),
    #[error(transparent)]
    Weights(#[from] WeightsError),
    #[error("gnubg: {0}; the same command goes on where it stopped, --gnubg none leaves it out")]
    Gnubg(#[from] io::Error),
    /// An answer that is no legal play.
    #[error("gnubg answered '{answer}' to {question}; --gnubg none leaves it out")]
    Illegal { question: String, answer: String },
    /// A database of games that cannot be read or written.
    #[error("{}: {reason}; remove it, and it is made again", path.display())]
    Database { path: PathBuf, reason: String },
}
