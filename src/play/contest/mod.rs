//! Many games: who plays whom from which opening, how they stand, and what they prove.

pub mod finished;
pub mod journal;
pub mod matches;
pub mod schedule;
pub mod shards;
pub mod spec;
pub mod sprt;
pub mod standing;
mod state;
pub mod tally;
