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
    "{count} of the next {of} figures are the shares of others; once they are there, the same command resumes"
)]
pub struct Left {
    pub count: usize,
    /// The number of figures that must be there before it can resume.
    pub of: usize,
}

/// A run that is finished, of which nothing is touched.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "this run is finished: made on {date} by {program}; to make it again, {remedy}\nreport: {}",
    report.display()
)]
pub struct FinishedRun {
    pub(super) report: PathBuf,
    pub(super) date: String,
    pub(super) program: String,
    pub(super) remedy: &'static str,
}

#[derive(Debug, Error)]
pub enum ResultsError {
    #[error("cannot {what} {}: {}", path.display(), io_error_text(source))]
    Io { what: &'static str, path: PathBuf, source: io::Error },
    #[error(transparent)]
    Locked(#[from] LockError),
    #[error(transparent)]
    Blocks(#[from] BlocksError),
    /// The worker's share is done, and the next step needs those of others.
    #[error("{0}")]
    Left(#[source] Left),
    /// A file is not what a run writes.
    #[error("{} line {line} is not of this run ({reason}); move the folder away or start over with --fresh", path.display())]
    Foreign { path: PathBuf, line: usize, reason: String },
    /// The folder holds a run with other settings.
    #[error("{remedy}: {} is taken: {difference}", path.display())]
    Differs { path: PathBuf, remedy: &'static str, difference: String },
    /// Another program began the run, and figures of two programs are never mixed.
    #[error(
        "{remedy}: the run in {} was begun by {began}, and this is {own}; figures of two programs are not mixed",
        path.display()
    )]
    OtherProgram { path: PathBuf, remedy: &'static str, began: String, own: String },
    /// There is nothing to do.
    #[error("{0}")]
    Finished(#[source] FinishedRun),
}
