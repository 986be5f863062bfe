//! The first of many processes that run a job together: it hands out tasks as others come free, takes the results, and stops all
//! processes when no more results are needed. The tasks of a process that falls silent are run again.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::job::Job;
use super::threads::{Numbered, POLL, ThreadPool};
use super::transport::{FromWorker, ToWorker, Transport, heartbeat};
use crate::error::PlayError;
use crate::player::StopFlag;

/// An event for the consumer of a coordinator.
pub(crate) enum JobProgress<T> {
    Done(T),
    /// Nothing was heard of a process for so long; its tasks are run again.
    Lost {
        rank: usize,
        seconds: u64,
    },
}

/// Takes results on one thread at a time, and breaks off when no more are needed.
type Take<'a, T> = dyn FnMut(JobProgress<T>) -> Result<ControlFlow<()>, PlayError> + Send + 'a;

/// How a job runs on many processes.
pub(crate) struct Coordinator<'a> {
    pub transport: &'a Transport<'a>,
    /// The silence after which a process is given up.
    pub silence: Duration,
    /// Tasks that are handed out together: those with the same quotient by this number.
    pub group: usize,
    /// Tasks at the same time in this process.
    pub threads: usize,
    pub stop: &'a StopFlag,
}

/// The other processes, as the first knows them.
pub(crate) struct Workers {
    /// The processes that have not left, and when the last message of each came.
    last_heard: BTreeMap<usize, Instant>,
    /// Processes with a free thread, in the order of their messages.
    free: VecDeque<usize>,
    pub(crate) is_complete: bool,
}

impl Coordinator<'_> {
    /// Runs these tasks here and in the other processes until all are done, `take` breaks off, or the user stops them. The other
    /// processes are then told to end, but not waited for.
    pub(crate) fn run<J>(
        &self,
        job: &J,
        tasks: VecDeque<usize>,
        take: &mut Take<'_, J::Out>,
    ) -> (Result<(), PlayError>, Workers)
    where
        J: Job<Task = usize, Out: Serialize + DeserializeOwned, Error = PlayError>,
    {
        let (over, running) = (StopFlag::new(), BTreeMap::new());
        let tasks = Tasks { group: self.group, open: tasks, running, take, failure: None };
        let run = Run { coordinator: self, over, tasks: Mutex::new(tasks) };
        let last_heard = (1..self.transport.size).map(|rank| (rank, Instant::now())).collect();
        let mut workers = Workers { last_heard, free: VecDeque::new(), is_complete: true };
        let done = std::thread::scope(|scope| {
            scope.spawn(|| run.direct(&mut workers));
            let done = run.work(job);
            run.over.stop();
            done
        });
        let tasks = run.tasks.into_inner().unwrap_or_else(PoisonError::into_inner);
        (tasks.failure.map_or(done, Err), workers)
    }
}

/// The tasks, and the consumer of their results.
struct Tasks<'a, 't, T> {
    group: usize,
    open: VecDeque<usize>,
    /// Tasks that are run, and by which process.
    running: BTreeMap<usize, usize>,
    take: &'a mut Take<'t, T>,
    failure: Option<PlayError>,
}

impl<T> Tasks<'_, '_, T> {
    /// The rest of the next group of tasks, for this process to run.
    fn hand_out(&mut self, rank: usize) -> Vec<usize> {
        let first = self.open.front().map(|task| task / self.group);
        let count = self.open.iter().take_while(|task| Some(*task / self.group) == first).count();
        let tasks: Vec<usize> = self.open.drain(..count).collect();
        self.running.extend(tasks.iter().map(|&task| (task, rank)));
        tasks
    }

    /// Takes back the tasks that a process has not finished.
    fn take_back(&mut self, rank: usize) {
        let unfinished = self.running.extract_if(.., |_, runner| *runner == rank);
        let unfinished: Vec<usize> = unfinished.map(|(task, _)| task).collect();
        unfinished.into_iter().rev().for_each(|task| self.open.push_front(task));
    }

    /// Takes a result, unless another process has finished the task before; whether the job is over.
    fn finish(&mut self, task: usize, result: T) -> Result<bool, PlayError> {
        let is_first = self.running.remove(&task).is_some();
        let is_enough = is_first && (self.take)(JobProgress::Done(result))?.is_break();
        Ok(is_enough || self.is_empty())
    }

    fn is_empty(&self) -> bool {
        self.open.is_empty() && self.running.is_empty()
    }
}

struct Run<'a, 't, T> {
    coordinator: &'a Coordinator<'a>,
    /// Raised when no more tasks are to be run.
    over: StopFlag,
    tasks: Mutex<Tasks<'a, 't, T>>,
}

impl<'a, 't, T: Serialize + DeserializeOwned + Send> Run<'a, 't, T> {
    fn tasks(&self) -> MutexGuard<'_, Tasks<'a, 't, T>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs tasks in this process too, until all processes have done theirs.
    fn work<J: Job<Task = usize, Out = T, Error = PlayError>>(
        &self,
        job: &J,
    ) -> Result<(), PlayError> {
        let own = Mutex::new(VecDeque::new());
        let next = |halt: &StopFlag| {
            let mut own = own.lock().unwrap_or_else(PoisonError::into_inner);
            while own.is_empty() && !halt.is_stopped() {
                own.extend(self.tasks().hand_out(0));
                if own.is_empty() {
                    std::thread::sleep(POLL);
                }
            }
            let task = if halt.is_stopped() { None } else { own.pop_front() };
            task.map(|task| (task, task))
        };
        let threads = ThreadPool { count: self.coordinator.threads, stop: &self.over };
        threads.run(&Numbered(job), &next, &mut |(task, result)| {
            self.finish(task, result)?;
            Ok(ControlFlow::Continue(()))
        })
    }

    fn finish(&self, task: usize, result: T) -> Result<(), PlayError> {
        if self.tasks().finish(task, result)? {
            self.over.stop();
        }
        Ok(())
    }

    /// Receives the messages of the others and keeps them busy until the job is over.
    fn direct(&self, workers: &mut Workers) {
        let Coordinator { transport, silence, stop, .. } = *self.coordinator;
        let mut last_heartbeat = Instant::now();
        if self.tasks().is_empty() {
            self.over.stop();
        }
        while !self.over.is_stopped() {
            let handled = match transport.receive(POLL) {
                Some((rank, message)) => self.handle(workers, rank, &message),
                None => Ok(()),
            };
            if let Err(error) = handled.and_then(|()| self.give_up_silent(workers)) {
                self.tasks().failure.get_or_insert(error);
                self.over.stop();
            }
            if stop.is_stopped() {
                self.over.stop();
            }
            self.keep_busy(workers);
            if last_heartbeat.elapsed() > heartbeat(silence) {
                workers.send(transport, &ToWorker::Alive);
                last_heartbeat = Instant::now();
            }
        }
        workers.send(transport, &ToWorker::Over);
    }

    fn handle(&self, workers: &mut Workers, rank: usize, message: &[u8]) -> Result<(), PlayError> {
        let Some(last_heard) = workers.last_heard.get_mut(&rank) else {
            // It was given up, and is back: its tasks are with others.
            self.coordinator.transport.send(rank, &ToWorker::Over);
            return Ok(());
        };
        *last_heard = Instant::now();
        let failed = |reason| Err(PlayError::Elsewhere { rank, reason });
        match serde_json::from_slice::<FromWorker<T>>(message) {
            Ok(FromWorker::Ready) => workers.free.push_back(rank),
            Ok(FromWorker::Done(task, result)) => self.finish(task, result)?,
            Ok(FromWorker::Failed(reason)) => return failed(reason),
            Ok(FromWorker::Alive) => {}
            Ok(FromWorker::Gone) => self.remove(workers, rank),
            Err(error) => return failed(error.to_string()),
        }
        Ok(())
    }

    fn remove(&self, workers: &mut Workers, rank: usize) {
        workers.last_heard.remove(&rank);
        workers.free.retain(|&free| free != rank);
        self.tasks().take_back(rank);
    }

    fn give_up_silent(&self, workers: &mut Workers) -> Result<(), PlayError> {
        let silence = self.coordinator.silence;
        let silent = workers.last_heard.iter().filter(|(_, last)| last.elapsed() > silence);
        for rank in silent.map(|(&rank, _)| rank).collect::<Vec<usize>>() {
            self.remove(workers, rank);
            workers.is_complete = false;
            let _ = (self.tasks().take)(JobProgress::Lost { rank, seconds: silence.as_secs() })?;
        }
        Ok(())
    }

    fn keep_busy(&self, workers: &mut Workers) {
        let mut tasks = self.tasks();
        while !tasks.open.is_empty()
            && let Some(rank) = workers.free.pop_front()
        {
            self.coordinator.transport.send(rank, &ToWorker::Run(tasks.hand_out(rank)));
        }
    }
}

impl Workers {
    fn send(&self, transport: &Transport<'_>, message: &ToWorker) {
        self.last_heard.keys().for_each(|&rank| transport.send(rank, message));
    }

    /// Waits until the others have sent their last message, so that none of them is cut off.
    pub(crate) fn await_end(&mut self, transport: &Transport<'_>, silence: Duration) {
        let began = Instant::now();
        while !self.last_heard.is_empty() && began.elapsed() < silence {
            if let Some((rank, message)) = transport.receive(POLL)
                && let Ok(FromWorker::<IgnoredAny>::Gone) = serde_json::from_slice(&message)
            {
                self.last_heard.remove(&rank);
            }
        }
        self.is_complete &= self.last_heard.is_empty();
    }
}
