//! What can go wrong with a folder of blocks.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::files::io_error_text;

/// Why a folder of blocks cannot be used.
#[derive(Debug, Error)]
pub enum BlocksError {
    /// The file system refused.
    #[error("{}: {}", path.display(), io_error_text(source))]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// No manifest, and nothing or other files.
    #[error("{} holds no manifest.json of blocks; name the folder that the workers have, or for new work an empty one", path.display())]
    NoManifest {
        /// The folder.
        path: PathBuf,
    },
    /// A manifest or seal that is not what this program writes.
    #[error("{} is damaged ({reason}); delete it to have it made again", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// Work that no folder can hold.
    #[error("{}: the work cannot be shared ({reason}); ask for less", path.display())]
    TooMuch {
        /// The folder.
        path: PathBuf,
        /// What is too much.
        reason: String,
    },
    /// The folder is for other work.
    #[error("{} is for other work: {name} is {stored} there and {asked} here; name another folder", path.display())]
    Differs {
        /// The folder.
        path: PathBuf,
        /// What differs.
        name: String,
        /// Its value in the folder.
        stored: String,
        /// Its value here.
        asked: String,
    },
    /// What the work would be today is not what it was.
    #[error("the files of the command are others: {name} was {stored} and is {asked}")]
    Changed {
        /// What differs.
        name: String,
        /// Its value in the folder.
        stored: String,
        /// Its value here.
        asked: String,
    },
    /// Blocks that nobody has finished.
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
    /// A block that is not what its seal says.
    #[error("{} is not the block that was sealed ({reason}); delete {} to have it made again", path.display(), seal.display())]
    Damaged {
        /// The block's file.
        path: PathBuf,
        /// Its seal.
        seal: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A block of other work.
    #[error(
        "{} is a block of other work, by its seal of other settings or another program than manifest.json; delete {} to have it made again, or put manifest.json back if it was changed",
        path.display(), seal.display()
    )]
    Foreign {
        /// The block's file.
        path: PathBuf,
        /// Its seal.
        seal: PathBuf,
    },
}
