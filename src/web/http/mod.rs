//! As much of HTTP/1.1 as one page needs: one request per connection, small limits, no client but the page itself.

mod connections;
mod guard;
mod request;
mod request_reader;
mod response;
mod server;
mod token;
mod wire;

pub use guard::Guard;
pub use request::{Method, Request};
pub use request_reader::RequestReader;
pub use response::{Handler, Part};
pub use server::Server;
pub use token::Token;
