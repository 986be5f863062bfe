//! Regular files only: no link leads out of a folder of blocks, and no pipe blocks a worker.

use std::fs;
use std::io;
use std::path::Path;

use crate::files;

/// Fails if something other than an ordinary file is there.
pub(super) fn check(path: &Path) -> io::Result<()> {
    const WHAT: &str = "it is no ordinary file, as all in a folder of blocks are; remove it";
    match fs::symlink_metadata(path) {
        Ok(data) if !data.is_file() => Err(io::Error::new(io::ErrorKind::InvalidInput, WHAT)),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Reads a file of at most `limit` bytes.
pub(super) fn read_at_most(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    check(path)?;
    files::read_at_most(path, limit)
}

/// The length of a file; `None` if it is not there or is no ordinary one.
pub(super) fn length(path: &Path) -> Option<u64> {
    let data = fs::symlink_metadata(path).ok()?;
    data.is_file().then_some(data.len())
}
