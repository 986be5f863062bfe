//! Bytes to and from an untrusted peer: every read is limited in time and in length.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::request::{Method, Request};
use super::request_reader::RequestReader;
use crate::error::WebError;

/// The time limit of a head.
const HEAD_TIMEOUT: Duration = Duration::from_secs(2);
/// The time limit of a body.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// The time limit of a write.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);
/// Limits of reading the rest of a request before closing, so that the peer receives the answer.
const MAX_UNREAD: u64 = 1 << 20;
const CLOSE_TIMEOUT: Duration = Duration::from_millis(300);

/// Reads a request. Once its head has passed, `admit` takes a slot for it.
pub(super) fn receive(
    stream: &TcpStream,
    mut reader: RequestReader<'_>,
    admit: impl FnOnce(Method) -> Result<(), WebError>,
) -> Result<Request, WebError> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(WRITE_TIMEOUT))?;
    let (mut until, mut admit) = (Instant::now() + HEAD_TIMEOUT, Some(admit));
    let mut chunk = [0; 4096];
    loop {
        let count = read_until(stream, &mut chunk, until)?;
        let request = reader.push(&chunk[..count])?;
        if let Some(method) = reader.method()
            && let Some(admit) = admit.take()
        {
            admit(method)?;
            until = Instant::now() + BODY_TIMEOUT;
        }
        if let Some(request) = request {
            return Ok(request);
        }
    }
}

fn read_until(mut stream: &TcpStream, chunk: &mut [u8], until: Instant) -> Result<usize, WebError> {
    let left = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero());
    stream.set_read_timeout(Some(left.ok_or(WebError::Timeout)?))?;
    match stream.read(chunk) {
        Ok(0) => Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
        Ok(count) => Ok(count),
        Err(error) if is_timeout(&error) => Err(WebError::Timeout),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(0),
        Err(error) => Err(error.into()),
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

/// The media type of a response, and the style source of its Content-Security-Policy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind<'a> {
    pub media: &'a str,
    pub style: &'a str,
}

impl<'a> Kind<'a> {
    pub(super) fn plain(media: &'a str) -> Kind<'a> {
        Kind { media, style: "'none'" }
    }

    /// The first headers of a response. The page may load from and ask this server only, and may not be framed or cached.
    fn lines(self) -> String {
        let Kind { media, style } = self;
        format!(
            "Content-Type: {media}\r\n\
             Content-Security-Policy: default-src 'none'; script-src 'self'; style-src {style}; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
        )
    }
}

const RULES: &str = "X-Content-Type-Options: nosniff\r\n\
    X-Frame-Options: DENY\r\n\
    Referrer-Policy: no-referrer\r\n\
    Cache-Control: no-store\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\n\
    Connection: close\r\n";

/// Sends the head of a response; without a length the response ends with the connection.
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

pub(super) fn send(
    mut stream: &TcpStream,
    status: &str,
    kind: Kind<'_>,
    body: &[u8],
) -> io::Result<()> {
    send_head(stream, status, kind, Some(body.len()))?;
    stream.write_all(body)
}

/// Sends a whole response in JSON.
pub(super) fn send_json(stream: &TcpStream, status: &str, value: &Value) -> io::Result<()> {
    send(stream, status, Kind::plain("application/json"), value.to_string().as_bytes())
}

/// Sends an error, unless the client is gone.
pub(super) fn send_error(stream: &TcpStream, error: &WebError) {
    if !matches!(error, WebError::Io(_) | WebError::Stopped) {
        let _ = send_json(stream, error.status(), &json!({ "error": error.to_string() }));
    }
}

/// Closes a connection so that the response arrives: closing with unread bytes would discard it.
pub(super) fn close(stream: &TcpStream) {
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let _ = stream.set_read_timeout(Some(CLOSE_TIMEOUT));
    let until = Instant::now() + CLOSE_TIMEOUT;
    let (mut rest, mut chunk, mut taken) = (stream, [0; 4096], 0);
    while taken < MAX_UNREAD && Instant::now() < until {
        match rest.read(&mut chunk) {
            Ok(0) | Err(_) => return,
            Ok(count) => taken += count as u64,
        }
    }
}
