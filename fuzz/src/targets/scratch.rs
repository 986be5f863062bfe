//! A folder of its own for each thread, for what can only be read from files.

use std::path::Path;

use tempfile::TempDir;

thread_local! {
    static FOLDER: TempDir = tempfile::tempdir().expect("a temporary folder");
}

/// Writes a file and lends its path.
pub fn with_file<T>(name: &str, content: &[u8], work: impl FnOnce(&Path) -> T) -> T {
    FOLDER.with(|folder| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).expect("a file in the temporary folder");
        work(&path)
    })
}
