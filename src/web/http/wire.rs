//! Bytes to and from a peer nobody vouches for: every read has an end in time and in length.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::request::{Head, Method, Request};
use crate::error::WebError;

/// The time for a head.
const HEAD_TIME: Duration = Duration::from_secs(2);
/// The most bytes of a head.
const HEAD_BYTES: usize = 16 << 10;
/// The time for a body.
const BODY_TIME: Duration = Duration::from_secs(10);
/// What a peer may take to accept what it is sent.
const WRITE_TIME: Duration = Duration::from_secs(5);
/// The most that is read of what nobody wants any more, so that the peer gets its answer before the line is cut.
const REST_BYTES: u64 = 1 << 20;
const REST_TIME: Duration = Duration::from_millis(300);

/// Reads a head, hands it to `check`, which says how long its body may be, and reads that.
pub(super) fn receive(
    stream: &TcpStream,
    check: impl FnOnce(&Head) -> Result<usize, WebError>,
) -> Result<Request, WebError> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(WRITE_TIME))?;
    let mut text = Vec::new();
    let until = Instant::now() + HEAD_TIME;
    let end = loop {
        if let Some(at) = text.windows(4).position(|four| four == b"\r\n\r\n") {
            break at + 4;
        }
        if text.len() >= HEAD_BYTES {
            return Err(WebError::HeadTooLarge);
        }
        more(stream, &mut text, HEAD_BYTES, until)?;
    };
    let mut body = text.split_off(end);
    let head = Head::read(&text)?;
    let most = check(&head)?;
    let length = head.body_length(most)?;
    let until = Instant::now() + BODY_TIME;
    while body.len() < length {
        more(stream, &mut body, length, until)?;
    }
    if body.len() > length {
        return Err(WebError::Bad("more came than one request".into()));
    }
    Ok(Request { method: head.method, path: head.path, body })
}

/// Reads once, up to so many bytes in all and until a moment.
fn more(
    mut stream: &TcpStream,
    text: &mut Vec<u8>,
    most: usize,
    until: Instant,
) -> Result<(), WebError> {
    let left = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero());
    stream.set_read_timeout(Some(left.ok_or(WebError::Late)?))?;
    let mut chunk = [0; 4096];
    let room = chunk.len().min(most.saturating_sub(text.len()).max(1));
    match stream.read(&mut chunk[..room]) {
        Ok(0) => Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
        Ok(count) => {
            text.extend_from_slice(&chunk[..count]);
            Ok(())
        }
        Err(error) if is_timeout(&error) => Err(WebError::Late),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(()),
        Err(error) => Err(error.into()),
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

/// A reply's media type, and what its page may take styles from, as a source of a Content-Security-Policy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind<'a> {
    pub media: &'a str,
    pub style: &'a str,
}

impl<'a> Kind<'a> {
    /// What is no page, and has no style.
    pub(super) fn plain(media: &'a str) -> Kind<'a> {
        Kind { media, style: "'none'" }
    }

    /// The first lines of a reply. The page may load and ask nothing but this server, and nobody may frame or keep it.
    fn lines(self) -> String {
        let Kind { media, style } = self;
        format!(
            "Content-Type: {media}\r\n\
             Content-Security-Policy: default-src 'none'; script-src 'self'; style-src {style}; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
        )
    }
}

/// What stands above every reply.
const RULES: &str = "X-Content-Type-Options: nosniff\r\n\
    X-Frame-Options: DENY\r\n\
    Referrer-Policy: no-referrer\r\n\
    Cache-Control: no-store\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\n\
    Connection: close\r\n";

/// Sends the head of a reply; without a length the reply ends with the connection.
pub(super) fn send_head(
    mut stream: &TcpStream,
    status: &str,
    kind: Kind<'_>,
    length: Option<usize>,
) -> io::Result<()> {
    let length = length.map(|length| format!("Content-Length: {length}\r\n")).unwrap_or_default();
    let head = format!("HTTP/1.1 {status}\r\n{}{length}{RULES}\r\n", kind.lines());
    stream.write_all(head.as_bytes())
}

/// Sends a whole reply.
pub(super) fn send(
    mut stream: &TcpStream,
    status: &str,
    kind: Kind<'_>,
    body: &[u8],
) -> io::Result<()> {
    send_head(stream, status, kind, Some(body.len()))?;
    stream.write_all(body)
}

/// Sends a whole reply in JSON.
pub(super) fn send_json(stream: &TcpStream, status: &str, value: &Value) -> io::Result<()> {
    send(stream, status, Kind::plain("application/json"), value.to_string().as_bytes())
}

/// Ends a connection so that what was sent arrives: cutting a line with unread bytes on it would take the answer with them.
pub(super) fn hang_up(stream: &TcpStream) {
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let _ = stream.set_read_timeout(Some(REST_TIME));
    let until = Instant::now() + REST_TIME;
    let (mut rest, mut chunk, mut taken) = (stream, [0; 4096], 0);
    while taken < REST_BYTES && Instant::now() < until {
        match rest.read(&mut chunk) {
            Ok(0) | Err(_) => return,
            Ok(count) => taken += count as u64,
        }
    }
}

/// Whether the head is of a request with a body that the page may send.
pub(super) fn is_post(head: &Head) -> bool {
    head.method == Method::Post
}
