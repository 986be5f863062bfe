#![doc = include_str!("README.md")]
//!
//! | module | holds |
//! | --- | --- |
//! | [`store`] | the file: its tables, games to and from PDN, the index of positions |
//! | [`report`] | an event, or two players, as text, JSON and HTML |
//! | [`query`] | questions: games by header, position and formation; moves of a position; statistics |
//! | [`mistakes`] | the games of a player searched for mistakes |
//! | [`puzzles`] | puzzles of games: made, read, written as PDN, CSV, JSON and sheets |

#![deny(missing_docs, unnameable_types)]
#![warn(unreachable_pub)]

use draughts_td_engine::{parallel, player, practice, puzzle, review};
use draughts_td_rules::{board, checksum, diagram, files, fnv, game, lock, pdn};

pub mod error;
pub mod mistakes;
pub mod puzzles;
pub mod query;
pub mod report;
pub mod store;

pub use error::DatabaseError;
