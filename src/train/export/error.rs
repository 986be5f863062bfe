//! Why positions cannot be exported.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::files;
use crate::lock::LockError;
use crate::models::SettingError;

/// What can go wrong with an export.
#[derive(Debug, Error)]
pub enum ExportError {
    /// A setting out of its range.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// Another process writes the output.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The output cannot be written.
    #[error("cannot write {}: {}", path.display(), files::io_error_text(source))]
    Write {
        /// The output.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// No position is kept.
    #[error("no position to export; {why}")]
    Nothing {
        /// What the games lack, with their numbers.
        why: String,
    },
    /// More rows than an archive of arrays is made for.
    #[error(
        "more than {gib} GiB of rows, which an .npz file holds in memory at once; take --parquet, or --games for fewer"
    )]
    TooMany {
        /// The limit.
        gib: usize,
    },
}
