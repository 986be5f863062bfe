//! The way from a run to its observer and its metrics.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use super::error::{At, RunError};
use super::event::{Observer, RunEvent};
use super::metrics::Metrics;
use super::notice::Notice;
use super::values;
use crate::player::{Endgame, StopFlag};

/// Passes events on, and knows when the run is to end.
pub(super) struct Reporter<'a> {
    observe: Observer<'a>,
    stop: StopFlag,
    /// Whether this process writes and reports.
    leads: bool,
    pub metrics: Metrics,
    /// The first error of the metrics or the checkpoints.
    pub failure: Option<RunError>,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(observe: Observer<'a>, stop: StopFlag, leads: bool) -> Reporter<'a> {
        Reporter { observe, stop, leads, metrics: Metrics::default(), failure: None }
    }

    /// Passes an event on, in the first process only, with its line for the metrics.
    pub(super) fn send(&mut self, event: RunEvent<'_>) {
        if !self.leads {
            return;
        }
        if let Some(line) = event.record() {
            let written = self.metrics.record(&line);
            self.keep(written);
        }
        if (self.observe)(event).is_break() {
            self.stop.stop();
        }
    }

    pub(super) fn note(&mut self, notice: Notice) {
        self.send(RunEvent::Notice(notice));
    }

    /// Keeps an error, which ends the run.
    pub(super) fn keep(&mut self, done: Result<(), RunError>) {
        if let Err(error) = done {
            self.failure.get_or_insert(error);
        }
    }

    /// Whether the run is to end.
    pub(super) fn is_stopped(&self) -> bool {
        self.failure.is_some() || self.stop.is_stopped()
    }

    pub(super) fn flow(&self) -> ControlFlow<()> {
        if self.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The number of threads; a note if they exceed the cores.
    pub(super) fn threads(&mut self, threads: Option<NonZeroUsize>) -> Result<usize, RunError> {
        let (threads, cores) = (values::threads_or_cores(threads)?, values::cores());
        if threads > cores {
            self.note(Notice::Threads { threads, cores });
        }
        Ok(threads)
    }

    /// The endgame tables of a folder or of `auto`, which are made first if missing.
    pub(super) fn tables(&mut self, name: &Path) -> Result<Endgame, RunError> {
        let (threads, stop) = (values::threads_or_cores(None)?, self.stop.clone());
        let opened = Endgame::open_or_make(
            name,
            threads,
            &mut |event| self.send(RunEvent::Tables(event)),
            &|| stop.is_stopped(),
        );
        let (endgame, notes) = opened.at(|| format!("--endgame {}", name.display()))?;
        notes.into_iter().for_each(|note| self.note(Notice::Tables(note)));
        Ok(endgame)
    }
}
