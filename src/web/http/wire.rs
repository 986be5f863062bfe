//! Bytes to and from a peer nobody vouches for: every read has an end in time and in length.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::incoming::Incoming;
use super::request::{Method, Request};
use crate::error::WebError;

/// The time for a head.
const HEAD_TIME: Duration = Duration::from_secs(2);
/// The time for a body.
const BODY_TIME: Duration = Duration::from_secs(10);
/// What a peer may take to accept what it is sent.
const WRITE_TIME: Duration = Duration::from_secs(5);
/// The most that is read of what nobody wants any more, so that the peer gets its answer before the line is cut.
const REST_BYTES: u64 = 1 << 20;
const REST_TIME: Duration = Duration::from_millis(300);

/// Reads a request. Once its head has passed, `admit` says whether there is a place for it.
pub(super) fn receive(
    stream: &TcpStream,
    mut incoming: Incoming<'_>,
    admit: impl FnOnce(Method) -> Result<(), WebError>,
) -> Result<Request, WebError> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(WRITE_TIME))?;
    let (mut until, mut admit) = (Instant::now() + HEAD_TIME, Some(admit));
    let mut piece = [0; 4096];
    loop {
        let count = read_until(stream, &mut piece, until)?;
        let request = incoming.push(&piece[..count])?;
        if let Some(method) = incoming.method()
            && let Some(admit) = admit.take()
        {
            admit(method)?;
            until = Instant::now() + BODY_TIME;
        }
        if let Some(request) = request {
            return Ok(request);
        }
    }
}

/// Reads once, until a moment.
fn read_until(mut stream: &TcpStream, piece: &mut [u8], until: Instant) -> Result<usize, WebError> {
    let left = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero());
    stream.set_read_timeout(Some(left.ok_or(WebError::Late)?))?;
    match stream.read(piece) {
        Ok(0) => Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
        Ok(count) => Ok(count),
        Err(error) if is_timeout(&error) => Err(WebError::Late),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(0),
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

/// Sends what is wrong, unless nobody is there to be told.
pub(super) fn send_error(stream: &TcpStream, error: &WebError) {
    if !matches!(error, WebError::Line(_) | WebError::Stopped) {
        let _ = send_json(stream, error.status(), &json!({ "error": error.to_string() }));
    }
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
