//! The processes that `mpirun` started, as a team that learns together.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use mpi::Threading;
use mpi::datatype::PartitionMut;
use mpi::traits::{Communicator, CommunicatorCollectives};
use thiserror::Error;

use crate::learning::{Team, TeamError};

/// What the others wait longer than the first, so that it has saved the weights when they give up: `mpirun` ends all when one fails.
const AFTER_THE_FIRST: Duration = Duration::from_secs(10);

/// Why there are no ranks.
#[derive(Debug, Error)]
pub enum RanksError {
    /// MPI does not start.
    #[error("MPI does not start; start the program with mpirun, and see what that says")]
    Start,
    /// The others do not come.
    #[error("the other processes did not come within {seconds} s")]
    Missing {
        /// How long was waited.
        seconds: u64,
    },
}

/// One process among those of `mpirun`.
///
/// MPI is called by one thread of its own. Whoever waits for it waits for a time: a call that never ends, because a link is cut, holds
/// that thread and nobody else, and ends with the process.
#[derive(Debug)]
pub struct Ranks {
    rank: usize,
    size: usize,
    patience: Duration,
    line: Mutex<Line>,
}

/// The way to the thread that calls MPI.
#[derive(Debug)]
struct Line {
    questions: Sender<Vec<u8>>,
    answers: Receiver<Vec<Vec<u8>>>,
    end: Receiver<()>,
}

impl Ranks {
    /// Joins the others; nothing is to last longer than `patience`.
    ///
    /// # Errors
    /// When MPI does not start, or the others do not come.
    pub fn join(patience: Duration) -> Result<Ranks, RanksError> {
        let (questions, asked) = channel();
        let (answer, answers) = channel();
        let (tell, told) = channel();
        let (ended, end) = channel();
        std::thread::spawn(move || serve(&asked, &answer, &tell, ended));
        let (rank, size) = match told.recv_timeout(patience) {
            Ok(place) => place,
            Err(RecvTimeoutError::Disconnected) => return Err(RanksError::Start),
            Err(RecvTimeoutError::Timeout) => {
                return Err(RanksError::Missing { seconds: patience.as_secs() });
            }
        };
        let more = if rank == 0 { Duration::ZERO } else { AFTER_THE_FIRST };
        let line = Mutex::new(Line { questions, answers, end });
        Ok(Ranks { rank, size, patience: patience + more, line })
    }

    /// Takes leave of the others, who do the same. A process that only ends looks to them like one that failed.
    pub fn leave(self) {
        let Line { questions, end, .. } =
            self.line.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        drop(questions);
        // Whether they do or not: the work is done.
        let _ = end.recv_timeout(self.patience);
    }
}

impl Team for Ranks {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn gather(&self, own: Vec<u8>) -> Result<Vec<Vec<u8>>, TeamError> {
        let line = self.line.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let silent = TeamError::Silent { seconds: self.patience.as_secs() };
        if line.questions.send(own).is_err() {
            return Err(silent);
        }
        line.answers.recv_timeout(self.patience).map_err(|_| silent)
    }
}

/// The thread that calls MPI: from its start to its end, with the gatherings between.
fn serve(
    asked: &Receiver<Vec<u8>>,
    answer: &Sender<Vec<Vec<u8>>>,
    tell: &Sender<(usize, usize)>,
    _ended: Sender<()>,
) {
    let Some((universe, _)) = mpi::initialize_with_threading(Threading::Funneled) else { return };
    let world = universe.world();
    let place = (world.rank() as usize, world.size() as usize);
    if tell.send(place).is_err() {
        return;
    }
    for own in asked {
        if answer.send(gathered(&world, &own)).is_err() {
            return;
        }
    }
}

/// What all have brought: first how much, then the bytes.
fn gathered(world: &impl CommunicatorCollectives, own: &[u8]) -> Vec<Vec<u8>> {
    let mut lengths = vec![0i32; world.size() as usize];
    let length = i32::try_from(own.len()).expect("a part of a batch has less than 2 GiB");
    world.all_gather_into(&length, &mut lengths[..]);
    let all: i64 = lengths.iter().map(|&length| i64::from(length)).sum();
    assert!(i32::try_from(all).is_ok(), "what a team gathers at once has less than 2 GiB");
    let starts: Vec<i32> = lengths
        .iter()
        .scan(0, |start, length| Some(std::mem::replace(start, *start + length)))
        .collect();
    let mut bytes = vec![0u8; all as usize];
    {
        let mut parts = PartitionMut::new(&mut bytes[..], &lengths[..], &starts[..]);
        world.all_gather_varcount_into(own, &mut parts);
    }
    let part =
        |(&start, &length): (&i32, &i32)| bytes[start as usize..(start + length) as usize].to_vec();
    starts.iter().zip(&lengths).map(part).collect()
}
