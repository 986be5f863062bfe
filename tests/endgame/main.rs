//! Endgame tables: made, kept, verified, and at work in the search and in matches.

mod first_use;
mod play;
#[path = "../programs/run.rs"]
mod run;
mod search;
mod tables;
mod verb;
