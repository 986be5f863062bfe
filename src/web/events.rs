//! Where an answer is told, line after line, and where its work learns that nobody listens any more.

use serde_json::Value;

use crate::engine::StopFlag;
use crate::error::WebError;

/// Whoever asked.
pub trait Events {
    /// Tells a line of the answer.
    fn send(&self, line: &Value);

    /// Raised when whoever asked has gone.
    fn stop(&self) -> &StopFlag;

    /// Ends the work once whoever asked has gone: to be called in every loop that may be long.
    ///
    /// # Errors
    /// Nobody listens any more.
    fn check_stop(&self) -> Result<(), WebError> {
        if self.stop().is_stopped() { Err(WebError::Stopped) } else { Ok(()) }
    }
}
