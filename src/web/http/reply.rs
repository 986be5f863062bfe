//! What is sent back: a part of the page, or an answer.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread;

use serde_json::Value;

use super::request::Request;
use super::wire::{self, Kind};
use crate::answer::{Answer, Events, Work};
use crate::engine::StopFlag;
use crate::error::WebError;

/// A reply.
pub enum Reply<'a> {
    /// The page.
    Page {
        /// HTML.
        text: &'static str,
        /// The one style it may use, as a source of a Content-Security-Policy: `'sha256-…'`.
        style: &'static str,
    },
    /// A part of the page: its type and content.
    Asset(&'static str, &'static [u8]),
    /// An answer to a question.
    Answer(Answer<'a>),
}

/// Somebody who answers requests that have passed the guard.
pub trait Answers: Send + Sync + 'static {
    /// The most bytes that a request to this path may have.
    fn longest(&self, path: &str) -> usize;

    /// Answers.
    ///
    /// # Errors
    /// Whatever is wrong with the request.
    fn answer(&self, request: &Request) -> Result<Reply<'_>, WebError>;
}

/// Who is told the lines of work.
#[derive(Debug)]
struct Peer<'a> {
    stream: &'a TcpStream,
    stop: StopFlag,
}

impl Events for Peer<'_> {
    /// When that fails, the work is to end.
    fn send(&self, line: &Value) {
        let mut stream = self.stream;
        if stream.write_all(format!("{line}\n").as_bytes()).is_err() {
            self.stop.stop();
        }
    }

    fn stop(&self) -> &StopFlag {
        &self.stop
    }
}

impl Reply<'_> {
    /// Sends it.
    pub(super) fn send(self, stream: &TcpStream) -> io::Result<()> {
        match self {
            Reply::Page { text, style } => {
                let kind = Kind { media: "text/html; charset=utf-8", style };
                wire::send(stream, "200 OK", kind, text.as_bytes())
            }
            Reply::Asset(media, bytes) => wire::send(stream, "200 OK", Kind::plain(media), bytes),
            Reply::Answer(Answer::Whole(value)) => wire::send_json(stream, "200 OK", &value),
            Reply::Answer(Answer::Lines(work)) => {
                let kind = Kind::plain("application/x-ndjson");
                wire::send_head(stream, "200 OK", kind, None)?;
                run(work, stream);
                Ok(())
            }
        }
    }
}

/// Does the work while somebody watches the line: a page that goes away ends it within moments, whether there is something to
/// tell or not.
fn run(work: Work<'_>, stream: &TcpStream) {
    let stop = StopFlag::new();
    thread::scope(|scope| {
        let flag = stop.clone();
        scope.spawn(move || watch(stream, &flag));
        let _end = Ended(stream);
        work(&Peer { stream, stop: stop.clone() });
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
