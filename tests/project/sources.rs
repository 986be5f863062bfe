//! The files of a folder and of those below it.

use std::fs;
use std::path::{Path, PathBuf};

/// The files with one of these endings.
pub fn sources(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a source folder");
    let found = entries.flat_map(|entry| {
        let path = entry.expect("an entry").path();
        if path.is_dir() { sources(&path, endings) } else { vec![path] }
    });
    let is_known = |path: &PathBuf| {
        path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known))
    };
    found.filter(is_known).collect()
}
