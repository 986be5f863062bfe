//! The processes that `mpirun` started, as a team that learns together and as a crew that plays a contest.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mpi::Threading;
use mpi::datatype::PartitionMut;
use mpi::point_to_point::MatchedReceiveVec;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator as _, CommunicatorCollectives, Destination, Source};
use thiserror::Error;

use crate::learning::{Communicator, CommunicatorError};
use crate::play::jobs::Transport;

/// What the others wait longer than the first, so that it has saved the weights when they give up: `mpirun` ends all when one fails.
const AFTER_THE_FIRST: Duration = Duration::from_secs(10);

/// How long words may lie before they are heard: of no weight beside a game, and next to no work.
const PAUSE: Duration = Duration::from_millis(5);

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
    line: Mutex<MpiChannel>,
    /// What others have said.
    heard: Mutex<Receiver<(usize, Vec<u8>)>>,
}

/// The way to the thread that calls MPI.
#[derive(Debug)]
struct MpiChannel {
    questions: Sender<MpiRequest>,
    answers: Receiver<Vec<Vec<u8>>>,
    end: Receiver<()>,
}

/// What the thread that calls MPI is asked for.
enum MpiRequest {
    /// What all have brought.
    Gather(Vec<u8>),
    /// From now on to say what it is told, and to hear what others say.
    Talk,
    /// To say this to another.
    Tell(usize, Vec<u8>),
}

/// The ends of the way on the side of that thread.
struct Service {
    asked: Receiver<MpiRequest>,
    answer: Sender<Vec<Vec<u8>>>,
    tell: Sender<(usize, usize)>,
    hear: Sender<(usize, Vec<u8>)>,
    _ended: Sender<()>,
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
        let (_ended, end) = channel();
        let (hear, heard) = channel();
        let service = Service { asked, answer, tell, hear, _ended };
        std::thread::spawn(move || service.serve());
        let (rank, size) = match told.recv_timeout(patience) {
            Ok(place) => place,
            Err(RecvTimeoutError::Disconnected) => return Err(RanksError::Start),
            Err(RecvTimeoutError::Timeout) => {
                return Err(RanksError::Missing { seconds: patience.as_secs() });
            }
        };
        let more = if rank == 0 { Duration::ZERO } else { AFTER_THE_FIRST };
        let line = Mutex::new(MpiChannel { questions, answers, end });
        Ok(Ranks { rank, size, patience: patience + more, line, heard: Mutex::new(heard) })
    }

    /// The processes as those of a job; no more can be gathered from now on.
    #[must_use]
    pub fn transport(&self) -> Transport<'_> {
        // A thread that is gone falls silent, and is given up for that.
        let request = |request| drop(self.line().questions.send(request));
        request(MpiRequest::Talk);
        let send = move |rank, message| request(MpiRequest::Tell(rank, message));
        Transport { rank: self.rank, size: self.size, send: Box::new(send), inbox: &self.heard }
    }

    fn line(&self) -> MutexGuard<'_, MpiChannel> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes leave of the others, who do the same. A process that only ends looks to them like one that failed.
    pub fn leave(self) {
        let MpiChannel { questions, end, .. } =
            self.line.into_inner().unwrap_or_else(PoisonError::into_inner);
        drop(questions);
        // Whether they do or not: the work is done.
        let _ = end.recv_timeout(self.patience);
    }

    /// Ends without the others, who do not answer. Dropped, the thread would take leave of them nonetheless, and the program wait for it.
    pub fn abandon(self) {
        std::mem::forget(self);
    }
}

impl Communicator for Ranks {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn gather(&self, own: Vec<u8>) -> Result<Vec<Vec<u8>>, CommunicatorError> {
        let line = self.line();
        let silent = CommunicatorError::Silent { seconds: self.patience.as_secs() };
        if line.questions.send(MpiRequest::Gather(own)).is_err() {
            return Err(silent);
        }
        line.answers.recv_timeout(self.patience).map_err(|_| silent)
    }
}

impl Service {
    /// The thread that calls MPI: from its start to its end, with the gatherings and the talk between.
    fn serve(self) {
        let Some((universe, _)) = mpi::initialize_with_threading(Threading::Funneled) else {
            return;
        };
        let world = universe.world();
        let place = (world.rank() as usize, world.size() as usize);
        if self.tell.send(place).is_err() {
            return;
        }
        for question in &self.asked {
            match question {
                MpiRequest::Gather(own) => {
                    if self.answer.send(gathered(&world, &own)).is_err() {
                        return;
                    }
                }
                MpiRequest::Tell(rank, words) => say(&world, rank, &words),
                MpiRequest::Talk => return self.talk(&world),
            }
        }
    }

    /// Says what it is told and hears what others say, until nobody here has anything to say.
    fn talk(&self, world: &SimpleCommunicator) {
        loop {
            match self.asked.try_recv() {
                Ok(MpiRequest::Tell(rank, words)) => say(world, rank, &words),
                Ok(MpiRequest::Gather(_) | MpiRequest::Talk) => {}
                Err(TryRecvError::Disconnected) => return,
                Err(TryRecvError::Empty) => {
                    let Some(message) = world.any_process().immediate_matched_probe() else {
                        std::thread::sleep(PAUSE);
                        continue;
                    };
                    let (words, status) = message.matched_receive_vec::<u8>();
                    // Whoever has ended listens to nobody.
                    let _ = self.hear.send((status.source_rank() as usize, words));
                }
            }
        }
    }
}

fn say(world: &SimpleCommunicator, rank: usize, words: &[u8]) {
    world.process_at_rank(rank as i32).send(words);
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
