//! Games of our own: `play`, `match`, `generate`, `merge`, `train` and `book`.

mod book;
mod engines;
mod generate;
mod matches;
#[path = "../programs/missing.rs"]
mod missing;
#[path = "../programs/games.rs"]
mod played;
#[path = "../programs/run.rs"]
mod run;
mod shards;
mod terminal;
mod train;
