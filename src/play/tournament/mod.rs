//! Many games: who plays whom from which opening, how they stand, and what they prove.
//!
//! | file | what it is |
//! | --- | --- |
//! | `spec` | players as a user writes them |
//! | `roster`, `naming` | what they are called, and how that is settled |
//! | `schedule` | who plays whom from which opening |
//! | `matches`, `run` | a contest, and its way to the end on this machine |
//! | `finished`, `tally`, `sprt`, `standing` | results of a game, of a match, what they prove, how all stand |
//! | `score`, `journal`, `state` | the score in the order of the games; games and state on disk |
//! | `shards`, `cut`, `counted`, `replay` | one contest of many workers that share a folder; its blocks; the games that count; blocks played again |

mod counted;
mod cut;
pub mod finished_game;
pub mod match_log;
pub mod matches;
mod naming;
mod ordered_results;
pub mod replay;
pub mod roster;
pub mod run;
pub mod schedule;
pub mod scoreboard;
pub mod shards;
pub mod spec;
pub mod sprt;
mod state;
pub mod stats;
#[cfg(test)]
mod process_tests;
