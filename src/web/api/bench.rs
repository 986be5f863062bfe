//! The evaluations, and the one engine that searches: a new search ends the one before it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::engine::{Engine, Evaluation, Options, StopFlag};
use crate::web::error::WebError;

/// Where searches are made.
#[derive(Debug)]
pub(super) struct Bench {
    nets: Vec<(String, Evaluation)>,
    options: Options,
    /// The engine, with the number of its evaluation.
    engine: Mutex<Option<(usize, Engine)>>,
    /// Ends the search that runs.
    current: Mutex<StopFlag>,
}

impl Bench {
    pub(super) fn new(nets: Vec<(String, Evaluation)>, options: Options) -> Bench {
        let (engine, current) = (Mutex::default(), Mutex::default());
        Bench { nets, options, engine, current }
    }

    /// The names of the evaluations.
    pub(super) fn names(&self) -> Vec<&str> {
        self.nets.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// The settings of the engine.
    pub(super) fn options(&self) -> &Options {
        &self.options
    }

    /// The number of an evaluation: a name that was not given on the command line is no file.
    pub(super) fn net(&self, name: Option<&str>) -> Result<usize, WebError> {
        let Some(name) = name else { return Ok(0) };
        let found = self.nets.iter().position(|(other, _)| other == name);
        found.ok_or_else(|| WebError::Bad("no evaluation of this name was given to --net".into()))
    }

    /// An evaluation by its number.
    pub(super) fn evaluation(&self, net: usize) -> &Evaluation {
        &self.nets[net].1
    }

    /// Works with the engine of an evaluation once the search before has ended, which it now does.
    pub(super) fn search<T>(
        &self,
        net: usize,
        stop: &StopFlag,
        work: impl FnOnce(&mut Engine) -> T,
    ) -> Result<T, WebError> {
        std::mem::replace(&mut *lock(&self.current), stop.clone()).stop();
        let mut slot = lock(&self.engine);
        // An engine that panics is not put back: nobody knows what it was doing.
        let mut engine = match slot.take().filter(|(other, _)| *other == net) {
            Some((_, engine)) => engine,
            None => Engine::new(self.evaluation(net), &self.options)
                .map_err(|error| WebError::Bad(error.to_string()))?,
        };
        let value = work(&mut engine);
        *slot = Some((net, engine));
        Ok(value)
    }
}

/// A panic leaves nothing half done behind these locks.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
