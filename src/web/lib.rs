#![doc = include_str!("README.md")]
#![warn(unreachable_pub)]
//!
//! | module | what it is |
//! | --- | --- |
//! | `page` | what the browser loads: no code of others, no build step |
//! | [`api`] | the questions of the page: moves, searches, games, explained values |
//! | [`http`] | sockets, requests and responses, access control and limits |
//!
//! [`api`] is independent of the transport: the server carries questions and answers, or the page itself, which runs the program
//! `draughts-td-web` as WebAssembly and then needs a server of files only.

// The modules of the library under their own names.
#[cfg(all(feature = "server", not(target_family = "wasm")))]
use draughts_td_database as database;
use draughts_td_engine::{features, models, parallel, player, practice, puzzle, review, tablebase};
use draughts_td_rules::{board, diagram, game, pdn, protocol};

pub mod api;
#[cfg_attr(
    not(all(feature = "server", not(target_family = "wasm"))),
    allow(dead_code, reason = "only the server sends assets one by one")
)]
pub mod assets;
mod error;
pub mod events;
#[cfg(all(feature = "server", not(target_family = "wasm")))]
pub mod http;
#[cfg(all(feature = "server", not(target_family = "wasm")))]
mod router;
#[cfg(all(feature = "server", not(target_family = "wasm")))]
pub mod site;

pub use api::{Api, Language, ServerConfig};
pub use error::WebError;
