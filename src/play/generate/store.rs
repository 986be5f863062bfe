//! The file of games and, beside it, what is known of it: whose games, how many, how many bytes. Games are added in members, and a
//! member counts when the state says so; what stands behind is of no use and is cut off before more are added.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::packed::Packing;
use super::press::Sink;
use crate::differing;
use crate::files;
use crate::lock::Lock;
use crate::play::error::PlayError;
use crate::tail::{self, CutEnd};

/// The largest state file in bytes.
const LARGEST_STATE: u64 = 1 << 20;

/// What is known of a file of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    /// What makes the games.
    settings: Value,
    /// The games in the file.
    games: u64,
    /// The bytes they take.
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
    hash: Sha256,
    _lock: Lock,
}

impl Store {
    /// Opens the file of the games that these settings make, and makes it ready for more; says what had to be cut off.
    ///
    /// # Errors
    /// A file of other games, one that is not as it was left, one that another process writes, or what the system says.
    pub fn open(path: &Path, settings: &Value) -> Result<(Store, Option<CutEnd>), PlayError> {
        let fault = |source| PlayError::File { path: path.into(), source };
        let refused = |text: &str| fault(io::Error::new(io::ErrorKind::InvalidInput, text));
        let packing = Packing::of(path)
            .ok_or_else(|| refused("games are added to it: name it .pdn, .pdn.gz or .pdn.zst"))?;
        let lock = Lock::on(path)?;
        let known = read_state(path, settings)?;
        let there = std::fs::metadata(path).map_or(0, |data| data.len());
        if known.is_none() && there > 0 {
            return Err(PlayError::Unaccounted { pdn: path.into(), state: state_path(path) });
        }
        let nothing =
            || State { settings: settings.clone(), games: 0, bytes: 0, sha256: String::new() };
        let state = known.unwrap_or_else(nothing);
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(fault)?;
        let hash = hash_of(&mut file, state.bytes).map_err(fault)?;
        let is_as_left = match (state.games, state.bytes) {
            (0, bytes) => bytes == 0,
            (_, 0) => false,
            (_, bytes) => there >= bytes && files::hexadecimal(hash.clone()) == state.sha256,
        };
        if !is_as_left {
            return Err(refused(&format!(
                "its first {} bytes are not the {} games that were written; move it and {} away to begin again",
                state.bytes,
                state.games,
                state_path(path).display()
            )));
        }
        let cut = tail::cut(path, &mut file, state.bytes).map_err(fault)?;
        Ok((Store { path: path.into(), file, packing, state, hash, _lock: lock }, cut))
    }

    /// The games in the file.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.state.games
    }

    /// Adds games that are packed as the file is: first to the file, then to the state; each reaches the disk.
    ///
    /// # Errors
    /// The file system; the games before these are safe.
    pub fn add_packed(&mut self, games: u64, member: &[u8]) -> Result<(), PlayError> {
        let fault = |source| PlayError::File { path: self.path.clone(), source };
        // Whatever ends this writing, the state says how much of the file counts.
        if self.state.games == 0 {
            self.tell_state()?;
        }
        self.file.write_all(member).and_then(|()| self.file.sync_data()).map_err(fault)?;
        self.hash.update(member);
        self.state.games += games;
        self.state.bytes += member.len() as u64;
        self.state.sha256 = files::hexadecimal(self.hash.clone());
        self.tell_state()
    }

    /// Removes a file that no game was added to.
    ///
    /// # Errors
    /// The file system.
    pub fn discard(self) -> Result<(), PlayError> {
        std::fs::remove_file(&self.path)
            .map_err(|source| PlayError::File { path: self.path.clone(), source })
    }

    fn tell_state(&self) -> Result<(), PlayError> {
        let path = state_path(&self.path);
        let text = serde_json::to_vec_pretty(&self.state).expect("plain fields");
        files::write_atomically(&path, &text).map_err(|source| PlayError::File { path, source })
    }
}

impl Sink for Store {
    fn next(&self) -> u64 {
        self.state.games
    }

    fn add(&mut self, games: u64, text: String) -> Result<(), PlayError> {
        let fault = |source| PlayError::File { path: self.path.clone(), source };
        let member = self.packing.pack(text).map_err(fault)?;
        self.add_packed(games, &member)
    }
}

/// Makes a file of games that stands under its name only when it is whole.
///
/// # Errors
/// A file that has games already or that another process writes, and those of `fill`.
pub fn whole(
    path: &Path,
    settings: &Value,
    fill: &mut dyn FnMut(&mut Store) -> Result<(), PlayError>,
) -> Result<(), PlayError> {
    let fault = |source| PlayError::File { path: path.into(), source };
    let _lock = Lock::on(path)?;
    let has_content = |path: &Path| std::fs::metadata(path).is_ok_and(|data| data.len() > 0);
    if has_content(path) || has_content(&state_path(path)) {
        let text = format!("{} has games already; name another file", path.display());
        return Err(PlayError::Settings(text));
    }
    let room = tempfile::Builder::new().prefix(".").tempdir_in(files::folder_of(path));
    let room = room.map_err(fault)?;
    let part = room.path().join(path.file_name().unwrap_or_default());
    let (mut store, _) = Store::open(&part, settings)?;
    fill(&mut store)?;
    drop(store);
    let named = std::fs::rename(state_path(&part), state_path(path));
    named.and_then(|()| std::fs::rename(&part, path)).map_err(fault)
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
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(fault(source)),
    };
    let state: State = serde_json::from_slice(&text).map_err(|error| {
        let text = format!("{error}; move it and {} away to begin again", games.display());
        fault(io::Error::new(io::ErrorKind::InvalidData, text))
    })?;
    let names = differing::names(&state.settings, settings);
    if names.is_empty() {
        return Ok(Some(state));
    }
    Err(PlayError::OtherMatch { path: path.clone(), difference: names.join(", ") })
}

/// The hash of the first bytes of a file, or of all there are.
fn hash_of(file: &mut File, bytes: u64) -> io::Result<Sha256> {
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    let mut rest = file.take(bytes);
    loop {
        match rest.read(&mut buffer)? {
            0 => return Ok(hash),
            n => hash.update(&buffer[..n]),
        }
    }
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
        let (mut store, cut) = Store::open(&path, &Value::Null).expect("it goes on");
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
        let full = whole(&path, &Value::Null, &mut |store| {
            store.add_packed(1, b"a game")?;
            Err(PlayError::Settings("the disk is full".into()))
        });
        assert!(full.is_err() && files() == 0);
        let fill = &mut |store: &mut Store| store.add_packed(1, b"a game");
        whole(&path, &Value::Null, fill).expect("whole");
        assert_eq!((std::fs::read(&path).expect("there"), files()), (b"a game".to_vec(), 2));
        assert!(whole(&path, &Value::Null, fill).is_err(), "it has games already");
        assert!(Store::open(&path, &Value::Null).expect("goes on").0.games() == 1);
    }
}
