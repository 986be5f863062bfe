//! Who is at a block: a file that its worker keeps changing while it lives.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::files;

/// The largest claim that is read.
const LARGEST: u64 = 4096;
/// Changes in the time after which a worker is given up.
const BEATS: u32 = 6;

/// A block that this worker is at; given back when dropped.
#[derive(Debug)]
pub(super) struct Claim {
    path: PathBuf,
    /// Dropped first: it ends the thread that keeps the file changing.
    quit: Option<Sender<()>>,
    heart: Option<JoinHandle<()>>,
}

impl Claim {
    /// Claims a block that nobody is at; `None` if somebody is.
    pub(super) fn on(path: &Path, patience: Duration) -> io::Result<Option<Claim>> {
        let mut file = match File::create_new(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(None),
            Err(error) => return Err(error),
        };
        file.write_all(sign(0).as_bytes())?;
        let (quit, asked) = mpsc::channel();
        let place = path.to_owned();
        let heart = std::thread::spawn(move || {
            let mut beat = 0;
            while asked.recv_timeout(patience / BEATS) == Err(RecvTimeoutError::Timeout) {
                beat += 1;
                // Whether the disk takes it or not: a worker that cannot write will be given up, and that costs time alone.
                let _ = fs::write(&place, sign(beat));
            }
        });
        Ok(Some(Claim { path: path.into(), quit: Some(quit), heart: Some(heart) }))
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        drop(self.quit.take());
        let _ = self.heart.take().map(JoinHandle::join);
        let _ = fs::remove_file(&self.path);
    }
}

fn sign(beat: u64) -> String {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    format!("process {} on {}\nbeat {beat}\n", std::process::id(), host.trim())
}

/// Watches the claims of others. Clocks of several machines are not compared: a claim that does not change for some time on this
/// machine's clock is given up.
#[derive(Debug, Default)]
pub(super) struct Vigil {
    seen: HashMap<PathBuf, (Vec<u8>, Instant)>,
}

impl Vigil {
    /// Removes a claim whose worker has been silent for so long. Should it live after all, a block is made twice: nothing worse.
    pub(super) fn look(&mut self, path: &Path, patience: Duration) {
        let Ok(text) = files::read_at_most(path, LARGEST) else {
            self.seen.remove(path);
            return;
        };
        match self.seen.get(path) {
            Some((before, since)) if *before == text => {
                if since.elapsed() >= patience {
                    let _ = fs::remove_file(path);
                    self.seen.remove(path);
                }
            }
            _ => {
                self.seen.insert(path.into(), (text, Instant::now()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_millis(120);

    #[test]
    fn a_claimed_block_is_claimed_once_until_it_is_given_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("block.claim");
        let first = Claim::on(&path, SHORT).expect("claimed");
        assert!(first.is_some() && Claim::on(&path, SHORT).expect("asked").is_none());
        drop(first);
        assert!(!path.exists() && Claim::on(&path, SHORT).expect("asked").is_some());
    }

    #[test]
    fn a_silent_worker_is_given_up_and_a_living_one_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let (dead, alive) = (folder.path().join("dead.claim"), folder.path().join("alive.claim"));
        fs::write(&dead, "process 1\nbeat 3\n").expect("written");
        let claim = Claim::on(&alive, SHORT).expect("claimed");
        let mut vigil = Vigil::default();
        let began = Instant::now();
        // Ten times as long as the heart may be silent: a loaded machine makes threads wait.
        while dead.exists() && began.elapsed() < 20 * SHORT {
            vigil.look(&dead, SHORT);
            vigil.look(&alive, 10 * SHORT);
            std::thread::sleep(SHORT / 8);
        }
        assert!(!dead.exists() && alive.exists());
        drop(claim);
    }
}
