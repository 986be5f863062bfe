//! The board in a browser: a server for this machine alone, the page it serves, and what the page may ask.
//!
//! | folder | what it is |
//! | --- | --- |
//! | [`http`] | sockets, requests and replies; who may ask, and how much |
//! | `page` | what the browser loads: no code of others, no build step |
//! | `api` | what the page asks: moves, searches, games, values taken apart |

mod api;
mod assets;
mod error;
pub mod http;

pub use api::{Desk, Furniture};
pub use error::WebError;
