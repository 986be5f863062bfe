//! Why a database cannot be used, with the remedy.

use std::path::{Path, PathBuf};

use draughts_td_rules::files::io_error_text;
use rusqlite::{ErrorCode, ffi};
use thiserror::Error;

/// What may go wrong with a database.
pub(crate) type Result<T, E = DatabaseError> = std::result::Result<T, E>;

/// What is wrong with a database of games.
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// No file of this name.
    #[error("there is no such file; `draughts-td db build FILES -o games.db` makes a database")]
    Missing,
    /// A file of something else.
    #[error("this is no database of games; `draughts-td db build FILES -o games.db` makes one")]
    Foreign,
    /// No file of puzzles, nor a database, of this name.
    #[error("there is no such file; `draughts-td puzzle make GAMES -o puzzles.db` makes one")]
    NoPuzzles,
    /// A file of something else than puzzles or games.
    #[error(
        "this has neither puzzles nor games of a database; `draughts-td puzzle make GAMES -o puzzles.db` makes a file of puzzles"
    )]
    NoPuzzleFile,
    /// A file of an earlier version.
    #[error(
        "made by an earlier draughts-td, and it cannot be brought up to date ({0}); copy it to where you may write, or build it again from its PDN files"
    )]
    Older(String),
    /// A file of a later version.
    #[error(
        "made by a newer draughts-td (layout {found}, and this one knows layout {known}); use that one, or build it again"
    )]
    Newer {
        /// Its layout.
        found: i64,
        /// The layout of this program.
        known: i64,
    },
    /// A file that contradicts itself.
    #[error("the database is damaged ({0}); build it again from its PDN files")]
    Damaged(String),
    /// A trigger, table, view or index that no version makes.
    #[error(
        "the database has the {kind} '{name}', which this program does not make and which may do harm; build it again from its PDN files, or remove the {kind} with another SQLite tool"
    )]
    Stranger {
        /// `trigger`, `table`, `view` or `index`.
        kind: String,
        /// Its name.
        name: String,
    },
    /// A pipe, a device, a folder or a link where SQLite keeps a journal.
    #[error("{} beside the database is no ordinary file; move it away", path.display())]
    Beside {
        /// The journal.
        path: PathBuf,
    },
    /// The file or its folder may not be written.
    #[error(
        "the file may not be opened here: it and its folder must be writable to add games, and to put right what a killed process left (-journal, -wal); copy these files to a folder of your own"
    )]
    Unwritable,
    /// The file cannot be read or locked.
    #[error("the file cannot be read or locked here ({0}); copy it to another disk")]
    Unreadable(String),
    /// The flag of [`Database::until`](crate::store::Database::until) was raised.
    #[error("the question was stopped")]
    Stopped,
    /// Another process has it.
    #[error("another process uses this database; try again when that one is done")]
    Busy,
    /// No room is left.
    #[error(
        "the disk is full or fails, or the file may not grow; what was saved before is kept, and the same command resumes"
    )]
    Full,
    /// Files without a game.
    #[error("no game can be read in the files, so that nothing is written")]
    NoGame,
    /// A file whose end, or all of it, would be missing in what replaces a database.
    #[error(
        "nothing is replaced, since a file cannot be read to its end ({0}); mend it, or leave it out of the command"
    )]
    Unread(String),
    /// A file of games that cannot be read.
    #[error("cannot read {}: {}", path.display(), io_error_text(source))]
    Games {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A text without a game, or a game with a fault.
    #[error("{0}")]
    Text(String),
    /// A file of puzzles where games are wanted.
    #[error(
        "this is a file of puzzles and has no games; name the PDN files or the database from whose games the puzzles are made"
    )]
    OnlyPuzzles,
    /// Words that cannot be understood.
    #[error("{0}")]
    Query(String),
    /// Anything else that SQLite says.
    #[error("SQLite: {0}")]
    Sqlite(rusqlite::Error),
    /// A file that another process writes, or may not be locked.
    #[error(transparent)]
    Locked(#[from] draughts_td_rules::lock::LockError),
    /// A file that cannot be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

impl DatabaseError {
    /// The same where a file of puzzles is wanted: another verb makes one.
    pub(crate) fn of_puzzles(self) -> DatabaseError {
        match self {
            DatabaseError::Missing => DatabaseError::NoPuzzles,
            DatabaseError::Foreign => DatabaseError::NoPuzzleFile,
            other => other,
        }
    }

    /// The failure to read a file of games.
    pub(crate) fn of_games(path: &Path) -> impl Fn(std::io::Error) -> DatabaseError {
        move |source| DatabaseError::Games { path: path.into(), source }
    }

    pub(crate) fn damaged(what: impl Into<String>) -> DatabaseError {
        DatabaseError::Damaged(what.into())
    }
}

/// Whether a failure of the disk is one of writing: of a file, of its length, or of bringing it to the disk.
fn is_of_writing(code: i32) -> bool {
    use ffi::{
        SQLITE_IOERR_COMMIT_ATOMIC, SQLITE_IOERR_DIR_FSYNC, SQLITE_IOERR_FSYNC,
        SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_WRITE,
    };
    [
        SQLITE_IOERR_COMMIT_ATOMIC,
        SQLITE_IOERR_DIR_FSYNC,
        SQLITE_IOERR_FSYNC,
        SQLITE_IOERR_TRUNCATE,
        SQLITE_IOERR_WRITE,
    ]
    .contains(&code)
}

impl From<rusqlite::Error> for DatabaseError {
    fn from(error: rusqlite::Error) -> DatabaseError {
        use rusqlite::Error::{
            FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType,
            QueryReturnedNoRows, SqlInputError, Utf8Error,
        };
        match &error {
            FromSqlConversionFailure(..)
            | IntegralValueOutOfRange(..)
            | InvalidColumnType(..)
            | QueryReturnedNoRows
            | SqlInputError { .. }
            | Utf8Error(..) => return DatabaseError::Damaged(error.to_string()),
            _ => {}
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => DatabaseError::Foreign,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::ConstraintViolation) => {
                DatabaseError::Damaged(error.to_string())
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => DatabaseError::Busy,
            Some(ErrorCode::DiskFull) => DatabaseError::Full,
            Some(ErrorCode::SystemIoFailure) => match error.sqlite_error() {
                Some(cause) if is_of_writing(cause.extended_code) => DatabaseError::Full,
                _ => DatabaseError::Unreadable(error.to_string()),
            },
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen) => DatabaseError::Unwritable,
            // A missing table or column: the file says it is ours and is not.
            Some(ErrorCode::Unknown) => DatabaseError::Damaged(error.to_string()),
            _ => DatabaseError::Sqlite(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(code: i32) -> DatabaseError {
        rusqlite::Error::SqliteFailure(ffi::Error::new(code), None).into()
    }

    #[test]
    fn only_a_failed_write_is_a_full_disk() {
        assert!(matches!(of(ffi::SQLITE_FULL), DatabaseError::Full));
        assert!(matches!(of(ffi::SQLITE_IOERR_WRITE), DatabaseError::Full));
        assert!(matches!(of(ffi::SQLITE_IOERR_READ), DatabaseError::Unreadable(_)));
        assert!(matches!(of(ffi::SQLITE_IOERR_LOCK), DatabaseError::Unreadable(_)));
    }

    #[test]
    fn what_may_not_be_written_has_a_remedy() {
        for code in [ffi::SQLITE_READONLY, ffi::SQLITE_READONLY_ROLLBACK, ffi::SQLITE_CANTOPEN] {
            assert!(of(code).to_string().contains("a folder of your own"), "{code}");
        }
    }
}
