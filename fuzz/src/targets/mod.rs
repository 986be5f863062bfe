//! One module for each thing the program reads: `run` takes any bytes, and panics if a promise is broken. They know nothing
//! of libFuzzer, so that the ordinary tests of the program can run them too.

pub mod api;
pub mod book;
mod bytes;
pub mod catalogue;
pub mod checkpoint;
pub mod database;
pub mod database_file;
pub mod dxp;
pub mod endgame;
pub mod fen;
pub mod files;
pub mod generate_state;
pub mod http;
pub mod hub;
pub mod journal;
pub mod move_text;
pub mod network;
pub mod openings;
pub mod pdn;
mod scratch;
pub mod settings;
pub mod shards;
pub mod suites;
pub mod train_settings;
pub mod written;
