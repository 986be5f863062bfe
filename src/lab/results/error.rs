//! What can go wrong with a run folder.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::arena::jobs::folder::BlocksError;
use crate::files::io_error_text;
use crate::lock::LockError;

/// What a worker with a fixed share leaves to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "{count} of the next {of} figures are the shares of others; once they are there, the same command goes on"
)]
pub struct Left {
    pub count: usize,
    /// Of so many that must be before it can go on.
    pub of: usize,
}

#[derive(Debug, Error)]
pub enum ResultsError {
    #[error("cannot {what} {}: {}", path.display(), io_error_text(source))]
    Io { what: &'static str, path: PathBuf, source: io::Error },
    #[error(transparent)]
    Locked(#[from] LockError),
    #[error(transparent)]
    Blocks(#[from] BlocksError),
    /// The worker's share is done, and what comes next needs those of others.
    #[error("{0}")]
    Left(#[source] Left),
    /// A file is not what a run writes.
    #[error("{} line {line} is not of this run ({reason}); move the folder away or start over with --fresh", path.display())]
    Foreign { path: PathBuf, line: usize, reason: String },
    /// The folder holds a run with other settings.
    #[error(
        "{} holds a run with {name} {stored}, this run has {asked}; give another folder, or --fresh to start over",
        path.display()
    )]
    Differs { path: PathBuf, name: String, stored: String, asked: String },
}
