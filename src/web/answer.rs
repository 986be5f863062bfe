//! What comes back: an answer that is at hand, or line after line while something is being worked out.

use serde_json::Value;

use crate::engine::StopFlag;

/// Work that tells as it goes.
pub type Work<'a> = Box<dyn FnOnce(&dyn Events) + Send + 'a>;

/// An answer.
pub enum Answer<'a> {
    /// One that is at hand.
    Whole(Value),
    /// Lines that come while the work is done, which is to end when nobody listens any more.
    Lines(Work<'a>),
}

/// Where work tells its lines, and learns that nobody listens any more.
pub trait Events {
    /// Tells a line.
    fn send(&self, line: &Value);

    /// Raised when the page has gone.
    fn stop(&self) -> &StopFlag;
}
