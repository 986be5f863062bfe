//! A process that plays the games of a contest which the first process hands it.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::matches::{Tournament, TournamentGames};
use super::transport::{FromWorker, ToWorker, Transport, beat, words};
use crate::engine::StopFlag;
use crate::play::error::PlayError;
use crate::play::jobs::Threads;
use crate::play::jobs::threads::POLL;

/// What the others wait longer than the first, so that it has saved the games when they give up: `mpirun` ends all when one fails.
const AFTER_THE_FIRST: Duration = Duration::from_secs(10);

/// One that plays what it is handed.
struct WorkerProcess<'a> {
    crew: &'a dyn Transport,
    silence: Duration,
    /// The stop of the user.
    user: &'a StopFlag,
    /// Raised when nothing more is to be played here.
    over: StopFlag,
}

/// The games that are to be played here.
struct GameQueue {
    handed: Receiver<Vec<usize>>,
    have: VecDeque<usize>,
}

impl Tournament {
    /// Plays games for the first process until it says that the contest is over, or this process is told to end.
    ///
    /// # Errors
    /// Nothing is heard of the first process. A player that cannot be started is the first one's to tell.
    pub(super) fn run_worker(
        &self,
        crew: &dyn Transport,
        silence: Duration,
        stop: &StopFlag,
    ) -> Result<(), PlayError> {
        let hand = WorkerProcess { crew, silence, user: stop, over: StopFlag::new() };
        let (hander, handed) = channel();
        let turns = Mutex::new(GameQueue { handed, have: VecDeque::new() });
        let next = |halt: &StopFlag| {
            let mut turns = turns.lock().unwrap_or_else(PoisonError::into_inner);
            hand.next(&mut turns, halt)
        };
        std::thread::scope(|scope| {
            let listening = scope.spawn(|| hand.listen(&hander));
            let threads = Threads { count: self.concurrency, stop: &hand.over };
            let job = TournamentGames::new(self, &hand.over);
            let played = threads.run(&job, &next, &mut |line| {
                hand.say(&FromWorker::Played(Box::new(line)));
                Ok(ControlFlow::Continue(()))
            });
            if let Err(error) = played {
                hand.say(&FromWorker::Failed(error.to_string()));
            }
            let heard = listening.join().expect("a listener does not panic");
            hand.say(&FromWorker::Gone);
            heard
        })
    }
}

impl WorkerProcess<'_> {
    fn say(&self, reply: &FromWorker) {
        self.crew.tell(0, words(reply));
    }

    /// The next game to play here; asks for more when there is none.
    fn next(&self, turns: &mut GameQueue, halt: &StopFlag) -> Option<usize> {
        if turns.have.is_empty() {
            self.say(&FromWorker::Ready);
        }
        while turns.have.is_empty() && !halt.is_stopped() {
            turns.have.extend(turns.handed.recv_timeout(POLL).into_iter().flatten());
        }
        if halt.is_stopped() { None } else { turns.have.pop_front() }
    }

    /// Hears the first process until it says that the contest is over, and says now and then that this one is there.
    fn listen(&self, hander: &Sender<Vec<usize>>) -> Result<(), PlayError> {
        let patience = self.silence + AFTER_THE_FIRST;
        let (mut heard, mut beaten) = (Instant::now(), Instant::now());
        let answer = loop {
            if let Some((0, said)) = self.crew.hear(POLL) {
                heard = Instant::now();
                match serde_json::from_slice(&said) {
                    Ok(ToWorker::Play(games)) => drop(hander.send(games)),
                    Ok(ToWorker::Over) => break Ok(()),
                    Ok(ToWorker::Alive) | Err(_) => {}
                }
            }
            if self.user.is_stopped() {
                break Ok(());
            }
            if heard.elapsed() > patience {
                break Err(PlayError::Forsaken { seconds: patience.as_secs() });
            }
            if beaten.elapsed() > beat(self.silence) {
                self.say(&FromWorker::Alive);
                beaten = Instant::now();
            }
        };
        self.over.stop();
        answer
    }
}
