//! Games in the making: several threads, one file, always in the same order.

use std::collections::BTreeMap;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::Duration;

use crate::engine::StopFlag;
use crate::error::PlayError;

/// Games of a member of a file that is packed: fewer would pack badly.
pub(super) const MEMBER: u64 = 200;
/// How often the stop flag is looked at while games are made.
const LOOK: Duration = Duration::from_millis(50);

/// Makes games on one thread.
pub(super) trait GameProducer {
    /// What it is told of a game.
    type Job: Send;
    /// What is known of it afterwards.
    type Figures: Send;

    /// Makes the game of this number; `None` if it was interrupted.
    fn make(&mut self, number: u64, job: Self::Job, stop: &StopFlag)
    -> Option<Made<Self::Figures>>;
}

/// A game that was made.
pub(super) struct Made<F> {
    pub text: String,
    pub figures: F,
}

/// Where games go, in the order of their numbers.
pub(super) trait Sink {
    /// The number of the next game.
    fn next(&self) -> u64;

    /// Takes so many games as one member.
    ///
    /// # Errors
    /// Those of the packer and of the file system.
    fn add(&mut self, games: u64, text: String) -> Result<(), PlayError>;
}

/// How the games are made.
pub(super) struct OrderedPool<'a> {
    pub threads: usize,
    /// Games that are stored together: what a kill loses at most, beside those that are still made. Who asks for the end loses
    /// those alone.
    pub member: u64,
    pub stop: &'a StopFlag,
}

type Sent<F> = Result<(u64, Made<F>), PlayError>;

impl OrderedPool<'_> {
    /// Makes a game of every job, on as many makers as there are threads, and hands them on in the order of their numbers, which go on
    /// where the sink ends. `watch` hears of the figures of each game that is stored. A run that is interrupted stores
    /// what is finished too, up to the first game that is not: its file holds the same games, in members of another length.
    pub(super) fn run<M: GameProducer>(
        &self,
        sink: &mut impl Sink,
        jobs: impl Iterator<Item = M::Job> + Send,
        maker: impl Fn() -> Result<M, PlayError> + Sync,
        watch: &mut dyn FnMut(&M::Figures),
    ) -> Result<(), PlayError> {
        let halt = StopFlag::new();
        let (waiting, next) = (BTreeMap::new(), sink.next());
        let mut shelf = ReorderBuffer { waiting, next, member: self.member.max(1) };
        let jobs = Mutex::new((sink.next()..).zip(jobs));
        let (sender, receiver) = mpsc::sync_channel(4 * self.threads.max(1));
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (sender, jobs, halt, maker) = (sender.clone(), &jobs, &halt, &maker);
                scope.spawn(move || match maker() {
                    Ok(maker) => work(maker, jobs, halt, &sender),
                    Err(error) => drop(sender.send(Err(error))),
                });
            }
            drop(sender);
            let mut outcome = Ok(());
            loop {
                if self.stop.is_stopped() || outcome.is_err() {
                    halt.stop();
                }
                match receiver.recv_timeout(LOOK) {
                    // After a failure the rest is only taken from the threads, so that they can end.
                    Ok(_) if outcome.is_err() => {}
                    Ok(Err(error)) => outcome = Err(error),
                    Ok(Ok((number, made))) => {
                        shelf.waiting.insert(number, made);
                        outcome = shelf.store(sink, false, watch);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            outcome?;
            shelf.store(sink, true, watch)
        })
    }
}

fn work<M: GameProducer>(
    mut maker: M,
    jobs: &Mutex<impl Iterator<Item = (u64, M::Job)>>,
    stop: &StopFlag,
    results: &mpsc::SyncSender<Sent<M::Figures>>,
) {
    while !stop.is_stopped() {
        let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some((number, job)) = next else { return };
        let Some(made) = maker.make(number, job, stop) else { return };
        if results.send(Ok((number, made))).is_err() {
            return;
        }
    }
}

/// Games that wait for those before them.
struct ReorderBuffer<F> {
    waiting: BTreeMap<u64, Made<F>>,
    next: u64,
    member: u64,
}

impl<F> ReorderBuffer<F> {
    /// Stores every whole member, and the rest of the games if they are the last. Members end at whole multiples, wherever a run
    /// begins.
    fn store(
        &mut self,
        sink: &mut impl Sink,
        is_end: bool,
        watch: &mut dyn FnMut(&F),
    ) -> Result<(), PlayError> {
        loop {
            let wanted = (self.next / self.member + 1) * self.member - self.next;
            let ready =
                self.waiting.keys().zip(self.next..).take_while(|(have, next)| *have == next);
            let ready = (ready.count() as u64).min(wanted);
            if ready == 0 || (ready < wanted && !is_end) {
                return Ok(());
            }
            let rest = self.waiting.split_off(&(self.next + ready));
            let whole = std::mem::replace(&mut self.waiting, rest);
            self.next += ready;
            let text: String = whole.values().map(|made| made.text.as_str()).collect();
            sink.add(ready, text)?;
            whole.values().for_each(|made| watch(&made.figures));
        }
    }
}
