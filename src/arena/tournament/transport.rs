//! The processes that play a contest together, and what they say to each other.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::cut::GameLine;

/// Processes of which the first keeps the score, and all play.
pub trait Transport: Sync {
    /// The number of this process, from 0.
    fn rank(&self) -> usize;

    /// How many there are.
    fn size(&self) -> usize;

    /// Sends words to another; they may be lost with it, but those that come, come in order.
    fn tell(&self, rank: usize, words: Vec<u8>);

    /// The next words of another and who it is, if some come within this time.
    fn hear(&self, wait: Duration) -> Option<(usize, Vec<u8>)>;
}

/// What the first process says.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ToWorker {
    /// These games are to be played.
    Play(Vec<usize>),
    /// It is there.
    Alive,
    /// Nothing is left to play.
    Over,
}

/// What the others say to the first.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum FromWorker {
    /// Games can be played here.
    Ready,
    /// A game was played.
    Played(Box<GameLine>),
    /// No game can be played here.
    Failed(String),
    /// It is there.
    Alive,
    /// The last word.
    Gone,
}

/// Something said, as bytes.
pub(super) fn words<T: Serialize>(said: &T) -> Vec<u8> {
    serde_json::to_vec(said).expect("plain fields")
}

/// How often a process says that it is there, if this silence makes it lost.
pub(super) fn beat(silence: Duration) -> Duration {
    (silence / 4).min(Duration::from_secs(1))
}
