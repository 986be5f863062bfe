//! A database beside the one it will replace, which stays as it is until the new one is whole.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::database::Database;
use crate::checksum;
use crate::error::{DatabaseError, Result};
use crate::files;
use crate::pdn::named_encoding;

/// What SQLite keeps beside a database.
const COMPANIONS: [&str; 3] = ["-journal", "-wal", "-shm"];

/// The hidden file beside a database for the one that will replace it: only the holder of the lock on the database uses it.
pub(super) fn beside(place: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(place.file_name().unwrap_or_default());
    name.push(ending);
    files::folder_of(place).join(name)
}

/// Whether an unfinished database has games of these files only, read in the same encoding, so that the same command can resume.
pub(super) fn is_of(unfinished: &Path, pdn: &[PathBuf]) -> Result<bool> {
    let read =
        |database: Database| -> Result<_> { Ok((database.sources()?, database.encodings()?)) };
    let Ok((sources, encodings)) = Database::open(unfinished).and_then(read) else {
        return Ok(false);
    };
    let encoding = |id| encodings.get(&id).map(String::as_str);
    if sources.iter().any(|source| encoding(source.id) != named_encoding()) {
        return Ok(false);
    }
    let sums = pdn.iter().map(|file| checksum::of_file(file));
    let sums: HashSet<String> = sums.collect::<io::Result<_>>()?;
    Ok(sources.iter().all(|source| sums.contains(&source.sha256)))
}

/// Removes an unfinished database.
pub(super) fn remove(unfinished: &Path) -> Result<()> {
    companions(unfinished).chain([unfinished.into()]).try_for_each(|file| files::remove(&file))?;
    Ok(())
}

/// Puts a whole database, which nobody has open, in the place of what is there.
pub(super) fn put(whole: &Path, place: &Path) -> Result<()> {
    settle(place)?;
    std::fs::rename(whole, place)?;
    Ok(files::sync_folder_of(place)?)
}

/// Takes the companions away. SQLite would apply them to the file that comes next, so that they first change the one they belong to, as
/// far as that can still be opened.
fn settle(place: &Path) -> Result<()> {
    let mut left = companions(place).filter(|file| file.exists()).peekable();
    if left.peek().is_none() {
        return Ok(());
    }
    let settled = Connection::open(place).and_then(|old| {
        old.execute_batch("PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE; COMMIT;")
    });
    match settled.map_err(DatabaseError::from) {
        Err(busy @ DatabaseError::Busy) => return Err(busy),
        Ok(()) | Err(_) => left.try_for_each(|file| files::remove(&file))?,
    }
    Ok(())
}

fn companions(database: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let database = database.as_os_str().to_owned();
    COMPANIONS.into_iter().map(move |ending| {
        let mut name = database.clone();
        name.push(ending);
        PathBuf::from(name)
    })
}
