//! Errors of a folder of blocks.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::files::io_error_text;

/// An error of a folder of blocks.
#[derive(Debug, Error)]
pub enum BlocksError {
    /// The file system refused.
    #[error("{}: {}", path.display(), io_error_text(source))]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The error of the file system.
        source: io::Error,
    },
    /// No manifest, and nothing or other files.
    #[error("{} holds no manifest.json of blocks; name the folder that the workers have, or for new work an empty one", path.display())]
    NoManifest {
        /// The folder.
        path: PathBuf,
    },
    /// A manifest or meta file that this program cannot read.
    #[error("{} is damaged ({reason}); delete it to have it made again", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// Work that no folder can hold.
    #[error("{}: the work cannot be shared ({reason}); ask for less", path.display())]
    TooMuch {
        /// The folder.
        path: PathBuf,
        /// The limit that is exceeded.
        reason: String,
    },
    /// The folder is for other work.
    #[error("{} is for other work: {name} is {stored} there and {asked} here; name another folder", path.display())]
    Differs {
        /// The folder.
        path: PathBuf,
        /// The name of the setting.
        name: String,
        /// Its value in the folder.
        stored: String,
        /// Its value here.
        asked: String,
    },
    /// The settings of the same command differ today.
    #[error("the files of the command are others: {name} was {stored} and is {asked}")]
    Changed {
        /// The name of the setting.
        name: String,
        /// Its value in the folder.
        stored: String,
        /// Its value here.
        asked: String,
    },
    /// Blocks that are not finished.
    #[error("{} lacks {count} of {blocks} blocks, the first of them {first}; run the missing shares first", path.display())]
    Missing {
        /// The folder.
        path: PathBuf,
        /// How many are missing.
        count: u64,
        /// Of how many.
        blocks: u64,
        /// The number of the first one.
        first: u64,
    },
    /// A block whose content differs from its meta file.
    #[error("{} is not the block that was sealed ({reason}); delete {} to have it made again", path.display(), meta.display())]
    Damaged {
        /// The block's file.
        path: PathBuf,
        /// Its meta file.
        meta: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A block of other work.
    #[error(
        "{} is a block of other work, by its seal of other settings or another program than manifest.json; delete {} to have it made again, or put manifest.json back if it was changed",
        path.display(), meta.display()
    )]
    Foreign {
        /// The block's file.
        path: PathBuf,
        /// Its meta file.
        meta: PathBuf,
    },
}
