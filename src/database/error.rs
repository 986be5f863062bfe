//! Why a database cannot be used, with the remedy.

use rusqlite::ErrorCode;
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
    /// A file of an earlier version.
    #[error("made by an earlier draughts-td; build it again from its PDN files, with --force")]
    Older,
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
    /// Another process has it.
    #[error("another process uses this database; try again when that one is done")]
    Busy,
    /// No room is left.
    #[error(
        "the disk is full or fails, or the file may not grow; what was saved before stands, and the same command goes on"
    )]
    Full,
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
    pub(crate) fn damaged(what: impl Into<String>) -> DatabaseError {
        DatabaseError::Damaged(what.into())
    }
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
            Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure) => DatabaseError::Full,
            // A missing table or column: the file says it is ours and is not.
            Some(ErrorCode::Unknown) => DatabaseError::Damaged(error.to_string()),
            _ => DatabaseError::Sqlite(error),
        }
    }
}
