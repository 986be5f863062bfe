//! The identity of a database file: another may take its name while it is read.

use std::path::Path;

/// The device of a file and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileId(u64, u64);

impl FileId {
    /// That of the file of this name; `None` where the system has no such numbers.
    #[cfg(unix)]
    pub(super) fn of(path: &Path) -> Option<FileId> {
        use std::os::unix::fs::MetadataExt;
        let data = std::fs::metadata(path).ok()?;
        Some(FileId(data.dev(), data.ino()))
    }

    #[cfg(not(unix))]
    pub(super) fn of(_: &Path) -> Option<FileId> {
        None
    }
}

/// A file, and the checksums of what was read into it.
#[derive(Debug)]
pub(super) struct Identity {
    pub file: Option<FileId>,
    pub sums: Vec<String>,
}

impl Identity {
    /// Whether this was the database when it was opened, to which others may have added since.
    pub(super) fn was(&self, later: &Identity) -> bool {
        self.file == later.file && later.sums.starts_with(&self.sums)
    }
}
