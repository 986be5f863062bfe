//! A process that runs the tasks which the first process hands it.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::job::Job;
use super::threads::{Numbered, POLL, ThreadPool};
use super::transport::{FromWorker, ToWorker, Transport, heartbeat};
use crate::error::PlayError;
use crate::player::StopFlag;

/// The time that the others wait longer than the first, so that it has saved the results when they give up: `mpirun` ends all processes
/// when one fails.
const AFTER_THE_FIRST: Duration = Duration::from_secs(10);

pub(crate) struct RemoteWorker<'a> {
    pub transport: &'a Transport<'a>,
    /// The silence after which the first process is given up.
    pub silence: Duration,
    pub threads: usize,
    pub stop: &'a StopFlag,
}

/// The tasks that are to be run here.
struct TaskQueue {
    incoming: Receiver<Vec<usize>>,
    tasks: VecDeque<usize>,
}

impl RemoteWorker<'_> {
    /// Runs tasks for the first process until the job is over or the user stops this process.
    ///
    /// # Errors
    /// Nothing is heard of the first process. A task that fails is reported to the first process instead.
    pub(crate) fn run<J>(&self, job: &J) -> Result<(), PlayError>
    where
        J: Job<Task = usize, Out: Serialize, Error = PlayError>,
    {
        let over = StopFlag::new();
        let (sender, incoming) = channel();
        let queue = Mutex::new(TaskQueue { incoming, tasks: VecDeque::new() });
        let next = |halt: &StopFlag| {
            let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
            self.next::<J::Out>(&mut queue, halt).map(|task| (task, task))
        };
        std::thread::scope(|scope| {
            let listener = scope.spawn(|| self.listen::<J::Out>(&sender, &over));
            let threads = ThreadPool { count: self.threads, stop: &over };
            let done = threads.run(&Numbered(job), &next, &mut |(task, result)| {
                self.send(&FromWorker::Done(task, result));
                Ok(ControlFlow::Continue(()))
            });
            if let Err(error) = done {
                self.send::<J::Out>(&FromWorker::Failed(error.to_string()));
            }
            let ended = listener.join().expect("a listener does not panic");
            self.send::<J::Out>(&FromWorker::Gone);
            ended
        })
    }

    fn send<T: Serialize>(&self, message: &FromWorker<T>) {
        self.transport.send(0, message);
    }

    /// The next task to run here; asks for more when there is none.
    fn next<T: Serialize>(&self, queue: &mut TaskQueue, halt: &StopFlag) -> Option<usize> {
        if queue.tasks.is_empty() {
            self.send::<T>(&FromWorker::Ready);
        }
        while queue.tasks.is_empty() && !halt.is_stopped() {
            queue.tasks.extend(queue.incoming.recv_timeout(POLL).into_iter().flatten());
        }
        if halt.is_stopped() { None } else { queue.tasks.pop_front() }
    }

    /// Receives the messages of the first process until the job is over, and sends heartbeats; raises `over` at the end.
    fn listen<T: Serialize>(
        &self,
        tasks: &Sender<Vec<usize>>,
        over: &StopFlag,
    ) -> Result<(), PlayError> {
        let silence = self.silence + AFTER_THE_FIRST;
        let (mut last_heard, mut last_heartbeat) = (Instant::now(), Instant::now());
        let ended = loop {
            if let Some((0, message)) = self.transport.receive(POLL) {
                last_heard = Instant::now();
                match serde_json::from_slice(&message) {
                    Ok(ToWorker::Run(numbers)) => drop(tasks.send(numbers)),
                    Ok(ToWorker::Over) => break Ok(()),
                    Ok(ToWorker::Alive) | Err(_) => {}
                }
            }
            if self.stop.is_stopped() {
                break Ok(());
            }
            if last_heard.elapsed() > silence {
                break Err(PlayError::Forsaken { seconds: silence.as_secs() });
            }
            if last_heartbeat.elapsed() > heartbeat(self.silence) {
                self.send::<T>(&FromWorker::Alive);
                last_heartbeat = Instant::now();
            }
        };
        over.stop();
        ended
    }
}
