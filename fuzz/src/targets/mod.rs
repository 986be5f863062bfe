//! One module for each thing the program reads: `run` takes any bytes, and panics if a promise is broken. They know nothing
//! of libFuzzer, so that the ordinary tests of the program can run them too.

pub mod api;
pub mod arrays;
pub mod book;
mod bytes;
pub mod catalogue;
pub mod checkpoint;
pub mod database;
pub mod database_file;
pub mod dxp;
pub mod edits;
pub mod endgame;
pub mod fen;
pub mod files;
pub mod generate_state;
pub mod http;
pub mod hub;
pub mod journal;
pub mod lock;
pub mod metrics;
pub mod move_text;
pub mod mpi;
pub mod network;
pub mod openings;
pub mod pdn;
pub mod reproduce;
mod scratch;
pub mod settings;
pub mod shards;
pub mod suites;
pub mod train_settings;
pub mod written;

/// What tries a promise on any bytes.
pub type Target = fn(&[u8]);

/// Every target by its name.
pub const ALL: &[(&str, Target)] = &[
    ("api", api::run),
    ("arrays", arrays::run),
    ("book", book::run),
    ("catalogue", catalogue::run),
    ("checkpoint", checkpoint::run),
    ("database", database::run),
    ("database_file", database_file::run),
    ("dxp", dxp::run),
    ("edits", edits::run),
    ("endgame", endgame::run),
    ("fen", fen::run),
    ("files", files::run),
    ("generate_state", generate_state::run),
    ("http", http::run),
    ("hub", hub::run),
    ("journal", journal::run),
    ("lock", lock::run),
    ("metrics", metrics::run),
    ("move_text", move_text::run),
    ("mpi", mpi::run),
    ("network", network::run),
    ("openings", openings::run),
    ("pdn", pdn::run),
    ("reproduce", reproduce::run),
    ("settings", settings::run),
    ("shards", shards::run),
    ("suites", suites::run),
    ("train_settings", train_settings::run),
    ("written", written::run),
];
