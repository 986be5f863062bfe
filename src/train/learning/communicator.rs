//! The processes that learn together, each its part of every batch.

use std::ops::Range;

use thiserror::Error;

/// Why a team cannot continue.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum CommunicatorError {
    /// Another process has ended, or cannot be reached.
    #[error(
        "nothing was heard of the other processes for {seconds} s: one has ended, hangs, or is cut off; start all again to resume"
    )]
    Silent {
        /// How long.
        seconds: u64,
    },
    /// What came is not what a process of the team sends.
    #[error("process {rank} sent what cannot be read; start all again to resume")]
    Garbled {
        /// Which one.
        rank: usize,
    },
}

/// Processes in step: all call [`Communicator::gather`] the same number of times.
pub trait Communicator: Sync {
    /// The number of this process, from 0; the first one writes and reports.
    fn rank(&self) -> usize;

    /// How many there are.
    fn size(&self) -> usize;

    /// Gives each process what all have brought, in the order of their numbers.
    ///
    /// # Errors
    /// When one is not heard of in time.
    fn gather(&self, own: Vec<u8>) -> Result<Vec<Vec<u8>>, CommunicatorError>;

    /// This process's part of `pieces` pieces of work.
    fn part(&self, pieces: usize) -> Range<usize> {
        let (rank, size) = (self.rank(), self.size());
        rank * pieces / size..(rank + 1) * pieces / size
    }
}

/// A team of one.
#[derive(Clone, Copy, Debug, Default)]
pub struct SingleProcess;

impl Communicator for SingleProcess {
    fn rank(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn gather(&self, own: Vec<u8>) -> Result<Vec<Vec<u8>>, CommunicatorError> {
        Ok(vec![own])
    }
}
