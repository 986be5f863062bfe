//! The file of games and, beside it, what is known of it: whose games, how many, how many bytes. Games are added in members, and a
//! member counts when the state says so; the rest is of no use and is cut off before more are added.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::members::GameSink;
use super::packed::Packing;
use crate::checksum::Checksum;
use crate::error::PlayError;
use crate::files;
use crate::json_diff;
use crate::lock::Lock;
use crate::truncate::{self, CutEnd};

/// The largest state file in bytes.
const LARGEST_STATE: u64 = 1 << 20;

/// The state of a file of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    settings: Value,
    games: u64,
    bytes: u64,
    /// The SHA-256 of those bytes.
    sha256: String,
}

/// A file of games that grows, which no other process writes meanwhile.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    packing: Packing,
    state: State,
    hash: Checksum,
    _lock: Lock,
}

/// A place for a file of games: no other process writes there, and what is there is known, but nothing is touched yet.
#[derive(Debug)]
pub struct Target {
    path: PathBuf,
    packing: Packing,
    settings: Value,
    /// The games to resume from, with the hash of their bytes; or why what is there cannot be resumed.
    existing: Result<Option<(State, Checksum)>, PlayError>,
    lock: Lock,
}

impl Target {
    /// Locks the place and looks at what is there.
    ///
    /// # Errors
    /// A name to which nothing can be added, or a file that another process writes.
    pub fn at(path: &Path, settings: &Value) -> Result<Target, PlayError> {
        let packing = Packing::of(path).ok_or_else(|| {
            refused(path, "games are added to it: name it .pdn, .pdn.gz or .pdn.zst")
        })?;
        let lock = Lock::on(path)?;
        let existing = existing(path, settings);
        Ok(Target { path: path.into(), packing, settings: settings.clone(), existing, lock })
    }

    /// The games there that these settings made.
    pub fn games(&self) -> u64 {
        self.existing.as_ref().ok().and_then(Option::as_ref).map_or(0, |(state, _)| state.games)
    }

    /// The reason why the games there cannot be continued.
    pub fn refusal(&self) -> Option<&PlayError> {
        self.existing.as_ref().err()
    }

    /// Opens the file for more games, without what does not belong to it: says what that was. A file that is not to be resumed
    /// is replaced, and so is any that is to be written anew.
    pub fn open(self, anew: bool) -> Result<(Store, Option<CutEnd>), PlayError> {
        let Target { path, packing, settings, existing, lock } = self;
        let existing = existing.ok().filter(|_| !anew);
        let is_replaced = existing.is_none();
        if is_replaced {
            begin_replacing(&path)?;
        }
        let new = State { settings, games: 0, bytes: 0, sha256: String::new() };
        let (state, hash) = existing.flatten().unwrap_or((new, Checksum::default()));
        let fault = |source| PlayError::File { path: path.clone(), source };
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(is_replaced);
        let mut file = options.open(&path).map_err(fault)?;
        let cut = truncate::truncate(&path, &mut file, state.bytes).map_err(fault)?;
        Ok((Store { path, file, packing, state, hash, _lock: lock }, cut))
    }
}

/// The games of these settings at a place.
fn existing(path: &Path, settings: &Value) -> Result<Option<(State, Checksum)>, PlayError> {
    let fault = |source| PlayError::File { path: path.into(), source };
    if std::fs::metadata(path).map_or(0, |data| data.len()) == 0 {
        return Ok(None);
    }
    let Some(state) = read_state(path, settings)? else {
        return Err(PlayError::Unaccounted { pdn: path.into(), state: state_path(path) });
    };
    let mut file = File::open(path).map_err(fault)?;
    let there = file.metadata().map_err(fault)?.len();
    let hash = hash_of(&mut file, state.bytes).map_err(fault)?;
    let is_as_left = match (state.games, state.bytes) {
        (0, bytes) => bytes == 0,
        (_, 0) => false,
        (_, bytes) => there >= bytes && hash.hex() == state.sha256,
    };
    if is_as_left {
        return Ok(Some((state, hash)));
    }
    Err(refused(
        path,
        &format!(
            "its first {} bytes are not the {} games that were written; move it and {} away to begin again",
            state.bytes,
            state.games,
            state_path(path).display()
        ),
    ))
}

fn refused(path: &Path, text: &str) -> PlayError {
    let source = io::Error::new(io::ErrorKind::InvalidInput, text);
    PlayError::File { path: path.into(), source }
}

impl Store {
    /// Opens the file of the games that these settings make, and makes it ready for more; says what had to be cut off.
    ///
    /// # Errors
    /// A file of other games, one that is not as it was left, one that another process writes, or what the system says.
    pub fn open(path: &Path, settings: &Value) -> Result<(Store, Option<CutEnd>), PlayError> {
        let target = Target::at(path, settings)?;
        match target.existing {
            Err(refusal) => Err(refusal),
            Ok(_) => target.open(false),
        }
    }

    pub fn games(&self) -> u64 {
        self.state.games
    }

    /// Adds games that are packed as the file is: first to the file, then to the state; each reaches the disk.
    pub(crate) fn add_packed(&mut self, games: u64, member: &[u8]) -> Result<(), PlayError> {
        let fault = |source| PlayError::File { path: self.path.clone(), source };
        // Whatever ends this writing, the state says how much of the file counts.
        if self.state.games == 0 {
            self.tell_state()?;
        }
        self.file.write_all(member).and_then(|()| self.file.sync_data()).map_err(fault)?;
        self.hash.update(member);
        self.state.games += games;
        self.state.bytes += member.len() as u64;
        self.state.sha256 = self.hash.hex();
        self.tell_state()
    }

    fn tell_state(&self) -> Result<(), PlayError> {
        let path = state_path(&self.path);
        let text = serde_json::to_vec_pretty(&self.state).expect("plain fields");
        files::write_atomically(&path, &text).map_err(|source| PlayError::File { path, source })
    }
}

impl GameSink for Store {
    fn next(&self) -> u64 {
        self.state.games
    }

    fn add(&mut self, games: u64, text: String) -> Result<(), PlayError> {
        let fault = |source| PlayError::File { path: self.path.clone(), source };
        let member = self.packing.pack(text).map_err(fault)?;
        self.add_packed(games, &member)
    }
}

/// Makes room for other games at a place, whose present file is kept until [`files::drop_replaced`].
pub fn clear(path: &Path) -> Result<(), PlayError> {
    let _lock = Lock::on(path)?;
    begin_replacing(path)
}

fn begin_replacing(path: &Path) -> Result<(), PlayError> {
    let state = state_path(path);
    files::remove(&state).map_err(|source| PlayError::File { path: state, source })?;
    files::begin_replacing(path).map_err(|source| PlayError::File { path: path.into(), source })
}

/// Whether a file holds exactly this number of games of these settings, as they were written.
pub(super) fn holds(path: &Path, settings: &Value, games: u64) -> bool {
    let state = existing(path, settings).ok().flatten().map(|(state, _)| state);
    let is_as_long =
        |state: &State| std::fs::metadata(path).is_ok_and(|data| data.len() == state.bytes);
    state.is_some_and(|state| state.games == games && is_as_long(&state))
}

/// Makes a file of games that has its name only when it is whole; others that are there go only where `replace` says so.
///
/// # Errors
/// A file that has games already or that another process writes, and those of `fill`.
pub(super) fn whole(
    path: &Path,
    settings: &Value,
    replace: bool,
    fill: &mut dyn FnMut(&mut Store) -> Result<(), PlayError>,
) -> Result<(), PlayError> {
    let fault = |source| PlayError::File { path: path.into(), source };
    let _lock = Lock::on(path)?;
    let has_content = |path: &Path| std::fs::metadata(path).is_ok_and(|data| data.len() > 0);
    if !replace && (has_content(path) || has_content(&state_path(path))) {
        return Err(PlayError::Taken { path: path.into() });
    }
    let room = tempfile::Builder::new().prefix(".").tempdir_in(files::folder_of(path));
    let room = room.map_err(fault)?;
    let part = room.path().join(path.file_name().unwrap_or_default());
    let (mut store, _) = Store::open(&part, settings)?;
    fill(&mut store)?;
    drop(store);
    let named = std::fs::rename(state_path(&part), state_path(path));
    let named = named.and_then(|()| std::fs::rename(&part, path));
    named.and_then(|()| files::sync_folder_of(path)).map_err(fault)
}

/// The state file beside a file of games: `games.pdn.zst` has `games.pdn.zst.state.json`.
fn state_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".state.json");
    name.into()
}

fn read_state(games: &Path, settings: &Value) -> Result<Option<State>, PlayError> {
    let path = state_path(games);
    let fault = |source| PlayError::File { path: path.clone(), source };
    let text = match files::read_at_most(&path, LARGEST_STATE) {
        Ok(text) if text.is_empty() => return Ok(None),
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(fault(source)),
    };
    let state: State = serde_json::from_slice(&text).map_err(|error| {
        let text = format!("{error}; move it and {} away to begin again", games.display());
        fault(io::Error::new(io::ErrorKind::InvalidData, text))
    })?;
    let names = json_diff::differing_names(&state.settings, settings);
    if names.is_empty() {
        return Ok(Some(state));
    }
    Err(PlayError::OtherMatch { path: path.clone(), difference: names.join(", ") })
}

/// The hash of the first bytes of a file, or of all there are.
fn hash_of(file: &mut File, bytes: u64) -> io::Result<Checksum> {
    let mut hash = Checksum::default();
    hash.read(file.take(bytes))?;
    Ok(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_first_writing_left_that_was_broken_off_is_cut_off() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pdn");
        let (store, _) = Store::open(&path, &Value::Null).expect("nothing there");
        store.tell_state().expect("written");
        drop(store);
        std::fs::write(&path, "half a ga").expect("written");
        let (mut store, cut) = Store::open(&path, &Value::Null).expect("it resumes");
        assert!(cut.is_some());
        store.add_packed(1, b"a game").expect("written");
        assert_eq!(std::fs::read(&path).expect("there"), b"a game");
    }

    #[test]
    fn a_state_that_counts_bytes_without_games_or_bytes_that_are_not_there_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pdn");
        let (mut store, _) = Store::open(&path, &Value::Null).expect("nothing there");
        store.add_packed(1, b"a game").expect("written");
        let state = store.state.clone();
        drop(store);
        for (games, bytes) in [(0, 3), (1, 7)] {
            let state = State { games, bytes, ..state.clone() };
            let text = serde_json::to_vec(&state).expect("plain fields");
            std::fs::write(state_path(&path), text).expect("written");
            let error = Store::open(&path, &Value::Null).expect_err("not as it was left");
            assert!(error.to_string().contains("that were written"), "{error}");
            assert_eq!(std::fs::read(&path).expect("there"), b"a game");
        }
    }

    #[test]
    fn a_file_that_is_to_be_whole_is_there_whole_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pdn");
        let files = || std::fs::read_dir(folder.path()).expect("a folder").count();
        let full = whole(&path, &Value::Null, false, &mut |store| {
            store.add_packed(1, b"a game")?;
            Err(PlayError::Settings("the disk is full".into()))
        });
        assert!(full.is_err() && files() == 0);
        let fill = &mut |store: &mut Store| store.add_packed(1, b"a game");
        whole(&path, &Value::Null, false, fill).expect("whole");
        assert_eq!((std::fs::read(&path).expect("there"), files()), (b"a game".to_vec(), 2));
        assert!(whole(&path, &Value::Null, false, fill).is_err(), "it has games already");
        assert!(holds(&path, &Value::Null, 1) && !holds(&path, &Value::Null, 2));
        whole(&path, &Value::Null, true, fill).expect("asked for");
        assert!(Store::open(&path, &Value::Null).expect("resumes").0.games() == 1);
    }
}
