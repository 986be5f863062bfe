//! Runs a job on the threads of this process.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::slice::IterMut;
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::job::{InOrder, Job};
use crate::player::StopFlag;

/// The interval at which the stop flag is polled while tasks run.
pub(crate) const POLL: Duration = Duration::from_millis(50);

/// The threads that run a job.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ThreadPool<'a> {
    /// Tasks at the same time; 0 counts as 1.
    pub count: usize,
    /// The user's stop flag. The tasks see another one, which a failure or the consumer raises too.
    pub stop: &'a StopFlag,
}

impl ThreadPool<'_> {
    /// Runs the tasks that `next` names until it names none, which it does at once when the flag it is given is raised. `take` gets each
    /// result as it arrives, on the calling thread, until it breaks off. Results that arrive after a break or after the
    /// failure of a task are still taken, those after a failure of `take` are not.
    pub(crate) fn run<J: Job>(
        self,
        job: &J,
        next: &(impl Fn(&StopFlag) -> Option<J::Task> + Sync),
        take: &mut dyn FnMut(J::Out) -> Result<ControlFlow<()>, J::Error>,
    ) -> Result<(), J::Error> {
        let (count, halt) = (self.count.max(1), StopFlag::new());
        // As many results as threads may wait: a disk can be slower than the players.
        let (sender, results) = mpsc::sync_channel(count);
        std::thread::scope(|scope| {
            for _ in 0..count {
                let (sender, halt) = (sender.clone(), &halt);
                scope.spawn(move || work(job, next, halt, &sender));
            }
            drop(sender);
            let (mut outcome, mut can_take) = (Ok(()), true);
            loop {
                if self.stop.is_stopped() {
                    halt.stop();
                }
                let taken = match results.recv_timeout(POLL) {
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => return outcome,
                    Ok(Ok(result)) if can_take => {
                        let taken = take(result);
                        can_take = taken.is_ok();
                        taken
                    }
                    Ok(result) => result.map(|_| ControlFlow::Break(())),
                };
                if !matches!(taken, Ok(ControlFlow::Continue(()))) {
                    halt.stop();
                }
                outcome = outcome.and(taken.map(|_| ()));
            }
        })
    }

    /// Runs these tasks, and hands the results to `take` in the order of the tasks.
    pub(crate) fn run_in_order<J: Job>(
        self,
        job: &J,
        tasks: impl Iterator<Item = J::Task> + Send,
        take: &mut dyn FnMut(J::Out) -> Result<(), J::Error>,
    ) -> Result<(), J::Error> {
        let mut results = InOrder::new(0..);
        self.run(&Numbered(job), &queue((0..).zip(tasks)), &mut |(number, result)| {
            results.insert(number, result);
            while let Some(result) = results.next_ready() {
                take(result)?;
            }
            Ok(ControlFlow::Continue(()))
        })
    }
}

/// Names the tasks of an iterator, one to whichever thread asks.
pub(crate) fn queue<T: Send>(
    tasks: impl Iterator<Item = T> + Send,
) -> impl Fn(&StopFlag) -> Option<T> + Sync {
    let tasks = Mutex::new(tasks);
    move |_| tasks.lock().unwrap_or_else(PoisonError::into_inner).next()
}

fn work<J: Job>(
    job: &J,
    next: &impl Fn(&StopFlag) -> Option<J::Task>,
    halt: &StopFlag,
    results: &SyncSender<Result<J::Out, J::Error>>,
) {
    let mut worker = match job.worker() {
        Ok(worker) => worker,
        Err(error) => return drop(results.send(Err(error))),
    };
    while !halt.is_stopped()
        && let Some(task) = next(halt)
        && let Some(result) = job.run(&mut worker, task, halt).transpose()
    {
        let failed = result.is_err();
        if results.send(result).is_err() || failed {
            return;
        }
    }
}

/// A job whose results carry the numbers of their tasks.
pub(super) struct Numbered<'a, J>(pub &'a J);

impl<J: Job> Job for Numbered<'_, J> {
    type Worker = J::Worker;
    type Task = (usize, J::Task);
    type Out = (usize, J::Out);
    type Error = J::Error;

    fn worker(&self) -> Result<J::Worker, J::Error> {
        self.0.worker()
    }

    fn run(
        &self,
        worker: &mut J::Worker,
        (number, task): (usize, J::Task),
        stop: &StopFlag,
    ) -> Result<Option<(usize, J::Out)>, J::Error> {
        Ok(self.0.run(worker, task, stop)?.map(|result| (number, result)))
    }
}

/// Applies a function to every task, each thread with one of the workers, which outlive the call. The results are in the order of
/// the tasks.
pub fn map<W: Send, T: Sync, R: Send>(
    workers: &mut [W],
    tasks: &[T],
    function: impl Fn(&mut W, &T) -> R + Sync,
) -> Vec<R> {
    let (count, stop, mut results) = (workers.len(), StopFlag::new(), Vec::new());
    let job = Map { workers: Mutex::new(workers.iter_mut()), tasks, function };
    let take = &mut |result| {
        results.push(result);
        Ok(())
    };
    match (ThreadPool { count, stop: &stop }).run_in_order(&job, 0..tasks.len(), take) {
        Ok(()) => results,
    }
}

struct Map<'a, W, T, F> {
    workers: Mutex<IterMut<'a, W>>,
    tasks: &'a [T],
    function: F,
}

impl<'a, W: Send, T: Sync, R: Send, F: Fn(&mut W, &T) -> R + Sync> Job for Map<'a, W, T, F> {
    type Worker = Option<&'a mut W>;
    type Task = usize;
    type Out = R;
    type Error = Infallible;

    fn worker(&self) -> Result<Option<&'a mut W>, Infallible> {
        Ok(self.workers.lock().unwrap_or_else(PoisonError::into_inner).next())
    }

    fn run(
        &self,
        worker: &mut Option<&'a mut W>,
        task: usize,
        _: &StopFlag,
    ) -> Result<Option<R>, Infallible> {
        Ok(worker.as_mut().map(|worker| (self.function)(worker, &self.tasks[task])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squares; fails at one number, and at another waits until the job is stopped.
    struct Squares {
        fails: Option<usize>,
        waits: Option<usize>,
    }

    impl Job for Squares {
        type Worker = ();
        type Task = usize;
        type Out = usize;
        type Error = String;

        fn worker(&self) -> Result<(), String> {
            Ok(())
        }

        fn run(&self, (): &mut (), task: usize, stop: &StopFlag) -> Result<Option<usize>, String> {
            while self.waits == Some(task) && !stop.is_stopped() {
                std::thread::sleep(POLL);
            }
            if self.fails == Some(task) {
                return Err(format!("no square of {task}"));
            }
            Ok((self.waits != Some(task)).then_some(task * task))
        }
    }

    fn run(job: &Squares, stop: &StopFlag) -> (Result<(), String>, Vec<usize>) {
        let mut squares = Vec::new();
        let done = ThreadPool { count: 3, stop }.run_in_order(job, 0..50, &mut |square| {
            squares.push(square);
            Ok(())
        });
        (done, squares)
    }

    #[test]
    fn results_come_in_the_order_of_the_tasks() {
        let job = Squares { fails: None, waits: None };
        let wanted = (0..50).map(|task| task * task).collect();
        assert_eq!(run(&job, &StopFlag::new()), (Ok(()), wanted));
    }

    #[test]
    fn an_interrupted_job_hands_on_the_results_before_the_first_gap() {
        let stop = StopFlag::new();
        let (done, squares) = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(4 * POLL);
                stop.stop();
            });
            run(&Squares { fails: None, waits: Some(7) }, &stop)
        });
        assert_eq!((done, squares), (Ok(()), (0..7).map(|task| task * task).collect()));
    }

    #[test]
    fn a_failure_stops_the_other_tasks_and_is_told() {
        let (done, squares) = run(&Squares { fails: Some(9), waits: Some(4) }, &StopFlag::new());
        assert_eq!(done, Err("no square of 9".into()));
        assert_eq!(squares, [0, 1, 4, 9]);
    }

    #[test]
    fn nothing_is_taken_after_the_consumer_has_failed() {
        let mut taken = 0;
        let stop = StopFlag::new();
        let job = Squares { fails: None, waits: None };
        let done = ThreadPool { count: 3, stop: &stop }.run_in_order(&job, 0..50, &mut |square| {
            taken += 1;
            if square == 16 { Err("the disk is full".to_owned()) } else { Ok(()) }
        });
        assert_eq!((done, taken), (Err("the disk is full".into()), 5));
        assert!(!stop.is_stopped(), "the user's flag is only read");
    }

    #[test]
    fn results_are_in_the_order_of_the_tasks_whichever_worker_had_them() {
        for workers in 1..5 {
            let mut workers = vec![0; workers];
            let tasks: Vec<u32> = (0..50).collect();
            let results = map(&mut workers, &tasks, |done, task| {
                *done += 1;
                2 * task
            });
            assert!(results.into_iter().eq((0..50).map(|task| 2 * task)));
            assert_eq!(workers.iter().sum::<u32>(), 50);
        }
    }
}
