//! The board in a browser: the page, who answers what it asks, and a server for this machine alone.
//!
//! | room | what it is |
//! | --- | --- |
//! | `page` | what the browser loads: no code of others, no build step |
//! | [`api`] | what the page asks: moves, searches, games, values taken apart |
//! | [`http`] | sockets, requests and replies; who may ask, and how much |
//!
//! Who carries questions and answers is no matter of [`api`]: the server does, or the page itself, which runs the program `draughts-td-web`
//! as WebAssembly and then needs no server but one for files.

// The rooms of the library under their own names.
use draughts_td_engine::{engine, features, models, parallel, review};
use draughts_td_rules::{board, game, pdn, protocol, timestamp};

pub mod api;
pub mod assets;
mod error;
pub mod events;
pub mod http;
mod router;

pub use api::{Api, ServerConfig};
pub use error::WebError;
pub use router::Router;
