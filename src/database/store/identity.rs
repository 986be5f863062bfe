//! What tells a database from another that takes its name while it is asked.

use std::path::Path;

/// Where a file is on the disk: its device, and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place(u64, u64);

impl Place {
    /// That of the file of this name; nothing where the system has none.
    #[cfg(unix)]
    pub(super) fn of(path: &Path) -> Option<Place> {
        use std::os::unix::fs::MetadataExt;
        let data = std::fs::metadata(path).ok()?;
        Some(Place(data.dev(), data.ino()))
    }

    #[cfg(not(unix))]
    pub(super) fn of(_: &Path) -> Option<Place> {
        None
    }
}

/// Where a file is, and the checksums of what was read into it.
#[derive(Debug)]
pub(super) struct Identity {
    pub place: Option<Place>,
    pub sums: Vec<String>,
}

impl Identity {
    /// Whether this was the database when it was opened, to which others may have added since.
    pub(super) fn was(&self, later: &Identity) -> bool {
        self.place == later.place && later.sums.starts_with(&self.sums)
    }
}
