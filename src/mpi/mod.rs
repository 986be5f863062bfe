//! The processes that `mpirun` started, which learn together or run a job together.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mpi::Threading;
use mpi::datatype::PartitionMut;
use mpi::point_to_point::MatchedReceiveVec;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator as _, CommunicatorCollectives, Destination, Source};
use thiserror::Error;

use crate::arena::jobs::Transport;
use crate::learning::{Communicator, CommunicatorError};

/// The time that the others wait longer than the first, so that it has saved the weights when they give up: `mpirun` ends all
/// processes when one fails.
const AFTER_THE_FIRST: Duration = Duration::from_secs(10);

/// The interval at which messages are polled: short beside a game, and next to no work.
const PAUSE: Duration = Duration::from_millis(5);

/// Why the processes cannot be joined.
#[derive(Debug, Error)]
pub(crate) enum RanksError {
    #[error("MPI does not start; start the program with mpirun, and see what that says")]
    Start,
    #[error("the other processes did not come within {seconds} s")]
    Missing { seconds: u64 },
}

/// One process among those of `mpirun`.
///
/// MPI is called by one thread of its own, and other threads wait for it with a timeout: a call that never ends, because a link is cut,
/// blocks only that thread, and ends with the process.
#[derive(Debug)]
pub(crate) struct Ranks {
    rank: usize,
    size: usize,
    patience: Duration,
    channel: Mutex<MpiChannel>,
    /// Messages of other processes, with their ranks.
    inbox: Mutex<Receiver<(usize, Vec<u8>)>>,
}

/// The ends of the channels to the thread that calls MPI.
#[derive(Debug)]
struct MpiChannel {
    requests: Sender<MpiRequest>,
    gathered: Receiver<Vec<Vec<u8>>>,
    end: Receiver<()>,
}

/// A request to the thread that calls MPI.
enum MpiRequest {
    /// Gather the bytes of all processes.
    Gather(Vec<u8>),
    /// Send and receive messages from now on.
    Messages,
    /// Send this message to another process.
    Send(usize, Vec<u8>),
}

/// The ends of the channels on the side of that thread.
struct Service {
    requests: Receiver<MpiRequest>,
    gathered: Sender<Vec<Vec<u8>>>,
    /// The rank of this process, and the number of processes.
    joined: Sender<(usize, usize)>,
    inbox: Sender<(usize, Vec<u8>)>,
    _ended: Sender<()>,
}

impl Ranks {
    /// Joins the others; nothing is to last longer than `patience`.
    pub(crate) fn join(patience: Duration) -> Result<Ranks, RanksError> {
        let (requests, incoming) = channel();
        let (answer, gathered) = channel();
        let (joined, place) = channel();
        let (_ended, end) = channel();
        let (message, inbox) = channel();
        let service =
            Service { requests: incoming, gathered: answer, joined, inbox: message, _ended };
        std::thread::spawn(move || service.serve());
        let (rank, size) = match place.recv_timeout(patience) {
            Ok(place) => place,
            Err(RecvTimeoutError::Disconnected) => return Err(RanksError::Start),
            Err(RecvTimeoutError::Timeout) => {
                return Err(RanksError::Missing { seconds: patience.as_secs() });
            }
        };
        let more = if rank == 0 { Duration::ZERO } else { AFTER_THE_FIRST };
        let channel = Mutex::new(MpiChannel { requests, gathered, end });
        let (patience, inbox) = (patience + more, Mutex::new(inbox));
        Ok(Ranks { rank, size, patience, channel, inbox })
    }

    /// The processes as those of a job; no more can be gathered from now on.
    pub(crate) fn transport(&self) -> Transport<'_> {
        // A thread that has ended sends nothing more, and this process is given up for that.
        let request = |request| drop(self.channel().requests.send(request));
        request(MpiRequest::Messages);
        let send = move |rank, message| request(MpiRequest::Send(rank, message));
        Transport { rank: self.rank, size: self.size, send: Box::new(send), inbox: &self.inbox }
    }

    fn channel(&self) -> MutexGuard<'_, MpiChannel> {
        self.channel.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends together with the others. A process that only exits looks to them like one that failed.
    pub(crate) fn leave(self) {
        let MpiChannel { requests, end, .. } =
            self.channel.into_inner().unwrap_or_else(PoisonError::into_inner);
        drop(requests);
        // Whether they end in time or not: the work is done.
        let _ = end.recv_timeout(self.patience);
    }

    /// Ends without the others, which do not answer. Dropped, the thread would wait for them nonetheless, and the program for the thread.
    pub(crate) fn abandon(self) {
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
        let channel = self.channel();
        let silent = CommunicatorError::Silent { seconds: self.patience.as_secs() };
        if channel.requests.send(MpiRequest::Gather(own)).is_err() {
            return Err(silent);
        }
        channel.gathered.recv_timeout(self.patience).map_err(|_| silent)
    }
}

impl Service {
    /// The thread that calls MPI, from its start to its end.
    fn serve(self) {
        let Some((universe, _)) = mpi::initialize_with_threading(Threading::Funneled) else {
            return;
        };
        let world = universe.world();
        let place = (world.rank() as usize, world.size() as usize);
        if self.joined.send(place).is_err() {
            return;
        }
        for request in &self.requests {
            match request {
                MpiRequest::Gather(own) => {
                    if self.gathered.send(gathered(&world, &own)).is_err() {
                        return;
                    }
                }
                MpiRequest::Send(rank, message) => send(&world, rank, &message),
                MpiRequest::Messages => return self.exchange(&world),
            }
        }
    }

    /// Sends the messages of this process and receives those of others, until this process has no more to send.
    fn exchange(&self, world: &SimpleCommunicator) {
        loop {
            match self.requests.try_recv() {
                Ok(MpiRequest::Send(rank, message)) => send(world, rank, &message),
                Ok(MpiRequest::Gather(_) | MpiRequest::Messages) => {}
                Err(TryRecvError::Disconnected) => return,
                Err(TryRecvError::Empty) => {
                    let Some(message) = world.any_process().immediate_matched_probe() else {
                        std::thread::sleep(PAUSE);
                        continue;
                    };
                    let (message, status) = message.matched_receive_vec::<u8>();
                    // A process that has ended has closed its inbox.
                    let _ = self.inbox.send((status.source_rank() as usize, message));
                }
            }
        }
    }
}

fn send(world: &SimpleCommunicator, rank: usize, message: &[u8]) {
    world.process_at_rank(rank as i32).send(message);
}

/// The bytes of all processes: first their lengths, then the bytes.
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
