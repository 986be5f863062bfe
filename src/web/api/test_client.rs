//! A client for tests: patient, or gone after a number of polls.

use std::cell::{Cell, RefCell};

use serde_json::Value;

use crate::events::Events;
use crate::player::StopFlag;

/// Keeps the lines of an answer, and counts how often the handler polls the stop flag.
#[derive(Debug, Default)]
pub(super) struct TestClient {
    stop: StopFlag,
    leaves_after: Option<usize>,
    pub(super) polls: Cell<usize>,
    pub(super) lines: RefCell<Vec<Value>>,
}

impl TestClient {
    pub(super) fn patient() -> TestClient {
        TestClient::default()
    }

    /// A client that is gone after `polls` polls.
    pub(super) fn gone_after(polls: usize) -> TestClient {
        TestClient { leaves_after: Some(polls), ..TestClient::default() }
    }
}

impl Events for TestClient {
    fn send(&self, line: &Value) {
        self.lines.borrow_mut().push(line.clone());
    }

    fn stop(&self) -> &StopFlag {
        let polls = self.polls.get();
        self.polls.set(polls + 1);
        if self.leaves_after.is_some_and(|most| polls >= most) {
            self.stop.stop();
        }
        &self.stop
    }
}
