//! The data of the stored reports: files by their names, known by their checksums.

use std::io;
use std::path::{Path, PathBuf};

use draughts_td_results::SHA256SUMS;
use thiserror::Error;

use crate::checksum;
use crate::files::io_error_text;

/// The files of the stored reports in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedData {
    /// PDN files, in the order in which they are learned.
    pub games: Vec<PathBuf>,
    /// The suite of judged positions.
    pub suite: PathBuf,
}

/// Why a folder does not hold the data of the stored reports.
#[derive(Debug, Error)]
pub enum PublishedDataError {
    /// A file that is not there or cannot be read.
    #[error("--data: cannot read {}: {}; results/SHA256SUMS has all files", path.display(), io_error_text(source))]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file with other bytes.
    #[error("--data: {} is not the file of the stored reports: its SHA-256 is {found}, and should be {expected}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// Its checksum.
        found: String,
        /// That of the stored reports.
        expected: &'static str,
    },
}

impl PublishedData {
    /// The files in this folder, each of which is checked.
    ///
    /// # Errors
    /// A file that cannot be read, or that has other bytes than the one of the stored reports.
    pub fn in_folder(folder: &Path) -> Result<PublishedData, PublishedDataError> {
        let checked = sums().map(|(expected, name)| {
            let path = folder.join(name);
            match checksum::of_file(&path) {
                Ok(found) if found == expected => Ok(path),
                Ok(found) => Err(PublishedDataError::Other { path, found, expected }),
                Err(source) => Err(PublishedDataError::File { path, source }),
            }
        });
        let files = checked.collect::<Result<Vec<_>, _>>()?;
        let (games, suites): (Vec<_>, Vec<_>) =
            files.into_iter().partition(|path| path.extension() != Some("epd".as_ref()));
        let suite = suites.into_iter().next().expect("a suite is among the files");
        Ok(PublishedData { games, suite })
    }
}

/// The checksum and the name of each file.
fn sums() -> impl Iterator<Item = (&'static str, &'static str)> {
    SHA256SUMS.lines().filter_map(|line| line.split_once("  "))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::Value;

    use super::*;

    #[test]
    fn the_files_are_those_of_the_stored_runs() {
        let settings = fs::read_to_string("../../results/knightcap/settings.json").expect("a run");
        let settings: Value = serde_json::from_str(&settings).expect("settings");
        let of = |key: &str| settings["settings"][key].as_array().expect("files").clone();
        let stored: Vec<Value> = of("data").into_iter().chain(of("suite")).collect();
        let stored: Vec<(&str, &str)> = stored
            .iter()
            .map(|file| {
                (file["sha256"].as_str().expect("sum"), file["name"].as_str().expect("name"))
            })
            .collect();
        assert_eq!(sums().collect::<Vec<_>>(), stored);
    }

    #[test]
    fn a_file_that_is_missing_or_has_other_bytes_is_named() {
        let place = tempfile::tempdir().expect("folder");
        let error =
            |folder: &Path| PublishedData::in_folder(folder).expect_err("no data").to_string();
        let missing = error(place.path());
        assert!(
            missing.contains("levels-01.pdn.zst") && missing.contains("SHA256SUMS"),
            "{missing}"
        );
        fs::write(place.path().join("levels-01.pdn.zst"), "").expect("written");
        let other = error(place.path());
        assert!(other.contains("levels-01.pdn.zst is not the file"), "{other}");
        assert!(other.contains("e3b0c442") && other.contains("51fc6afa"), "{other}");
    }
}
