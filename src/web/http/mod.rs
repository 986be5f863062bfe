//! The server of the page: one request per connection, small limits, no client but the page itself.

mod answer;
mod connections;
mod guard;
mod response;
mod routes;
mod server;
mod token;

pub use guard::Guard;
pub(crate) use response::Part;
pub(crate) use routes::Handler;
pub use server::Server;
pub use token::Token;
