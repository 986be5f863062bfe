//! Responses: an asset of the page, or an answer line by line while a thread watches the connection.

use std::cell::Cell;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use serde_json::Value;

use super::request::Request;
use super::wire::{self, Kind};
use crate::engine::StopFlag;
use crate::error::WebError;
use crate::events::Events;

#[derive(Clone, Copy, Debug)]
pub enum Part {
    Page {
        text: &'static str,
        /// The one style it may use, as a source of a Content-Security-Policy: `'sha256-…'`.
        style: &'static str,
    },
    /// Another asset: its media type and content.
    Asset(&'static str, &'static [u8]),
}

/// Answers requests that have passed the guard.
pub trait Handler: Send + Sync + 'static {
    /// The most bytes that a question to this path may have.
    fn max_body(&self, path: &str) -> usize;

    /// The asset of this path.
    fn asset(&self, path: &str) -> Result<Part, WebError>;

    /// Answers a question, in lines.
    fn answer(&self, request: &Request, events: &dyn Events) -> Result<(), WebError>;
}

impl Part {
    pub(super) fn send(self, stream: &TcpStream) -> io::Result<()> {
        let (kind, bytes) = match self {
            Part::Page { text, style } => {
                (Kind { media: "text/html; charset=utf-8", style }, text.as_bytes())
            }
            Part::Asset(media, bytes) => (Kind::plain(media), bytes),
        };
        wire::send(stream, "200 OK", kind, bytes)
    }
}

#[derive(Debug)]
struct Peer<'a> {
    stream: &'a TcpStream,
    stop: StopFlag,
    /// Whether the head was sent, which comes with the first line.
    began: Cell<bool>,
}

impl Peer<'_> {
    fn write(&self, line: &Value) -> io::Result<()> {
        if !self.began.replace(true) {
            wire::send_head(self.stream, "200 OK", Kind::plain("application/x-ndjson"), None)?;
        }
        let mut stream = self.stream;
        stream.write_all(format!("{line}\n").as_bytes())
    }
}

impl Events for Peer<'_> {
    /// Stops the handler if the connection is broken.
    fn send(&self, line: &Value) {
        if self.write(line).is_err() {
            self.stop.stop();
        }
    }

    fn stop(&self) -> &StopFlag {
        &self.stop
    }
}

/// Answers while a thread watches the connection: a closed page stops the handler within moments, whether there is something to send or
/// not. A fault of this program ends the answer and not the server.
pub(super) fn answer(stream: &TcpStream, request: &Request, handler: &dyn Handler) {
    let stop = StopFlag::new();
    thread::scope(|scope| {
        let flag = stop.clone();
        scope.spawn(move || watch(stream, &flag));
        let _end = Ended(stream);
        let peer = Peer { stream, stop, began: Cell::new(false) };
        let work = AssertUnwindSafe(|| handler.answer(request, &peer));
        let answered = catch_unwind(work).unwrap_or(Err(WebError::Fault));
        if let Err(error) = answered
            && !peer.began.get()
        {
            wire::send_error(stream, &error);
        }
    });
}

/// Waits until the peer says or does anything: it has nothing more to say, and it may go.
fn watch(mut stream: &TcpStream, stop: &StopFlag) {
    let _ = stream.set_read_timeout(None);
    let _ = stream.read(&mut [0]);
    stop.stop();
}

/// Ends the connection when the work ends, also by a panic: the watcher waits for it.
struct Ended<'a>(&'a TcpStream);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        let _ = self.0.shutdown(Shutdown::Both);
    }
}
