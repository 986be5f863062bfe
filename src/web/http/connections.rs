//! The open connections. Those without the token give way to newer ones, so that silent clients cannot shut the page out, and the
//! number of concurrent questions is limited.

use std::collections::VecDeque;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::error::WebError;

/// The most questions that are answered at a time.
pub(super) const MAX_REQUESTS: usize = 32;
/// The most connections that have not shown the token.
pub(super) const MAX_UNAUTHENTICATED: usize = 64;
/// The most connections in all; some of them are on their way out.
const OPEN: usize = MAX_REQUESTS + MAX_UNAUTHENTICATED + 32;

#[derive(Debug, Default)]
pub(super) struct Connections {
    now: Mutex<Now>,
    closed: Condvar,
}

#[derive(Debug, Default)]
struct Now {
    open: usize,
    questions: usize,
    strangers: VecDeque<Arc<TcpStream>>,
}

/// One connection; given back when it ends, whatever ends it.
#[derive(Debug)]
pub(super) struct Connection {
    all: Arc<Connections>,
    pub(super) stream: Arc<TcpStream>,
    asks: bool,
}

impl Connections {
    /// Takes a new connection in; the oldest stranger gives way if there are too many. Waits while those that must go have not gone.
    pub(super) fn admit(self: &Arc<Self>, stream: TcpStream) -> Connection {
        let stream = Arc::new(stream);
        let mut now = self.lock();
        while now.strangers.len() >= MAX_UNAUTHENTICATED
            && let Some(oldest) = now.strangers.pop_front()
        {
            let _ = oldest.shutdown(Shutdown::Both);
        }
        while now.open >= OPEN {
            now = self.closed.wait(now).unwrap_or_else(PoisonError::into_inner);
        }
        now.open += 1;
        now.strangers.push_back(stream.clone());
        Connection { all: self.clone(), stream, asks: false }
    }

    /// A panic leaves no partial state behind this lock.
    fn lock(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Now {
    fn forget(&mut self, stream: &Arc<TcpStream>) {
        self.strangers.retain(|other| !Arc::ptr_eq(other, stream));
    }
}

impl Connection {
    /// The token was shown: takes one of the places for questions.
    pub(super) fn take_request_slot(&mut self) -> Result<(), WebError> {
        let mut now = self.all.lock();
        if now.questions >= MAX_REQUESTS {
            return Err(WebError::Busy);
        }
        now.questions += 1;
        now.forget(&self.stream);
        self.asks = true;
        Ok(())
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut now = self.all.lock();
        now.open -= 1;
        now.questions -= usize::from(self.asks);
        now.forget(&self.stream);
        self.all.closed.notify_all();
    }
}
