//! A lease on a block: a file that its worker keeps changing while it lives.

use std::collections::HashMap;
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::regular_file;

/// The largest lease that is read.
const LARGEST: u64 = 4096;
/// Heartbeats in the silence after which a worker is given up.
const HEARTBEATS: u32 = 6;

/// A block that this worker makes; given back when dropped.
#[derive(Debug)]
pub(super) struct Lease {
    path: PathBuf,
    /// The first lines of its file, which no other lease has.
    owner: String,
    /// Dropped first: it ends the thread that keeps the file changing.
    quit: Option<Sender<()>>,
    heartbeat: Option<JoinHandle<()>>,
}

impl Lease {
    /// Leases a block; `None` if another worker holds it.
    pub(super) fn on(path: &Path, silence: Duration) -> io::Result<Option<Lease>> {
        let mut file = match File::create_new(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(None),
            Err(error) => return Err(error),
        };
        let owner = owner();
        sign(&mut file, &owner, 0)?;
        let (quit, asked) = mpsc::channel();
        let signed = owner.clone();
        let heartbeat = std::thread::spawn(move || {
            let mut count = 0;
            while asked.recv_timeout(silence / HEARTBEATS) == Err(RecvTimeoutError::Timeout) {
                count += 1;
                // Through the file that was made and never by its name, which may be a successor's by now. Whether the disk takes
                // it or not: a worker that cannot write will be given up, and that costs only time.
                let _ = sign(&mut file, &signed, count);
            }
        });
        Ok(Some(Lease { path: path.into(), owner, quit: Some(quit), heartbeat: Some(heartbeat) }))
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        drop(self.quit.take());
        let _ = self.heartbeat.take().map(JoinHandle::join);
        let is_ours = |text: Vec<u8>| text.starts_with(self.owner.as_bytes());
        if regular_file::read_at_most(&self.path, LARGEST).is_ok_and(is_ours) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A worker at one block, unlike any other.
fn owner() -> String {
    // Its keys are random.
    let token = RandomState::new().build_hasher().finish();
    format!("process {} on {}\nclaim {token:016x}\n", std::process::id(), host())
}

#[cfg(unix)]
fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

#[cfg(not(unix))]
fn host() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

/// Each text is at least as long as the one it replaces.
fn sign(file: &mut File, owner: &str, count: u64) -> io::Result<()> {
    file.rewind()?;
    file.write_all(format!("{owner}beat {count}\n").as_bytes())
}

/// Watches the leases of others. Clocks of several machines are not compared: a lease that does not change for some time on this
/// machine's clock is given up.
#[derive(Debug, Default)]
pub(super) struct LeaseMonitor {
    seen: HashMap<PathBuf, (Vec<u8>, Instant)>,
}

impl LeaseMonitor {
    /// Removes a lease whose worker has been silent for so long. Should it live after all, a block is made twice, and the one that is
    /// sealed first stays.
    pub(super) fn look(&mut self, path: &Path, silence: Duration) -> io::Result<()> {
        let text = match regular_file::read_at_most(path, LARGEST) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.seen.remove(path);
                return Ok(());
            }
            // No worker renews a lease that is no file.
            Err(error) => error.to_string().into_bytes(),
        };
        match self.seen.get(path) {
            Some((before, since)) if *before == text => {
                if since.elapsed() >= silence {
                    self.seen.remove(path);
                    return remove(path);
                }
            }
            _ => {
                self.seen.insert(path.into(), (text, Instant::now()));
            }
        }
        Ok(())
    }
}

/// Another may have removed it at the same moment.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
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
        let first = Lease::on(&path, SHORT).expect("claimed");
        assert!(first.is_some() && Lease::on(&path, SHORT).expect("asked").is_none());
        drop(first);
        assert!(!path.exists() && Lease::on(&path, SHORT).expect("asked").is_some());
    }

    #[test]
    fn a_lease_names_its_process_and_its_host() {
        let text = owner();
        let (process, rest) = text.split_once(" on ").expect("a host");
        assert_eq!(process, format!("process {}", std::process::id()));
        assert!(rest.lines().next().is_some_and(|host| !host.is_empty()), "{text}");
    }

    #[test]
    fn a_silent_worker_is_given_up_and_a_living_one_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let (dead, alive) = (folder.path().join("dead.claim"), folder.path().join("alive.claim"));
        fs::write(&dead, "process 1\nbeat 3\n").expect("written");
        let lease = Lease::on(&alive, SHORT).expect("claimed");
        let mut monitor = LeaseMonitor::default();
        let began = Instant::now();
        // Ten times as long as the heartbeat may be silent: a loaded machine makes threads wait.
        while dead.exists() && began.elapsed() < 20 * SHORT {
            monitor.look(&dead, SHORT).expect("looked");
            monitor.look(&alive, 10 * SHORT).expect("looked");
            std::thread::sleep(SHORT / 8);
        }
        assert!(!dead.exists() && alive.exists());
        drop(lease);
    }

    #[test]
    fn a_worker_that_was_given_up_keeps_off_the_claim_of_its_successor() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("block.claim");
        let late = Lease::on(&path, SHORT).expect("claimed").expect("free");
        fs::remove_file(&path).expect("given up");
        // No worker renews this one, so that it stays as it is unless the late worker writes it.
        fs::write(&path, "process 2 on y\nclaim 2\nbeat 0\n").expect("claimed");
        std::thread::sleep(SHORT);
        let left = || fs::read_to_string(&path).expect("still there");
        assert_eq!(left(), "process 2 on y\nclaim 2\nbeat 0\n");
        drop(late);
        assert_eq!(left(), "process 2 on y\nclaim 2\nbeat 0\n");
    }

    #[cfg(unix)]
    #[test]
    fn a_claim_is_never_written_or_removed_through_a_link() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, victim) = (folder.path().join("block.claim"), folder.path().join("victim"));
        let late = Lease::on(&path, SHORT).expect("claimed").expect("free");
        fs::remove_file(&path).expect("given up");
        fs::write(&victim, "precious").expect("written");
        std::os::unix::fs::symlink("victim", &path).expect("a link");
        assert!(Lease::on(&path, SHORT).expect("asked").is_none());
        drop(late);
        assert!(path.is_symlink() && fs::read(&victim).is_ok_and(|text| text == b"precious"));
        let mut monitor = LeaseMonitor::default();
        monitor.look(&path, Duration::ZERO).expect("seen");
        monitor.look(&path, Duration::ZERO).expect("given up");
        assert!(!path.is_symlink() && victim.exists());
    }
}
