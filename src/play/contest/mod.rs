//! Many games: who plays whom from which opening, how they stand, and what they prove.

pub mod crew;
#[cfg(test)]
mod crew_tests;
pub mod finished;
mod hand;
pub mod journal;
pub mod lead;
pub mod matches;
pub mod replay;
mod run;
pub mod schedule;
mod score;
pub mod shards;
pub mod spec;
pub mod sprt;
pub mod standing;
mod state;
pub mod tally;
