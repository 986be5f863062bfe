//! Why a request is refused, or the server cannot be.

use std::io;

use thiserror::Error;

/// What is wrong with a request, with the machine, or with what a request asks for.
#[derive(Debug, Error)]
pub enum WebError {
    /// No port to listen on.
    #[error("cannot listen on port {port} of this machine; --port 0 takes any that is free")]
    Bind {
        /// The port.
        port: u16,
        /// What the system says.
        source: io::Error,
    },
    /// No randomness for the token.
    #[error("the system gives no random numbers for a token")]
    Token(#[from] getrandom::Error),
    /// The peer has gone, or its line is broken.
    #[error("the line broke")]
    Line(#[from] io::Error),
    /// Whoever asked has gone.
    #[error("nobody listens any more")]
    Stopped,
    /// A request that cannot be understood.
    #[error("{0}")]
    Bad(String),
    /// A request from another page, or without the token.
    #[error("{0}")]
    Forbidden(&'static str),
    /// Nothing has this name.
    #[error("there is nothing of this name")]
    NotFound,
    /// A method that is not served there.
    #[error("this is not served by that method")]
    Method,
    /// The request took too long.
    #[error("the request did not come within its time")]
    Late,
    /// A body without a length.
    #[error("a request with a body must tell its length")]
    Length,
    /// A body that is too long.
    #[error("the body has more than {0} bytes")]
    TooLarge(usize),
    /// A body that is no JSON.
    #[error("a request must be of the type application/json")]
    Type,
    /// Another server was meant.
    #[error("this server is 127.0.0.1, localhost or [::1], with its port")]
    Misdirected,
    /// A head that is too long.
    #[error("the head of the request is too long")]
    HeadTooLarge,
    /// A fault of this program.
    #[error("a fault of this program; the server goes on")]
    Fault,
    /// All lines are taken.
    #[error("too many connections at once")]
    Busy,
}

impl WebError {
    /// The status line of the reply.
    #[must_use]
    pub fn status(&self) -> &'static str {
        match self {
            WebError::Bad(_) => "400 Bad Request",
            WebError::Forbidden(_) => "403 Forbidden",
            WebError::NotFound => "404 Not Found",
            WebError::Method => "405 Method Not Allowed",
            WebError::Late => "408 Request Timeout",
            WebError::Length => "411 Length Required",
            WebError::TooLarge(_) => "413 Content Too Large",
            WebError::Type => "415 Unsupported Media Type",
            WebError::Misdirected => "421 Misdirected Request",
            WebError::HeadTooLarge => "431 Request Header Fields Too Large",
            WebError::Busy => "503 Service Unavailable",
            WebError::Bind { .. }
            | WebError::Token(_)
            | WebError::Line(_)
            | WebError::Stopped
            | WebError::Fault => "500 Internal Server Error",
        }
    }
}
