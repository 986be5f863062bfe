//! A job, and the order of its results.

use std::collections::BTreeMap;
use std::iter::Peekable;

use crate::player::StopFlag;

/// Work in tasks that do not depend on each other: games, rows of an experiment.
pub(crate) trait Job: Sync {
    /// What a thread keeps from one task to the next: players, engines.
    type Worker;
    /// One task: its number, or its input.
    type Task: Send;
    type Out: Send;
    type Error: Send;

    /// The state of one thread, made on that thread.
    fn worker(&self) -> Result<Self::Worker, Self::Error>;

    /// Runs one task; `None` if it was interrupted, which ends the thread.
    fn run(
        &self,
        worker: &mut Self::Worker,
        task: Self::Task,
        stop: &StopFlag,
    ) -> Result<Option<Self::Out>, Self::Error>;
}

/// Results that arrive in any order and leave in the order of their numbers.
#[derive(Debug)]
pub(crate) struct InOrder<I: Iterator<Item = usize>, T> {
    numbers: Peekable<I>,
    waiting: BTreeMap<usize, T>,
}

impl<I: Iterator<Item = usize>, T> InOrder<I, T> {
    /// Results with these numbers, which ascend.
    pub(crate) fn new(numbers: I) -> InOrder<I, T> {
        InOrder { numbers: numbers.peekable(), waiting: BTreeMap::new() }
    }

    pub(crate) fn insert(&mut self, number: usize, result: T) {
        self.waiting.insert(number, result);
    }

    /// The next result, if it has arrived.
    pub(crate) fn next_ready(&mut self) -> Option<T> {
        let result = self.waiting.remove(self.numbers.peek()?)?;
        self.numbers.next();
        Some(result)
    }

    /// The first result that has arrived, whatever is missing before it.
    pub(crate) fn next_arrived(&mut self) -> Option<T> {
        self.waiting.pop_first().map(|(_, result)| result)
    }

    /// Whether a result waits for one before it.
    pub(crate) fn is_waiting(&self, number: usize) -> bool {
        self.waiting.contains_key(&number)
    }
}
