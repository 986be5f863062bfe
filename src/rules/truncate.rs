//! Truncates a file after its end was copied to a backup, so that nothing is lost.

use std::fmt;
use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::files;

/// The most backups beside one file.
const MAX_BACKUPS: u32 = 10_000;

/// An end that was cut off, to be shown to the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutEnd {
    /// The file that was cut.
    pub file: PathBuf,
    /// How many bytes were cut.
    pub bytes: u64,
    /// The file they are in now.
    pub backup: PathBuf,
}

/// For people.
impl fmt::Display for CutEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CutEnd { file, bytes, backup } = self;
        let (file, backup) = (file.display(), backup.display());
        write!(f, "the last {bytes} bytes of {file} do not belong to it and were moved to {backup}")
    }
}

/// Truncates a file to its first `keep` bytes and leaves the cursor at its end. Before that, the rest is written to the disk beside it,
/// as `FILE.cut-1` or the next free number.
///
/// # Errors
/// The error of the file system; the file is then unchanged.
pub fn truncate(path: &Path, file: &mut File, keep: u64) -> io::Result<Option<CutEnd>> {
    let bytes = file.metadata()?.len().saturating_sub(keep);
    if bytes == 0 {
        return file.seek(SeekFrom::End(0)).map(|_| None);
    }
    let (backup, mut copy) = create_backup(path)?;
    file.seek(SeekFrom::Start(keep))?;
    io::copy(file, &mut copy)?;
    copy.sync_all()?;
    files::sync_folder_of(&backup)?;
    file.set_len(keep)?;
    file.seek(SeekFrom::End(0))?;
    Ok(Some(CutEnd { file: path.into(), bytes, backup }))
}

fn create_backup(path: &Path) -> io::Result<(PathBuf, File)> {
    let backup = |number| {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".cut-{number}"));
        PathBuf::from(name)
    };
    for path in (1..=MAX_BACKUPS).map(backup) {
        match File::create_new(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|file| (path, file)),
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "too many cut ends beside it; remove them"))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::*;

    fn open(path: &Path) -> File {
        File::options().read(true).write(true).open(path).expect("open")
    }

    #[test]
    fn what_is_cut_off_is_kept_and_older_ends_stay() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("games.pdn");
        for (number, end) in [(1, "first"), (2, "second")] {
            fs::write(&path, format!("whole{end}")).expect("written");
            let mut file = open(&path);
            let cut = truncate(&path, &mut file, 5).expect("cut").expect("an end");
            assert!(cut.backup.ends_with(format!("games.pdn.cut-{number}")), "{cut}");
            assert_eq!(fs::read_to_string(&cut.backup).expect("kept"), end);
            assert_eq!(cut.bytes, end.len() as u64);
            file.write_all(b"!").expect("written");
            assert_eq!(fs::read_to_string(&path).expect("read"), "whole!");
        }
        assert_eq!(
            fs::read_to_string(folder.path().join("games.pdn.cut-1")).expect("kept"),
            "first"
        );
    }

    #[test]
    fn nothing_to_cut_leaves_no_file() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("games.pdn");
        fs::write(&path, "whole").expect("written");
        assert_eq!(truncate(&path, &mut open(&path), 5).expect("cut"), None);
        assert_eq!(fs::read_dir(folder.path()).expect("list").count(), 1);
    }
}
