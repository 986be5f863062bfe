//! Who controls a run of `learn` or `train`: the terminal and its signals, or a program that calls the verb.

use std::sync::mpsc::Sender;

use indicatif::ProgressBar;
use serde_json::{Value, json};

use super::signals;
use crate::engine::StopFlag;

/// Where a run reports, and what stops it.
#[derive(Clone, Debug)]
pub(crate) struct RunControl(Option<Caller>);

/// A program that runs a verb.
#[derive(Clone, Debug)]
struct Caller {
    stop: StopFlag,
    events: Sender<Value>,
}

impl RunControl {
    /// The terminal: text and a progress bar, and signals stop the run.
    pub(crate) fn terminal() -> RunControl {
        RunControl(None)
    }

    /// A caller that raises `stop` and receives events.
    pub(crate) fn caller(stop: StopFlag, events: Sender<Value>) -> RunControl {
        RunControl(Some(Caller { stop, events }))
    }

    /// Whether results are printed and questions asked.
    pub(crate) fn is_terminal(&self) -> bool {
        self.0.is_none()
    }

    /// The flag that stops the run; of the terminal it is raised by signals from now on.
    pub(crate) fn stop(&self) -> StopFlag {
        self.0.as_ref().map_or_else(signals::flag, |caller| caller.stop.clone())
    }

    /// Sends an event to the caller. A caller that has gone is no fault of the run.
    pub(crate) fn send(&self, event: &Value) {
        if let Some(Caller { events, .. }) = &self.0 {
            let _ = events.send(event.clone());
        }
    }

    /// A line of progress or a warning.
    pub(crate) fn note(&self, line: &str) {
        match self.is_terminal() {
            true => note!("{line}"),
            false => self.send(&json!({ "event": "note", "text": line })),
        }
    }

    /// The figures of a finished run as one object.
    pub(crate) fn show(&self, figures: &Value) {
        match self.is_terminal() {
            true => say!("{figures}"),
            false => self.send(&json!({ "event": "figures", "figures": figures })),
        }
    }

    /// This bar on a terminal, otherwise none.
    pub(crate) fn bar(&self, bar: impl FnOnce() -> ProgressBar) -> ProgressBar {
        if self.is_terminal() { bar() } else { ProgressBar::hidden() }
    }
}
