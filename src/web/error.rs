//! Errors of requests and of the server.

use std::io;
use std::net::SocketAddr;

use thiserror::Error;

#[derive(Debug, Error)]
pub enum WebError {
    #[error("cannot listen on {at}{}", remedy(.at, .source))]
    Bind { at: SocketAddr, source: io::Error },
    #[error("no network is reached from this machine; give --listen one of its own addresses")]
    NoNetwork(#[source] io::Error),
    #[error("the system gives no random numbers for a token")]
    Token(#[from] getrandom::Error),
    #[error("the line broke")]
    Io(#[from] io::Error),
    #[error("nobody listens any more")]
    Stopped,
    #[error("{0}")]
    Bad(String),
    /// A request from another page, or without the token.
    #[error("{0}")]
    Forbidden(&'static str),
    #[error("there is nothing of this name")]
    NotFound,
    #[error("this is not served by that method")]
    Method,
    #[error("the request did not come within its time")]
    Timeout,
    #[error("a request with a body must tell its length")]
    Length,
    #[error("the body has more than {0} bytes")]
    TooLarge(usize),
    #[error("a request must be of the type application/json")]
    Type,
    #[error("open the address that the program printed: this server has no other name")]
    Misdirected,
    #[error("the head of the request is too long")]
    HeadTooLarge,
    #[error("a fault of this program; the server keeps running")]
    Fault,
    #[error("too many connections at once")]
    Busy,
}

impl WebError {
    pub fn status(&self) -> &'static str {
        match self {
            WebError::Bad(_) => "400 Bad Request",
            WebError::Forbidden(_) => "403 Forbidden",
            WebError::NotFound => "404 Not Found",
            WebError::Method => "405 Method Not Allowed",
            WebError::Timeout => "408 Request Timeout",
            WebError::Length => "411 Length Required",
            WebError::TooLarge(_) => "413 Content Too Large",
            WebError::Type => "415 Unsupported Media Type",
            WebError::Misdirected => "421 Misdirected Request",
            WebError::HeadTooLarge => "431 Request Header Fields Too Large",
            WebError::Busy => "503 Service Unavailable",
            WebError::Bind { .. }
            | WebError::NoNetwork(_)
            | WebError::Token(_)
            | WebError::Io(_)
            | WebError::Stopped
            | WebError::Fault => "500 Internal Server Error",
        }
    }
}

/// What helps where nothing can listen on an address.
fn remedy(at: &SocketAddr, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied => {
            "; --port 0 takes any port that is free".into()
        }
        _ => format!("; {} is not an address that this machine can listen on", at.ip()),
    }
}
