//! Errors of a folder of blocks.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::files::io_error_text;

#[derive(Debug, Error)]
pub enum BlocksError {
    #[error("{}: {}", path.display(), io_error_text(source))]
    File { path: PathBuf, source: io::Error },
    /// No manifest, and nothing or other files.
    #[error("{} holds no manifest.json of blocks; name the folder that the workers have, or for new work an empty one", path.display())]
    NoManifest { path: PathBuf },
    #[error("{} is damaged ({reason}); delete it to have it made again", path.display())]
    Unreadable { path: PathBuf, reason: String },
    #[error("{}: the work cannot be shared ({reason}); ask for less", path.display())]
    TooMuch { path: PathBuf, reason: String },
    #[error("{} is for other work: {name} is {stored} there and {asked} here; name another folder", path.display())]
    Differs { path: PathBuf, name: String, stored: String, asked: String },
    #[error("the files of the command are others: {name} was {stored} and is {asked}")]
    Changed { name: String, stored: String, asked: String },
    #[error("{} lacks {count} of {blocks} blocks, the first of them {first}; run the missing shares first", path.display())]
    Missing { path: PathBuf, count: u64, blocks: u64, first: u64 },
    #[error("{} is not the block that was sealed ({reason}); delete {} to have it made again", path.display(), meta.display())]
    Damaged { path: PathBuf, meta: PathBuf, reason: String },
    #[error(
        "{} is a block of other work, by its seal of other settings or another program than manifest.json; delete {} to have it made again, or put manifest.json back if it was changed",
        path.display(), meta.display()
    )]
    Foreign { path: PathBuf, meta: PathBuf },
}
