//! Somebody who asks, for tests: patient, or gone after so many looks.

use std::cell::{Cell, RefCell};

use serde_json::Value;

use crate::engine::StopFlag;
use crate::events::Events;

/// Keeps the lines of an answer, and counts how often its work looks whether somebody still listens.
#[derive(Debug, Default)]
pub(super) struct Asker {
    stop: StopFlag,
    leaves_after: Option<usize>,
    pub(super) looks: Cell<usize>,
    pub(super) lines: RefCell<Vec<Value>>,
}

impl Asker {
    pub(super) fn patient() -> Asker {
        Asker::default()
    }

    /// Is gone once the work has looked so often.
    pub(super) fn leaving_after(looks: usize) -> Asker {
        Asker { leaves_after: Some(looks), ..Asker::default() }
    }
}

impl Events for Asker {
    fn send(&self, line: &Value) {
        self.lines.borrow_mut().push(line.clone());
    }

    fn stop(&self) -> &StopFlag {
        let looks = self.looks.get();
        self.looks.set(looks + 1);
        if self.leaves_after.is_some_and(|most| looks >= most) {
            self.stop.stop();
        }
        &self.stop
    }
}
