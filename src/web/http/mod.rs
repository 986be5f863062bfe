//! As much of HTTP/1.1 as one page needs: one request a connection, small limits, nobody but the page itself.

mod connections;
mod guard;
mod incoming;
mod reply;
mod request;
mod server;
mod token;
mod wire;

pub use guard::Guard;
pub use incoming::Incoming;
pub use reply::{Handler, Part};
pub use request::{Method, Request};
pub use server::Server;
pub use token::Token;
