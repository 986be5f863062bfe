//! A lock on an output file: one process writes it, a second one gets the name of the first. It ends with its process.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::files;

/// How every lock file begins; any other file of that name is not touched.
const MARK: &str = "draughts-td lock\n";

/// The most that is read of a lock file.
const LARGEST: u64 = 4096;

/// How often a lock file that vanishes while it is opened is opened again.
const TRIES: u32 = 100;

/// The most characters of a holder that are shown.
const SHOWN: usize = 200;

/// Why an output cannot be locked.
#[derive(Debug, Error)]
pub enum LockError {
    /// Another process writes it.
    #[error("{} is being written by {holder}; wait for its end, or name another output", output.display())]
    Held {
        /// The output.
        output: PathBuf,
        /// The process that writes it.
        holder: String,
    },
    /// The name of the lock file is taken by something else.
    #[error("{} is no lock of this program but has the name of one; move it away", path.display())]
    Taken {
        /// The lock file.
        path: PathBuf,
    },
    /// The output or its lock file cannot be used.
    #[error("cannot write {}: {}", output.display(), files::io_error_text(source))]
    Io {
        /// The output.
        output: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// An output that only this process writes; let go when dropped.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Locks an output, which need not exist yet, by a hidden file beside it that names this process.
    ///
    /// # Errors
    /// When another process holds it, or the file system refuses. A file system without locks is no reason to stop.
    pub fn on(output: &Path) -> Result<Lock, LockError> {
        let io = |source| LockError::Io { output: output.into(), source };
        let place = files::destination(output).map_err(io)?;
        let path = lock_file(&place);
        for _ in 0..TRIES {
            // A link, a pipe or a folder is of somebody else, and is not even opened.
            if fs::symlink_metadata(&path).is_ok_and(|data| !data.is_file()) {
                return Err(LockError::Taken { path });
            }
            let file = opened(&path).map_err(io)?;
            if !file.metadata().map_err(io)?.is_file() {
                return Err(LockError::Taken { path });
            }
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                return Err(LockError::Held { output: output.into(), holder: holder(file) });
            }
            // A process that ended meanwhile has removed the file that was opened here, and the next would make another.
            if is_at(&file, &path) {
                return Lock::sign(file, path, output);
            }
        }
        Err(LockError::Held { output: output.into(), holder: "processes that come and go".into() })
    }

    fn sign(mut file: File, path: PathBuf, output: &Path) -> Result<Lock, LockError> {
        let is_foreign = |text: &[u8]| !text.is_empty() && !text.starts_with(MARK.as_bytes());
        let mut there = Vec::new();
        let read = (&mut file).take(LARGEST).read_to_end(&mut there);
        if read.is_ok() && is_foreign(&there) {
            return Err(LockError::Taken { path });
        }
        // From here on the file is this process's own, and goes even if it cannot be written.
        let mut lock = Lock { path, file };
        let written = read.and_then(|_| lock.write());
        written.map_err(|source| LockError::Io { output: output.into(), source })?;
        Ok(lock)
    }

    fn write(&mut self) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file.write_all(format!("{MARK}{}\n", this_process()).as_bytes())
    }
}

impl Drop for Lock {
    /// The file is removed while it is still locked, so that no other process's lock is.
    fn drop(&mut self) {
        if is_at(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Opens a lock file, or makes it. A link or a pipe that was put there meanwhile is not followed and not waited for.
fn opened(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed());
    }
    options.open(path)
}

/// The hidden file beside an output.
fn lock_file(output: &Path) -> PathBuf {
    files::folder_of(output).join(files::beside(output, ".draughts-td-lock"))
}

/// Whether this open file is the one that has this path now.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(own), Ok(there)) = (file.metadata(), fs::symlink_metadata(path)) else { return false };
    (own.dev(), own.ino()) == (there.dev(), there.ino())
}

/// Elsewhere an open file cannot be replaced.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

fn this_process() -> String {
    let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    let command: Vec<String> = words.collect();
    format!("process {} ({})", std::process::id(), command.join(" "))
}

/// The process that holds a lock, from its file.
fn holder(file: File) -> String {
    let mut text = Vec::new();
    let _ = file.take(LARGEST).read_to_end(&mut text);
    let text = String::from_utf8_lossy(&text);
    let line = text.strip_prefix(MARK).and_then(|rest| rest.lines().next());
    let plain = |line: &str| line.chars().filter(|c| !c.is_control()).take(SHOWN).collect();
    line.map_or_else(|| "another process".into(), plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files_in(folder: &Path) -> usize {
        fs::read_dir(folder).expect("list").count()
    }

    #[test]
    fn the_second_hears_who_holds_the_output() {
        let folder = tempfile::tempdir().expect("folder");
        let output = folder.path().join("games.pdn");
        let first = Lock::on(&output).expect("free");
        let error = Lock::on(&output).expect_err("held").to_string();
        let own = format!("games.pdn is being written by process {} (", std::process::id());
        assert!(error.contains(&own), "{error}");
        drop(first);
        drop(Lock::on(&output).expect("free again"));
        assert_eq!(files_in(folder.path()), 0, "a lock leaves nothing behind");
    }

    #[test]
    fn what_a_killed_process_left_is_taken_over() {
        let folder = tempfile::tempdir().expect("folder");
        let output = folder.path().join("games.pdn");
        let left =
            format!("{MARK}process 1 (of long ago, with a longer name than any process here)\n");
        fs::write(lock_file(&output), left).expect("written");
        let _lock = Lock::on(&output).expect("nobody holds it");
        let error = Lock::on(&output).expect_err("held").to_string();
        assert!(!error.contains("long ago"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn two_names_of_one_file_are_one_output() {
        let folder = tempfile::tempdir().expect("folder");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "").expect("written");
        std::os::unix::fs::symlink("file", &link).expect("link");
        let _lock = Lock::on(&file).expect("free");
        assert!(matches!(Lock::on(&link), Err(LockError::Held { .. })));
    }

    #[test]
    fn a_file_of_somebody_else_stays_as_it_is() {
        let folder = tempfile::tempdir().expect("folder");
        let output = folder.path().join("games.pdn");
        fs::write(lock_file(&output), "mine").expect("written");
        assert!(matches!(Lock::on(&output), Err(LockError::Taken { .. })));
        assert_eq!(fs::read_to_string(lock_file(&output)).expect("read"), "mine");
    }

    #[cfg(unix)]
    #[test]
    fn a_planted_link_is_not_followed() {
        let folder = tempfile::tempdir().expect("folder");
        let (output, target) = (folder.path().join("games.pdn"), folder.path().join("precious"));
        fs::write(&target, "").expect("written");
        std::os::unix::fs::symlink(&target, lock_file(&output)).expect("link");
        assert!(matches!(Lock::on(&output), Err(LockError::Taken { .. })));
        assert_eq!(fs::read(&target).expect("read"), b"");
        fs::remove_file(&target).expect("removed");
        assert!(matches!(Lock::on(&output), Err(LockError::Taken { .. })));
        assert!(opened(&lock_file(&output)).is_err());
        assert!(!target.exists(), "a dangling link makes no file");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_the_place_of_a_lock_is_not_waited_for() {
        let folder = tempfile::tempdir().expect("folder");
        let output = folder.path().join("games.pdn");
        let lock = lock_file(&output);
        let made = std::process::Command::new("mkfifo").arg(&lock).status().expect("mkfifo");
        assert!(made.success());
        assert!(matches!(Lock::on(&output), Err(LockError::Taken { .. })));
        // One that takes the place of the file after it was looked at.
        let is_file =
            opened(&lock).and_then(|file| file.metadata()).is_ok_and(|data| data.is_file());
        assert!(!is_file);
        assert!(fs::symlink_metadata(&lock).is_ok(), "it is left alone");
    }
}
