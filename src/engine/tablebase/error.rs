//! Why tables could not be made, read or used.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::material_key::MaterialKey;
use crate::files;
use crate::lock::LockError;

/// What can go wrong with endgame tables.
#[derive(Debug, Error)]
pub enum TablesError {
    /// The file system refused.
    #[error("cannot {what} {}: {}", path.display(), files::io_error_text(reason))]
    Io {
        /// `read`, `write`, `make` or `remove`.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        reason: io::Error,
    },
    /// The folder holds no table.
    #[error(
        "{} holds no endgame table; `draughts-td endgame build {} --pieces 4` makes them in seconds",
        dir.display(),
        dir.display()
    )]
    Empty {
        /// The folder.
        dir: PathBuf,
    },
    /// Something else than a table.
    #[error(
        "{} is no endgame table; move it elsewhere, and {} makes the table",
        path.display(),
        Build(path)
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A table of another version of the format.
    #[error(
        "{} has version {found} of the table format, this program reads version {expected}; delete it, and {} makes the table",
        path.display(),
        Build(path)
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u8,
        /// The version that can be read.
        expected: u8,
    },
    /// A table whose end is missing.
    #[error(
        "{} is cut short; {} makes it again",
        path.display(),
        Build(path)
    )]
    Cut {
        /// The file.
        path: PathBuf,
    },
    /// A table that was changed: its checksum differs, or it holds what no table does.
    #[error(
        "{} is damaged; {} makes it again",
        path.display(),
        Build(path)
    )]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// A table under the name of another.
    #[error("{} holds the table {found}; name it {found}.table", path.display())]
    Renamed {
        /// The file.
        path: PathBuf,
        /// The key of the table it holds.
        found: MaterialKey,
    },
    /// Fewer or more pieces than tables can have.
    #[error("tables have 2 to {most} pieces, not {asked}")]
    Pieces {
        /// The number asked for.
        asked: u32,
        /// The largest number.
        most: u32,
    },
    /// No cache directory is known.
    #[error("there is no place for `auto`: set XDG_CACHE_HOME or HOME, or name a folder")]
    NoCache,
    /// The folder cannot be locked while tables are made in it.
    #[error(transparent)]
    Lock(LockError),
    /// The caller asked to stop.
    #[error("stopped; the same command resumes after the last finished table")]
    Stopped,
}

impl TablesError {
    pub(super) fn io(what: &'static str, path: &Path, reason: io::Error) -> TablesError {
        TablesError::Io { what, path: path.to_path_buf(), reason }
    }

    /// Why a table is built again: it is cut, damaged or of an older version. `None` for other errors, as for foreign files, which are
    /// never replaced.
    pub(super) fn rebuild_reason(&self) -> Option<String> {
        match self {
            TablesError::Cut { path } => Some(format!("{} is cut short", path.display())),
            TablesError::Damaged { path } => Some(format!("{} is damaged", path.display())),
            TablesError::Version { path, found, expected } if found < expected => {
                Some(format!("{} has version {found} of the table format", path.display()))
            }
            _ => None,
        }
    }
}

/// The command that makes the table of a file.
struct Build<'a>(&'a Path);

impl fmt::Display for Build<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let folder = self.0.parent().unwrap_or(Path::new("")).display();
        let name = self.0.file_stem().and_then(|name| name.to_str());
        match name.and_then(|name| name.parse::<MaterialKey>().ok()) {
            Some(key) => {
                write!(f, "`draughts-td endgame build {folder} --pieces {}`", key.pieces())
            }
            None => write!(f, "`draughts-td endgame build {folder}`"),
        }
    }
}
