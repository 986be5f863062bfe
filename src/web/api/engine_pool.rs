//! The evaluations, and the one engine that searches: a new search ends the one before it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use crate::error::WebError;
use crate::player::{Engine, Evaluation, Options, StopFlag};

/// An evaluation that is opened when it is asked for the first time.
pub(super) type Net = LazyLock<Evaluation, Box<dyn FnOnce() -> Evaluation + Send>>;

#[derive(Debug)]
pub(super) struct EnginePool {
    nets: Vec<(String, Net)>,
    options: Options,
    /// The engine, with the number of its evaluation.
    engine: Mutex<Option<(usize, Engine)>>,
    /// The search that runs, or the last one.
    current: Mutex<Current>,
    query: AtomicU64,
}

/// A search, by the number of its question, and what ends it.
#[derive(Debug, Default)]
struct Current {
    number: u64,
    stop: StopFlag,
}

impl EnginePool {
    pub(super) fn new(nets: Vec<(String, Net)>, options: Options) -> EnginePool {
        let (engine, current) = (Mutex::default(), Mutex::default());
        EnginePool { nets, options, engine, current, query: AtomicU64::new(0) }
    }

    pub(super) fn names(&self) -> Vec<&str> {
        self.nets.iter().map(|(name, _)| name.as_str()).collect()
    }

    pub(super) fn options(&self) -> &Options {
        &self.options
    }

    /// The number of an evaluation: a name that was not given on the command line is no file.
    pub(super) fn net(&self, name: Option<&str>) -> Result<usize, WebError> {
        let Some(name) = name else { return Ok(0) };
        let found = self.nets.iter().position(|(other, _)| other == name);
        found.ok_or_else(|| WebError::Bad("no evaluation of this name was given to --net".into()))
    }

    pub(super) fn evaluation(&self, net: usize) -> &Evaluation {
        &self.nets[net].1
    }

    /// The number of a question that has just come.
    pub(super) fn next_number(&self) -> u64 {
        1 + self.query.fetch_add(1, Ordering::SeqCst)
    }

    /// Works with the engine of an evaluation once the search before has ended, which it now does. A question that comes to the
    /// engine after a later one has nothing to search for any more: its flag is raised.
    pub(super) fn search<T>(
        &self,
        net: usize,
        number: u64,
        stop: &StopFlag,
        work: impl FnOnce(&mut Engine) -> T,
    ) -> Result<T, WebError> {
        self.take_turn(number, stop);
        let mut slot = lock(&self.engine);
        // An engine that panics is not put back: its state is unknown.
        let mut engine = match slot.take().filter(|(other, _)| *other == net) {
            Some((_, engine)) => engine,
            None => Engine::new(self.evaluation(net), &self.options)
                .map_err(|error| WebError::Bad(error.to_string()))?,
        };
        let value = work(&mut engine);
        *slot = Some((net, engine));
        Ok(value)
    }

    fn take_turn(&self, number: u64, stop: &StopFlag) {
        let mut current = lock(&self.current);
        if number < current.number {
            stop.stop();
        } else {
            current.stop.stop();
            *current = Current { number, stop: stop.clone() };
        }
    }
}

/// A panic leaves no partial state under these locks.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_later_question_ends_an_earlier_one_in_whatever_order_they_come_to_the_engine() {
        let nets = vec![("material".into(), Net::new(Box::new(Evaluation::material)))];
        let engines = EnginePool::new(nets, Options { hash_mb: 1, ..Options::default() });
        let (first, second) = (engines.next_number(), engines.next_number());
        let flags = [StopFlag::new(), StopFlag::new(), StopFlag::new()];
        engines.search(0, second, &flags[1], |_| ()).expect("an engine");
        engines.search(0, first, &flags[0], |_| ()).expect("an engine");
        assert!(flags[0].is_stopped() && !flags[1].is_stopped());
        engines.search(0, engines.next_number(), &flags[2], |_| ()).expect("an engine");
        assert!(flags[1].is_stopped() && !flags[2].is_stopped());
    }
}
