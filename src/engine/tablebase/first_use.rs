//! Tables made on first use: an empty folder gets those of two to four pieces, which are used only once all are there.

use std::fs::{self, DirEntry, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};

use super::build::{BuildRequest, Event, FIRST_PIECES, Stop, Watch, build};
use super::error::TablesError;
use crate::files;
use crate::lock::{Lock, LockError};

/// The name of a folder in the user's cache.
pub const AUTO: &str = "auto";

/// A file in the folder until all tables are written; a build that was killed is resumed.
const UNFINISHED: &str = ".draughts-td-unfinished";

/// Its content; a file of that name with any other content is not touched.
const MARK: &str = "draughts-td makes endgame tables here\n";

/// The end of the names of lock files.
const LOCK: &str = "draughts-td-lock";

/// The interval at which a held lock is tried again.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The folder that a name means: `auto` is `draughts-td/endgame` in the user's cache, and `./auto` a folder of that name.
///
/// # Errors
/// No cache directory is known.
pub fn folder(name: &Path) -> Result<PathBuf, TablesError> {
    if name.as_os_str() != AUTO {
        return Ok(name.to_path_buf());
    }
    let user = choose_native_strategy().map_err(|_| TablesError::NoCache)?;
    let cache = Some(user.cache_dir()).filter(|cache| cache.is_absolute());
    Ok(cache.ok_or(TablesError::NoCache)?.join("draughts-td").join("endgame"))
}

/// Whether a folder has its tables, or holds something else: [`make_on_first_use`] then makes none.
///
/// # Errors
/// A folder that cannot be read.
pub fn is_made(dir: &Path) -> Result<bool, TablesError> {
    is_unmade(dir).map(|unmade| !unmade)
}

/// Makes tables of two to four pieces, with distances, in a folder that is missing or empty; any other stays as it is. Where
/// another process is making them, its end is waited for.
///
/// # Errors
/// A folder or file that cannot be read or written, or that `stop` says so; the same call resumes after the last finished table.
pub fn make_on_first_use(
    dir: &Path,
    threads: usize,
    watch: &mut Watch<'_>,
    stop: &Stop<'_>,
) -> Result<(), TablesError> {
    let dir = dir.to_path_buf();
    make(&BuildRequest { dir, pieces: FIRST_PIECES, distances: true, threads }, watch, stop)
}

fn make(request: &BuildRequest, watch: &mut Watch<'_>, stop: &Stop<'_>) -> Result<(), TablesError> {
    let (dir, mark) = (&request.dir, request.dir.join(UNFINISHED));
    if !is_unmade(dir)? {
        return Ok(());
    }
    fs::create_dir_all(dir).map_err(|reason| TablesError::io("make", dir, reason))?;
    let _lock = lock(&mark, watch, stop)?;
    // The process that held the lock may have made them.
    if !is_unmade(dir)? {
        return Ok(());
    }
    write_mark(&mark).map_err(|reason| TablesError::io("write", &mark, reason))?;
    watch(&Event::FirstUse { dir });
    build(request, watch, stop)?;
    fs::remove_file(&mark).map_err(|reason| TablesError::io("remove", &mark, reason))
}

/// Whether a folder is missing, or holds nothing, or tables that were not finished.
fn is_unmade(dir: &Path) -> Result<bool, TablesError> {
    let read = || -> io::Result<bool> {
        let mut is_empty = true;
        for entry in fs::read_dir(dir)? {
            let entry = entry?;
            if is_mark(&entry) {
                return Ok(true);
            }
            is_empty &= entry.file_name().to_string_lossy().ends_with(LOCK);
        }
        Ok(is_empty)
    };
    match read() {
        Err(reason) if reason.kind() == io::ErrorKind::NotFound => Ok(true),
        read => read.map_err(|reason| TablesError::io("read", dir, reason)),
    }
}

/// Writes the mark, if it is not there from before.
fn write_mark(mark: &Path) -> io::Result<()> {
    match File::create_new(mark) {
        Ok(mut file) => file.write_all(MARK.as_bytes()),
        Err(reason) if reason.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(reason) => Err(reason),
    }
}

/// Whether this is the file that is there until all tables are, and no link to another; it may just be being written.
fn is_mark(entry: &DirEntry) -> bool {
    let is_file = || entry.file_type().is_ok_and(|kind| kind.is_file());
    let text = || files::read_text_at_most(&entry.path(), MARK.len() as u64);
    entry.file_name() == UNFINISHED
        && is_file()
        && text().is_ok_and(|text| text.is_empty() || text == MARK)
}

fn lock(mark: &Path, watch: &mut Watch<'_>, stop: &Stop<'_>) -> Result<Lock, TablesError> {
    let mut is_reported = false;
    loop {
        match Lock::on(mark) {
            Err(LockError::Held { .. }) if stop() => return Err(TablesError::Stopped),
            Err(LockError::Held { holder, .. }) => {
                if !is_reported {
                    watch(&Event::Waiting { holder: &holder });
                }
                is_reported = true;
                thread::sleep(POLL_INTERVAL);
            }
            result => return result.map_err(TablesError::Lock),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::tablebase::Tables;

    fn request(dir: &Path) -> BuildRequest {
        BuildRequest { dir: dir.to_path_buf(), pieces: 2, distances: true, threads: 1 }
    }

    /// The slices that are solved.
    fn made(dir: &Path) -> usize {
        let mut written = 0;
        let mut watch =
            |event: &Event<'_>| written += usize::from(matches!(event, Event::Written { .. }));
        make(&request(dir), &mut watch, &|| false).expect("made");
        written
    }

    fn files(dir: &Path) -> usize {
        fs::read_dir(dir).expect("a folder").count()
    }

    #[test]
    fn a_missing_or_empty_folder_gets_its_tables_once() {
        let place = tempfile::tempdir().expect("a folder");
        fs::create_dir(place.path().join("empty")).expect("a folder");
        for name in ["new/folder", "empty"] {
            let dir = place.path().join(name);
            assert_eq!((made(&dir), made(&dir), files(&dir)), (4, 0, 4), "{}", dir.display());
            assert_eq!(Tables::open(&dir).expect("tables").0.pieces(), 2);
        }
    }

    #[test]
    fn what_a_killed_process_left_is_finished() {
        let place = tempfile::tempdir().expect("a folder");
        made(place.path());
        fs::remove_file(place.path().join("1010.table")).expect("removed");
        assert_eq!(made(place.path()), 0, "a folder of the user's, used for what it has");
        fs::write(place.path().join(UNFINISHED), MARK).expect("written");
        assert_eq!((made(place.path()), files(place.path())), (1, 4));
    }

    #[test]
    fn a_folder_with_other_things_is_left_as_it_is() {
        let place = tempfile::tempdir().expect("a folder");
        fs::write(place.path().join("notes.txt"), "").expect("written");
        assert_eq!((made(place.path()), files(place.path())), (0, 1));
    }

    #[test]
    fn a_file_of_somebody_else_under_the_name_of_the_mark_is_left_as_it_is() {
        for name in [UNFINISHED, "unfinished"] {
            let place = tempfile::tempdir().expect("a folder");
            let file = place.path().join(name);
            fs::write(&file, "precious").expect("written");
            assert_eq!((made(place.path()), files(place.path())), (0, 1), "{name}");
            assert_eq!(fs::read_to_string(&file).expect("there"), "precious");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_under_the_name_of_the_mark_is_not_followed() {
        let place = tempfile::tempdir().expect("a folder");
        let target = place.path().join("target");
        fs::write(&target, MARK).expect("written");
        std::os::unix::fs::symlink("target", place.path().join(UNFINISHED)).expect("a link");
        assert_eq!((made(place.path()), files(place.path())), (0, 2));
    }

    #[test]
    fn of_two_at_the_same_time_one_makes_them_and_both_find_them() {
        let place = tempfile::tempdir().expect("a folder");
        let makers = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let written = made(place.path());
                    makers.fetch_add(usize::from(written > 0), Ordering::Relaxed);
                    assert!(Tables::open(place.path()).expect("tables").1.is_empty());
                });
            }
        });
        assert_eq!((makers.into_inner(), files(place.path())), (1, 4));
    }

    #[test]
    fn only_the_bare_name_means_the_cache() {
        for name in ["tables", "./auto", "auto/x"] {
            assert_eq!(folder(Path::new(name)).expect("a folder"), Path::new(name));
        }
    }
}
