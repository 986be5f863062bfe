//! The connections that have not shown the token. They give way to newer ones, so that silent clients cannot shut the page out.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::task::{AbortHandle, Id};

/// The most connections that have not shown the token.
const MAX_UNAUTHENTICATED: usize = 64;

/// The tasks of these connections, the oldest first.
#[derive(Debug, Default)]
pub(super) struct Unauthenticated(Mutex<VecDeque<AbortHandle>>);

impl Unauthenticated {
    /// Takes a new connection in; the oldest one is closed if there are too many.
    pub(super) fn admit(&self, connection: AbortHandle) {
        let mut open = self.lock();
        open.retain(|other| !other.is_finished());
        if open.len() >= MAX_UNAUTHENTICATED
            && let Some(oldest) = open.pop_front()
        {
            oldest.abort();
        }
        open.push_back(connection);
    }

    /// This connection has shown the token and is not closed for another.
    pub(super) fn remove(&self, connection: Id) {
        self.lock().retain(|other| other.id() != connection);
    }

    /// A panic leaves no partial state under this lock.
    fn lock(&self) -> MutexGuard<'_, VecDeque<AbortHandle>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
