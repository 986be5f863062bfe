//! As much of HTTP/1.1 as one page needs: one request a connection, small limits, nobody but the page itself.

mod guard;
mod reply;
mod request;
mod server;
mod token;
mod wire;

pub use reply::{Answers, Reply};
pub use request::{Method, Request};
pub use server::Server;
pub use token::Token;
