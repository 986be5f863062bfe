#![doc = include_str!("README.md")]
#![warn(unreachable_pub)]
//!
//! | module | holds |
//! | --- | --- |
//! | [`play`] | one game: players, limits, the referee, openings, the record |
//! | [`tournament`] | many games: schedule, scoreboard, Elo, SPRT, the match log |
//! | [`datagen`] | games of our own, to be learned from |
//! | [`hub`] | Hub engines as players, our engine as a Hub engine |
//! | [`dxp`] | the same for the DamExchange Protocol |
//! | [`conformance`] | checks of other programs against the protocols |
//! | [`jobs`] | work in tasks, and what runs it: threads, a shared folder, processes |
//! | [`terminal`] | a game with a person |
//!
//! [`program`] asks another program for single moves, [`move_input`] parses the moves that a person types, [`protocol_log`] writes down the messages, [`json_diff`] finds where settings differ.

use draughts_td_engine::{book, parallel, player, practice, puzzle, review, tablebase};
use draughts_td_rules::{board, checksum, escape, files, fnv, game, lock, pdn, protocol, truncate};

mod clock;
pub mod conformance;
pub mod datagen;
pub mod dxp;
pub mod error;
pub mod hub;
pub mod jobs;
pub mod json_diff;
mod lines;
pub mod move_input;
pub mod play;
pub mod program;
pub mod protocol_log;
pub mod terminal;
pub mod tournament;

pub use error::PlayError;
