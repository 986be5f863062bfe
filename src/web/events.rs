//! The client of an answer: it receives lines, and stops the handler when it is gone.

use serde_json::Value;

use crate::error::WebError;
use crate::player::StopFlag;

/// The client that asked a question.
pub trait Events {
    fn send(&self, line: &Value);

    /// Raised when the client is gone.
    fn stop(&self) -> &StopFlag;

    /// Fails once the client is gone: to be called in every long loop.
    fn check_stop(&self) -> Result<(), WebError> {
        if self.stop().is_stopped() { Err(WebError::Stopped) } else { Ok(()) }
    }
}
