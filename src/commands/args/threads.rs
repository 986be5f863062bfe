//! The number of threads of a verb, 1 to 256, with a warning beyond the number of cores.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use serde::Deserialize;

use crate::player::Options;

/// A number of threads, 1 to 256.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u64")]
pub(crate) struct Threads(NonZeroUsize);

/// Whether this command has warned of too many threads.
static WARNED: AtomicBool = AtomicBool::new(false);

/// Lets the next command of this process warn again.
pub(crate) fn begin() {
    WARNED.store(false, Ordering::Relaxed);
}

impl Threads {
    pub(crate) const ONE: Threads = Threads(NonZeroUsize::MIN);

    pub(crate) const MOST: usize = Options::MAX_THREADS;

    /// The number of threads; warns if it exceeds the cores.
    pub(crate) fn get(self) -> NonZeroUsize {
        warn(self.0.get(), "threads");
        self.0
    }

    pub(crate) fn number(self) -> usize {
        self.0.get()
    }

    /// This number, or the processor's cores up to [`Threads::MOST`].
    pub(crate) fn or_cores(threads: Option<Threads>) -> usize {
        threads.map_or_else(|| all_cores().min(Threads::MOST), |threads| threads.get().get())
    }
}

/// Warns that these threads must take turns, if they must.
pub(crate) fn warn(threads: usize, what: &str) {
    let cores = all_cores();
    if threads > cores && !WARNED.swap(true, Ordering::Relaxed) {
        note!("note: {threads} {what} on {cores} cores take turns");
    }
}

impl TryFrom<u64> for Threads {
    type Error = String;

    fn try_from(number: u64) -> Result<Threads, String> {
        let number = usize::try_from(number).ok().filter(|&number| number <= Threads::MOST);
        let threads = number.and_then(NonZeroUsize::new).map(Threads);
        threads.ok_or_else(|| format!("give a number from 1 to {}", Threads::MOST))
    }
}

impl FromStr for Threads {
    type Err = String;

    fn from_str(text: &str) -> Result<Threads, String> {
        Threads::try_from(text.parse().unwrap_or(0))
    }
}

impl fmt::Display for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

pub fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Runs work in a rayon pool of this many threads.
pub fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> anyhow::Result<T> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    Ok(pool.context("cannot start threads")?.install(work))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_1_to_256() {
        assert_eq!("256".parse::<Threads>().map(|threads| threads.0.get()), Ok(256));
        for text in ["0", "257", "65535", "-1", "18446744073709551617", "two", ""] {
            let error = text.parse::<Threads>().expect_err(text);
            assert!(error.contains("from 1 to 256"), "{error}");
        }
    }

    #[test]
    fn without_a_number_all_cores_are_used() {
        assert_eq!(Threads::or_cores(None), all_cores().min(256));
        assert_eq!(Threads::or_cores(Some(Threads::ONE)), 1);
    }
}
