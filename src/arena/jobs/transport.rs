//! Messages between the processes that run a job together.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The way to the other processes. The first process keeps the results, and all run tasks.
pub struct Transport<'a> {
    /// The number of this process, from 0.
    pub rank: usize,
    pub size: usize,
    /// Sends a message to another process; it may be lost with that process, but the messages that arrive keep their order.
    pub send: Box<dyn Fn(usize, Vec<u8>) + Sync + 'a>,
    /// Messages of other processes, each with the sender's rank.
    pub inbox: &'a Mutex<Receiver<(usize, Vec<u8>)>>,
}

impl Transport<'_> {
    /// Sends a message to another process.
    pub(crate) fn send(&self, rank: usize, message: &impl Serialize) {
        (self.send)(rank, serde_json::to_vec(message).expect("plain fields"));
    }

    /// The next message with its sender, if one comes within this time.
    pub(crate) fn receive(&self, timeout: Duration) -> Option<(usize, Vec<u8>)> {
        let inbox = self.inbox.lock().unwrap_or_else(PoisonError::into_inner);
        match inbox.recv_timeout(timeout) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                std::thread::sleep(timeout);
                None
            }
        }
    }
}

/// A message of the first process.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum ToWorker {
    Run(Vec<usize>),
    Alive,
    Over,
}

/// A message of another process to the first.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum FromWorker<T> {
    Ready,
    /// The result of the task of this number.
    Done(usize, T),
    /// No task can be run here.
    Failed(String),
    Alive,
    Gone,
}

/// The interval between heartbeats, if a process is given up after this silence.
pub(super) fn heartbeat(silence: Duration) -> Duration {
    (silence / 4).min(Duration::from_secs(1))
}
